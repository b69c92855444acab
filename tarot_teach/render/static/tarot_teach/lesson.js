// Lessons to step through, and exercises. The page already says everything; this shows it a step at a time. It knows no rules:
// who holds what, which cards move, and why a card may not be played all stand in the page.
(() => {
  "use strict";
  const all = (from, what) => [...from.querySelectorAll(what)];
  const own = (lesson, what) => all(lesson, what).filter(part => part.matches("tt-exercise") || !part.closest("tt-exercise"));
  const code = picture => picture.querySelector("use").getAttribute("href").split("-").at(-1);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const make = (tag, kind, text = "") => Object.assign(document.createElement(tag), { className: kind, textContent: text });

  // A page in a notebook's frame is light or dark as the notebook is.
  const frame = window.frameElement?.matches(".tt-player") && getComputedStyle(frameElement).color;
  if (frame) document.documentElement.style.colorScheme = frame === "rgb(0, 0, 0)" ? "dark" : "light";

  class Lesson extends HTMLElement {
    connectedCallback() {
      this.bar = this.querySelector(".tt-bar");
      this.said = this.querySelector(".tt-now");
      this.felt = this.querySelector(":scope > .tt-table-top");
      this.steps = own(this, "[data-n], .tt-sheet tbody tr");
      if (!this.bar || !this.steps.length) return;
      for (const exercise of all(this, "tt-exercise")) {
        const after = this.steps.findIndex(step => +(step.dataset.n ?? step.dataset.done ?? 1e9) > +exercise.dataset.done);
        this.steps.splice(after < 0 ? this.steps.length : after, 0, exercise);
      }
      this.steps.forEach((step, i) => step.id ||= `${this.id}-s${i + 1}`);
      this.plays = this.steps.filter(step => step.matches(".tt-play"));
      this.lastPlay = this.steps.indexOf(this.plays.at(-1));
      this.setTable();
      this.setBar();
      this.actions = Math.max(0, ...all(this, "[data-n]").map(step => +step.dataset.n));
      this.at = this.found() ?? 0;
      this.toggle(true);
      addEventListener("hashchange", () => { const at = this.found(); if (at != null) { this.go(at); this.reach(); } });
      if (this.found() != null) document.readyState === "complete" ? this.reach() : addEventListener("load", () => this.reach());
      addEventListener("beforeprint", () => { this.stepping = this.on; this.toggle(false); });
      addEventListener("afterprint", () => this.toggle(this.stepping));
    }

    // The places of cards at the start, the order in which hands are laid out, and the middle of the table.
    setTable() {
      this.start = new Map();
      this.boxes = new Map();
      this.pictures = new Map();
      if (!this.felt) return;
      for (const box of all(this.felt, "[data-seat], [data-place]")) {
        const place = box.dataset.seat ?? box.dataset.place;
        if (box.dataset.seat) this.boxes.set(place, box);
        for (const picture of all(box, "svg.tt-c")) this.start.set(code(picture), place);
      }
      for (const picture of all(this, "svg.tt-c")) if (!this.pictures.has(code(picture))) this.pictures.set(code(picture), picture);
      this.order = this.dataset.cards.split(" ");
      this.middle = this.felt.querySelector(".tt-middle") ?? this.felt.insertBefore(make("div", "tt-middle"), this.felt.lastElementChild);
      this.dealt = [...this.felt.children].map(child => [child, child.innerHTML]);
    }

    setBar() {
      const to = this.bar.querySelector("[data-go=to]"), view = this.bar.querySelector("[data-go=view]");
      let trick = null;
      this.steps.forEach((step, i) => {
        const here = step.closest(".tt-trick, .tt-sheet");
        if (!here || here === trick) return;
        trick = here;
        to.add(new Option((here.querySelector(".tt-trick-head b, caption") ?? here).textContent, i));
      });
      for (const seat of this.boxes.keys()) view.add(new Option(this.name(seat), seat));
      view.parentElement.hidden = !this.boxes.size;
      this.bar.hidden = false;
      this.bar.addEventListener("click", event => {
        const what = event.target.closest("button")?.dataset.go;
        const target = { first: 0, back: this.at - 1, on: this.at + 1, last: this.steps.length }[what];
        if (target != null) this.go(target);
        if (what === "play") this.play(!this.timer);
        if (what === "list") this.toggle(!this.on);
      });
      this.bar.addEventListener("change", () => { this.view = view.value; this.show(); });
      to.addEventListener("change", event => { event.stopPropagation(); this.go(+to.value + (+to.value ? 1 : 0)); });
      this.addEventListener("touchstart", ({ target, touches }) => { this.from = !touches[1] && !target.closest(".tt-scroll") && touches[0]; }, { passive: true });
      this.addEventListener("touchend", ({ changedTouches: [touch] }) => {
        const x = touch.clientX - this.from.clientX, y = touch.clientY - this.from.clientY;
        if (this.on && this.from && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) this.go(this.at - Math.sign(x));
      }, { passive: true });
    }

    found() {
      const sought = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      return sought === this ? 0 : this.contains(sought) ? this.steps.findIndex(step => sought.contains(step)) + 1 || null : null;
    }

    // Scrolls to the lesson, so that all of the table is below the buttons that stay in sight; once more two frames later,
    // since the browser may meanwhile scroll to the element that the address names.
    reach() {
      const scroll = () => this.bar.querySelector("label").scrollIntoView({ block: "start", behavior: "instant" });
      scroll();
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    }

    play(on) {
      clearInterval(this.timer);
      this.timer = on && setInterval(() => {
        this.go(this.at + 1, true);
        if (this.at === this.steps.length || this.waits(this.at)) this.play(false);
      }, 1800);
      this.bar.querySelector("[data-go=play]").setAttribute("aria-pressed", !!on);
    }

    // Whether a position is a question that has not been answered.
    waits(at) {
      return this.steps[at - 1]?.matches("tt-exercise:not(.tt-answered)");
    }

    toggle(on) {
      this.on = on;
      this.classList.toggle("tt-on", on);
      this.bar.querySelector("[data-go=list]").setAttribute("aria-pressed", !on);
      if (on) return this.show();
      this.play(false);
      document.getAnimations().forEach(animation => animation.finish());
      for (const [child, inner] of this.dealt ?? []) child.innerHTML = inner;
    }

    go(at, playing) {
      if (!playing) this.play(false);
      this.at = Math.min(Math.max(at, 0), this.steps.length);
      if (location.protocol !== "about:") history.replaceState(null, "", `#${this.at ? this.steps[this.at - 1].id : this.id}`);
      if (this.on) this.show();
    }

    // Where every card lies after the first steps; the last trick lies on the table until something else happens.
    places(at) {
      let where = new Map(this.start), lying = null, atPlay = null, trick = [];
      const put = (text = "") => { for (const [card, place] of text.split(" ").map(move => move.split(">"))) if (place) where.set(card, place); };
      const gather = () => { put(lying?.closest(".tt-trick").dataset.g); lying = null; trick = []; };
      for (const [i, step] of this.steps.slice(0, at).entries()) {
        const played = step.matches(".tt-play") && step.querySelector("svg.tt-c");
        if (played) {
          if (lying && lying.closest(".tt-trick") !== step.closest(".tt-trick")) gather();
          atPlay ??= new Map(where);
          where.set(code(played), "table");
          trick.push([code(played), step]);
          lying = step;
        } else {
          if (step.dataset.kind !== "winner" && lying && !lying.nextElementSibling) gather();
          put(step.dataset.m);
        }
        if (i > this.lastPlay && step.dataset.kind !== "winner") where = new Map(atPlay ?? where);
      }
      return { where, trick, over: at > this.lastPlay + 1 && this.lastPlay >= 0 };
    }

    show() {
      const current = this.steps[this.at - 1], { where, trick, over } = this.places(this.at), held = document.activeElement, inside = this.contains(held);
      // Who wins is not shown while it is asked; what came of the trick is shown with the answer.
      this.veiled = [this.at, this.at + 1].some(at => this.waits(at) && this.steps[at - 1].dataset.kind === "winner");
      const told = !this.veiled && current?.dataset.kind === "winner" && this.steps[this.at - 2]?.closest(".tt-trick");
      const was = new Map(all(this.felt ?? this, "[data-card]").map(shown => [shown.dataset.card, shown.getBoundingClientRect()]));
      this.steps.forEach(step => step.classList.toggle("tt-here", step === current));
      for (const part of own(this, ":scope > :not(.tt-bar, .tt-now, .tt-table-top), .tt-trick, .tt-sheet, .tt-veil, .tt-veil > .tt-para")) {
        const ending = this.at === this.steps.length && part.matches(".tt-para");
        const here = [current, told].some(step => step && part.contains(step));
        part.classList.toggle("tt-off", !ending && !here);
        if (here && part.matches("details")) part.open = true;
      }
      own(this, ".tt-trick").forEach(part => part.classList.toggle("tt-done", part === told || !this.veiled && part.querySelector(".tt-play:last-child") === current));
      const row = this.steps.indexOf(current);
      own(this, ".tt-sheet tbody tr").forEach(line => line.classList.toggle("tt-later", this.steps.indexOf(line) > row));
      own(this, ".tt-sheet").forEach(sheet => sheet.classList.toggle("tt-whole", sheet.querySelector("tbody tr:last-child") === current));
      if (this.felt) this.lay(where, trick, over, was);
      const secret = step => this.view && step.dataset.seat && step.dataset.seat !== this.view && this.at <= this.lastPlay + 1;
      this.steps.forEach(step => step.classList.toggle("tt-secret", !!secret(step)));
      this.tell(current, over);
      const to = this.bar.querySelector("[data-go=to]");
      to.value = [...to.options].map(option => +option.value).filter(value => value < this.at || !value).at(-1);
      for (const [name, end] of [["first", 0], ["back", 0], ["on", this.steps.length], ["last", this.steps.length]])
        this.bar.querySelector(`[data-go=${name}]`).setAttribute("aria-disabled", this.at === end);
      if (inside && !held.getClientRects().length) this.bar.querySelector("[data-go=on]").focus({ preventScroll: true });
    }

    tell(current, over) {
      const data = this.said.dataset, picture = current?.querySelector("svg.tt-c");
      const words = !current ? data.start
        : current.matches(".tt-play") ? `${current.querySelector(".tt-who").textContent}: ${picture.getAttribute("aria-label")}`
        : current.querySelector("th, legend")?.textContent ?? "";
      this.said.textContent = `${this.number(this.at)}/${this.actions || this.steps.length}. ${words}`;
      if (this.mover) this.said.append(" ", make("span", "tt-hint", data[this.mover.matches(".tt-play") ? "play" : "lay"].replace("{}", this.name(this.mover.dataset.seat))));
      // What stands below is read out too, so that a step says what has happened.
      this.said.append(make("span", "tt-heard", ` ${this.below(current).map(part => part.textContent.trim()).filter(Boolean).join(current?.matches("tr") ? ", " : " ")}`));
      const done = own(this, ".tt-trick").filter(part => this.steps.indexOf(part.querySelector(".tt-play:last-child")) < this.at - (part.classList.contains("tt-done") ? 0 : 1));
      const head = done.filter(part => !part.closest(".tt-veil") || !this.waits(this.at)).at(-1)?.querySelectorAll(".tt-points") ?? [];
      this.bar.querySelector(".tt-score").replaceChildren(...[...(this.view && !over ? [] : head)].map(points => points.cloneNode(true)));
    }

    // The number of actions so far: the same in the address and on a terminal. Questions and lines of the score have none of their own.
    number(at) {
      if (!this.actions) return at;
      return Math.max(0, ...this.steps.slice(0, at).map(step => +(step.dataset.n ?? step.dataset.done ?? this.actions)));
    }

    below(current) {
      if (!current || current.matches("tt-exercise")) return [];
      if (current.matches("tr")) return [...all(current, "td"), ...all(current.closest(".tt-whole") ?? current, "tfoot :is(th, td), .tt-scores li")];
      if (!current.matches(".tt-play")) return current.matches(".tt-secret[data-closed]") ? [make("p", "", current.dataset.closed)] : [...current.childNodes].filter(part => !part.matches?.("details"));
      const trick = current.closest(".tt-done");
      return [...all(current, ":scope:not(.tt-secret) > .tt-said > p"), ...(trick ? all(trick, ":scope > :is(.tt-outcome, .tt-note)") : [])];
    }

    name(seat) {
      return this.boxes.get(seat).querySelector(".tt-who").firstChild.textContent.trim();
    }

    // The hands, the middle, and the way of every card from where it was seen last.
    lay(where, trick, over, was) {
      const next = this.steps[this.at], mover = next && !this.waits(this.at) && next.dataset.seat && (next.matches(".tt-play") || next.querySelector(".tt-refusal"));
      this.mover = mover && (!this.view || this.view === next.dataset.seat) && this.boxes.get(next.dataset.seat) ? next : null;
      const lies = place => this.order.filter(card => where.get(card) === place);
      for (const [seat, box] of this.boxes) {
        const cards = lies(seat), won = lies(`=${seat}`).length, fan = make("div", "tt-fan"), hidden = cards.length && this.view && this.view !== seat && !over;
        box.classList.toggle("tt-turn", !!next && next.dataset.seat === seat && !this.waits(this.at));
        if (hidden) fan.append(make("span", "tt-back"), make("span", "tt-unseen", `${cards.length} ${this.said.dataset[cards.length > 1 ? "cards" : "card"]}`));
        else for (const card of cards) fan.append(this.picture(card, this.mover?.dataset.seat === seat));
        box.querySelector(".tt-fan")?.remove();
        box.querySelector(".tt-won")?.remove();
        box.querySelector(".tt-who").after(fan);
        if (won) box.querySelector(".tt-who").append(make("span", "tt-won", `${this.said.dataset.won} ${won}`));
      }
      this.middle.replaceChildren();
      for (const [card, play] of trick) {
        const whole = !this.veiled && trick.length === play.parentElement.children.length;
        const spot = make("div", whole && play.matches(".tt-wins") ? "tt-spot tt-wins" : "tt-spot");
        spot.append(this.picture(card), make("span", "", play.querySelector(".tt-who").textContent));
        this.middle.append(spot);
      }
      for (const [child, inner] of this.dealt) if (child === this.middle) {
        const kept = make("div", "");
        kept.innerHTML = inner;
        for (const part of all(kept, "[data-place]")) this.side(part, lies(part.dataset.place), !this.view || over);
      }
      if (!still.matches) this.fly(where, was);
    }

    side(part, cards, open) {
      if (!cards.length) return;
      part.hidden = false;
      part.querySelector(".tt-fan").replaceChildren(...(open ? cards.map(card => this.picture(card)) : [make("span", "tt-back", cards.length)]));
      this.middle.append(part);
    }

    picture(card, asks) {
      const picture = this.pictures.get(card).cloneNode(true);
      picture.dataset.card = card;
      if (!asks) return picture;
      const button = make("button", "tt-ask");
      button.type = "button";
      button.append(picture);
      button.addEventListener("click", () => this.judge(card, picture.getAttribute("aria-label")));
      return button;
    }

    judge(card, name) {
      const refusal = all(this.mover, ".tt-refusal").find(line => all(line, ".tt-fan svg.tt-c").some(picture => code(picture) === card));
      const { allowed, refused } = this.said.dataset;
      this.said.replaceChildren(make("b", refusal ? "tt-refused" : "tt-allowed", refusal ? refused : allowed), `${name}. `);
      if (refusal) this.said.append(refusal.querySelector(":scope > span:last-child").cloneNode(true));
    }

    fly(where, was) {
      const box = place => this.boxes.get(place?.replace("=", ""))?.querySelector(".tt-who");
      const seen = new Map(all(this.felt, "[data-card]").map(shown => [shown.dataset.card, shown]));
      for (const [card, place] of where) {
        const shown = seen.get(card), before = was.get(card), from = before ?? (this.last?.get(card) !== place && box(this.last?.get(card))?.getBoundingClientRect());
        const to = shown ?? box(place);
        if (!from || !to || this.last?.get(card) === place && !shown) continue;
        const end = to.getBoundingClientRect(), x = from.left - end.left, y = from.top - end.top;
        if (Math.abs(x) + Math.abs(y) < 2) continue;
        const flies = shown ?? document.body.appendChild(this.pictures.get(card).cloneNode(true));
        if (!shown) flies.style.cssText = `position:fixed;z-index:9;pointer-events:none;left:${end.left}px;top:${end.top}px;width:${from.width || 40}px`;
        const way = flies.animate([{ transform: `translate(${x}px,${y}px)` }, { transform: "none", opacity: shown ? 1 : 0.2 }], { duration: 450, easing: "ease-in-out" });
        if (!shown) way.onfinish = () => flies.remove();
      }
      this.last = where;
    }
  }

  class Exercise extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector("form");
      if (!form) return;
      this.querySelector(".tt-check").hidden = false;
      form.addEventListener("submit", event => { event.preventDefault(); this.check(form); });
      const answer = this.querySelector(".tt-answer"), lesson = this.closest("tt-lesson");
      answer.addEventListener("toggle", () => {
        if (!answer.open || this.matches(".tt-answered")) return;
        this.classList.add("tt-answered");
        if (lesson?.on) lesson.show();
      });
    }

    check(form) {
      const told = this.querySelector(".tt-verdict"), say = what => { told.replaceChildren(make("p", `tt-${what}`, told.dataset[what])); };
      const amount = form.elements.amount, picked = all(form, "input:checked"), pick = +this.dataset.pick;
      if (amount) { // as exercises/judge.py reads it
        const typed = amount.value.replace(/[−–]/g, "-").replace(",", ".").replace(amount.dataset.sign, "").match(/^\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,2})?)\s*(?:points?)?\s*$/i);
        return typed ? this.grade(+(typed[1] + typed[2]) === +amount.dataset.answer ? "right" : "wrong", say) : say("none");
      }
      if (!picked.length) return say("none");
      if (pick > 1 && picked.length !== pick) return say("pick");
      const grades = picked.map(input => input.dataset.grade), sought = all(form, "[data-grade=right]").length;
      const few = picked.length < (pick || sought);
      this.grade(grades.includes("wrong") ? "wrong" : grades.includes("possible") ? "possible" : few ? "part" : "right", say);
      const replies = picked.filter(input => input.dataset.grade === "wrong" || pick === 1).map(input => all(this, "[data-for]").find(reply => reply.dataset.for.split(" ").includes(input.value)));
      if (this.dataset.kind !== "winner" || grades[0] === "right") told.append(...[...new Set(replies)].filter(Boolean).map(reply => Object.assign(reply.cloneNode(true), { hidden: false })));
    }

    grade(what, say) {
      say(what);
      if (what === "right") this.querySelector(".tt-answer").open = true;
    }
  }

  // Arrow keys belong to the lesson that has the focus, or else to the first that is to be seen.
  addEventListener("keydown", event => {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.matches?.("input, select, textarea, .tt-scroll")) return;
    const open = all(document, "tt-lesson.tt-on");
    const lesson = open.find(one => one.contains(target)) ?? open.find(one => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < innerHeight);
    const to = lesson && { ArrowRight: lesson.at + 1, ArrowLeft: lesson.at - 1, Home: 0, End: lesson.steps.length }[key];
    // On a page with a lesson they never lead to another page, as some themes have it.
    if (key === "ArrowLeft" || key === "ArrowRight") if (document.querySelector("tt-lesson")) event.stopImmediatePropagation();
    if (to == null || (key.length < 5 && !lesson.contains(target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    lesson.go(to);
  }, true);

  customElements.define("tt-lesson", Lesson);
  customElements.define("tt-exercise", Exercise);
})();
