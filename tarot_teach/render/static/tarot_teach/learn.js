// Pages to learn from: what is known of the rules, the way on from the first page and the place where all is erased, and questions one at a
// time. What is kept is the matter of remember.js, which comes first.
(() => {
  "use strict";
  const words = JSON.parse(document.currentScript.dataset.words), { read, change, erase, lost, day, inWords, mark, counted, chapterOf, shown } = window.tarotKept;
  const all = (from, what) => [...from.querySelectorAll(what)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

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
  const know = kept => {
    for (const place of all(document, ".tt-known[data-rules]")) {
      const now = knows(kept, place.dataset.ruleset, JSON.parse(place.dataset.rules)), due = now.due ? ` ${fill(words.due, now)}` : "";
      place.hidden = !Object.keys(now.found).length;
      place.replaceChildren(fill(place.dataset.known ?? words.known, now) + (place.matches(".tt-status") ? due : ""), Object.assign(make("progress"), { max: now.all, value: now.known, ariaLabel: fill(words.known, now) }));
    }
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
    place.querySelector("[role=status]").textContent = lost() ? words.unkept : number.chapters + number.lessons + number.questions || kept.last || kept.view ? fill(words.sum, number) : words.nothing;
  };
  if (place) {
    const [ask, sure] = [place.querySelector("[data-do=ask]"), place.querySelector(".tt-sure")];
    place.hidden = false;
    place.addEventListener("click", ({ target }) => {
      const what = target.dataset.do;
      if (!what) return;
      if (what === "erase") erase();
      ask.hidden = what === "ask";
      sure.hidden = what !== "ask";
      sure.hidden ? ask.focus() : sure.querySelector("[data-do=keep]").focus();
      mark();
    });
  }

  // Questions one at a time: those that are due, the longest first; then new ones; what was missed in this sitting after three others.
  class Quiz extends HTMLElement {
    connectedCallback() {
      this.querySelector(":scope > .tt-quiz-foot").before(...window.tarotPractice?.exercises(this.dataset.ruleset).asked ?? []);
      this.pool = all(this, "tt-exercise");
      if (!this.pool.length) return;
      [this.state, this.next] = [".tt-quiz-state", "[data-do=next]"].map(part => this.querySelector(part));
      for (const part of all(this, ":scope > .tt-quiz-head, :scope > .tt-quiz-state, :scope > .tt-quiz-foot")) part.hidden = false;
      for (const button of this.levels) {
        button.hidden = button.value && !this.pool.some(({ dataset }) => dataset.level === button.value);
        button.addEventListener("click", () => { this.level = button.value; change(kept => { kept.level = this.level; }); this.ask(); });
      }
      this.level = read().level;
      this.next.addEventListener("click", () => { this.ask(); this.now?.querySelector("legend").focus(); });
      this.theme = this.querySelector("[data-do=theme]");
      this.theme?.addEventListener("click", () => { this.ask(this.fellow()); this.now.querySelector("legend").focus(); });
      this.last = [];
      this.given = new Set();
      const themed = this.pool.filter(({ dataset }) => dataset.theme), days = Math.floor(Date.now() / 864e5);
      if (themed.length) this.pool.push(...this.pool.splice(0, days * 7 % this.pool.length)); // each day begins with other deals
      for (const exercise of this.pool) if (exercise.dataset.theme || exercise.dataset.kind === "decision") exercise.byTouch();
      addEventListener("hashchange", () => { if (this.wanted()) this.ask(this.wanted()); });
      this.ask(this.wanted());
    }

    // The level of the questions that are asked, where the page has such; empty for all.
    get levels() { return all(this, ":scope > .tt-quiz-head [data-do=level]"); }
    get level() { return this.levels.find(button => button.ariaPressed === "true")?.value ?? ""; }
    set level(level) {
      const chosen = this.levels.find(button => !button.hidden && button.value === level) ?? this.levels[0];
      for (const button of this.levels) button.ariaPressed = button === chosen;
    }

    // The question that the address names, by its id, its theme or a rule.
    wanted() {
      const name = location.hash.slice(1);
      return name && this.pool.find(({ id, dataset }) => [id, dataset.id, ...dataset.rules.split(" ").map(rule => `rule-${rule}`)].includes(name));
    }

    // True if a theme comes back in place of a decision.
    retired({ dataset }) { return !!dataset.missedTheme && !read().answers[dataset.ruleset]?.[dataset.id]; }

    answer(exercise) { return read().answers[exercise.dataset.ruleset]?.[exercise.dataset.id]; }

    choose() {
      const given = asked => +(!!asked.dataset.theme && this.given.has(asked)); // of a theme another deal
      const pool = this.pool.filter(({ dataset }) => !this.level || dataset.level === this.level).sort((one, other) => given(one) - given(other)), due = asked => this.answer(asked)?.due ?? "";
      const old = pool.filter(due).sort((one, other) => due(one) < due(other) ? -1 : due(one) > due(other) ? 1 : 0), again = old.filter(asked => due(asked) <= day());
      const rested = asked => !this.last.some(({ dataset }) => dataset.id === asked.dataset.id), other = asked => asked !== this.now;
      return again.find(rested) ?? pool.find(asked => !this.answer(asked) && other(asked)) ?? again.find(other) ?? old.find(rested) ?? old.find(other) ?? pool[0];
    }

    // Another question of the theme that was asked last, those that were not given yet first.
    fellow() {
      const { missedTheme, theme = missedTheme } = this.now.dataset, fellows = this.pool.filter(asked => theme && asked !== this.now && asked.dataset.theme === theme);
      return fellows.find(asked => !this.given.has(asked)) ?? fellows[0];
    }

    ask(wanted) {
      const left = this.pool.filter(asked => !this.retired(asked));
      for (const asked of this.pool) if (!left.includes(asked)) asked.remove();
      this.pool = left;
      this.way?.remove();
      if (!left.length) {
        for (const part of all(this, ":scope > .tt-quiz-head, :scope > .tt-quiz-foot")) part.hidden = true;
        this.state.textContent = words.fresh;
        this.now = null;
        return;
      }
      this.now = this.pool.includes(wanted) ? wanted : this.choose();
      this.last = [this.now, ...this.last].slice(0, 3);
      this.given.add(this.now);
      for (const exercise of this.pool) exercise.hidden = exercise !== this.now;
      const before = this.answer(this.now), { dataset } = this.now;
      counted.delete(`${dataset.ruleset} ${dataset.id}`);
      this.now.querySelector("form").reset();
      this.now.querySelector(".tt-verdict").replaceChildren();
      this.now.querySelector(".tt-answer").open = false;
      this.now.classList.remove("tt-answered");
      this.now.querySelector("legend").tabIndex = -1;
      this.next.classList.remove("tt-first");
      if (this.theme) this.theme.hidden = true;
      const early = before?.due > day() ? ` ${fill(words.none, { day: inWords(before.due) })}` : "";
      this.state.textContent = `${fill(words.level, dataset)}, ${before ? dataset.kind === "decision" ? words.mine : dataset.theme ? before.box ? words.other : words.missed : words.asked : words.new}.${early}`;
      window.tarotPuzzle?.(this.now);
    }

    // What comes of an answer: when the question is asked again.
    graded(exercise) {
      const retired = this.retired(exercise), { box, due } = this.answer(exercise) ?? {}, { ruleset, missedTheme } = exercise.dataset;
      this.state.textContent = `${fill(words.level, exercise.dataset)}. ${retired ? words.fresh : box ? fill(words.next, { day: inWords(due) }) : words.back}`;
      this.next.classList.add("tt-first");
      if (this.theme) this.theme.hidden = !this.fellow();
      this.way = this.theme?.hidden === false ? null : window.tarotPractice?.themeLink(ruleset, missedTheme);
      if (this.way) this.next.after(" ", this.way);
    }
  }
  customElements.define("tt-quiz", Quiz);

  for (const part of all(document, ".tt-remembering")) part.hidden = false;
  shown.push(know, tell, goOn, sum);
  mark();
})();
