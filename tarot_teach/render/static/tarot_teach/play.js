// The table at which a deal is played (try.js asks the engine): a lesson that grows at its end, on which the reader answers for one seat.
(() => {
  "use strict";
  const Lesson = customElements.get("tt-lesson");
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const parsed = html => { const made = document.createElement("template"); made.innerHTML = html; return made.content; };

  class Deal extends Lesson {
    // A table for the first answer of the engine, with notes on it and buttons above it. `decide` is called with the words of a decision, `why` with those of one
    // that is not allowed.
    static of(answer, words, notes, tools, decide, why) {
      const deal = document.createElement("tt-deal"), lesson = parsed(answer.lesson).querySelector("tt-lesson");
      deal.className = lesson.className;
      deal.id = lesson.id;
      Object.assign(deal.dataset, { cards: lesson.dataset.cards, done: answer.done.length });
      deal.append(...lesson.childNodes);
      return Object.assign(deal, { answer, you: answer.seat, said: words, notes, tools, decide, why, prices: {}, waiting: 0, held: false });
    }

    connectedCallback() {
      super.connectedCallback();
      this.stage.querySelector(".tt-tools").replaceChildren(...this.tools);
      this.at = this.steps.length;
      this.show(true);
    }

    // The deal after a decision: its new steps are shown one after the other, up to the reader's next decision.
    take(answer) {
      const list = parsed(answer.lesson).querySelector(".tt-read"), from = Math.min(this.at, this.steps.length);
      const later = answer.since ? this.trick(answer.since) : [];
      for (const part of answer.since ? later : [...this.list.children]) part.remove();
      this.list.append(...list.childNodes);
      this.dataset.done = answer.done.length;
      Object.assign(this, { answer, notes: [], picked: [], answered: null, hinted: "" });
      this.read();
      this.at = Math.min(from, this.steps.length);
      if (!answer.news || this.at === this.steps.length) { this.at = this.steps.length; this.show(!answer.news); } else this.playOn();
    }

    trick(since) { return [...this.list.querySelectorAll(":scope > .tt-trick")].filter(trick => +trick.dataset.number >= since); }

    // The others think over their decisions.
    wait() {
      this.say.replaceChildren(make("p", "tt-said-first", this.said.thinking));
      this.acts.replaceChildren();
    }

    // One question more or less is on its way to the engine, which the table shows.
    asking(change) {
      this.waiting += change;
      this.stage.ariaBusy = this.waiting > 0;
    }

    // What is touched while the answer to a decision is on its way counts for nothing, and the words say so.
    moment() { if (!this.say.querySelector(".tt-moment")) this.say.firstChild.after(make("p", "tt-moment", this.said.moment)); }

    // What the rules say against a decision, or the advice that was asked for.
    respond(html, { card = "", refused = false }) {
      this.at = this.steps.length;
      this.answered = { html, card, refused };
      this.hinted = refused ? "" : card;
      this.show();
    }

    // ---- In place of the lesson's reader, who steps through a deal that is over.

    get mode() { return "sees"; }
    get seat() { return this.you; }
    get turn() { return null; }
    get question() { return null; }
    get live() { return this.at === this.steps.length; }
    get acting() { return this.live ? this.you : super.acting; }
    get judged() { return this.live && this.answered?.refused ? this.answered : null; }

    // The last trick may go on.
    ends(play) { return super.ends(play) && !(play === this.steps[this.lastPlay] && this.answer.trick.length); }

    found() { return null; }
    lifts(card) { return this.picked.includes(card) || this.live && this.answered?.card === card; }

    faceUp(talon) { return talon.every(card => this.answer.open?.includes(card)); }

    may(card, button) {
      return this.live && this.answer.pick > 0 && (button.dataset.at === this.you || this.answer.others.includes(card) && !button.matches(".tt-gone"));
    }

    touch(card) {
      if (!this.live) { this.run(false); this.at = this.steps.length; return this.show(); }
      if (this.held) return this.moment();
      const { pick, least } = this.answer;
      this.answered = null;
      if (pick === 1 && least === 1) return this.decide(card);
      if (this.picked.includes(card)) this.picked = this.picked.filter(other => other !== card);
      else if (this.picked.length < pick) this.picked.push(card);
      this.show();
    }

    press(what, button) {
      if (this.held && ["say", "why", "away"].includes(what)) return this.moment();
      if (what === "say") return this.decide(button.value);
      if (what === "why") return this.why(button.value);
      if (what === "away") return this.decide(this.picked.join(" "));
      if (what === "now") { this.run(false); this.at = this.steps.length; this.answered = null; return this.show(); }
      super.press(what, button);
    }

    // The words at the reader's decision: the question, what has happened since the last one, a reply, and what may be said.
    speak(say, act) {
      if (!this.live) { act("now", this.said.now, "tt-first"); return false; }
      const { asks, said, pick, least, news, others, task } = this.answer, lays = pick > 1 || least === 0;
      say.push(make("p", "tt-said-first", asks || this.said.yours), ...this.notes);
      if (this.answered) {
        const box = make("div", `tt-reply ${this.answered.refused ? "tt-no" : "tt-yes"}`);
        if (this.answered.refused) box.append(make("b", "", this.words.refused));
        box.append(parsed(this.answered.html));
        say.push(box);
      } else if (news) say.push(...parsed(news).childNodes);
      if (task) say.push(make("p", "tt-reason", task));
      for (const [value, label] of [...said, ...others.map(card => [card, this.pictures.get(card)?.name ?? card])]) this.pays(act("say", label, "", value), value);
      for (const [value, label] of this.answer.refused_bids) this.pays(act("why", label, "tt-low", value), value).ariaDescription = this.said.low;
      if (lays) act("away", this.said.taken.replace("{number}", pick).replace("{chosen}", this.picked.length), "tt-first").disabled = this.picked.length < least;
      return true;
    }

    // What a contract pays, on the button of its bid.
    pays(button, contract) {
      if (this.prices[contract]) button.append(make("small", "tt-pays", this.prices[contract]));
      return button;
    }

    show(jump) {
      this.stage.classList.toggle("tt-live-now", this.live);
      super.show(jump);
      for (const [card, button] of this.pictures) button.classList.toggle("tt-hinted", this.live && this.hinted === card);
    }
  }

  customElements.define("tt-deal", Deal);
})();
