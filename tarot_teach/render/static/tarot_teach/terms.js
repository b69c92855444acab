// A term shows its meaning where it stands. Without this script it is a link to the glossary.
(() => {
  "use strict";
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

  // Terms: one popover for all, filled with what the page says of the term. It takes the focus, and gives it back when it closes.
  const { terms, more } = JSON.parse(document.currentScript.dataset.words), pop = make("div", "tt-pop");
  const called = (term, sign) => [...term.classList].find(name => name.startsWith(sign))?.slice(sign.length) ?? "";
  const known = term => terms[`${called(term, "tt-term-")} ${called(term, "tt-by-")}`.trim()];
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
    for (const term of document.querySelectorAll(".tt-term")) {
      const link = term.closest("a[href]");
      if (!known(term) || (link && !away(link))) continue;
      if (!link) Object.assign(term, { tabIndex: 0, role: "button" });
      (link ?? term).setAttribute("aria-haspopup", "dialog");
    }
  }
})();
