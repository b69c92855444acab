// The page "Try it": cards are laid by touch, and questions go to the engine, which a worker loads when first asked. It knows no rules.
(() => {
  "use strict";
  const all = (from, what) => [...from.querySelectorAll(what)];
  // A page of one file holds the files of the engine, packed, and the script of its worker; elsewhere they lie beside this script.
  const { src } = document.currentScript, held = new Map(all(document, "script[data-file]").map(part => [part.dataset.file, part.textContent]));
  const base = src ? new URL("engine/", src) : "https://engine.invalid/";
  const worker = () => src ? new URL("try-worker.js", src) : URL.createObjectURL(new Blob([document.querySelector("script.tt-worker").textContent], { type: "text/javascript" }));
  const make = (tag, { data, ...given } = {}, ...parts) => { const made = Object.assign(document.createElement(tag), given); Object.assign(made.dataset, data); made.append(...parts.filter(part => part != null)); return made; };
  const button = (label, onclick, kind = "") => make("button", { type: "button", className: kind, onclick }, label);
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const joined = parts => parts.map(part => part.replaceAll(".", "%2E")).join("."), parted = text => text.split(".").filter(Boolean).map(part => part.replaceAll("%2E", "."));
  const megabytes = bytes => (bytes / 1e6).toFixed(1);

  // The deal of this page is kept in this browser after each decision, as the address by which it goes on. What another version has written,
  // or cannot be read, is left alone until the reader has it erased.
  const kept = {
    key: `tarot-teach-deal ${location.pathname}`, version: 1,
    read() {
      let text = null;
      try { text = localStorage.getItem(this.key); } catch { /* no storage */ }
      try {
        const found = JSON.parse(text ?? "{}");
        return !text || found.version === this.version && /^#try=play&/.test(found.address) ? found : { unread: true };
      } catch { return { unread: true }; }
    },
    write(address) {
      if (this.read().unread) return true;
      try { localStorage.setItem(this.key, JSON.stringify({ version: this.version, address })); return true; } catch { return false; }
    },
    erase() { localStorage.removeItem(this.key); },
  };

  // One engine for all tables of a page.
  const engine = {
    waiting: new Map(), number: 0, watchers: new Set(), state: {},
    start(pages) {
      if (this.worker) return;
      this.began = performance.now();
      this.tell({ bytes: 0 });
      this.worker = new Worker(worker(), { type: src ? "module" : "classic" });  // from a disk no browser starts a worker that is a module
      this.worker.onerror = event => this.fail(event.message || "try-worker.js");
      this.worker.onmessage = ({ data: { id, answer, failed, ...state } }) => {
        if (failed && id == null) return this.fail(failed);
        if (id == null) return this.state.failed ? undefined : this.tell(state);
        const [done, refused] = this.waiting.get(id);
        this.waiting.delete(id);
        failed ? refused(failed) : done(JSON.parse(answer));
      };
      this.worker.postMessage({ start: { base: `${base}`, pages, packed: src ? null : held } });
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
      this.packs = new Map(all(this, ":scope > .tt-pack").map(pack => [pack.dataset.pack, new Map(all(pack, "[data-card]").map(span => [span.dataset.card, span.firstChild]))]));
      this.read();
      if (location.protocol === "file:" && src) return this.prepend(make("p", { className: "tt-warning" }, this.words.file));
      this.told = make("div", { className: "tt-told", role: "status" });
      this.main = make("div", { className: "tt-main" });
      this.side = make("div", { className: "tt-side" }, this.answerBox(), this.gameBox(), this.single ? this.linkBox() : "");
      this.querySelector(".tt-still").hidden = true;
      this.append(this.tabs(), this.main, this.side);
      this.classList.add("tt-on");
      engine.watchers.add(state => this.progress(state));
      addEventListener("hashchange", () => { if (this.read()) this.open(); });
      this.addEventListener("tt-step", event => { if (["play", "line"].includes(this.tab) && event.target.matches("tt-lesson, tt-deal")) { event.preventDefault(); if (event.target.matches("tt-lesson")) { this.step = event.target.at; this.note(); } } });
      this.open();
    }

    // ---------------------------------------------------------------- what stands in the address

    // The games that have the part which is open.
    get offered() { return this.games.filter(({ lacks }) => !lacks?.includes(this.tab)); }

    // The pictures of the cards of the game's pack.
    get pictures() { return this.packs.get(this.game.pack); }

    get single() { return document.querySelectorAll("tt-try").length === 1; }

    read() {
      this.damaged = [];
      const decoded = text => { try { return decodeURIComponent(text); } catch { this.damaged.push(text); return ""; } };
      const given = new Map(location.hash.slice(1).split("&").map(pair => { const [name, ...value] = pair.split("="); return [name, decoded(value.join("="))]; }));
      const line = given.get("line"), linked = this.single && (given.has("try") || line != null), list = name => parted(given.get(name) ?? "");
      if (!linked && this.tab) return false;
      const [game, ...ticked] = line ? /^\w+[ ~]([^ ~@]*)/.exec(line)?.[1].split(".") ?? [] : linked ? list("game") : [this.games[0].name, ...this.dataset.chosen.split(" ").filter(Boolean)];
      const known = this.games.find(one => one.name === game);
      Object.assign(this, { game: known ?? this.games[0], unknown: known ? "" : game });
      const cards = name => (linked && given.get("try") === "legal" ? list(name) : this.dataset[name].split(" ")).filter(card => this.pictures.has(card));
      this.ticked = new Map(ticked.map(name => [name.split("=")[0], name]));
      this.trick = [...new Set(cards("trick"))];
      this.calledIn = this.game;
      this.hand = [...new Set(cards("hand"))].filter(card => !this.trick.includes(card));
      this.at = linked && ["first", "last"].includes(given.get("at")) ? given.get("at") : "";
      this.called = linked && this.pictures.has(given.get("called")) ? given.get("called") : "";
      this.contract = linked ? given.get("contract") ?? "" : "";
      const part = line ? "line" : given.get("try");
      this.tab = linked && part in this.names ? part : Object.keys(this.names)[0];
      this.more = linked ? Object.fromEntries(given) : {};
      return true;
    }

    get address() {
      if (this.tab === "line" && this.pasted) return `#line=${this.pasted.replaceAll(" ", "~")}${this.step ? `&step=${this.step}` : ""}`;
      const task = this.task ?? {}, more = {
        legal: { hand: this.hand.join("."), trick: this.trick.join("."), at: this.at, called: this.called, contract: this.contract },
        quiz: { kind: this.kind, level: this.level, seed: this.seed, number: this.number },
        play: { seed: this.seed, seat: this.seat, players: this.players, digest: this.done?.length > this.begun ? this.digest : "", trick: task.trick, begin: task.begin, example: task.example, at: task.at, goal: task.goal, reasons: task.reasons === false ? 0 : "", hints: task.hints === false ? 0 : "",
          done: joined(this.done?.slice(this.begun) ?? []), tries: this.tries || "", step: this.step },
        score: { result: Object.entries(this.result ?? {}).filter(([, value]) => value).map(pair => pair.map(encodeURIComponent).join(":")).join(",") },
      }[this.tab];
      const pairs = { try: this.tab, game: joined([this.game.name, ...this.ticked.values()]), ...more };
      return `#${Object.entries(pairs).filter(([, value]) => value != null && value !== "").map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    }

    // What has become of a link, where it is not what it was, stands behind it, and is kept from the next decision on.
    note(behind = false) {
      if (!this.single) return;
      history[behind ? "pushState" : "replaceState"](null, "", this.address);
      if (this.tab === "play" && this.done.length && !behind) this.unkept.textContent = kept.write(this.address) ? "" : this.words.unkept;
      this.copied.textContent = "";
      this.frame.hidden = true;
      if (this.lineSaid) { this.lineSaid.textContent = ""; this.lineField.hidden = true; }
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
      return make("section", { className: "tt-sheet-box tt-answer-box" }, this.head = make("h2"), this.told);
    }

    gameBox() {
      const select = make("select", { ariaLabel: this.words.ruleset, onchange: () => { this.game = this.offered[select.selectedIndex]; this.tick(); this.changed(); } });
      this.select = select;
      this.ticks = make("div", { className: "tt-ticks" });
      this.tick();
      return make("section", { className: "tt-sheet-box" }, make("h2", {}, this.words.by), make("label", { className: "tt-game" }, this.words.ruleset, " ", select),
        make("details", { open: this.ticked.size > 0 || innerWidth > 800 }, make("summary", {}, this.words.houseRules), this.ticks));
    }

    // The house rules that fit the ruleset, each with the steps of a deal that it changes.
    tick() {
      this.select.replaceChildren(...this.offered.map(({ title }) => new Option(title)));
      this.select.selectedIndex = this.offered.indexOf(this.game);
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
      const link = () => new URL(this.address, location.href).href, copy = (text, done) => tarotClip(text, this.copied, this.frame, { done, byHand: this.words.byHand });
      return make("section", { className: "tt-sheet-box" }, make("div", { className: "tt-row-of-buttons" },
        button(this.words.link, () => { this.note(); copy(link(), this.words.linked); }),
        button(this.words.frame, () => {
          const code = `<iframe src="${link().replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" title="${document.title.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="100%" height="900" loading="lazy"></iframe>`;
          this.note();
          copy(code, this.words.framed).then(() => Object.assign(this.frame, { hidden: false, value: code }));
        })), this.copied, this.frame, make("p", { className: "tt-small" }, this.words[src ? "once" : "held"]));
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
      const sign = column => button(fill(this.words.sign, { column }), () => { this.text.focus(); this.text.setSelectionRange(column - 1, this.text.value.length); }, "tt-line");
      at.replaceChildren(...faults.map(({ message, hint, line, column }) => make("p", { className: "tt-fault" }, this.tab === "rules" && line ? place(line) : this.tab === "line" && column ? sign(column) : "", make("b", {}, ` ${message}.`), hint && ` ${hint}`)));
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
      else this.told.replaceChildren(button(label, ask, "tt-first"), make("p", { className: "tt-small" }, this.words[src ? "once" : "held"]));
    }

    // ---------------------------------------------------------------- the parts

    open() {
      for (const tab of this.tabRow ? all(this.tabRow, "button") : []) {
        tab.setAttribute("aria-pressed", tab.value === this.tab);
        if (tab.value === this.tab) this.tabRow.scrollLeft = tab.offsetLeft - this.tabRow.offsetLeft - 40;
      }
      const lacking = this.offered.includes(this.game) ? "" : this.game.title;
      if (lacking) Object.assign(this, { game: this.offered[0], calledIn: this.offered[0], hand: [], trick: [], called: "", contract: "" });
      this.tick();
      this.classList.remove("tt-playing");
      this.chosen = this.judged = null;
      this.told.replaceChildren();
      this.head.textContent = this.words[this.tab === "play" ? "table" : "answer"];
      this.main.replaceChildren();
      this[this.tab === "rules" ? "rules_" : this.tab]();
      const warnings = [lacking && fill(this.words.noPart, { part: this.names[this.tab], game: lacking, title: this.game.title }), this.unknown && fill(this.words.noGame, { game: this.unknown, title: this.game.title }), this.damaged.length && fill(this.words.damaged, { parts: this.damaged.join(", ") })];
      this.main.prepend(...warnings.filter(Boolean).map(words => make("p", { className: "tt-warning", role: "alert" }, words)));
    }

    // The called card and the contract of another game are left out with the game, and cards that its pack does not have.
    changed() {
      this.unknown = "";
      const turned = this.game.pack !== this.calledIn.pack;
      if (this.game !== this.calledIn) this.called = this.contract = "";
      this.calledIn = this.game;
      for (const laid of ["hand", "trick"]) this[laid] = this[laid].filter(card => this.pictures.has(card));
      this.note();
      if (turned && this.tab === "legal") return this.open();
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
      for (const row of all(this, `:scope > .tt-pack[data-pack="${this.game.pack}"] > div`)) {
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
        make("div", { className: "tt-row-of-buttons" }, to, at, this.contracts, this.calls, button(this.words.clear, () => { this.hand = []; this.trick = []; this.at = at.value = this.called = ""; this.chosen = null; this.changed(); }, "tt-last"), button(this.words.asYaml, () => this.writeLaid())), pack);
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

    // What lies on the table as an example: shown, and saved as a file.
    async writeLaid() {
      const answer = await this.ask({ ask: "laid", hand: this.hand.join(" "), trick: this.trick.join(" "), called: this.called, contract: this.contract });
      if (!answer || this.tab !== "legal") return;
      this.told.replaceChildren(make("p", {}, this.words.yamlOf), make("textarea", { className: "tt-yaml", rows: 24, readOnly: true, value: answer.text, ariaLabel: this.words.asYaml }));
      this.save(answer.text, answer.name);
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

    // ---- A deal against the machine. The address has what a task asks, the reader's decisions since, and the step of the finished deal.

    play() {
      const { seat = "", begin = "", example = "", reasons, hints, done = "", digest = "", players = "", go } = this.more, [trick, at, tries, step] = ["trick", "at", "tries", "step"].map(name => this.whole(name));
      const goal = this.more.goal?.split(":")[0] in this.words.goals ? this.more.goal : "";
      if (this.more.goal && !goal) this.damaged.push(`goal=${this.more.goal}`);
      if (players && !(players in this.words.levels)) this.damaged.push(`players=${players}`);
      this.seed = +(this.whole("seed") || Math.floor(Math.random() * 1e6));
      Object.assign(this, { seat, digest, players: players in this.words.levels ? players : "", done: parted(done), begun: 0, moving: false, tries: +tries, step, task: { trick, begin, example, at, goal, reasons: reasons !== "0", hints: hints !== "0" }, dealt: null });
      this.question = make("div", { className: "tt-question tt-table" });
      this.seats = make("select", { ariaLabel: this.words.seat, onchange: () => { this.seat = this.seats.value; this.afresh(); } });
      this.levels = make("select", { ariaLabel: this.words.plays, onchange: () => { this.players = this.levels.value; this.afresh(); } });
      for (const [name, words] of Object.entries(this.words.levels)) this.levels.add(new Option(words, name));
      this.levels.value = this.players;
      this.numbered = make("input", { type: "number", min: 0, max: 999999999, value: this.seed, onchange: () => { if (this.numbered.validity.valid) { this.seed = +this.numbered.value; this.afresh(); } } });
      this.unkept = make("p", { className: "tt-small", role: "status" });
      this.main.append(this.question, this.unkept, make("div", { className: "tt-row-of-buttons" }, this.levels, this.seats, this.keeping = button(this.words.keep, () => this.keep()), this.lining = button(this.words.copyLine, () => this.copyLine()),
        make("label", { className: "tt-number" }, this.words.number, " ", this.numbered), button(this.words.deal, () => { this.seed = Math.floor(Math.random() * 1e6); this.afresh(); }, "tt-last")), this.lineSaid = make("div", { className: "tt-small", role: "status" }), this.lineField = make("textarea", { hidden: true, readOnly: true, rows: 3, ariaLabel: this.words.pasted }), this.taskForm());
      this.hinting = button(this.words.hint, () => this.hinted());
      this.undoing = button(this.words.undo, () => this.move({ ask: "undo" }));
      this.seats.hidden = this.keeping.hidden = this.lining.hidden = true;
      go ? this.goOn() : this.first(this.done.length ? this.words.goOn : this.words.begin, () => this.goOn());
      if (!this.more.try && this.single) this.offer(kept.read());
      if (!engine.worker) this.question.append(this.mat());
    }

    // The table before the deal: a place is taken by touch.
    mat() {
      const { seats, clockwise } = this.game, own = Math.max(0, seats.findIndex(([letter]) => letter === this.seat));
      return make("div", { className: "tt-mat", role: "group", ariaLabel: this.words.seat }, ...seats.map(([letter, name], i) => {
        const angle = 2 * Math.PI * i / seats.length * (clockwise ? -1 : 1), place = button(i === own ? fill(this.words.you, { who: name }) : name, () => {
          this.seat = letter;
          this.note();
          this.question.replaceChildren(this.mat());
          all(this.question, "button")[i].focus();
        });
        place.style.left = `${50 + 36 * Math.sin(angle)}%`;
        place.style.top = `${50 + 38 * Math.cos(angle)}%`;
        place.setAttribute("aria-pressed", i === own);
        return place;
      }));
    }

    // The deal that is kept, to be gone on with; or a word about what cannot be read, and may be erased.
    offer({ address, unread }) {
      if (address) this.told.prepend(button(this.words.goOn, () => { location.hash = `${address}&go=1`; }, "tt-first"), " ");
      if (!unread) return;
      const erase = button(this.words.erase, () => { kept.erase(); said.remove(); }), said = make("div", {}, make("p", { className: "tt-small" }, this.words.unread), erase);
      this.told.append(said);
    }

    // A whole number of the link as it stands there; one that is none is left out, and named.
    whole(name) {
      const text = this.more[name] ?? "";
      if (/^\d{0,9}$/.test(text)) return text;
      this.damaged.push(`${name}=${text}`);
      return "";
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
        make("div", { className: "tt-row-of-buttons" }, button(this.words.fromHere, () => { trick.value = ""; set({ trick: "", begin: joined(this.done) }); })), make("p", { className: "tt-small" }, this.words.taskLink));
    }

    // Another deal than the one of a link.
    afresh() {
      if (!this.dealt && !this.question.firstChild) this.seat = "";  // nobody sits there
      Object.assign(this.task, { begin: "", example: "", at: "" });
      this.changed();
    }

    playChanged() {
      if (this.task.example && this.name !== this.played) Object.assign(this.task, { example: "", at: "" });
      Object.assign(this, { done: [], begun: 0, tries: 0, step: "", digest: "" });
      if (engine.worker) return this.goOn();
      if (!this.game.seats.some(([letter]) => letter === this.seat)) this.seat = "";
      this.numbered.value = this.seed;
      this.question.replaceChildren(this.mat());
      this.note();
    }

    // Deals the cards, and does what the address tells of the deal.
    goOn() {
      this.note();
      this.dealt = null;
      this.question.replaceChildren();
      const { trick, begin, example, at, goal } = this.task;
      this.played = this.name;
      this.numbered.value = this.seed;
      this.moving = false;
      this.move({ ask: "play", ...(this.players && { players: this.players }), digest: this.digest, seed: this.seed, seat: this.seat, trick: +trick, begin: parted(begin), example, at: +at, goal, done: this.done.slice(this.begun), tries: this.tries });
    }

    // A question from the table, which shows that the answer is on its way.
    async askAt(question) {
      const deal = this.dealt;
      deal?.asking(1);
      const answer = await this.ask(question);
      deal?.asking(-1);
      return answer;
    }

    // One decision at a time.
    hold(on) {
      this.moving = on;
      if (this.dealt) this.dealt.held = on;
    }

    async hinted() {
      if (this.moving) return this.dealt?.moment();
      const answer = await this.askAt({ ask: "hint" });
      if (answer && this.tab === "play") this.dealt.respond(answer.html, { card: answer.card });
    }

    async move(question) {
      if (this.moving) return this.dealt?.moment();
      this.hold(true);
      if (this.players) this.dealt?.wait();
      const asked = this.askAt(question), turn = this.asked, answer = await asked;
      if (turn === this.asked) this.hold(false);
      if (!answer && this.dealt?.isConnected) this.dealt.show();
      if (!answer || this.tab !== "play") return;
      if (answer.refused) {
        this.tries += 1;
        this.note();
        return this.dealt.respond(this.task.reasons ? answer.refused : "", { card: question.text, refused: true });
      }
      const { seat, done, begun, over, digest, compared } = answer, uncompared = question.done?.length && compared == null && !answer.lost.length && !(this.task.example && this.more.go);
      Object.assign(this, { seat, done, begun, digest, step: question.ask === "play" ? this.step : "" });
      this.note(compared === false || answer.lost.length > 0);
      this.told.replaceChildren();
      const lost = make("div"), notes = [this.task.example ? this.lesson() : "", answer.lost.length ? lost : "", compared === false || uncompared ? make("p", { className: compared === false ? "tt-fault" : "tt-small" }, this.words[uncompared ? "uncompared" : "differs"]) : ""].filter(Boolean);
      this.faults(answer.lost, lost);
      if (over || this.dealt?.isConnected) this.told.append(...notes);
      if (!this.seats.options.length) for (const [letter, name] of answer.seats) this.seats.add(new Option(fill(this.words.playSeat, { who: name }), letter));
      Object.assign(this.seats, { value: seat, hidden: false });
      this.keeping.hidden = this.lining.hidden = false;
      this.undoing.disabled = !answer.undoable;
      this.hinting.hidden = !this.task.hints;
      this.classList.add("tt-playing");
      if (over) return this.through(answer);
      if (this.dealt?.isConnected) return this.dealt.take(answer);
      const why = async text => { const told = await this.askAt({ ask: "why", text }); if (told && this.tab === "play") this.dealt.respond(told.html, { refused: true }); };
      this.dealt = customElements.get("tt-deal").of(answer, this.words, notes, [this.hinting, this.undoing], text => this.move({ ask: "do", text }), why);
      this.question.replaceChildren(this.dealt);
      if (answer.refused_bids) this.price();
    }

    async keep() {
      if (this.moving) return this.dealt?.moment();
      const answer = await this.ask({ ask: "record" });
      if (answer) this.save(answer.text, answer.name);
    }

    // The deal so far on one line; what no line holds is said where the line would be.
    async copyLine() {
      if (this.moving) return this.dealt?.moment();
      const answer = await this.ask({ ask: "line_of_deal" }, this.lineSaid);
      if (answer) tarotClip(answer.line, this.lineSaid, this.lineField, { done: this.words.lineCopied, byHand: this.words.byHand });
    }

    // The way back to the lesson in which a card was touched that goes on here.
    lesson() {
      try {
        const { address, example } = JSON.parse(sessionStorage.getItem("tarot-teach-lesson") ?? "{}");
        if (example === this.task.example && new URL(address).origin === location.origin) return make("p", {}, make("a", { href: address }, this.words.back));
      } catch { /* no storage */ }
      return "";
    }

    // What the contracts pay is worked out while the reader looks at the hand.
    async price() {
      const deal = this.dealt, answer = await this.ask({ ask: "prices" });
      if (!answer || this.dealt !== deal) return;
      deal.prices = answer.prices;
      deal.show();
    }

    // The finished deal as a lesson, at one of its steps; at first the last.
    through(answer) {
      this.told.append(make("p", {}, make("b", {}, answer.solved == null ? this.words.over : answer.solved ? this.words.solved : this.words.unsolved)));
      this.question.innerHTML = answer.lesson;
      const lesson = this.question.querySelector("tt-lesson");
      this.dealt = null;
      lesson?.go(this.step === "" ? lesson.steps.length : +this.step);
      const review = () => customElements.get("tt-review").of(question => this.ask(question), card => card && this.picture(card));
      const row = make("div", { className: "tt-row-of-buttons" }, button(this.words.cost, () => row.replaceWith(review()), "tt-first"));
      this.question.append(row);
      this.question.addEventListener("tt-play-on", ({ detail }) => { this.done = this.done.slice(0, detail); this.goOn(); }, { once: true });
    }

    // ---- A deal or a position on one line: a lesson, what may be played where it ends, and a way to play it on from any of its steps.

    line() {
      this.step = this.whole("step");
      this.pasted = (this.more.line ?? "").replaceAll("~", " ");
      this.text = make("textarea", { className: "tt-yaml tt-pasted", rows: 4, spellcheck: false, ariaLabel: this.words.pasted, value: this.pasted });
      this.question = make("div", { className: "tt-question" });
      this.main.append(this.text, make("div", { className: "tt-row-of-buttons" }, button(this.words.showLine, () => { this.step = ""; this.paste(); }, "tt-first")), this.question);
      if (this.pasted && engine.worker) return this.paste();
      this.told.replaceChildren(make("p", {}, this.words.pasteHere), engine.worker ? "" : make("p", { className: "tt-small" }, this.words[src ? "once" : "held"]));
    }

    // The same deal by the rules that have been chosen.
    lineChanged() {
      if (!this.pasted) return;
      this.text.value = this.pasted.replace(/^(\w+ )\S+/, `$1${[this.game.name, ...this.ticked.values()].join(".")}`);
      this.paste();
    }

    // Of a link the line alone, and blanks where a mail has broken it.
    async paste() {
      const linked = /[#&]line=([^&\s]+)/.exec(this.text.value)?.[1];
      let text = linked ?? this.text.value;
      try { text = linked ? decodeURIComponent(linked) : text; } catch { /* as it stands */ }
      this.pasted = this.text.value = text.replaceAll("~", " ").trim().split(/\s+/).join(" ");
      this.question.replaceChildren();
      const answer = await this.ask({ ask: "line", text: this.pasted });
      if (!answer || this.tab !== "line") return;
      const [name, ...ticked] = answer.game.split("+"), game = this.games.find(one => one.name === name);
      if (!game) return this.told.replaceChildren(make("p", { className: "tt-fault" }, fill(this.words.noLineGame, answer)));
      this.unknown = "";
      Object.assign(this, { game, calledIn: game, ticked: new Map(ticked.map(one => [one.split("=")[0], one])) });
      this.tick();
      this.note();
      this.told.innerHTML = answer.legal;
      if (answer.other) this.told.prepend(make("p", {}, fill(this.words.ofLine, answer)));
      this.question.innerHTML = answer.html;
      const lesson = this.question.querySelector("tt-lesson"), moves = answer.turns.length - 1;
      const at = () => lesson ? Math.min(lesson.number(lesson.at), moves) : moves;
      lesson?.go(this.step === "" ? answer.legal ? lesson.steps.length : 0 : +this.step);
      const row = make("div", { className: "tt-row-of-buttons" }), found = make("div");
      row.append(button(this.words.whichRules, async () => {
        const tried = await this.ask({ ask: "question", name: "admits", game: [this.pasted] });
        if (tried) found.innerHTML = tried.html;
      }));
      this.question.append(row, found);
      if (!("play" in this.names)) return;
      if (!answer.playable) return this.told.append(make("p", { className: "tt-small" }, this.words.notPlayed));
      const on = button(this.words.playLine, () => {
        const from = answer.turns[at()] ? at() : 0;
        Object.assign(this, { tab: "play", more: { example: this.pasted.replaceAll(" ", "~"), at: `${from}`, seat: answer.turns[from], go: "1" } });
        this.open();
      }, "tt-first");
      const label = () => { on.textContent = this.words[answer.turns[at()] ? "playLine" : "lineOver"]; };
      lesson?.addEventListener("tt-step", label);
      label();
      row.prepend(on);
    }

    // ---- The score of a result, in the fields that the rules ask for.

    score() {
      this.result = Object.fromEntries((this.more.result ?? "").split(",").filter(Boolean).map(pair => pair.split(":").map(decodeURIComponent)));
      this.form = make("form", { className: "tt-form", onsubmit: event => event.preventDefault() });
      this.question = make("div", { className: "tt-question" });
      this.main.append(this.form, this.question);
      this.first(this.words.ask_score, () => this.scoreChanged());
    }

    async scoreChanged() {
      const asked = await this.ask({ ask: "score_form", contract: this.result.contract ?? "" });
      if (!asked || this.tab !== "score") return;
      const given = this.result, told = Object.keys(given).some(name => name !== "contract");
      this.result = {};
      this.form.replaceChildren(...asked.fields.map(({ name, label, choices, value }) => {
        const kept = choices ? choices.some(([one]) => one === given[name]) : given[name] != null;
        const input = choices ? make("select") : make("input", { type: "text", autocomplete: "off" });
        for (const [one, words] of choices ?? []) input.add(new Option(words, one));
        input.name = name;
        input.value = this.result[name] = kept ? given[name] : told ? choices?.[0][0] ?? "" : value;
        input.addEventListener("change", () => {
          this.result[name] = input.value;
          if (name === "contract") {  // other contracts ask for other fields
            this.result = { contract: input.value };
            return this.scoreChanged();
          }
          this.note();
          this.count();
        });
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
      const { kind, id, title, house_rules, pack, html, warnings } = answer;
      if (kind === "ruleset") {
        this.games = [...this.games.filter(({ name }) => name !== id), { name: id, title, house_rules, pack: this.packs.has(pack) ? pack : this.game.pack }];
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

    save(text = this.text.value, name = "our-house.yaml") {
      const address = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
      make("a", { href: address, download: name }).click();
      URL.revokeObjectURL(address);
    }
  }

  if (window.parent !== window) document.documentElement.classList.add("tt-framed");
  customElements.define("tt-try", Try);
})();
