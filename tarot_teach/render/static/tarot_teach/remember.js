// What a reader has done on these pages, kept in this browser alone: nothing is sent anywhere. The format is described on the
// page "What is remembered" of the reference; learn.js shows more of it. Without storage everything works, and is forgotten with the page.
(() => {
  "use strict";
  const KEY = "tarot-teach", VERSION = 1, PARTS = ["chapters", "lessons", "answers"];
  const words = JSON.parse(document.currentScript.dataset.words);
  const all = (from, what) => [...from.querySelectorAll(what)];

  // The day after some days, by the reader's clock, as in a calendar: 2026-11-22.
  const day = (after = 0) => {
    const now = new Date(), then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + after);
    return [then.getFullYear(), then.getMonth() + 1, then.getDate()].map(part => String(part).padStart(2, "0")).join("-");
  };

  // A day as it stands in a sentence: 22 November 2026.
  const inWords = date => {
    const [year, month, number] = date.split("-").map(Number);
    return words.dates[month - 1]?.replace("{day}", () => number > 1 ? number : words.first).replace("{year}", () => year) ?? date;
  };

  // What is kept is read anew before each change, so that two open pages lose nothing of each other. What a newer version has
  // written, or cannot be read, is left alone until it is erased.
  let held = null;
  const empty = () => ({ version: VERSION, ...Object.fromEntries(PARTS.map(part => [part, {}])) });
  const read = () => {
    if (held) return held;
    try {
      const text = localStorage.getItem(KEY);
      if (text === null) return empty();
      const found = JSON.parse(text);
      if (found.version === VERSION && PARTS.every(part => found[part] && typeof found[part] === "object")) return found;
    } catch { /* no storage, or no JSON */ }
    return held = empty();
  };
  const write = kept => { try { localStorage.setItem(KEY, JSON.stringify(kept)); return true; } catch { return false; } };
  const change = make => {
    const kept = read();
    make(kept);
    if (!held && !write(kept)) held = kept;
    mark();
  };

  // An answer moves its question to the next interval, or back to the first one; one that is right before it is due moves nothing. In place of a decision that
  // missed a theme the theme comes back.
  const record = (exercise, right) => change(kept => {
    const { ruleset, missedTheme } = exercise.dataset, instead = !right && missedTheme, asked = kept.answers[ruleset] ??= {};
    const [id, rules] = instead ? [`theme-${missedTheme}`, missedTheme] : [exercise.dataset.id, exercise.dataset.rules], before = asked[id];
    if (instead) delete asked[exercise.dataset.id];
    const due = !before || before.due <= day(), last = words.days.length - 1;
    const box = right ? Math.min((before?.box ?? 0) + due, last) : 0;
    asked[id] = { box, due: right && !due ? before.due : day(words.days[box]), day: day(), rules: rules.split(" ").filter(Boolean) };
    if (chapter && all(document, "tt-exercise").every(({ dataset }) => kept.answers[dataset.ruleset]?.[dataset.id])) kept.chapters[chapter] ??= day();
  });

  const bar = document.querySelector(".tt-course"), chapter = bar?.dataset.chapter;
  const chapterOf = link => link.dataset.chapter ?? link.pathname?.match(/\/learn\/([^/]+\/[^/]+)\.html$/)?.[1];
  const lessonOf = link => link.pathname?.match(/\/examples\/([^/]+)\.html$/)?.[1];
  const links = all(document, ":is(.tt-door, .sidebar-tree, .tt-course, li, td, th) a[href]").filter(link => link.pathname !== location.pathname || link.dataset.chapter);

  // Shows on the page how far the reader has come; the script of pages to learn from adds what it shows.
  const shown = [];
  const mark = () => {
    const kept = read();
    for (const link of links) {
      const of = chapterOf(link), steps = kept.lessons[lessonOf(link)];
      const state = of ? kept.chapters[of] ? "done" : of === chapter || (!chapter && of === kept.last) ? "here" : "" : steps?.done ? "done" : steps ? "steps" : "";
      link.classList.toggle("tt-is-done", state === "done");
      link.classList.toggle("tt-is-here", state === "here");
      if (state) link.dataset.state = state === "steps" ? `${steps.at}/${steps.of}` : words[state]; else delete link.dataset.state;
    }
    for (const show of shown) show(kept);
  };

  // The first answer counts, also where a question stands twice on a page; whoever has the answer shown before has not known it.
  const counted = new Set();
  document.addEventListener("tt-grade", ({ target, detail }) => {
    const id = `${target.dataset.ruleset} ${target.dataset.id}`;
    if (counted.has(id)) return;
    counted.add(id);
    record(target, detail === "right");
    target.closest("tt-quiz")?.graded(target);
  });
  document.addEventListener("tt-step", ({ target }) => {
    if (!target.at) return;
    const { at, steps, actions } = target, id = target.id.replace(/-deal$/, "");
    change(kept => { const before = kept.lessons[id]; kept.lessons[id] = { at: target.number(at), of: actions || steps.length, ...(at === steps.length || before?.done ? { done: before?.done ?? day() } : {}) }; });
  });
  document.addEventListener("click", ({ target }) => {
    if (chapter && target.closest?.(".tt-course-foot .tt-on")) change(kept => { kept.chapters[chapter] ??= day(); });
    const list = target.closest?.("tt-lesson [data-go=list]");
    if (list) change(kept => { kept.list = !list.closest("tt-lesson").on; });
  });

  const { view, list, answers: kept } = read();

  // Answers on earlier visits.
  for (const exercise of all(document, "tt-exercise:not(tt-quiz *)")) {
    const { ruleset, id } = exercise.dataset, before = kept[ruleset]?.[id], { dataset } = exercise.querySelector("legend");
    if (!before) continue;
    dataset.before = words[before.box ? "right" : "wrong"].replace("{day}", () => inWords(before.day));
    exercise.addEventListener("tt-grade", () => { delete dataset.before; });
  }

  // The way of looking on that was chosen last, in lessons that have it.
  for (const select of all(document, "tt-lesson [data-go=view]")) if ([...select.options].some(option => option.value === view) && select.value !== view) {
    select.value = view;
    select.dispatchEvent(new Event("change"));
  }
  if (list) for (const lesson of all(document, "tt-lesson.tt-on")) lesson.press("list");
  document.addEventListener("change", ({ target }) => { if (target.matches("tt-lesson [data-go=view]")) change(kept => { kept.view = target.value; }); });

  const erase = () => { try { localStorage.removeItem(KEY); } catch { /* nothing is kept */ } held = null; };
  window.tarotKept = { read, change, write, erase, lost: () => held, day, inWords, mark, counted, chapterOf, shown };
  if (chapter) change(kept => { kept.last = chapter; });
  mark();
  addEventListener("storage", mark);
  addEventListener("pageshow", event => { if (event.persisted) mark(); });
})();
