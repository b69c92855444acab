// Pages that are read: a term shows its meaning where it stands, and each choice of a judged hand answers for itself. Without this script a
// term is a link to the glossary, and one choice has its reason below the hand.
(() => {
  "use strict";
  const all = (from, what) => [...from.querySelectorAll(what)];
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

  // Terms: one popover for all, filled with what the page says of the term. It takes the focus, and gives it back when it closes.
  const { terms, more, beside, nowhere, sum } = JSON.parse(document.currentScript.dataset.words), pop = make("div", "tt-pop");
  const known = term => terms[[...term.classList].find(name => name.startsWith("tt-term-"))?.slice(8)];
  const away = link => link && (link.origin !== location.origin || link.pathname !== location.pathname);
  if (pop.showPopover) {
    Object.assign(pop, { popover: "auto", tabIndex: -1 });
    for (const [name, value] of [["role", "dialog"], ["aria-labelledby", "tt-pop-word"], ["aria-describedby", "tt-pop-meaning"]]) pop.setAttribute(name, value);
    document.body.append(pop);
    let opened;
    pop.addEventListener("beforetoggle", event => { if (event.newState === "closed") opened.setAttribute("aria-expanded", "false"); });
    const open = term => {
      const link = term.closest("a[href]"), [meaning, names] = known(term), word = make("b", "", term.textContent), said = make("p", "", meaning);
      word.id = "tt-pop-word";
      said.id = "tt-pop-meaning";
      pop.replaceChildren(word, said, make("small", "", names, ...(link ? [" ", Object.assign(make("a", "", more), { href: link.href })] : [])));
      opened = link ?? term;
      opened.setAttribute("aria-expanded", "true");
      opened.focus({ preventScroll: true });
      pop.showPopover();
      const at = term.getBoundingClientRect(), own = pop.getBoundingClientRect(), below = at.bottom + own.height + 8 <= innerHeight;
      pop.style.left = `${Math.max(12, Math.min(document.documentElement.clientWidth - own.width - 12, at.left)) + scrollX}px`;
      pop.style.top = `${(below ? at.bottom + 8 : Math.max(8, at.top - own.height - 8)) + scrollY}px`;
      pop.focus({ preventScroll: true });
    };
    const asked = event => {
      const found = event.target.closest?.(".tt-term") ?? event.target.closest?.("a")?.querySelector(".tt-term"), link = found?.closest("a[href]");
      if (!found || pop.contains(found) || !known(found) || (link && !away(link))) return;
      event.preventDefault();
      open(found);
    };
    document.addEventListener("click", event => { if (!event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) asked(event); });
    document.addEventListener("keydown", event => { if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("span.tt-term")) asked(event); });
    pop.addEventListener("keydown", event => event.stopPropagation());
    for (const term of all(document, ".tt-term")) {
      const link = term.closest("a[href]");
      if (!known(term) || (link && !away(link))) continue;
      if (!link) Object.assign(term, { tabIndex: 0, role: "button" });
      (link ?? term).setAttribute("aria-haspopup", "dialog");
    }
  }

  // Another ruleset: what is different in the one that is chosen stands below each rule.
  const variants = all(document, ".tt-variant");
  if (variants.length) {
    const of = variant => [...variant.classList].find(name => name.startsWith("tt-of-")), told = make("span"), choice = make("select");
    const games = new Map(variants.map(variant => [of(variant), variant.querySelector(".tt-game").textContent]));
    choice.append(new Option(nowhere, ""), ...[...games].map(([name, title]) => new Option(title, name)));
    told.setAttribute("role", "status");
    choice.addEventListener("change", () => {
      for (const variant of variants) variant.classList.toggle("tt-chosen", of(variant) === choice.value);
      told.textContent = choice.value && sum.replace(/\{(\w+)\}/g, (_, kind) => variants.filter(each => each.matches(`.${choice.value}.tt-${kind}`)).length);
    });
    document.querySelector("h1")?.after(make("p", "tt-differ", make("label", "", `${beside} `, choice), " ", told));
  }

  // Judged hands: a touch shows the reason for or against a choice.
  for (const hand of all(document, ".tt-judged")) {
    const replies = all(hand, "[data-for]"), buttons = [];
    for (const choice of all(hand, "li[data-code]")) {
      const button = make("button", "", ...choice.childNodes);
      button.type = "button";
      button.setAttribute("aria-pressed", "chosen" in choice.dataset);
      button.addEventListener("click", () => {
        for (const other of buttons) other.setAttribute("aria-pressed", other === button);
        for (const reply of replies) reply.hidden = !reply.dataset.for.split(" ").includes(choice.dataset.code);
      });
      buttons.push(button);
      choice.append(button);
    }
  }
})();
