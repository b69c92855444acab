// The page "Try it": cards are laid by touch, and questions go to the engine, which a worker loads when first asked. It knows no rules.
(() => {
  "use strict";
  const base = new URL("engine/", document.currentScript.src), worker = new URL("try-worker.js", document.currentScript.src);
  const all = (from, what) => [...from.querySelectorAll(what)];
  const make = (tag, { data, ...given } = {}, ...parts) => { const made = Object.assign(document.createElement(tag), given); Object.assign(made.dataset, data); made.append(...parts.filter(part => part != null)); return made; };
  const button = (label, onclick, kind = "") => make("button", { type: "button", className: kind, onclick }, label);
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const joined = parts => parts.map(part => part.replaceAll(".", "%2E")).join("."), parted = text => text.split(".").filter(Boolean).map(part => part.replaceAll("%2E", "."));
  const megabytes = bytes => (bytes / 1e6).toFixed(1);

  // One engine for all tables of a page.
  const engine = {
    waiting: new Map(), number: 0, watchers: new Set(), state: {},
    start(pages) {
      if (this.worker) return;
      this.began = performance.now();
      this.tell({ bytes: 0 });
      this.worker = new Worker(worker, { type: "module" });
      this.worker.onerror = event => this.fail(event.message || `${worker}`);
      this.worker.onmessage = ({ data: { id, answer, failed, ...state } }) => {
        if (failed && id == null) return this.fail(failed);
        if (id == null) return this.tell(state);
        const [done, refused] = this.waiting.get(id);
        this.waiting.delete(id);
        failed ? refused(failed) : done(JSON.parse(answer));
      };
      this.worker.postMessage({ start: { base: base.href, pages } });
    },
    fail(failed) {
      this.tell({ failed });
      for (const [, refused] of this.waiting.values()) refused(failed);
      this.waiting.clear();
    },
    tell(state) {
      if (state.ready) document.documentElement.dataset.ttEngine = Math.round(performance.now() - this.began);
      this.state = state;
      for (const watch of this.watchers) watch(state);
    },
    ask(question) {
      if (this.state.failed) return Promise.reject(this.state.failed);
      return new Promise((...how) => { this.waiting.set(++this.number, how); this.worker.postMessage({ id: this.number, question }); });
    },
  };

  class Try extends HTMLElement {
    connectedCallback() {
      if (this.side) return;
      const { games, houseRules, pages, words, parts } = this.dataset;
      Object.assign(this, { games: JSON.parse(games), rules: JSON.parse(houseRules), pages: JSON.parse(pages), words: JSON.parse(words), names: JSON.parse(parts) });
      this.pictures = new Map(all(this, ".tt-pack [data-card]").map(span => [span.dataset.card, span.firstChild]));
      this.read();
      if (location.protocol === "file:") return this.prepend(make("p", { className: "tt-warning" }, this.words.file));
      this.told = make("div", { className: "tt-told", role: "status" });
      this.main = make("div", { className: "tt-main" });
      this.side = make("div", { className: "tt-side" }, this.answerBox(), this.gameBox(), this.single ? this.linkBox() : "");
      this.querySelector(".tt-still").hidden = true;
      this.append(this.tabs(), this.main, this.side);
      this.classList.add("tt-on");
      engine.watchers.add(state => this.progress(state));
      addEventListener("hashchange", () => { if (this.read()) this.open(); });
      this.open();
    }

    // ---------------------------------------------------------------- what stands in the address

    get single() { return document.querySelectorAll("tt-try").length === 1; }

    read() {
      const given = new Map(location.hash.slice(1).split("&").map(pair => { const [name, ...value] = pair.split("="); return [name, decodeURIComponent(value.join("="))]; }));
      const linked = this.single && given.has("try"), list = name => parted(given.get(name) ?? "");
      if (!linked && this.tab) return false;
      const [game, ...ticked] = linked ? list("game") : [this.games[0].name, ...this.dataset.chosen.split(" ").filter(Boolean)];
      const cards = name => (linked && given.get("try") === "legal" ? list(name) : this.dataset[name].split(" ")).filter(card => this.pictures.has(card));
      this.game = this.games.find(one => one.name === game) ?? this.games[0];
      this.ticked = new Map(ticked.map(name => [name.split("=")[0], name]));
      this.trick = [...new Set(cards("trick"))];
      this.calledIn = this.game;
      this.hand = [...new Set(cards("hand"))].filter(card => !this.trick.includes(card));
      this.at = linked && ["first", "last"].includes(given.get("at")) ? given.get("at") : "";
      this.called = linked && this.pictures.has(given.get("called")) ? given.get("called") : "";
      this.contract = linked ? given.get("contract") ?? "" : "";
      this.tab = linked && given.get("try") in this.names ? given.get("try") : Object.keys(this.names)[0];
      this.more = linked ? Object.fromEntries(given) : {};
      return true;
    }

    get address() {
      const task = this.task ?? {}, more = {
        legal: { hand: this.hand.join("."), trick: this.trick.join("."), at: this.at, called: this.called, contract: this.contract },
        quiz: { kind: this.kind, level: this.level, seed: this.seed, number: this.number },
        play: { seed: this.seed, seat: this.seat, trick: task.trick, begin: task.begin, goal: task.goal, reasons: task.reasons === false ? 0 : "", hints: task.hints === false ? 0 : "" },
        score: { result: Object.entries(this.result ?? {}).filter(([, value]) => value).map(pair => pair.join(":")).join(",") },
      }[this.tab];
      const pairs = { try: this.tab, game: joined([this.game.name, ...this.ticked.values()]), ...more };
      return `#${Object.entries(pairs).filter(([, value]) => value != null && value !== "").map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    }

    note() {
      if (!this.single) return;
      history.replaceState(null, "", this.address);
      this.copied.textContent = "";
      this.frame.hidden = true;
    }

    // ---------------------------------------------------------------- the frame of the page

    tabs() {
      const names = Object.entries(this.names);
      if (names.length < 2) return "";
      this.tabRow = make("div", { className: "tt-tabs", role: "group", ariaLabel: this.words.tabs });
      for (const [part, name] of names) this.tabRow.append(Object.assign(button(name, () => { this.tab = part; this.more = {}; this.open(); this.note(); }), { value: part }));
      return this.tabRow;
    }

    answerBox() {
      return make("section", { className: "tt-sheet-box tt-answer-box" }, make("h2", {}, this.words.answer), this.told);
    }

    gameBox() {
      const select = make("select", { ariaLabel: this.words.ruleset, onchange: () => { this.game = this.games[select.selectedIndex]; this.tick(); this.changed(); } });
      this.select = select;
      this.ticks = make("div", { className: "tt-ticks" });
      this.tick();
      return make("section", { className: "tt-sheet-box" }, make("h2", {}, this.words.by), make("label", { className: "tt-game" }, this.words.ruleset, " ", select),
        make("details", { open: this.ticked.size > 0 || innerWidth > 800 }, make("summary", {}, this.words.houseRules), this.ticks));
    }

    // The house rules that fit the ruleset, each with the steps of a deal that it changes.
    tick() {
      this.select.replaceChildren(...this.games.map(({ title }) => new Option(title)));
      this.select.selectedIndex = this.games.indexOf(this.game);
      const fitting = this.rules.filter(({ id }) => this.game.house_rules.includes(id));
      this.ticked = new Map([...this.ticked].filter(([id]) => this.game.house_rules.includes(id)));
      this.ticks.replaceChildren(...fitting.map(({ id, title, changes }) => {
        const box = make("input", { type: "checkbox", value: id, checked: this.ticked.has(id), onchange: () => { if (box.checked) this.ticked.set(id, id); else this.ticked.delete(id); this.changed(); } });
        const value = this.ticked.get(id)?.split("=")[1];
        const name = this.pages[`+${id}`] ? make("a", { href: this.pages[`+${id}`], title: this.words.about }, "?") : null;
        if (name) name.ariaLabel = fill(this.words.aboutRule, { title });
        return make("div", { className: "tt-tick" }, make("label", {}, box, " ", title, value ? ` = ${value}` : "", make("small", {}, changes)), name);
      }));
    }

    linkBox() {
      this.copied = make("p", { className: "tt-small", role: "status" });
      this.frame = make("textarea", { hidden: true, readOnly: true, rows: 3, ariaLabel: this.words.frame });
      const link = () => new URL(this.address, location.href).href;
      const copy = async (text, said) => {
        try { await navigator.clipboard.writeText(text); this.copied.textContent = said; } catch { this.copied.textContent = this.words.byHand; this.frame.hidden = false; this.frame.value = text; this.frame.select(); }
      };
      return make("section", { className: "tt-sheet-box" }, make("div", { className: "tt-row-of-buttons" },
        button(this.words.link, () => { this.note(); copy(link(), this.words.linked); }),
        button(this.words.frame, () => {
          const code = `<iframe src="${link().replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" title="${document.title.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="100%" height="900" loading="lazy"></iframe>`;
          this.note();
          Object.assign(this.frame, { hidden: false, value: code });
          copy(code, this.words.framed);
        })), this.copied, this.frame, make("p", { className: "tt-small" }, this.words.once));
    }

    // ---------------------------------------------------------------- asking

    get name() { return [this.game.name, ...this.ticked.values()].join("+"); }

    // A question to the engine, which is loaded now if it is not yet; faults are shown where the answer would stand.
    async ask(question, at = this.told) {
      const asked = this.asked = {};
      engine.start(this.pages);
      this.progress(engine.state);
      try {
        const answer = await engine.ask({ game: this.name, ...question });
        if (asked !== this.asked) return null;
        if (answer.faults) this.faults(answer.faults, at);
        return answer.faults ? null : answer;
      } catch (failed) {
        if (asked === this.asked) this.progress({ failed: `${failed}` });
        return null;
      }
    }

    // Faults with their cures; in a text that is written here each has a button that leads to its line.
    faults(faults, at) {
      const place = line => button(fill(this.words.line, { line }), () => {
        const above = this.text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1);
        this.text.focus();
        this.text.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.text).lineHeight);
        this.text.setSelectionRange(above, above + (this.text.value.split("\n")[line - 1] ?? "").length);
      }, "tt-line");
      at.replaceChildren(...faults.map(({ message, hint, line }) => make("p", { className: "tt-fault" }, this.tab === "rules" && line ? place(line) : "", make("b", {}, ` ${message}.`), hint && ` ${hint}`)));
    }

    progress({ bytes, total, starting, failed, ready }) {
      if (failed) return this.told.replaceChildren(make("p", { className: "tt-fault" }, make("b", {}, this.words.failed), ` ${failed}`));
      if (ready || bytes == null && !starting) return;
      if (!this.bar?.isConnected) this.told.replaceChildren(make("p", {}, this.says = make("span")), this.bar = make("progress", { max: 1, ariaLabel: this.words.loading }));
      this.says.textContent = starting ? this.words.starting : total ? fill(this.words.loadingOf, { done: megabytes(bytes), all: megabytes(total) }) : fill(this.words.loadingSome, { done: megabytes(bytes) });
      if (total && !starting) this.bar.value = bytes / total; else this.bar.removeAttribute("value");
    }

    // What a part does first; a button for it as long as nobody has asked for the engine.
    first(label, ask) {
      if (engine.worker) ask();
      else this.told.replaceChildren(button(label, ask, "tt-first"), make("p", { className: "tt-small" }, this.words.once));
    }

    // ---------------------------------------------------------------- the parts

    open() {
      for (const tab of this.tabRow ? all(this.tabRow, "button") : []) {
        tab.setAttribute("aria-pressed", tab.value === this.tab);
        if (tab.value === this.tab) this.tabRow.scrollLeft = tab.offsetLeft - this.tabRow.offsetLeft - 40;
      }
      this.tick();
      this.chosen = this.judged = null;
      this.told.replaceChildren();
      this.main.replaceChildren();
      this[this.tab === "rules" ? "rules_" : this.tab]();
    }

    // The called card and the contract of another game are left out with the game.
    changed() {
      if (this.game !== this.calledIn) this.called = this.contract = "";
      this.calledIn = this.game;
      this.note();
      this[this.tab === "rules" ? "rules_Changed" : `${this.tab}Changed`]();
    }

    picture(card) {
      const picture = this.pictures.get(card).cloneNode(true);
      picture.setAttribute("aria-hidden", "true");
      return picture;
    }

    nameOf(card) { return this.pictures.get(card).textContent; }

    legal() {
      this.to = "hand";
      this.lists = { trick: make("div", { className: "tt-laid" }), hand: make("div", { className: "tt-laid" }) };
      const laid = name => make("div", { className: `tt-${name}-laid`, role: "group", ariaLabel: this.words[name] }, make("p", { className: "tt-label-of" }, this.words[name]), this.lists[name]);
      const to = make("div", { className: "tt-seg", role: "group", ariaLabel: this.words.to });
      for (const name of ["hand", "trick"]) to.append(Object.assign(button(this.words[`to_${name}`], () => { this.to = name; this.lay(); }), { value: name }));
      this.toRow = to;
      const at = make("select", { ariaLabel: this.words.at, onchange: () => { this.at = at.value; this.changed(); } });
      for (const name of ["", "first", "last"]) at.add(new Option(this.words[`at_${name || "any"}`], name));
      at.value = this.at;
      this.calls = make("select", { hidden: true, ariaLabel: this.words.called, onchange: () => { this.called = this.calls.value; this.changed(); } });
      this.contracts = make("select", { hidden: true, ariaLabel: this.words.contract, onchange: () => { this.contract = this.contracts.value; this.changed(); } });
      const pack = make("div", { className: "tt-pack", role: "group", ariaLabel: this.words.pack });
      for (const row of all(this, ":scope > .tt-pack > div")) {
        const line = make("div", { className: "tt-row" });
        for (const { dataset: { card } } of all(row, "[data-card]")) {
          const made = button(this.picture(card), () => this.put(card));
          made.ariaLabel = this.nameOf(card);
          made.dataset.card = card;
          line.append(made);
        }
        pack.append(line);
      }
      this.packRow = pack;
      this.main.append(make("div", { className: "tt-baize" }, laid("trick"), laid("hand")),
        make("div", { className: "tt-row-of-buttons" }, to, at, this.contracts, this.calls, button(this.words.clear, () => { this.hand = []; this.trick = []; this.at = at.value = this.called = ""; this.chosen = null; this.changed(); }, "tt-last")), pack);
      this.lay();
      this.first(this.words.ask, () => this.legalChanged());
    }

    put(card) {
      const from = [this.hand, this.trick].find(list => list.includes(card));
      if (from) from.splice(from.indexOf(card), 1);
      else this[this.to].push(card);
      this.chosen = null;
      this.changed();
    }

    // A card of the hand asked about; asked once more it is taken back.
    choose(card) {
      if (this.chosen === card && this.judged) return this.put(card);
      this.chosen = card;
      if (this.judged) { this.lay(); this.say(); } else this.legalChanged();
    }

    async legalChanged() {
      this.judged = null;
      this.lay();
      const answer = await this.ask({ ask: "legal", hand: this.hand.join(" "), trick: this.trick.join(" "), at: this.at, called: this.called, contract: this.contract });
      if (!answer || this.tab !== "legal") return;
      this.contracts.hidden = !answer.contracts.length;
      this.contracts.replaceChildren(...answer.contracts.map(([id, title]) => new Option(title, id)));
      this.contracts.value = answer.contract;
      this.calls.hidden = !answer.calls.length;
      this.calls.replaceChildren(new Option(this.words.notCalled, ""), ...answer.calls.map(card => new Option(fill(this.words.isCalled, { card: this.nameOf(card) }), card)));
      this.calls.value = this.called;
      this.judged = answer;
      this.lay();
      this.say();
    }

    lay() {
      const cards = this.judged?.cards ?? {}, held = document.activeElement?.closest?.(".tt-laid button")?.dataset.card;
      for (const [name, list] of Object.entries(this.lists)) list.replaceChildren(...this[name].map(card => {
        const judged = name === "hand" && cards[card], made = button(this.picture(card), () => name === "hand" ? this.choose(card) : this.put(card));
        made.dataset.card = card;
        if (judged) { made.append(make("span", {}, judged.allowed ? this.words.yes : this.words.no)); made.className = judged.allowed ? "tt-may" : "tt-may-not"; }
        if (name === "hand") made.setAttribute("aria-pressed", this.chosen === card);
        made.ariaLabel = name === "trick" ? fill(this.words.away, { card: this.nameOf(card) }) : judged ? fill(judged.allowed ? this.words.may : this.words.may_not, { card: this.nameOf(card) }) : this.nameOf(card);
        return made;
      }), ...(this[name].length ? [] : [make("p", {}, this.words.none)]));
      if (held) all(this.main, ".tt-laid button").find(made => made.dataset.card === held)?.focus();
      for (const made of all(this.packRow, "button")) made.setAttribute("aria-pressed", this.hand.includes(made.dataset.card) || this.trick.includes(made.dataset.card));
      for (const made of all(this.toRow, "button")) made.setAttribute("aria-pressed", made.value === this.to);
    }

    say() {
      const { says, cards } = this.judged, chosen = cards[this.chosen];
      this.told.innerHTML = says;
      if (chosen) {
        const reply = make("div", { className: `tt-reply ${chosen.allowed ? "tt-yes" : "tt-no"}` }, this.picture(this.chosen), make("b", {}, chosen.allowed ? this.words.allowed : this.words.refused));
        reply.insertAdjacentHTML("beforeend", chosen.why);
        this.told.append(reply);
      }
      if (this.hand.length) this.told.append(make("p", { className: "tt-small" }, this.words.touch));
    }

    quiz() {
      this.kind = this.more.kind ?? "";
      this.seed = this.more.seed ? +this.more.seed : Math.floor(Math.random() * 1e6);
      this.number = this.more.number ? +this.more.number : 0;
      this.question = make("div", { className: "tt-question" });
      this.kinds = make("select", { ariaLabel: this.words.kind, onchange: () => { this.kind = this.kinds.value; this.number = 0; this.changed(); } });
      for (const [kind, name] of [["", this.words.anyKind], ...Object.entries(this.words.kinds)]) this.kinds.add(new Option(name, kind));
      this.kinds.value = this.kind;
      this.level = this.more.level ?? "";
      const levels = make("select", { ariaLabel: this.words.level, onchange: () => { this.level = levels.value; this.number = 0; this.changed(); } });
      for (const level of ["", "1", "2", "3"]) levels.add(new Option(level ? fill(this.words.levelOf, { level }) : this.words.anyLevel, level));
      levels.value = this.level;
      this.main.append(this.question, make("div", { className: "tt-row-of-buttons" }, this.kinds, levels, button(this.words.next, () => { this.number += 1; this.changed(); }, "tt-first")));
      this.first(this.words.askMe, () => this.changed());
    }

    async quizChanged() {
      const answer = await this.ask({ ask: "quiz", seed: this.seed, number: this.number, kind: this.kind, level: +this.level });
      if (!answer || this.tab !== "quiz") return;
      this.told.replaceChildren(make("p", {}, fill(this.words.asked, { number: this.number + 1 })));
      this.question.innerHTML = answer.html;
      for (const option of this.kinds.options) option.disabled = option.value && !answer.kinds.includes(option.value);
    }

    // ---- A deal against the machine. The worker keeps the deal; what a task asks stands in the address.

    play() {
      const { seed, seat = "", trick = "", begin = "", goal = "", reasons, hints } = this.more;
      this.seed = seed ? +seed : Math.floor(Math.random() * 1e6);
      Object.assign(this, { seat, task: { trick, begin, goal, reasons: reasons !== "0", hints: hints !== "0" }, picked: [] });
      this.goal = make("p", { className: "tt-task" });
      this.around = make("p", { className: "tt-label-of" });
      this.lists = { trick: make("div", { className: "tt-laid" }), hand: make("div", { className: "tt-laid" }) };
      this.saying = make("div", { className: "tt-row-of-buttons" });
      this.past = make("div", { className: "tt-past" });
      this.question = make("div", { className: "tt-question" });
      this.seats = make("select", { ariaLabel: this.words.seat, onchange: () => { this.seat = this.seats.value; this.task.begin = ""; this.changed(); } });
      const row = name => make("div", { role: "group", ariaLabel: this.words[name] }, make("p", { className: "tt-label-of" }, this.words[name]), this.lists[name]);
      this.main.append(make("div", { className: "tt-baize tt-played" }, this.goal, this.around, row("trick"), row("hand"), this.saying), this.question,
        make("div", { className: "tt-row-of-buttons" }, this.seats, this.hinting = button(this.words.hint, () => this.answered({ ask: "hint" })), this.undoing = button(this.words.undo, () => this.move({ ask: "undo" })),
          button(this.words.deal, () => { this.seed = Math.floor(Math.random() * 1e6); this.task.begin = ""; this.changed(); }, "tt-last")),
        make("details", {}, make("summary", {}, this.words.past), this.past), this.taskForm());
      this.first(this.words.begin, () => this.playChanged());
    }

    // What a teacher sets: where the learner begins, the help that is given, and what counts as solved.
    taskForm() {
      const task = this.task, [kind, number] = task.goal.split(":"), set = changes => { Object.assign(task, changes); this.changed(); };
      const trick = make("input", { type: "number", min: 1, max: 99, value: task.trick, onchange: () => set({ trick: trick.value }) });
      const goals = make("select", { onchange: () => aim() }), amount = make("input", { type: "number", min: 0, max: 999, value: number ?? 41, ariaLabel: this.words.amount, onchange: () => aim() });
      for (const [goal, name] of Object.entries(this.words.goals)) goals.add(new Option(name, goal));
      goals.value = kind;
      const aim = () => { const numbered = ["points", "tricks"].includes(goals.value); amount.hidden = !numbered; set({ goal: goals.value + (numbered ? `:${amount.value}` : "") }); };
      amount.hidden = !["points", "tricks"].includes(kind);
      const box = name => { const made = make("input", { type: "checkbox", checked: task[name], onchange: () => set({ [name]: made.checked }) }); return make("label", {}, made, " ", this.words[`give_${name}`]); };
      return make("details", { className: "tt-setting", open: !!(task.goal || task.trick || task.begin) }, make("summary", {}, this.words.task),
        make("label", {}, this.words.fromTrick, " ", trick), make("label", {}, this.words.solvedBy, " ", goals), amount, box("reasons"), box("hints"),
        make("div", { className: "tt-row-of-buttons" }, button(this.words.fromHere, () => { trick.value = ""; set({ trick: "", begin: this.done?.join(".") ?? "" }); })), make("p", { className: "tt-small" }, this.words.taskLink));
    }

    playChanged() {
      this.note();
      this.past.replaceChildren();
      this.question.replaceChildren();
      const { trick, begin, goal } = this.task;
      this.move({ ask: "play", seed: this.seed, seat: this.seat, trick: +trick, begin, goal });
    }

    async answered(question) {
      const answer = await this.ask(question);
      if (answer && this.tab === "play") this.told.innerHTML = answer.html;
    }

    async move(question) {
      const answer = await this.ask(question);
      if (!answer || this.tab !== "play") return;
      if (answer.refused) {
        this.told.replaceChildren(make("div", { className: "tt-reply tt-no" }, this.pictures.has(question.text) ? this.picture(question.text) : "", make("b", {}, this.words.refused)));
        if (this.task.reasons) this.told.firstChild.insertAdjacentHTML("beforeend", answer.refused);
        return;
      }
      this.seat = answer.seat;
      this.done = answer.done;
      this.picked = [];
      this.told.innerHTML = answer.over ? "" : answer.news;
      if (!answer.news && !answer.over) this.told.replaceChildren(make("p", {}, this.words.yours));
      this.past.insertAdjacentHTML("beforeend", answer.news);
      this.sit(answer);
      if (!answer.over) return;
      this.told.replaceChildren(make("p", {}, make("b", {}, answer.solved == null ? this.words.over : answer.solved ? this.words.solved : this.words.unsolved)));
      this.question.innerHTML = answer.news;
      this.question.append(button(this.words.through, async () => { const whole = await this.ask({ ask: "lesson" }); if (whole) { this.question.innerHTML = whole.html; this.main.querySelector(".tt-played").hidden = true; this.told.replaceChildren(make("p", {}, this.words.over)); } }, "tt-first"));
    }

    // The table of a deal: the players, the trick or the last one, the hand, and what may be said.
    sit(deal) {
      const { seats, who, taker, contract, won, trick, last, hand, said = [], others = [], pick, phase, over } = deal;
      this.main.querySelector(".tt-played").hidden = false;
      if (!over) this.question.replaceChildren();
      this.goal.textContent = deal.task;
      if (!this.seats.options.length) for (const [letter, name] of seats) this.seats.add(new Option(fill(this.words.playSeat, { who: name }), letter));
      this.seats.value = deal.seat;
      this.around.textContent = seats.map(([, name], i) => [name === who ? fill(this.words.you, { who }) : name, name === taker ? contract : "", won[i] ? fill(this.words.won, { number: won[i] }) : ""].filter(Boolean).join(", ")).join(" · ");
      const lies = ([name, card]) => make("figure", {}, this.picture(card), make("figcaption", {}, name));
      this.lists.trick.replaceChildren(...(last.length ? [...last.slice(0, -1).map(lies), make("p", {}, fill(this.words.took, { who: last.at(-1) }))] : trick.length ? trick.map(lies) : [make("p", {}, over ? "" : this.words.none)]));
      const lay = () => {
        this.lists.hand.replaceChildren(...hand.map(card => {
          const made = button(this.picture(card), () => {
            if (pick === 1) return this.move({ ask: "do", text: card });
            this.picked = this.picked.includes(card) ? this.picked.filter(one => one !== card) : [...this.picked, card];
            lay();
          });
          Object.assign(made, { ariaLabel: this.nameOf(card), disabled: !["play", "pay", "discard", "exchange", "call"].includes(phase) });
          made.dataset.card = card;
          if (pick > 1) made.setAttribute("aria-pressed", this.picked.includes(card));
          return made;
        }));
        const away = pick > 1 ? [Object.assign(button(fill(this.words.layAway, { number: pick, chosen: this.picked.length }), () => this.move({ ask: "do", text: this.picked.join(" ") }), "tt-first"), { disabled: this.picked.length !== pick })] : [];
        this.saying.replaceChildren(...said.map(([word, name]) => button(name, () => this.move({ ask: "do", text: word }))), ...others.filter(card => !hand.includes(card)).map(card => button(this.nameOf(card), () => this.move({ ask: "do", text: card }))), ...away);
      };
      lay();
      this.undoing.disabled = !deal.undoable;
      this.hinting.hidden = !this.task.hints;
      this.hinting.disabled = over;
    }

    // ---- The score of a result, in the fields that the rules ask for.

    score() {
      this.result = Object.fromEntries((this.more.result ?? "").split(",").filter(Boolean).map(pair => pair.split(":")));
      this.form = make("form", { className: "tt-form", onsubmit: event => event.preventDefault() });
      this.question = make("div", { className: "tt-question" });
      this.main.append(this.form, this.question);
      this.first(this.words.ask_score, () => this.scoreChanged());
    }

    async scoreChanged() {
      const asked = await this.ask({ ask: "score_form" });
      if (!asked || this.tab !== "score") return;
      const given = this.result;
      this.result = {};
      this.form.replaceChildren(...asked.fields.map(({ name, label, choices, value }) => {
        const kept = choices ? choices.some(([one]) => one === given[name]) : given[name] != null;
        const input = choices ? make("select") : make("input", { type: "text", autocomplete: "off" });
        for (const [one, words] of choices ?? []) input.add(new Option(words, one));
        input.name = name;
        input.value = this.result[name] = kept ? given[name] : value;
        input.addEventListener("change", () => { this.result[name] = input.value; this.note(); this.count(); });
        return make("label", {}, label, input);
      }));
      this.note();
      this.count();
    }

    async count() {
      this.question.replaceChildren();
      const answer = await this.ask({ ask: "score", ...this.result });
      if (!answer || this.tab !== "score") return;
      this.told.replaceChildren(make("p", {}, this.words.counted));
      this.question.innerHTML = answer.html;
    }

    // ---- A ruleset of the reader's, with its faults in place, and its rule book.

    rules_() {
      this.text = make("textarea", { className: "tt-yaml", rows: 24, spellcheck: false, ariaLabel: this.words.yaml });
      this.question = make("div", { className: "tt-question" });
      this.main.append(this.text, make("div", { className: "tt-row-of-buttons" }, button(this.words.check, () => this.check(), "tt-first"), button(this.words.save, () => this.save()), button(this.words.fresh, () => this.begin(), "tt-last")), this.question);
      if (this.written != null) this.text.value = this.written;
      else this.first(this.words.fresh, () => this.begin());
      this.text.addEventListener("input", () => { this.written = this.text.value; });
    }

    rules_Changed() { this.told.replaceChildren(make("p", {}, this.words.write)); }

    async begin() {
      const answer = await this.ask({ ask: "begin" });
      if (!answer || this.tab !== "rules") return;
      this.written = this.text.value = answer.text;
      this.rules_Changed();
    }

    async check() {
      this.question.replaceChildren();
      const answer = await this.ask({ ask: "rules", text: this.text.value });
      if (!answer || this.tab !== "rules") return;
      const { kind, id, title, house_rules, html, warnings } = answer;
      if (kind === "ruleset") {
        this.games = [...this.games.filter(({ name }) => name !== id), { name: id, title, house_rules }];
        this.game = this.games.at(-1);
      } else {
        this.rules = [...this.rules.filter(rule => rule.id !== id), { id, title, changes: "" }];
        for (const game of this.games) game.house_rules = [...new Set([...game.house_rules, id])];
      }
      this.tick();
      this.told.replaceChildren(make("p", {}, make("b", {}, fill(this.words.sound, { title }))), make("p", {}, this.words.chosen));
      if (warnings.length) { const box = make("div"); this.faults(warnings, box); this.told.append(box); }
      this.question.innerHTML = html;
    }

    save() {
      const address = URL.createObjectURL(new Blob([this.text.value], { type: "text/yaml" }));
      make("a", { href: address, download: "our-house.yaml" }).click();
      URL.revokeObjectURL(address);
    }
  }

  if (window.parent !== window) document.documentElement.classList.add("tt-framed");
  customElements.define("tt-try", Try);
})();
