// What a reader has done on these pages, kept in this browser alone: nothing is sent anywhere. The format is described on the
// page "What is remembered" of the reference. Without storage everything works, and is forgotten with the page.
(() => {
  "use strict";
  const KEY = "tarot-teach", VERSION = 1, PARTS = ["chapters", "lessons", "answers"];
  const words = JSON.parse(document.currentScript.dataset.words);
  const all = (from, what) => [...from.querySelectorAll(what)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

  // The day after some days, by the reader's clock, as in a calendar: 2026-11-22.
  const day = (after = 0) => {
    const now = new Date(), then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + after);
    return [then.getFullYear(), then.getMonth() + 1, then.getDate()].map(part => String(part).padStart(2, "0")).join("-");
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
  const change = make => {
    const kept = read();
    make(kept);
    if (!held) try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { held = kept; }
    mark();
  };

  // An answer moves its question to the next interval, or back to the first one; one that is right before it is due moves nothing.
  const record = (exercise, right) => change(kept => {
    const { id, ruleset, rules } = exercise.dataset, asked = kept.answers[ruleset] ??= {}, before = asked[id];
    const due = !before || before.due <= day(), last = words.days.length - 1;
    const box = right ? Math.min((before?.box ?? 0) + due, last) : 0;
    asked[id] = { box, due: right && !due ? before.due : day(words.days[box]), day: day(), rules: rules.split(" ").filter(Boolean) };
    if (chapter && all(document, "tt-exercise").every(({ dataset }) => kept.answers[dataset.ruleset]?.[dataset.id])) kept.chapters[chapter] ??= day();
  });

  // The rules of a ruleset that questions have asked about: how many questions, how many of them are right, whether one is due again.
  // A rule is known while every question about it that has been answered was right the last time.
  const standing = (kept, ruleset) => {
    const found = {};
    for (const { box, due, rules } of Object.values(kept.answers[ruleset] ?? {})) for (const rule of rules) {
      const at = found[rule] ??= { asked: 0, right: 0, due: false };
      at.asked++;
      at.right += box > 0;
      at.due ||= due <= day();
    }
    return found;
  };
  const knows = (kept, ruleset, rules) => {
    const found = standing(kept, ruleset), asked = Object.keys(rules).filter(rule => found[rule]);
    return { found, all: Object.keys(rules).length, known: asked.filter(rule => found[rule].right === found[rule].asked).length, due: asked.filter(rule => found[rule].due).length, ruleset };
  };

  const bar = document.querySelector(".tt-course"), chapter = bar?.dataset.chapter;
  const chapterOf = link => link.dataset.chapter ?? link.pathname?.match(/\/learn\/([^/]+\/[^/]+)\.html$/)?.[1];
  const lessonOf = link => link.pathname?.match(/\/examples\/([^/]+)\.html$/)?.[1];
  const links = all(document, ":is(.tt-door, .sidebar-tree, .tt-course, li, td, th) a[href]").filter(link => link.pathname !== location.pathname || link.dataset.chapter);

  // Shows on the page how far the reader has come.
  const mark = () => {
    const kept = read();
    for (const link of links) {
      const of = chapterOf(link), steps = kept.lessons[lessonOf(link)];
      const state = of ? kept.chapters[of] ? "done" : of === chapter || (!chapter && of === kept.last) ? "here" : "" : steps?.done ? "done" : steps ? "steps" : "";
      link.classList.toggle("tt-is-done", state === "done");
      link.classList.toggle("tt-is-here", state === "here");
      if (state) link.dataset.state = state === "steps" ? `${steps.at}/${steps.of}` : words[state]; else delete link.dataset.state;
    }
    for (const place of all(document, ".tt-known[data-rules]")) {
      const now = knows(kept, place.dataset.ruleset, JSON.parse(place.dataset.rules)), due = now.due ? ` ${fill(words.due, now)}` : "";
      place.hidden = !Object.keys(now.found).length;
      place.replaceChildren(fill(words.known, now) + (place.matches(".tt-status") ? due : ""), Object.assign(make("progress"), { max: now.all, value: now.known, ariaLabel: fill(words.known, now) }));
    }
    tell(kept);
    goOn(kept);
    sum(kept);
  };

  // What is known of the rules that a page asks about.
  const tell = kept => {
    const place = document.querySelector(".tt-knows"), known = document.querySelector(".tt-known[data-rules]");
    if (!place || !known) return;
    const { ruleset, rules } = known.dataset, titles = JSON.parse(rules), now = standing(kept, ruleset);
    const asked = new Set(all(document, `tt-exercise[data-ruleset="${ruleset}"]`).flatMap(({ dataset }) => dataset.rules.split(" ")));
    const rows = [...asked].filter(rule => titles[rule]).map(rule => {
      const at = now[rule], state = !at ? "later" : at.due || at.right < at.asked ? "again" : "sure";
      const row = make("li", `tt-${state}`, make("span", "", titles[rule]), make("span", "", at ? `${fill(words.right, at)}, ${words[state]}` : words.later));
      return row;
    });
    place.hidden = !rows.length;
    place.querySelector("ul").replaceChildren(...rows);
  };

  // The first page leads on from where the reader was.
  const goOn = kept => {
    const start = document.querySelector(".tt-start a"), here = all(document, ".tt-door ol a").filter(chapterOf);
    if (!start || !here.length) return;
    const last = here.findIndex(link => chapterOf(link) === kept.last), open = here.filter(link => !kept.chapters[chapterOf(link)]);
    const next = last >= 0 && (open.find(link => here.indexOf(link) >= last) ?? open[0]);
    start.dataset.first ??= `${start.textContent}\n${start.href}`;
    const [first, address] = start.dataset.first.split("\n");
    start.textContent = next ? fill(words.on, { title: next.textContent }) : first;
    start.href = next ? next.href : address;
  };

  // The one place where everything is erased, after a second press.
  const place = document.querySelector(".tt-remembered");
  const sum = kept => {
    if (!place) return;
    const number = { chapters: Object.keys(kept.chapters).length, lessons: Object.keys(kept.lessons).length, questions: Object.values(kept.answers).reduce((sum, asked) => sum + Object.keys(asked).length, 0) };
    place.querySelector("[role=status]").textContent = held ? words.unkept : number.chapters + number.lessons + number.questions || kept.last || kept.view ? fill(words.sum, number) : words.nothing;
  };
  if (place) {
    const [ask, sure] = [place.querySelector("[data-do=ask]"), place.querySelector(".tt-sure")];
    place.hidden = false;
    place.addEventListener("click", ({ target }) => {
      const what = target.dataset.do;
      if (!what) return;
      if (what === "erase") { try { localStorage.removeItem(KEY); } catch { /* nothing is kept */ } held = null; }
      ask.hidden = what === "ask";
      sure.hidden = what !== "ask";
      sure.hidden ? ask.focus() : sure.querySelector("[data-do=keep]").focus();
      mark();
    });
  }

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
    const { at, steps } = target, id = target.id.replace(/-deal$/, "");
    change(kept => { const before = kept.lessons[id]; kept.lessons[id] = { at, of: steps.length, ...(at === steps.length || before?.done ? { done: before?.done ?? day() } : {}) }; });
  });
  document.addEventListener("click", ({ target }) => {
    if (chapter && target.closest?.(".tt-course-foot .tt-on")) change(kept => { kept.chapters[chapter] ??= day(); });
    const list = target.closest?.("tt-lesson [data-go=list]");
    if (list) change(kept => { kept.list = !list.closest("tt-lesson").on; });
  });

  // Questions one at a time: those that are due, the longest first; then new ones; what was missed in this sitting after three others.
  class Quiz extends HTMLElement {
    connectedCallback() {
      this.pool = all(this, "tt-exercise");
      if (!this.pool.length) return;
      [this.state, this.next] = [".tt-quiz-state", "[data-do=next]"].map(part => this.querySelector(part));
      for (const part of all(this, ":scope > .tt-quiz-head, :scope > .tt-quiz-state, :scope > .tt-quiz-foot")) part.hidden = false;
      this.level = this.querySelector("[data-do=level]");
      for (const option of [...this.level.options]) option.hidden = option.disabled = option.value && !this.pool.some(({ dataset }) => dataset.level === option.value);
      this.level.value = read().level ?? "";
      if (this.level.selectedOptions[0]?.disabled ?? true) this.level.value = "";
      this.level.addEventListener("change", () => { change(kept => { kept.level = this.level.value; }); this.ask(); });
      this.next.addEventListener("click", () => { this.ask(); this.now.querySelector("legend").focus(); });
      this.last = [];
      this.ask(document.getElementById(location.hash.slice(1)));
    }

    answer(exercise) { return read().answers[exercise.dataset.ruleset]?.[exercise.dataset.id]; }

    choose() {
      const pool = this.pool.filter(({ dataset }) => !this.level.value || dataset.level === this.level.value), due = asked => this.answer(asked)?.due ?? "";
      const old = pool.filter(due).sort((one, other) => due(one) < due(other) ? -1 : due(one) > due(other) ? 1 : 0), again = old.filter(asked => due(asked) <= day());
      const rested = asked => !this.last.includes(asked), other = asked => asked !== this.now;
      return again.find(rested) ?? pool.find(asked => !this.answer(asked) && other(asked)) ?? again.find(other) ?? old.find(rested) ?? old.find(other) ?? pool[0];
    }

    ask(wanted) {
      this.now = this.pool.includes(wanted) ? wanted : this.choose();
      this.last = [this.now, ...this.last].slice(0, 3);
      for (const exercise of this.pool) exercise.hidden = exercise !== this.now;
      const before = this.answer(this.now), { dataset } = this.now;
      counted.delete(`${dataset.ruleset} ${dataset.id}`);
      this.now.querySelector("form").reset();
      this.now.querySelector(".tt-verdict").replaceChildren();
      this.now.querySelector(".tt-answer").open = false;
      this.now.classList.remove("tt-answered");
      this.now.querySelector("legend").tabIndex = -1;
      this.next.classList.remove("tt-first");
      const early = before?.due > day() ? ` ${fill(words.none, { day: before.due })}` : "";
      this.state.textContent = `${fill(words.level, dataset)}, ${before ? words.asked : words.new}.${early}`;
    }

    // What comes of an answer: when the question is asked again.
    graded(exercise) {
      const { box, due } = this.answer(exercise);
      this.state.textContent = `${fill(words.level, exercise.dataset)}. ${box ? fill(words.next, { day: due }) : words.back}`;
      this.next.classList.add("tt-first");
    }
  }
  customElements.define("tt-quiz", Quiz);

  // The way of looking on that was chosen last, in lessons that have it.
  const { view, list } = read();
  for (const select of all(document, "tt-lesson [data-go=view]")) if ([...select.options].some(option => option.value === view) && select.value !== view) {
    select.value = view;
    select.dispatchEvent(new Event("change"));
  }
  if (list) for (const lesson of all(document, "tt-lesson.tt-on")) lesson.press("list");
  document.addEventListener("change", ({ target }) => { if (target.matches("tt-lesson [data-go=view]")) change(kept => { kept.view = target.value; }); });

  for (const part of all(document, ".tt-remembering")) part.hidden = false;
  if (chapter) change(kept => { kept.last = chapter; });
  mark();
  addEventListener("storage", mark);
  addEventListener("pageshow", event => { if (event.persisted) mark(); });
})();
