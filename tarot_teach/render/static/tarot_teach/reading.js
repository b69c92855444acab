// Rules that show themselves: what is different in another ruleset, and judged hands of which each choice answers for itself. Without this
// script one choice has its reason below the hand.
(() => {
  "use strict";
  const all = (from, what) => [...from.querySelectorAll(what)];
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

  const { beside, nowhere, sum } = JSON.parse(document.currentScript.dataset.words);

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
