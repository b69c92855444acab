// Decisions of the reader's own deals, kept after a review with all that their question needs, and asked among the others. They stand in the
// storage of remember.js, in a part of their own: see the page "What is remembered" of the reference.
(() => {
  "use strict";
  const words = JSON.parse(document.currentScript.dataset.words), { read, write, lost, day, mark } = window.tarotKept;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // Keeps what the engine has made of some decisions; the words that tell what came of it, and whether they are kept.
  const keep = found => {
    const kept = read();
    if (lost()) return { done: false, said: words.unkept };
    let number = 0;
    for (const { ruleset, id, decision, html } of found) {
      const known = (kept.decisions ??= {})[ruleset] ??= {};
      if (known[id]) continue;
      known[id] = { ...decision, html };
      (kept.answers[ruleset] ??= {})[id] = { box: 0, due: day(), day: day(), rules: [] };
      number++;
    }
    if (!write(kept)) return { done: false, said: words.full };
    mark();
    return { done: true, said: fill(number ? words.kept : words.already, { number }) };
  };

  // A kept question as an element, without anything that acts or leads away; null where it is not such a question.
  const element = (ruleset, id, { html }) => {
    const made = document.createElement("template");
    made.innerHTML = typeof html === "string" ? html : "";
    const content = made.content, exercise = content.querySelector("tt-exercise");
    const sound = exercise && exercise.dataset.id === id && exercise.dataset.ruleset === ruleset && exercise.dataset.kind === "decision" && ["form fieldset legend", "[name=choice][data-grade=right]", ".tt-check button", ".tt-verdict", ".tt-answer summary"].every(part => exercise.querySelector(part));
    if (!sound) return null;
    for (const part of content.querySelectorAll("script, style, template, link, iframe, object, embed, img, foreignObject, animate, set, base, meta")) part.remove();
    for (const part of content.querySelectorAll("*")) for (const { name, value } of [...part.attributes]) if (/^on|action$|^style$|^srcdoc$/i.test(name) || /href$/i.test(name) && !value.startsWith("#")) part.removeAttribute(name);
    for (const link of content.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    const pictures = content.querySelector("svg.tt-sprite");
    for (const part of pictures?.querySelectorAll("defs > [id]") ?? []) if (document.getElementById(part.id)) part.remove();
    if (pictures) document.body.prepend(pictures);
    return exercise;
  };

  // The kept decisions of a ruleset, or of all, as questions, and how many cannot be asked; those in whose place a theme comes back are not asked any more.
  const exercises = ruleset => {
    const { decisions = {}, answers } = read(), mine = Object.entries(decisions).filter(([name]) => !ruleset || name === ruleset);
    const made = mine.flatMap(([name, entries]) => Object.entries(entries ?? {}).filter(([id]) => answers[name]?.[id]).map(([id, entry]) => element(name, id, entry ?? {})));
    return { asked: made.filter(Boolean), left: made.filter(each => !each).length };
  };

  // A way to other deals of a theme; null where there is no page of them.
  const themeLink = (ruleset, theme, name = "") => {
    const page = words.tactics[ruleset];
    if (!page || !theme) return null;
    return Object.assign(document.createElement("a"), { href: `${page}#theme-${encodeURIComponent(theme)}`, textContent: fill(name ? words.named : words.theme, { name }), className: "tt-theme-link" });
  };

  window.tarotPractice = { keep, exercises, themeLink, page: words.page };
})();
