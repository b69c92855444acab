// The page "Try it": cards are laid by touch, and questions go to the engine, which a worker loads when first asked. It knows no rules.
(() => {
  "use strict";
  const base = new URL("engine/", document.currentScript.src), worker = new URL("try-worker.js", document.currentScript.src);
  const all = (from, what) => [...from.querySelectorAll(what)];
  const make = (tag, { data, ...given } = {}, ...parts) => { const made = Object.assign(document.createElement(tag), given); Object.assign(made.dataset, data); made.append(...parts.filter(part => part != null)); return made; };
  const button = (label, onclick, kind = "") => make("button", { type: "button", className: kind, onclick }, label);
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
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
      this.side = make("div", { className: "tt-side" }, this.answerBox(), this.gameBox(), this.linkBox());
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
      const given = new Map(location.hash.slice(1).split("&").map(pair => { const [name, value = ""] = pair.split("="); return [name, decodeURIComponent(value)]; }));
      const linked = this.single && given.has("try"), list = name => given.get(name)?.split(".").filter(Boolean) ?? [];
      if (!linked && this.tab) return false;
      const [game, ...ticked] = linked ? list("game") : [this.games[0].name, ...this.dataset.chosen.split(" ").filter(Boolean)];
      const cards = name => (linked ? list(name) : this.dataset[name].split(" ")).filter(card => this.pictures.has(card));
      this.game = this.games.find(one => one.name === game) ?? this.games[0];
      this.ticked = new Set(ticked.filter(id => this.game.house_rules.includes(id)));
      this.trick = [...new Set(cards("trick"))];
      this.hand = [...new Set(cards("hand"))].filter(card => !this.trick.includes(card));
      this.at = linked && ["first", "last"].includes(given.get("at")) ? given.get("at") : "";
      this.tab = linked && given.get("try") in this.names ? given.get("try") : Object.keys(this.names)[0];
      this.more = linked ? Object.fromEntries(given) : {};
      return true;
    }

    get address() {
      const more = { legal: { hand: this.hand.join("."), trick: this.trick.join("."), at: this.at }, quiz: { kind: this.kind, seed: this.seed, number: this.number } }[this.tab];
      const pairs = { try: this.tab, game: [this.game.name, ...this.ticked].join("."), ...more };
      return `#${Object.entries(pairs).filter(([, value]) => value != null && value !== "").map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    }

    note() {
      if (this.single) history.replaceState(null, "", this.address);
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
      for (const { title } of this.games) select.add(new Option(title));
      this.select = select;
      this.ticks = make("div", { className: "tt-ticks" });
      this.tick();
      return make("section", { className: "tt-sheet-box" }, make("h2", {}, this.words.by), make("label", { className: "tt-game" }, this.words.ruleset, " ", select),
        make("details", { open: this.ticked.size > 0 || innerWidth > 800 }, make("summary", {}, this.words.houseRules), this.ticks));
    }

    // The house rules that fit the ruleset, each with the steps of a deal that it changes.
    tick() {
      this.select.selectedIndex = this.games.indexOf(this.game);
      const fitting = this.rules.filter(({ id }) => this.game.house_rules.includes(id));
      this.ticked = new Set([...this.ticked].filter(id => this.game.house_rules.includes(id)));
      this.ticks.replaceChildren(...fitting.map(({ id, title, changes }) => {
        const box = make("input", { type: "checkbox", value: id, checked: this.ticked.has(id), onchange: () => { this.ticked[box.checked ? "add" : "delete"](id); this.changed(); } });
        const name = this.pages[`+${id}`] ? make("a", { href: this.pages[`+${id}`], title: this.words.about }, "?") : null;
        if (name) name.ariaLabel = fill(this.words.aboutRule, { title });
        return make("div", { className: "tt-tick" }, make("label", {}, box, " ", title, make("small", {}, changes)), name);
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

    get name() { return [this.game.name, ...this.ticked].join("+"); }

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

    faults(faults, at) {
      at.replaceChildren(...faults.map(({ message, hint }) => make("p", { className: "tt-fault" }, make("b", {}, `${message}.`), hint && ` ${hint}`)));
    }

    progress({ bytes, total, starting, failed, ready }) {
      if (failed) return this.told.replaceChildren(make("p", { className: "tt-fault" }, make("b", {}, this.words.failed), ` ${failed}`));
      if (ready || bytes == null && !starting) return;
      if (!this.bar?.isConnected) this.told.replaceChildren(make("p", {}, this.says = make("span")), this.bar = make("progress", { max: 1, ariaLabel: this.words.loading }));
      this.says.textContent = starting ? this.words.starting : total ? fill(this.words.loadingOf, { done: megabytes(bytes), all: megabytes(total) }) : fill(this.words.loadingSome, { done: megabytes(bytes) });
      if (total && !starting) this.bar.value = bytes / total; else this.bar.removeAttribute("value");
    }

    // ---------------------------------------------------------------- the parts

    open() {
      for (const tab of this.tabRow ? all(this.tabRow, "button") : []) tab.setAttribute("aria-pressed", tab.value === this.tab);
      this.tick();
      this.chosen = this.judged = null;
      this.told.replaceChildren();
      this.main.replaceChildren();
      this[this.tab]();
    }

    changed() {
      this.note();
      this[`${this.tab}Changed`]();
    }

    picture(card) {
      const picture = this.pictures.get(card).cloneNode(true);
      picture.setAttribute("aria-hidden", "true");
      return picture;
    }

    nameOf(card) { return this.pictures.get(card).getAttribute("aria-label"); }

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
        make("div", { className: "tt-row-of-buttons" }, to, at, button(this.words.clear, () => { this.hand = []; this.trick = []; this.at = at.value = ""; this.chosen = null; this.changed(); }, "tt-last")), pack);
      this.lay();
      if (engine.state.ready) this.legalChanged();
      else this.told.replaceChildren(button(this.words.ask, () => this.legalChanged(), "tt-first"), make("p", { className: "tt-small" }, this.words.once));
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
      const answer = await this.ask({ ask: "legal", hand: this.hand.join(" "), trick: this.trick.join(" "), at: this.at });
      if (!answer || this.tab !== "legal") return;
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
      this.main.append(this.question, make("div", { className: "tt-row-of-buttons" }, this.kinds, button(this.words.next, () => { this.number += 1; this.changed(); }, "tt-first")));
      this.quizChanged();
    }

    async quizChanged() {
      const answer = await this.ask({ ask: "quiz", seed: this.seed, number: this.number, kind: this.kind });
      if (!answer || this.tab !== "quiz") return;
      this.told.replaceChildren(make("p", {}, fill(this.words.asked, { number: this.number + 1 })));
      this.question.innerHTML = answer.html;
      for (const option of this.kinds.options) option.disabled = option.value && !answer.kinds.includes(option.value);
    }
  }

  if (window.parent !== window) document.documentElement.classList.add("tt-framed");
  customElements.define("tt-try", Try);
})();
