// A lesson on one screen, and exercises. The page says everything in a list that needs no script; this lays the list out on a table,
// a step at a time. It knows no rules: who holds what, which cards move, and why a card may not be played all stand in the list.
(() => {
  "use strict";
  const all = (from, what) => [...from.querySelectorAll(what)];
  const code = picture => picture.querySelector("use").getAttribute("href").split("-").at(-1);
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const copy = part => { const twin = part.cloneNode(true); twin.hidden = false; twin.removeAttribute("id"); return twin; };
  const tell = (from, event, detail) => from.dispatchEvent(new CustomEvent(event, { bubbles: true, cancelable: true, detail }));  // to remember.js and try.js
  const value = points => parseFloat(points.textContent.replace("½", ".5").replace(/^\./, "0.")) || 0;
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // What shows and copies the lines of a deal (what-if.js, clip.js) stands in a page of one file, and is loaded elsewhere when it is asked for.
  const here = document.currentScript?.src;
  let lines = here ? null : Promise.resolve();
  const withLines = () => lines ??= Promise.all(["clip", "what-if"].map(name => new Promise((onload, onerror) =>
    document.head.append(Object.assign(make("script"), { src: here.replace("lesson", name), onload, onerror })))));

  // A page in a notebook's frame is light or dark as the notebook is.
  const frame = window.frameElement?.matches(".tt-player") && getComputedStyle(frameElement).color;
  if (frame) document.documentElement.style.colorScheme = frame === "rgb(0, 0, 0)" ? "dark" : "light";
  // Another page that embeds this one may make its frame as high as the page asks for: the lesson is then no higher than a screen.
  const embedded = window.parent !== window && !frame;

  class Lesson extends HTMLElement {
    connectedCallback() {
      const [stage, list] = [".tt-stage", ".tt-read"].map(part => this.querySelector(`:scope > ${part}`));
      if (!stage || !list) return;
      Object.assign(this, { stage, list, words: JSON.parse(stage.dataset.words), picked: [] });
      for (const part of ["felt", "own", "cards", "say", "acts", "more", "strip", "tally", "where", "count", "box"]) this[part] = stage.querySelector(`.tt-${part}`);
      this.read();
      if (!this.steps.length && !this.answer) return;
      this.setTable();
      this.setControls();
      this.at = this.found() ?? 0;
      this.toggle(true);
      if (this.at) document.readyState === "complete" ? this.reach() : addEventListener("load", () => this.reach());
    }

    // The steps of the list, and the strip of its tricks.
    read() {
      const steps = all(this.list, "[data-n], .tt-sheet tbody tr").filter(step => !step.closest("tt-exercise"));
      for (const exercise of all(this.list, "tt-exercise")) {
        const after = steps.findIndex(step => (this.moveOf(step) ?? +(step.dataset.done ?? 1e9)) > +exercise.dataset.done);
        steps.splice(after < 0 ? steps.length : after, 0, exercise);
      }
      steps.forEach((step, i) => step.id ||= `${this.id}-s${i + 1}`);
      this.steps = steps;
      this.lastPlay = steps.findLastIndex(step => step.matches(".tt-play"));
      this.actions = Math.max(0, ...steps.map(step => this.moveOf(step) ?? 0));
      this.setStrip();
      const ends = all(all(this.list, ".tt-trick-head").at(-1) ?? this.strip, ".tt-points b");
      this.total = ends.length === 2 && this.list.querySelector(".tt-wins[data-side]") ? ends.reduce((sum, end) => sum + value(end), 0) : 0;
    }

    setStrip() {
      let trick = null;
      this.strip.replaceChildren();
      this.steps.forEach((step, i) => {
        const part = step.closest(".tt-trick, .tt-sheet");
        if (i && (!part || part === trick || (part.matches(".tt-sheet") && trick?.matches(".tt-sheet")))) return;  // one entry for all sheets
        trick = part;
        const name = part?.matches(".tt-sheet") ? this.words.score : part ? part.dataset.number : this.words.deal;
        const button = make("button", "", name);
        if (part?.matches(".tt-sheet")) button.dataset.score = "";
        if (part) button.title = button.ariaLabel = (part.querySelector(".tt-trick-head b, caption") ?? button).textContent;
        Object.assign(button.dataset, { go: "to", at: i && i + 1 });  // the first leads to the beginning
        button.type = "button";
        Object.assign(button, { part, end: part ? this.steps.findLastIndex(each => part.contains(each)) + 1 : i + 1, side: part?.querySelector(".tt-wins")?.dataset.side });
        this.strip.append(button);
      });
      for (const exercise of this.steps.filter(step => step.matches("tt-exercise"))) {
        const at = this.steps.indexOf(exercise);
        const asked = exercise.dataset.kind === "winner" ? at : at + 2;  // who wins is asked after a trick, all else before one
        all(this.strip, "button").findLast(button => button.dataset.at <= asked)?.classList.add("tt-asks");
      }
    }

    // The places of the cards at the start, the seats in order of play, and a picture of each card to be moved about.
    setTable() {
      this.start = new Map();
      this.seats = new Map();
      this.pictures = new Map();
      const felt = this.list.querySelector(":scope > .tt-table-top");
      for (const box of felt ? all(felt, "[data-seat], [data-place]") : []) {
        const { seat, place } = box.dataset;
        if (seat) this.seats.set(seat, { name: box.querySelector(".tt-who").firstChild.textContent.trim(), role: box.querySelector(".tt-role")?.textContent, unseen: box.querySelector(".tt-unseen")?.textContent });
        all(box, "svg.tt-c").forEach((picture, i) => this.start.set(code(picture), seat ?? (i ? place.replace("+", "") : place)));  // S/1+ is the open card of a heap
      }
      for (const play of all(this.list, ".tt-play")) if (!this.seats.has(play.dataset.seat)) this.seats.set(play.dataset.seat, { name: play.querySelector(".tt-who").textContent });
      for (const [seat, player] of this.seats) {
        player.plate = this.felt.appendChild(make("p", "tt-plate"));
        player.plays = this.steps.some(step => step.matches(".tt-play") && step.dataset.seat === seat);
      }
      this.clockwise = felt?.matches(".tt-clockwise");
      this.open = !!felt?.querySelector("[data-place=table]");  // cards lie open in the middle
      this.labels = new Map(felt ? all(felt, "[data-place]").map(part => [part.dataset.place, part.querySelector(".tt-who").textContent]) : []);
      const pictures = new Map();
      for (const picture of all(this.list, "svg.tt-c")) if (!pictures.has(code(picture))) pictures.set(code(picture), picture);
      for (const card of this.dataset.cards.split(" ")) {
        if (!pictures.has(card)) continue;
        const button = make("button", "tt-card", pictures.get(card).cloneNode(true));
        Object.assign(button, { type: "button", name: pictures.get(card).textContent, onclick: ({ detail }) => { this.pointed = !!detail; this.keyed = detail ? null : button; this.touch(card); } });
        button.firstChild.setAttribute("aria-hidden", "true");
        button.dataset.card = card;
        this.pictures.set(card, this.cards.appendChild(button));
      }
      this.flag = this.cards.appendChild(make("span", "tt-flag"));
    }

    setControls() {
      const view = this.stage.querySelector("[data-go=view]");
      for (const mode of ["sees", "plays"]) for (const [seat, player] of this.seats)
        if (mode === "plays" ? player.plays && this.start.size : this.start.size) view.add(new Option(fill(this.words[mode], { who: player.name }), `${mode} ${seat}`));
      view.parentElement.hidden = view.options.length < 2;
      view.addEventListener("change", () => { this.tried = this.asked = this.aside = null; this.show(true); });
      this.view = view;
      this.lookBack();
      this.addEventListener("click", event => { const button = event.target.closest("[data-go]"); if (button && !button.disabled) this.press(button.dataset.go, button); });
      this.say.addEventListener("toggle", () => this.fit(), true);
      this.acts.addEventListener("submit", event => { event.preventDefault(); this.press("answer"); });
      this.addEventListener("touchstart", ({ target, touches }) => { this.from = !touches[1] && !target.closest(".tt-scroll") && touches[0]; }, { passive: true });
      this.addEventListener("touchend", ({ changedTouches: [touch] }) => {
        const x = touch.clientX - this.from?.clientX, y = touch.clientY - this.from?.clientY;
        if (this.on && this.from && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) this.go(this.at - Math.sign(x));
      }, { passive: true });
      addEventListener("hashchange", () => { const at = this.found(); if (at != null) { this.go(at); this.reach(); } });
      addEventListener("beforeprint", () => { this.stepping = this.on; this.toggle(false); });
      addEventListener("afterprint", () => this.toggle(this.stepping));
      addEventListener("resize", () => this.measure());
      new ResizeObserver(() => this.measure()).observe(this);
      document.fonts?.ready.then(() => this.measure());
    }

    // The seat that was played before the reader went on to the machine's players, for a reader who comes back.
    lookBack() {
      try {
        const { address, view } = JSON.parse(sessionStorage.getItem("tarot-teach-lesson") ?? "{}");
        if (address === location.href) this.view.value = view;
      } catch { /* no storage */ }
    }

    found() {
      const sought = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      return sought === this ? 0 : this.contains(sought) ? this.steps.findIndex(step => sought.contains(step)) + 1 || null : null;
    }

    get most() { return embedded ? Math.max(300, Math.min(740, screen.availHeight * .8)) : Math.max(this.clientWidth, 740); }

    // The height that the window leaves below what stands above the lesson, or below a theme's own bar where that is too much.
    measure() {
      if (!this.on) return;
      const above = this.getBoundingClientRect().top + scrollY, bar = parseFloat(getComputedStyle(this.stage).scrollMarginTop) || 0;
      const height = Math.max(300, Math.min(innerHeight - (above < innerHeight * .35 ? above : bar), this.most));
      const layout = this.clientWidth >= 760 && height >= 430 ? "wide" : this.clientWidth > 1.2 * height && height < 480 ? "low" : "tall";
      if (height === this.height && layout === this.stage.dataset.layout && this.clientWidth === this.width) return;
      Object.assign(this, { height, width: this.clientWidth });
      this.stage.style.height = `${height}px`;
      this.stage.dataset.layout = layout;
      this.show(true);
    }

    // Scrolls so that all of the stage is in sight; once more two frames later, since the browser may meanwhile scroll to the
    // element that the address names.
    reach() {
      const scroll = () => { const { top, bottom } = this.stage.getBoundingClientRect(); if (top < 0 || bottom > innerHeight + 1) this.stage.scrollIntoView({ block: "start", behavior: "instant" }); };
      scroll();
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    }

    toggle(on) {
      this.on = on;
      this.classList.toggle("tt-on", on);
      for (const part of [this.stage, this.stage.nextElementSibling]) part.hidden = part === this.stage ? !on : on;
      this.list.hidden = on;
      if (on) { this.measure(); this.show(true); } else this.run(false);
    }

    press(what, button) {
      if (what === "list") return this.toggle(!this.on);
      if (what === "more") { this.box.classList.toggle("tt-open"); return this.fit(); }
      if (what === "run") return this.run(!this.timer);
      if (what === "step") { this.aside ? this.aside = null : this.asked = this.tried = null; return this.show(); }
      if (what === "record") return this.touch(code(this.turn.querySelector("svg.tt-c")));
      if (what === "onward") return this.onward(this.asked);
      if (what === "if" || what === "copy") return withLines().then(() => tell(this, `tt-${what}`, this.asked ?? { step: this.turn, card: this.tried }), () => this.unread());
      if (what === "play") {
        const view = this.stage.querySelector("[data-go=view]");
        view.value = button.value;
        view.dispatchEvent(new Event("change", { bubbles: true }));
        return this.go(0);
      }
      if (what === "tell") return this.question.reveal();
      if (what === "bid") { this.picked = [button.value]; what = "answer"; }
      if (what === "answer") return this.answer();
      const to = { back: this.at - 1, on: this.at + 1, next: this.at + 1, last: this.steps.length, to: +button?.dataset.at }[what];
      if (to != null) this.go(to);
    }

    // Takes the next steps one after the other, up to the reader's next decision; all at once for a reader who wants no movement.
    playOn() {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.run(false);
      do this.at += 1; while (still && !this.rests);
      this.go(this.at, true);
      if (this.rests) return this.refocus();
      const step = this.steps[this.at - 1];
      this.timer = setTimeout(() => this.playOn(), step.matches(".tt-play") && this.ends(step) ? 1000 : 320);
    }

    // True where the reader has something to decide, and at the end.
    get rests() { return this.at === this.steps.length || !!this.question || !!this.turn; }

    // A reader who plays by the keyboard stays in the hand: at the card after the one that was played, or at the last.
    refocus() {
      const from = this.keyed, hand = all(this.cards, ".tt-live");
      this.keyed = null;
      if (from) (hand.find(card => from.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) ?? hand.at(-1))?.focus();
    }

    run(on) {
      clearInterval(this.timer);
      this.timer = on && setInterval(() => {
        this.go(this.at + 1, true);
        if (this.at === this.steps.length || this.waits(this.at)) this.run(false);
      }, 1800);
      this.stage.querySelector("[data-go=run]")?.setAttribute("aria-pressed", !!on);
    }

    go(at, running) {
      if (!running) {
        this.run(false);
        this.since = null;
      }
      const jump = Math.abs(at - this.at) > 1;
      this.at = Math.min(Math.max(at, 0), this.steps.length);
      this.asked = this.tried = this.aside = null;
      this.picked = [];
      this.box.classList.remove("tt-open");
      if (tell(this, "tt-step") && location.protocol !== "about:") history.replaceState(null, "", `#${this.at ? this.steps[this.at - 1].id : this.id}`);
      if (!this.on) return;
      this.show(jump);
      this.reach();
    }

    // A question that has not been answered.
    waits(at) {
      return this.steps[at - 1]?.matches("tt-exercise:not(.tt-answered)");
    }

    get question() {
      return this.waits(this.at) ? this.steps[this.at - 1] : null;
    }

    // The number of actions so far: the same in the address and on a terminal. Questions and lines of the score have none of their own.
    number(at) {
      return this.actions ? Math.max(0, ...this.steps.slice(0, at).map(step => this.moveOf(step) ?? +(step.dataset.done ?? this.actions))) : at;
    }

    // The table after the first steps: where every card lies, the trick, the bids, who has won how many tricks, and the taker.
    table(at) {
      let where = new Map(this.start), lying = null, dealt = null, trick = [], calls = new Map(), won = new Map(), taker = null, points = [], played = [], up = false;
      const put = (text = "") => { for (const [card, place] of text.split(" ").map(move => move.split(">"))) if (place) where.set(card, place); };
      const gather = () => {
        if (!lying) return;
        const whole = lying.closest(".tt-trick"), winner = whole.querySelector(".tt-wins")?.dataset.seat;
        if (this.ends(lying)) { put(whole.dataset.g); won.set(winner, (won.get(winner) ?? 0) + 1); }
        lying = null;
        trick = [];
      };
      for (const [i, step] of this.steps.slice(0, at).entries()) {
        if (step.matches(".tt-play")) {
          if (lying && lying.closest(".tt-trick") !== step.closest(".tt-trick")) gather();
          dealt ??= new Map(where);
          put(step.dataset.m);
          calls.clear();
          const card = code(step.querySelector("svg.tt-c"));
          where.set(card, "table");
          if (this.open) trick = [];  // each card is done with before the next is played
          trick.push([card, step]);
          played.push(card);
          lying = step;
          if (this.ends(step)) points.push(step.closest(".tt-trick").querySelectorAll(".tt-points"));
        } else if (!step.matches("tt-exercise[data-kind=winner]")) {
          if (lying && this.ends(lying)) gather();
          if (step.dataset.m) calls.clear();
          if (step.dataset.call) calls.set(step.dataset.seat, step.dataset.call);
          if (step.dataset.taker) taker = [step.dataset.taker, step.dataset.contract];
          put(step.dataset.m);
          up ||= "up" in step.dataset;
        }
        if (i > this.lastPlay && this.lastPlay >= 0 && !step.matches("tt-exercise")) where = new Map(dealt);
      }
      const over = at > this.lastPlay + 1 && this.lastPlay >= 0 && !this.steps[at - 1].matches("tt-exercise");
      return { where, trick: over ? [] : trick, calls, won, taker, points: points.at(this.veils(at) ? -2 : -1), over, dealt: dealt ?? where, played, up };
    }

    // True for the last play of a trick.
    ends(play) { return !play.nextElementSibling; }

    // True as long as it is asked who wins the trick on the table.
    veils(at) {
      return [at, at + 1].some(step => this.waits(step) && this.steps[step - 1].dataset.kind === "winner");
    }

    // The mode and the seat that a reader has chosen; without one the first seat is at the foot of the table.
    get mode() { return this.view.value.split(" ")[0]; }
    get seat() { return this.view.value.split(" ")[1]; }

    // The play that a reader who plays a seat has to find next.
    get turn() {
      const next = this.steps[this.at];
      return this.mode === "plays" && next?.matches(".tt-play") && next.dataset.seat === this.seat && !this.question ? next : null;
    }

    hides(seat) { return this.seat && seat !== this.seat && seat !== this.subject && !this.state.over; }

    // The seat whose hand lies in front of the reader in a narrow layout.
    get front() { return this.subject ?? (this.seats.has(this.seat) ? this.seat : this.seats.keys().next().value); }

    // The seat about whose cards or bid the step asks: its hand is shown.
    get subject() {
      const asks = this.steps[this.at - 1];
      return asks?.matches("tt-exercise") && ["legal", "card", "discard", "bid"].includes(asks.dataset.kind) ? this.steps.slice(this.at).find(step => !step.matches("tt-exercise"))?.dataset.seat : null;
    }

    // The seat that is to act next.
    get acting() { return this.question ? this.subject : this.steps[this.at]?.dataset.seat; }

    // The step whose player could have played, or laid away, a card in another way: the step shown, or else the next one.
    chooser(card) {
      const near = [this.steps[this.at - 1], this.steps[this.at]].filter(step => step?.dataset.seat && !this.hides(step.dataset.seat) && (step.matches(".tt-play") || step.querySelector(".tt-refusal")));
      return near.find(step => this.verdict(step, card).known || this.state.where.get(card) === step.dataset.seat);
    }

    // What the list says of a card at a step: the refusal, or that it was allowed.
    verdict(step, card) {
      const holds = line => all(line, ".tt-fan svg.tt-c").some(picture => code(picture) === card);
      const refusal = all(step, ".tt-refusal").find(holds);
      return { refusal, known: refusal || all(step, ".tt-legal").some(holds), played: step.matches(".tt-play") && code(step.querySelector("svg.tt-c")) === card };
    }

    touch(card) {
      const question = this.question, place = this.state.where.get(card);
      if (question) {
        const winner = question.dataset.kind === "winner" && this.state.trick.find(([lies]) => lies === card);
        const choice = winner ? winner[1].dataset.seat : card, pick = +question.dataset.pick;
        if (!all(question, "[name=choice]").some(input => input.value === choice)) return;
        if (this.picked.includes(choice)) this.picked = this.picked.filter(other => other !== choice);
        else if (pick === 1) this.picked = [choice];
        else if (!pick || this.picked.length < pick) this.picked.push(choice);
        this.replied = false;
      } else if (this.turn) {
        if (place !== this.seat) return;
        if (this.verdict(this.turn, card).played) {
          this.since = this.at;
          return this.playOn();
        }
        if (this.plays({ step: this.turn, card })) return this.onward({ step: this.turn, card });
        this.tried = card;
      } else {
        const step = this.chooser(card);
        this.asked = step && this.asked?.card !== card ? { card, step } : null;
      }
      this.show();
    }

    // Has an exercise judge what was chosen on the table, as it judges what is chosen in its own form.
    answer() {
      const question = this.question, form = question?.querySelector("form");
      if (!form) return;
      for (const input of all(form, "[name=choice]")) input.checked = this.picked.includes(input.value);
      if (form.elements.amount) form.elements.amount.value = this.typed = this.acts.querySelector("input").value;
      this.replied = true;
      question.check(form);
      this.show();
    }

    show(jump) {
      if (!this.on) return;
      this.stage.classList.toggle("tt-jump", !!jump);
      this.state = this.table(this.at);
      this.veiled = this.veils(this.at);
      const held = document.activeElement, inside = this.contains(held);
      this.tell();
      this.lay();
      const last = this.at === this.steps.length;
      for (const [name, end] of [["back", !this.at], ["on", last], ["last", last]]) this.stage.querySelector(`[data-go=${name}]`).setAttribute("aria-disabled", end);
      const on = this.stage.querySelector("[data-go=on]");
      on.querySelector("span").textContent = this.turn && !this.tried ? this.words.card : this.question ? this.stage.dataset.layout === "tall" ? this.words.pass : this.words.skip : this.words.on;
      this.stage.classList.toggle("tt-asking", !!this.question);
      if (this.start.size) this.view.options[0].text = this.stage.dataset.layout === "wide" ? this.words.all : fill(this.words.hand, { who: this.seats.get(this.front).name });
      on.classList.toggle("tt-first", !this.acts.querySelector(".tt-first"));
      if (inside && !held.getClientRects().length) on.focus({ preventScroll: true });
      this.fit();
    }

    // The words of the step: what happens, the author's notes, the reasons, what came of it, and what else was allowed.
    tell() {
      const step = this.steps[this.at - 1], words = this.words, say = [], acts = [];
      const act = (go, label, kind = "", value = "") => { const made = Object.assign(make("button", kind, label), { type: "button", value }); made.dataset.go = go; acts.push(made); return made; };
      const trick = step?.closest(".tt-trick");
      this.where.textContent = !step ? words.start : trick ? trick.ariaLabel : step.closest(".tt-sheet") ? words.score : step.matches("tt-exercise") ? words.question : words.deal;
      for (const button of this.strip.children) {
        button.removeAttribute("aria-current");
        button.dataset.side = button.end <= this.at && !this.veiled && (!this.seat || this.seats.size < 5 || this.state.over) ? button.side ?? "" : "";
      }
      (all(this.strip, "button").findLast(button => +button.dataset.at <= this.at) ?? this.strip.firstChild)?.setAttribute("aria-current", "step");
      this.count.textContent = `${this.number(this.at)}/${this.actions || this.steps.length}`;
      if (this.speak(say, act)) this.count.textContent = "";
      else if (this.aside) {  // words and a sheet of another script
        say.push(...this.aside.say);
        act("step", this.aside.back, "tt-first");
      } else if (this.asked) {
        this.judge(say, this.asked.step, this.asked.card);
        if (this.lined(this.asked)) act("if", words.if);
        if (this.plays(this.asked)) act("onward", words.onward);
        act("step", words.step);
      } else if (this.turn) {
        say.push(make("p", "tt-said-first", this.tried ? "" : words.yours));
        if (this.tried) {
          this.reply(say);
          if (this.lined({ step: this.turn, card: this.tried })) act("if", words.if);
          if (!this.judged.refused) act("record", words.record, "tt-first");
        } else {
          if (this.since != null) say.push(...this.passed());
          say.push(make("p", "tt-reason", this.state.trick.length ? words.touch : words.lead));
          if (this.since == null && this.goesOn) say.push(make("p", "tt-reason", words.machine));
        }
      } else if (!step) {
        say.push(...all(this.list, ":scope > .tt-about > *").map(copy));
      } else if (step.matches("tt-exercise")) {
        this.ask(step, say, acts, act);
      } else if (step.matches("tr")) {
        const [name, ...cells] = step.cells;
        say.push(make("p", "tt-said-first", name.textContent + words.colon + cells[0].textContent), make("p", "", ...copy(cells.at(-1)).childNodes));
        const sheet = step.closest(".tt-sheet");
        if (step === sheet.querySelector("tbody tr:last-child")) say.push(make("p", "tt-outcome", sheet.querySelector("tfoot td:last-child").textContent));
      } else this.narrate(step, say);
      if (this.at === this.steps.length) say.push(...all(this.list, ":scope > .tt-para, :scope > .tt-veil > .tt-para").map(copy));
      if (step && this.at === this.steps.length && !this.question && !this.asked && !this.aside) this.leadOn(say, act);
      this.say.replaceChildren(...say);
      this.acts.replaceChildren(...acts);
      const points = [...(this.mode && this.seat && !this.state.over ? [] : this.state.points ?? [])].map(copy);
      this.tally.replaceChildren(...points);
      if (points.length === 2 && this.total) {
        const bar = this.tally.appendChild(make("span", "tt-sum"));
        points.forEach((side, i) => bar.style.setProperty(i ? "--defence" : "--taker", `${100 * value(side.querySelector("b")) / this.total}%`));
      }
    }

    // The words of a table at which somebody else decides what is said (play.js); false for those of the step.
    speak() { return false; }

    narrate(step, say) {
      const secret = this.hides(step.dataset.seat), said = step.querySelector(".tt-said") ?? step;
      const first = said.querySelector(":scope > .tt-say, :scope > span");
      say.push(make("p", "tt-said-first", ...(secret && step.dataset.closed ? [step.dataset.closed] : first ? copy(first).childNodes : [])));
      if (!secret) say.push(...all(said, ":scope > p:not(.tt-say)").map(copy));
      if (step.matches(".tt-play:last-child") && !this.veiled) say.push(...all(step.closest(".tt-trick"), ":scope > :is(.tt-outcome, .tt-note)").map(copy));
      if (secret) return;
      const played = code(step.querySelector("svg.tt-c") ?? this.pictures.values().next().value), refusals = all(step, ".tt-refusal");
      const other = all(step, ".tt-legal svg.tt-c").filter(picture => code(picture) !== played);
      if (other.length) say.push(make("div", "tt-might", make("b", "", fill(this.words.might, { who: this.seats.get(step.dataset.seat).name })), make("span", "tt-fan", ...other.map(copy))));
      const rules = new Map(refusals.map(line => line.querySelector(".tt-ruleref")).filter(Boolean).map(link => [link.textContent, link]));
      if (rules.size) {
        const [before, after] = this.words.rest.split("{rules}");
        const inView = this.stage.dataset.layout === "wide" || step.dataset.seat === this.front;
        say.push(make("p", "tt-reason", before, ...[...rules.values()].flatMap((link, i) => i ? [", ", copy(link)] : [copy(link)]), after, inView ? ` ${this.words.toAsk}` : ""));
      }
      say.push(...all(said, ":scope > .tt-open").map(copy));
    }

    // The reason for or against a card.
    judge(say, step, card) {
      const { refusal, played } = this.verdict(step, card), name = this.pictures.get(card).name, who = this.seats.get(step.dataset.seat).name;
      say.push(make("p", "tt-said-first", fill(step.matches(".tt-play") ? this.words.may : this.words.may_lay, { who, card: name })));
      const reply = make("div", refusal ? "tt-reply tt-no" : "tt-reply tt-yes", make("b", "", refusal ? this.words.refused : played ? this.words.played : this.words.allowed));
      if (refusal) reply.append(make("p", "", ...copy(refusal.querySelector(":scope > span:last-child")).childNodes));
      say.push(reply);
    }

    // What is said of a card that a reader would play in place of the record's player.
    reply(say) {
      const step = this.turn, card = this.pictures.get(code(step.querySelector("svg.tt-c"))).name, words = this.words;
      if (this.judged.refused) { say.pop(); return this.judge(say, step, this.tried); }
      say.at(-1).textContent = fill(words.other, { card });
      say.push(...all(step, ".tt-said > p:not(.tt-say)").map(copy), make("p", "tt-reason", words.only));
    }

    // What has happened since the reader's last card: what its author says of it, and the other players' cards with what came of the tricks.
    passed() {
      const [own, ...others] = this.steps.slice(this.since, this.at), said = [];
      for (const step of [own, ...others]) {
        if (step !== own) said.push((step.querySelector(".tt-say") ?? step).textContent.trim());
        if (step.matches(".tt-play") && this.ends(step)) said.push(...all(step.closest(".tt-trick"), ":scope > .tt-outcome").map(part => part.textContent.trim()));
      }
      return [...all(own, ".tt-said > p:not(.tt-say)").map(copy), make("p", "", said.join(" "))];
    }

    // The number of the move of a step, which is the end of its address.
    moveOf({ dataset: { n }, id }) { return n === undefined ? n : +(n || id.match(/\d+$/)[0]); }

    // The ways on from the end: a seat to play, the page that follows, which is the theme's to know, and the page of the rules.
    leadOn(say, act) {
      const seats = all(this.stage, "[data-go=view] option").filter(({ value }) => value.startsWith("plays ")), next = document.head.querySelector("link[rel=next]");
      const seat = seats.find(({ value }) => value !== `plays ${this.seat}`) ?? seats[0];
      if (seat) act("play", fill(this.words.seat, { seat: seat.text }), "", seat.value);
      if (document.querySelectorAll("tt-lesson").length > 1 || document.querySelector(".tt-course-foot")) return;
      const rules = all(document, "a.tt-ruleref").find(({ pathname }) => pathname !== location.pathname);
      if (next?.title) say.push(make("p", "tt-reason", `${this.words.next} `, Object.assign(make("a", "", next.title), { href: next.href })));
      if (rules) say.push(make("p", "tt-reason", Object.assign(make("a", "", this.words.rules), { href: rules.href.split("#")[0] })));
    }

    // What is said where the lines of a deal cannot be loaded.
    unread() {
      this.aside = { say: [make("p", "tt-said-first", this.words.unread)], paper: "", back: this.words.step };
      this.show();
    }

    // True for a card that could have been played instead, in a deal of which it is known how it would have gone on.
    lined({ step, card }) {
      const { refusal, played } = this.verdict(step, card);
      return this.dataset.lines != null && step.matches(".tt-play") && !refusal && !played;
    }

    // True where the deal can go on with the machine's players, on another page.
    get goesOn() { return !!this.dataset.play && location.protocol !== "file:"; }

    // True for a card from which it can go on there.
    plays({ step, card }) {
      const { refusal, played } = this.verdict(step, card);
      return this.goesOn && step.matches(".tt-play") && !refusal && !played;
    }

    // Goes there; the place of this lesson is kept, so that there is a way back.
    onward({ step, card }) {
      try { sessionStorage.setItem("tarot-teach-lesson", JSON.stringify({ address: location.href, view: this.view.value, example: this.dataset.example })); } catch { /* no storage */ }
      const game = this.dataset.game.split("+").map(part => part.replaceAll(".", "%2E")).join(".");
      const pairs = { try: "play", game, example: this.dataset.example, at: this.moveOf(step) - 1, seat: step.dataset.seat, done: card, go: 1 };
      location.assign(`${this.dataset.play}#${Object.entries(pairs).map(([name, part]) => `${name}=${encodeURIComponent(part)}`).join("&")}`);
    }

    // A question, to be answered on the table, and the reply to the answer.
    ask(step, say, acts, act) {
      const form = step.querySelector("form"), { kind, pick } = step.dataset, words = this.words, open = this.question;
      say.push(make("p", "tt-said-first", ...copy(form.querySelector("legend")).childNodes));
      if (!open) {
        const answer = step.querySelector(".tt-answer"), right = all(form, "[data-grade=right]").map(({ value }) => value);
        const why = all(answer, ":scope > p[data-for]:not([hidden])").filter(reply => reply.dataset.for.split(" ").some(value => right.includes(value)));
        say.push(make("div", "tt-reply tt-yes", ...[...all(form, ".tt-verdict > .tt-right"), ...all(answer, ":scope > p:not([data-for])"), ...why].map(copy)));
        return;
      }
      const verdict = all(form, ".tt-verdict > *");
      if (this.replied && verdict.length) say.push(make("div", "tt-reply tt-no", ...verdict.map(copy)));
      else {
        say.push(...all(form, ":scope > .tt-para").map(copy));
        const hint = { legal: words.touch_all, card: words.touch_one, winner: words.touch_winner, discard: fill(words.touch_some, { number: pick, chosen: this.picked.length }) }[kind];
        if (hint) say.push(make("p", "tt-reason", hint));
      }
      if (form.elements.amount) {
        const input = Object.assign(copy(form.elements.amount), { value: this.typed ?? "" });
        acts.push(input);
        act("answer", words.answer, "tt-first");
      } else if (!form.querySelector(".tt-choice svg.tt-c") && kind !== "winner") {
        for (const choice of all(form, ".tt-choice")) act("bid", choice.textContent, "", choice.querySelector("input").value);
      } else act("answer", words.answer, "tt-first");
      act("tell", words.tell);
    }

    // True if the cards of the talon are to be seen.
    faceUp(_talon, over) { return over || this.state.up || !this.seat && this.stage.dataset.layout === "wide"; }

    // Puts every card where it lies. Hands keep their places: a card that has been played leaves its place empty.
    lay() {
      const { where, trick, calls, won, taker, over, dealt, played } = this.state, { layout } = this.stage.dataset, wide = layout === "wide";
      const origin = this.stage.getBoundingClientRect();
      const area = part => { const { x, y, width, height } = part.getBoundingClientRect(); return { x: x - origin.x, y: y - origin.y, w: width, h: height }; };
      const felt = area(this.felt), own = area(this.own), u = wide ? Math.min(felt.w / 880, felt.h / 640) : 1;
      const middle = { x: felt.x + felt.w / 2, y: felt.y + felt.h * (wide ? .468 : .5) };
      const seats = [...this.seats.keys()], n = seats.length, foot = Math.max(0, seats.indexOf(this.seat)), front = this.front;
      const sides = new Map(seats.map((seat, i) => { const angle = 2 * Math.PI * (i - foot) / n * (this.clockwise ? -1 : 1); return [seat, [Math.round(100 * Math.sin(angle)) / 100, Math.round(100 * Math.cos(angle)) / 100]]; }));
      const most = Math.max(...seats.map(seat => [...dealt.values()].filter(place => place === seat).length)), large = most <= 8 ? 1.28 : 1;
      const placed = new Set();
      const put = (card, x, y, width, { z = 1, at = "", closed = false, gone = false } = {}) => {
        const button = this.pictures.get(card);
        if (!button) return;
        placed.add(card);
        button.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) scale(${(width / 60).toFixed(4)})`;
        button.style.zIndex = z;
        button.dataset.at = at;
        button.classList.toggle("tt-gone", gone);
        button.classList.toggle("tt-closed", closed);
        button.ariaLabel = closed ? this.words.closed : button.name;
        button.at = { x, y, width };
      };
      // A row of cards, as wide as its room: from the left, from the right, or from the middle.
      const row = (groups, x, y, width, room, step, align, options) => {
        const number = groups.flat().length, gap = width / 9, gaps = (groups.length - 1) * gap;
        const pace = Math.min(step, (room - width - gaps) / Math.max(1, number - 1)), length = pace * Math.max(0, number - 1) + width + gaps;
        let left = x - length * align, i = 0;
        for (const group of groups) {
          for (const card of group) {
            if (where.get(card) === options.at || options.all) put(card, left, y - (this.lifts(card) ? options.lift ?? 0 : 0), width, { ...options, z: options.z + i });
            left += pace;
            i++;
          }
          left += gap;
        }
        return length;
      };
      const far = !this.open ? 1 : wide ? 1.5 : 1.3;  // past the cards that lie open
      const [spread, rise] = { 2: [0, .55], 3: [1.1, .67], 4: [1.3, .54], 5: [1.68, .6] }[n] ?? [1.6, 1.05];
      const across = (x, y) => x * (n === 5 && y < 0 ? wide ? .9 : .62 : spread);  // two of five cards stand side by side above the others
      const width = (this.open ? .8 : 1) * Math.max(24, Math.min((wide ? n === 5 ? 82 : 92 : n === 5 ? 58 : 70) * u, (felt.h - (wide ? 200 * u : 74)) / Math.max(3.3, 3.2 * rise + 1.6), felt.w / 4.6));
      const plates = new Map();
      const plate = (seat, x, y, align) => {
        plates.set(seat, { x, y, align });
        this.seats.get(seat).plate.style.transform = `translate(${(x - felt.x).toFixed(1)}px,${(y - felt.y).toFixed(1)}px) translate(${-100 * align}%,0)`;
      };
      for (const seat of seats) {
        const [x, y] = sides.get(seat), groups = this.rack(seat, dealt), held = [...where].filter(([, place]) => place === seat).map(([card]) => card);
        const closed = this.hides(seat), align = Math.abs(x) < .1 ? .5 : x > 0 ? 1 : 0, edge = align === .5 ? middle.x : align ? felt.x + felt.w - 20 * u : felt.x + 20 * u;
        this.describe(seat, { held: held.length, won: won.get(seat), taker: taker?.[0] === seat && taker[1], folded: !wide && y < .99 });
        if (!wide && seat === front) this.layOwn(groups, own, layout, felt, where, seat, put);
        if (y > .99 && !wide) {
          plate(seat, middle.x, felt.y + felt.h - 30, .5);
          if (seat !== front) for (const card of held) put(card, middle.x - 7, felt.y + felt.h - 30, 14, { gone: true, at: seat });
        } else if (y > .99) {
          const size = (groups.flat().length > 20 ? 62 : 68 * large) * u, top = felt.y + felt.h - 22 * u - 1.6 * size;
          row(groups, middle.x, top, size, Math.min(felt.w - 40 * u, 800 * u), size + 4, .5, { z: 10, at: seat, lift: 16 * u });
          plate(seat, felt.x + 20 * u, top - 34 * Math.max(u, .85), 0);
        } else if (!wide) {
          const beside = align === .5 ? middle.x : align ? felt.x + felt.w - 8 : felt.x + 8;
          const top = y < -.3 ? felt.y + 8 : middle.y + y * rise * 1.6 * width - .8 * width - 28;
          plate(seat, beside, top, align);
          if (seat !== front) for (const card of held) put(card, beside - 14 * align, top, 14, { gone: true, at: seat });
        } else if (closed || y < -.3) {
          const size = 46 * large * u, top = y < -.3 ? felt.y + 20 * u + 26 : middle.y - .8 * size;
          const room = y < -.9 && n !== 5 ? 500 * u : y < -.3 ? felt.w * .43 : 220 * u;
          row(closed ? [held] : groups, edge, top, size, room, (closed ? 15 : 26 * large) * u, align, { z: 10, at: seat, closed });
          plate(seat, edge, top - 29, align);
        } else {
          const size = 46 * large * u, pace = Math.min(36 * large * u, 150 * u / Math.max(1, groups.length - 1));
          const top = middle.y - (pace * (groups.length - 1) + 1.6 * size) / 2 + 13, longest = Math.max(1, ...groups.map(group => group.length));
          const step = Math.min(25 * large * u, (236 * u - size) / Math.max(1, longest - 1)), left = align ? edge - step * (longest - 1) - size : edge;
          groups.forEach((group, i) => row([group], left, top + i * pace, size, 236 * u, step, 0, { z: 10 + 20 * i, at: seat }));
          plate(seat, edge, top - 29, align);
        }
      }
      this.layHeaps?.(seats, sides, { felt, middle, width, u, wide, large, over, put });
      trick.forEach(([card, play], i) => {
        const [x, y] = sides.get(play.dataset.seat);
        put(card, middle.x + across(x, y) * far * width - width / 2, middle.y + y * rise * far * 1.6 * width - .8 * width, width, { z: 30 + i, at: "table" });
      });
      const lying = place => [...this.pictures.keys()].filter(card => where.get(card) === place), shown = !this.seat || over;
      const talon = lying("talon"), laid = lying("discard"), up = this.faceUp(talon, over), below = felt.y + felt.h - 22 * u - 68 * large * u * 1.6 - 62 * u;
      const stock = talon.length && (this.open || played.length), room = laid.length ? 210 * u : 0;  // to be drawn from, while the play is on
      if (stock && wide) row([talon], felt.x + felt.w - 24 * u - room, below, 34 * u, 150 * u, (up ? 25 : 4) * u, 1, { z: 5, at: "talon", closed: !up });
      else if (stock) row([talon], felt.x + 8, felt.y + felt.h - 50, 24, 90, up ? 13 : 3, 0, { z: 5, at: "talon", closed: !up });
      else if (talon.length) row([talon], middle.x, middle.y - (wide ? 50 * u : 34), wide ? 62 * u : 42, felt.w * (wide ? .54 : .8), wide ? 50 * u : 34, .5, { z: 10, at: "talon", closed: !up });
      if (this.open) {
        const lies = lying("table").filter(card => !trick.some(([other]) => other === card)), size = wide ? 56 * u : 38;
        row([lies], middle.x, middle.y - .8 * size, size, felt.w * .6, size + 4, .5, { z: 10, at: "table" });
        for (const [seat, { x, y, align }] of plates) {
          const top = played.findLast(card => where.get(card) === `=${seat}`), beside = align === .5 && sides.get(seat)[1] < 0;
          if (top && wide) put(top, beside ? x + 150 * u : align === 1 ? x - 34 * u : x, beside ? y : y - 60 * u, 34 * u, { z: 6, at: "pile" });
          else if (top) put(top, align === 1 ? x - 96 : x + (align ? 44 : 72), y - 6, 22, { z: 6, at: "pile" });
        }
      }
      if (laid.length && wide) row([laid], felt.x + felt.w - 24 * u, below, 34 * u, 190 * u, (shown ? 25 : 9) * u, 1, { z: 5, at: "discard", closed: !shown });
      else if (laid.length) row([laid], felt.x + felt.w - 8, felt.y + felt.h - 50, 24, 90, shown ? 13 : 5, 1, { z: 5, at: "discard", closed: !shown });
      for (const [card, place] of where) {
        const at = place?.startsWith("=") && plates.get(place.slice(1));
        if (at && !placed.has(card)) put(card, at.x - 8, at.y, 16, { gone: true });
      }
      for (const card of this.pictures.keys()) if (!placed.has(card)) put(card, middle.x, middle.y, 16, { gone: true });
      this.mark(trick, sides);
      const label = (text, x, y) => { const made = make("span", "tt-label", text); made.style.transform = `translate(${x - felt.x}px,${y - felt.y}px) translateX(-50%)`; return made; };
      all(this.felt, ".tt-call, .tt-label, .tt-paper").forEach(part => part.remove());
      const called = this.labels.get("talon") ?? "";
      if (stock) this.felt.append(label(`${called} ${talon.length}`, wide ? felt.x + felt.w - 24 * u - room - 75 * u : felt.x + 44, (wide ? below : felt.y + felt.h - 50) - 24));
      else if (talon.length) this.felt.append(label(called, middle.x, middle.y + (wide ? 58 * u : 40)));
      for (const [seat, call] of calls) {
        const { x, y, align } = plates.get(seat), bubble = make("span", "tt-call", call), name = this.seats.get(seat).plate;
        const left = x - felt.x - name.offsetWidth * align, right = left + name.offsetWidth;
        const [at, shift] = wide ? (align === 1 ? [left - 8, -1] : [right + 8, 0]) : [align ? (align === 1 ? right : (left + right) / 2) : left, -align];
        bubble.style.transform = `translate(${at}px,${y - felt.y + (wide ? 13 : sides.get(seat)[1] > .9 ? -16 : 40)}px) translate(${100 * shift}%,-50%)`;
        this.felt.append(bubble);
      }
      this.sheet();
    }

    // The own hand on a phone: rows of eight under the words; on a phone that lies on its side one row, and a second over the table.
    layOwn(groups, own, layout, felt, where, seat, put) {
      const cards = groups.flat(), low = layout === "low", closed = this.hides(seat);
      const above = low && cards.length > 18 ? Math.ceil(cards.length * .4) : 0, across = low ? cards.length - above : this.across(cards.length);
      const step = low ? Math.min(60, (own.w - 14) / Math.max(1, across)) : (own.w - 8) / across, width = Math.min(low ? 54 : 58, step + (low ? 5 : 2));
      const rows = Math.ceil(cards.length / across), rise = Math.min(48, (own.h - 10 - 1.6 * width) / Math.max(1, rows - 1));
      cards.forEach((card, i) => {
        if (where.get(card) !== seat) return;
        const lift = this.lifts(card) ? 6 : 0;
        if (!low) put(card, own.x + 4 + i % across * step, own.y + 8 + Math.floor(i / across) * rise - lift, width, { z: 10 + i, at: seat, closed });
        else if (i < above) put(card, felt.x + 6 + i * (felt.w - 12) / above, own.y - 52 - lift, width, { z: 10 + i, at: seat, closed });
        else put(card, own.x + 6 + (i - above) * step, own.y + 6 - lift, width, { z: 40 + i, at: seat, closed });
      });
    }

    // The number of cards in a row of the own hand on a phone.
    across() { return 8; }

    // The cards of a hand by suit, in the order of the pack: all that the seat had when play began.
    rack(seat, dealt) {
      const groups = new Map();
      for (const card of this.pictures.keys()) {
        if (dealt.get(card) !== seat && this.state.where.get(card) !== seat) continue;
        const suit = card === "EX" ? "T" : card[0];
        groups.set(suit, [...(groups.get(suit) ?? []), card]);
      }
      return [...groups.values()];
    }

    lifts(card) {
      return this.picked.includes(card) || this.tried === card || this.asked?.card === card;
    }

    // A player's name with what is to be known: dealer, taker, tricks won, cards in a folded hand.
    describe(seat, { held, won, taker, folded }) {
      const { plate, name, role, unseen } = this.seats.get(seat), words = this.words;
      plate.classList.toggle("tt-turn", this.acting === seat);
      if (folded) return plate.replaceChildren(name, ...(held ? [make("small", "", held)] : unseen ? [make("small", "", "?")] : []));
      const facts = [taker, role, won ? fill(words.won, { number: won }) : "", held ? "" : unseen];
      plate.replaceChildren(name, ...facts.filter(Boolean).map(fact => make("small", "", fact)));
    }

    // The card that is asked about or tried, and whether the rules refuse it.
    get judged() {
      const { card, step } = this.asked ?? { card: this.tried, step: this.turn };
      return card && { card, refused: !!this.verdict(step, card).refusal };
    }

    // True for a card on the table that may be touched.
    may(card, button) { return this.turn ? button.dataset.at === this.seat : !!this.chooser(card); }

    // Marks the winner of a whole trick, cards that are chosen or asked about, and the cards that may be touched.
    mark(trick, sides) {
      const whole = trick.length && !this.open && this.ends(trick.at(-1)[1]) && !this.veiled;
      const played = new Map(trick), asked = this.judged;
      const choices = this.question && all(this.question, "[name=choice]").map(input => input.value);
      const free = [];
      for (const [card, button] of this.pictures) {
        const play = played.get(card), wins = whole && play?.matches(".tt-wins");
        button.classList.toggle("tt-takes", !!wins);
        button.classList.toggle("tt-dim", !!(whole && play && !wins));
        button.classList.toggle("tt-irregular", !!play?.matches(".tt-irregular"));
        button.classList.toggle("tt-picked", this.picked.includes(card) || !!play && this.picked.includes(play.dataset.seat));
        const closed = button.matches(".tt-closed, .tt-gone");
        const may = !closed && (choices ? choices.includes(card) || play && choices.includes(play.dataset.seat) : this.may(card, button));
        button.classList.toggle("tt-live", !!may);
        button.setAttribute("aria-disabled", !may);
        if (choices) button.setAttribute("aria-pressed", this.picked.includes(card) || !!play && this.picked.includes(play.dataset.seat));
        else button.removeAttribute("aria-pressed");
        button.tabIndex = -1;
        if (may) free.push(button);
      }
      (free.find(button => button === document.activeElement) ?? free[0] ?? {}).tabIndex = 0;
      const flagged = asked ? this.pictures.get(asked.card) : whole && [...this.pictures.values()].find(button => button.matches(".tt-takes"));
      this.flag.className = `tt-flag${asked ? asked.refused ? " tt-no" : " tt-yes" : ""}`;
      this.flag.textContent = !flagged ? "" : asked ? asked.refused ? this.words.refused : this.words.allowed : this.words.wins;
      if (flagged) {
        const { x, y, width } = flagged.at;
        this.flag.style.transform = `translate(${Math.max(50, Math.min(this.width - 50, x + width / 2))}px,${asked ? y - 10 : y + 1.6 * width - 4}px) translate(-50%,-50%)`;
      }
    }

    // The score sheet on the table, as far as it has been counted.
    sheet() {
      if (this.aside) return this.felt.append(this.aside.paper);
      const step = this.steps[this.at - 1], sheet = this.state.over && !this.question && this.steps.slice(0, this.at).findLast(row => row.matches("tr"))?.closest(".tt-sheet");
      if (!sheet) return;
      const paper = make("div", "tt-paper tt-scroll", copy(sheet)), rows = all(paper, "tbody tr"), row = all(sheet, "tbody tr").indexOf(step), end = row < 0 || row === rows.length - 1;
      paper.tabIndex = 0;
      rows.slice(row < 0 ? rows.length : row + 1).forEach(later => later.remove());
      rows.forEach(later => later.removeAttribute("id"));
      if (!end) all(paper, "tfoot, .tt-scores").forEach(part => part.remove());
      this.felt.append(paper);
    }

    // Words that do not fit their box on a phone get a button that opens it.
    fit() {
      const open = this.box.matches(".tt-open");
      this.more.hidden = !(open || this.say.scrollHeight > this.say.clientHeight + 2) || this.stage.dataset.layout !== "tall";
      this.more.textContent = open ? this.words.less : this.words.more;
    }
  }

  class Exercise extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector("form");
      if (!form) return;
      this.querySelector(".tt-check").hidden = false;
      this.onCards(form);
      if (this.dataset.pick === "1" && form.querySelector(".tt-choice") && !form.querySelector(".tt-choice .tt-c")) this.byTouch();
      form.addEventListener("submit", event => { event.preventDefault(); this.check(form); });
      this.querySelector(".tt-answer").addEventListener("toggle", ({ target }) => { if (target.open) this.reveal(); });
    }

    // Opens the answer at once; the event of the fold comes later, and finds the question answered.
    reveal() {
      this.querySelector(".tt-answer").open = true;
      if (this.matches(".tt-answered")) return;
      this.classList.add("tt-answered");
      tell(this, "tt-grade", "shown");
      const lesson = this.closest("tt-lesson");
      if (lesson?.on) lesson.show();
    }

    // Where seats are chosen from, the cards that they played are what is touched.
    onCards(form) {
      const trick = all(form, ".tt-plays").at(-1), seats = trick ? all(trick, ".tt-play").map(play => [play, form.querySelector(`[name=choice][value="${play.dataset.seat}"]`)]) : [];
      if (!seats.length || seats.some(([, input]) => !input) || seats.length !== all(form, "[name=choice]").length) return;
      trick.setAttribute("role", "radiogroup");
      trick.ariaLabel = form.querySelector("legend").textContent;
      for (const [play, input] of seats) {
        const label = input.closest("label");
        label.append(play.querySelector(".tt-c"));
        play.setAttribute("role", "presentation");
        play.querySelector(".tt-who").replaceWith(label);
      }
    }

    // One choice is sought, and the one that is touched is the answer: choices are buttons, and the verdict stands on each.
    byTouch() {
      const form = this.querySelector("form"), labels = all(form, "label.tt-choice");
      this.querySelector(".tt-check").hidden = true;
      const buttons = labels.map(label => {
        const input = label.querySelector("input"), button = make("button", "tt-choice tt-touch", ...label.childNodes);
        button.type = "button";
        input.hidden = true;
        label.replaceWith(button);
        button.addEventListener("click", () => {
          input.checked = true;
          form.requestSubmit();
          buttons.forEach(other => other.setAttribute("aria-pressed", other === button));
          button.dataset.mark = { right: "✓", possible: "▼", wrong: "✕" }[input.dataset.grade];
        });
        return button;
      });
      form.addEventListener("reset", () => buttons.forEach(button => { delete button.dataset.mark; button.removeAttribute("aria-pressed"); }));
      form.addEventListener("keydown", event => {
        const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = buttons.indexOf(document.activeElement);
        if (!to || at < 0) return;
        buttons[at + to]?.focus();
        event.preventDefault();
        event.stopPropagation();
      });
    }

    check(form) {
      const told = this.querySelector(".tt-verdict"), say = what => { told.replaceChildren(make("p", `tt-${what}`, told.dataset[what])); };
      const amount = form.elements.amount, picked = all(form, "input:checked"), pick = +this.dataset.pick;
      const missed = values => told.append(...all(this, "[data-miss]").filter(reply => values.includes(amount ? +reply.dataset.miss : reply.dataset.miss)).map(copy));
      if (amount) { // as topics/quiz/quiz.py reads it
        const typed = amount.value.replace(/[−–]/g, "-").replace(",", ".").replace("½", ".5").replace(amount.dataset.sign, "").match(/^\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,2})?|\.\d{1,2})\s*(?:points?)?\s*$/i);
        if (!typed) return say("none");
        this.grade(+(typed[1] + typed[2]) === +amount.dataset.answer ? "right" : "wrong", say);
        return missed([+(typed[1] + typed[2])]);
      }
      if (!picked.length) return say("none");
      if (pick > 1 && picked.length !== pick) return say("pick");
      const grades = picked.map(input => input.dataset.grade), sought = all(form, "[data-grade=right]").length;
      const few = picked.length < (pick || sought);
      this.grade(grades.includes("wrong") ? "wrong" : grades.includes("possible") ? "possible" : few ? "part" : "right", say);
      missed(picked.map(input => input.value));
      if (this.querySelector(".tt-answer").open) return; // which says why
      const replies = picked.filter(input => input.dataset.grade === "wrong" || pick === 1).map(input => all(this, "[data-for]").find(reply => reply.dataset.for.split(" ").includes(input.value)));
      told.append(...[...new Set(replies)].filter(Boolean).map(copy));
    }

    grade(what, say) {
      say(what);
      tell(this, "tt-grade", what);
      if (what === "right") this.reveal();
    }
  }

  // Arrow keys belong to the lesson that has the focus, or else to the first that is to be seen; in a hand that was reached by the
  // keyboard they go from card to card.
  addEventListener("keydown", event => {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.matches?.("input, select, textarea, .tt-scroll")) return;
    const open = all(document, ":is(tt-lesson, tt-deal, tt-puzzle).tt-on");
    const lesson = open.find(one => one.contains(target)) ?? open.find(one => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < innerHeight);
    if (key === "Escape" && (lesson?.asked ?? lesson?.aside)) return lesson.press("step");
    // On a page with a lesson they never lead to another page, as some themes have it.
    if (key === "ArrowLeft" || key === "ArrowRight") if (open.length || document.querySelector("tt-lesson")) event.stopImmediatePropagation();
    if (lesson && key === "Tab") lesson.pointed = false;
    const card = !lesson?.pointed && target.closest?.(".tt-card.tt-live"), next = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (card && next) {
      const hand = all(lesson.cards, ".tt-live");
      hand[hand.indexOf(card) + next]?.focus();
      return event.preventDefault();
    }
    const to = lesson && { ArrowRight: lesson.at + 1, ArrowLeft: lesson.at - 1, Home: 0, End: lesson.steps.length }[key];
    if (to == null || (key.length < 5 && !lesson.contains(target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    lesson.go(to);
  }, true);

  // On paper all folds are open, and the answers to numbered questions stand on a last page, each with what it would give away; without a
  // script, upside down below them.
  const answers = make("section", "tt-answers-last");
  let folds = [], moved = [];
  addEventListener("beforeprint", () => {
    folds = all(document, '[class*="tt-"] details:not([open], .tt-answer)');
    folds.forEach(fold => { fold.open = true; });
    const asked = all(document, "tt-exercise");
    const listed = asked.map((exercise, i) => {
      exercise.querySelector("legend").dataset.number = i + 1;
      const veil = exercise.nextElementSibling?.matches(".tt-veil") ? exercise.nextElementSibling : null;
      if (veil) {
        moved.push([veil, make("span")]);
        veil.replaceWith(moved.at(-1)[1]);
      }
      return make("li", "", ...all(exercise, ".tt-answer > :not(summary, [hidden])").map(part => part.cloneNode(true)), ...veil ? [veil] : []);
    });
    if (!listed[0]) return;
    const list = make("ol", "", ...listed);
    answers.replaceChildren(make("p", "tt-head", asked[0].querySelector(".tt-answer").dataset.head), list);
    (asked[0].closest("main, [role=main], article") ?? document.body).append(answers);
  });
  addEventListener("afterprint", () => {
    folds.forEach(fold => { fold.open = false; });
    moved.splice(0).forEach(([veil, place]) => place.replaceWith(veil));
    answers.remove();
  });

  customElements.define("tt-exercise", Exercise);
  customElements.define("tt-lesson", Lesson);

  if (embedded) new ResizeObserver(() => {
    const lacking = all(document, "tt-lesson.tt-on").reduce((sum, lesson) => sum + lesson.most - lesson.height, 0);
    parent.postMessage({ type: "tarot-teach-height", height: Math.ceil(document.documentElement.getBoundingClientRect().height + lacking) }, "*");
  }).observe(document.documentElement);
})();
