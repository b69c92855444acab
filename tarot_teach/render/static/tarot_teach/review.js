// What each card of a deal that has been played cost: a list of the reader's cards from the dearest down, and one decision with both lines of play. The engine
// is asked card by card (try_it/reviewing.py), and the list grows. It knows no rules.
(() => {
  "use strict";
  const make = (tag, given = {}, ...parts) => { const made = Object.assign(document.createElement(tag), given); made.append(...parts.filter(part => part != null)); return made; };
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const FORMS = { better: "\u25bc", close: "\u25c6", luck: "\u25cb", best: "\u25cf", "no-choice": "\u2013" }, OPENED = 3;

  class Review extends HTMLElement {
    // `ask` asks the engine, `picture` gives the picture of a card by its code.
    static of(ask, picture) { return Object.assign(document.createElement("tt-review"), { ask, picture, found: new Map() }); }

    async connectedCallback() {
      if (this.list) return;
      const answer = await this.ask({ ask: "review" });
      if (!answer) return this.remove();
      Object.assign(this, answer);
      const { words } = answer;
      this.says = make("p", { className: "tt-review-rest", role: "status" });
      this.list = make("div", { className: "tt-moves" });
      this.acts = make("div", { className: "tt-row-of-buttons" });
      this.look = make("section", { className: "tt-look", hidden: true, ariaLive: "polite", tabIndex: -1 });
      this.head = make("h2", { tabIndex: -1 }, words.title);
      const lead = make("div", { innerHTML: answer.lead });
      this.append(make("section", { className: "tt-review-list" }, this.head, lead, this.list, this.says, this.acts), this.look);
      this.head.focus();
      await this.through(this.cards.filter(card => card.unasked));
    }

    // Asks about some decisions, the last first, since these are quickest.
    async through(cards) {
      this.acts.replaceChildren();
      for (const [done, card] of [...cards].reverse().entries()) {
        if (!this.isConnected) return;
        this.says.textContent = fill(this.words.working, { trick: this.numbered(card), done, all: cards.length });
        const answer = await this.ask({ ask: "review_card", move: card.move });
        if (!answer) return;
        this.found.set(card.move, answer);
        this.show();
      }
      this.rest();
    }

    // The trick, or round, of a decision in words.
    numbered({ trick }) { return fill(this.words.trick, { number: trick }); }

    get dearest() {
      return [...this.found.values()].filter(cost => cost.instead).sort((a, b) => (b.verdict === "better") - (a.verdict === "better") || b.cost - a.cost);
    }

    verdict(name) { return make("span", { className: `tt-verdict tt-${name}` }, make("i", { ariaHidden: true }, FORMS[name]), ` ${this.verdicts[name]}`); }

    show() {
      const held = document.activeElement?.dataset?.move;
      this.list.replaceChildren(...this.dearest.map(cost => {
        const row = make("button", { type: "button", onclick: () => this.open(cost, true) }, this.picture(cost.played) ?? "",
          make("span", {}, make("b", {}, this.numbered(cost)), this.verdict(cost.verdict)), make("span", { className: "tt-cost" }, make("b", {}, cost.text), make("small", {}, this.words.cost)));
        row.dataset.move = cost.move;
        row.ariaCurrent = cost === this.at;
        return row;
      }));
      if (held) this.list.querySelector(`[data-move="${held}"]`)?.focus();
      const first = this.dearest[0];
      if (first && !this.chosen) this.open(first, false);
      else if (this.at) this.mark();
    }

    // How many cards were well played, and what may still be asked.
    rest() {
      const verdicts = [...this.found.values()].map(cost => cost.verdict), number = name => verdicts.filter(one => one === name).length;
      this.says.textContent = [this.dearest.length ? "" : this.words.none, fill(this.words.rest, { best: number("best"), none: number("no-choice") })].filter(Boolean).join(" ");
      const open = this.cards.filter(card => !this.found.has(card.move)), act = (words, run) => this.acts.append(make("button", { type: "button", onclick: run }, words));
      if (open.length) act(this.words.earlier, () => this.through(open));
      const keeps = [...this.found.values(), ...this.weighed ?? []].flatMap(cost => cost.keeps ?? []), practice = window.tarotPractice;
      if (practice && keeps.length && !this.kept) act(fill(this.words.practise, { number: keeps.length }), () => this.keep(practice, keeps));
      if (!this.weighed && this.choices.length) act(this.words.bids, () => this.bids());
    }

    // Keeps the decisions in which there was better as questions, and says where they are asked.
    keep(practice, found) {
      const { done, said } = practice.keep(found);
      this.kept = done;
      this.acts.replaceChildren();
      this.rest();
      this.says.replaceChildren(said, " ", done && practice.page ? make("a", { href: practice.page }, this.words.known) : "");
      this.says.querySelector("a")?.focus();
    }

    // Asks about the bids and discards, in the order of the deal.
    async bids() {
      this.acts.replaceChildren();
      const place = make("section", { className: "tt-before", tabIndex: -1 });
      this.append(place);
      this.weighed = [];
      for (const move of this.choices) {
        this.says.textContent = fill(this.words.weighing, { done: this.weighed.length, all: this.choices.length });
        const answer = await this.ask({ ask: "review_choice", move });
        if (!answer || !this.isConnected) return;
        this.weighed.push(answer);
        place.append(make("div", { innerHTML: answer.html }));
        this.kept &&= !answer.keeps.length;
      }
      this.rest();
      place.focus();
    }

    open(cost, chosen) {
      this.at = cost;
      this.chosen ||= chosen;
      const { words } = this, kick = [this.numbered(cost), cost.leads ? words.leads : ""].filter(Boolean).join(" \u00b7 ");
      const counts = cost.counts.map(([card, number], mine) => make("div", { className: "tt-counted" }, this.picture(card) ?? "", this.dots(number / cost.worlds),
        make("small", {}, fill(mine ? words.yours : words.nothing, { number, worlds: cost.worlds }))));
      this.look.hidden = false;
      this.look.replaceChildren(make("p", { className: "tt-kick" }, kick, this.verdict(cost.verdict)), make("h3", {}, cost.name),
        make("div", { className: "tt-tell" }, make("div", { innerHTML: cost.html }), make("div", {}, ...counts)), this.lines(cost), this.strip = make("nav", { className: "tt-marks", ariaLabel: words.deal }));
      const ways = make("div", { className: "tt-row-of-buttons" }), theme = cost.theme && window.tarotPractice?.themeLink(cost.ruleset, cost.theme.id, cost.theme.name);
      if (cost.decisions != null) ways.append(make("button", { type: "button", onclick: () => this.dispatchEvent(new CustomEvent("tt-play-on", { bubbles: true, detail: cost.decisions })) }, words.playOn));
      if (theme) ways.append(theme);
      this.strip.before(ways);
      this.mark();
      for (const row of this.list.children) row.ariaCurrent = +row.dataset.move === cost.move;
      if (chosen && innerWidth < 900) { this.look.scrollIntoView(); this.look.focus({ preventScroll: true }); }
    }

    dots(part) { return make("span", { className: "tt-dots", ariaHidden: true }, ...Array.from({ length: 20 }, (_, i) => make("i", { className: i < Math.round(part * 20) ? "tt-full" : "" }))); }

    // Both lines of play side by side; of all but the dearest they are opened when asked for.
    lines(cost) {
      if (!cost.lines.length) return "";
      const { words } = this, columns = cost.lines.map((line, other) => {
        const rows = line.tricks.map(({ number, cards, winner, mine, points }) => make("li", {}, make("span", { className: "tt-num" }, number), ...cards.map(([code, glyph], at) => {
          const card = make("span", { className: `tt-small-card${at === winner ? " tt-won" : ""}${at === mine ? " tt-mine" : ""}` }, glyph);
          card.dataset.suit = code[0];
          return card;
        }), make("b", {}, points)));
        const head = make("h4", {}, this.picture(line.card) ?? "", make("span", {}, words[other ? cost.verdict === "better" ? "better" : "instead" : "played"], make("small", {}, line.name)));
        return make("section", {}, head, make("ol", {}, ...rows), make("p", { className: "tt-brings" }, make("b", {}, line.tricks.at(-1)?.points ?? ""), ` ${line.brings}`));
      });
      const both = make("div", { className: "tt-lines" }, ...columns);
      both.style.setProperty("--tt-cards", Math.max(...cost.lines.flatMap(line => line.tricks.map(trick => trick.cards.length))));
      return make("details", { open: this.dearest.indexOf(cost) < OPENED }, make("summary", {}, words.whatIf), both, make("p", { className: "tt-small" }, words.both));
    }

    // The deal as a strip of its decisions, each with the form of its verdict.
    mark() {
      const dear = new Set(this.dearest);
      this.strip.replaceChildren(...this.cards.map(({ move, trick }) => {
        const cost = this.found.get(move), opens = dear.has(cost), words = cost ? this.verdicts[cost.verdict] : "";
        const made = make(opens ? "button" : "span", { className: cost ? `tt-${cost.verdict}` : "" }, make("span", {}, trick), make("i", { ariaHidden: true }, cost ? FORMS[cost.verdict] : "\u00a0"));
        if (opens) Object.assign(made, { type: "button", onclick: () => this.open(cost, true), ariaCurrent: cost === this.at, ariaLabel: this.numbered({ trick }) + this.words.colon + words });
        else made.title = words;
        return made;
      }));
    }
  }

  customElements.define("tt-review", Review);
})();
