// A question for the best card, asked at the table of a lesson: the seats with backs of the cards that they hold, the trick, and the hand to be touched. The
// question itself stands in a form, which needs no table: the table lays it out, and has it judge the card that is touched.
(() => {
  "use strict";
  const Lesson = customElements.get("tt-lesson"), empty = document.querySelector("template.tt-puzzle-stage");
  if (!Lesson || !empty) return;
  const said = JSON.parse(empty.dataset.words);
  const all = (from, what) => [...from.querySelectorAll(what)];
  const code = picture => picture.querySelector("use").getAttribute("href").split("-").at(-1);
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const copy = part => { const twin = part.cloneNode(true); twin.hidden = false; twin.removeAttribute("id"); return twin; };

  class Puzzle extends Lesson {
    // The table of an exercise, or null for one that has none.
    static of(exercise) {
      const seen = exercise.querySelector(".tt-seen[data-table]"), form = exercise.querySelector("form");
      if (exercise.table || !seen) return exercise.table;
      const table = document.createElement("tt-puzzle"), list = make("div", "tt-read", ...exercise.childNodes);
      const facts = JSON.parse(seen.dataset.table), choices = new Map(all(form, "[name=choice]").map(input => [code(input.parentElement.querySelector("svg.tt-c")), input]));
      Object.assign(table, { exercise, form, facts, choices, id: `${exercise.id}-table` });
      table.laid = all(form, ".tt-play").map(play => [code(play.querySelector("svg.tt-c")), play]);
      table.dataset.cards = [...choices.keys(), ...table.laid.map(([card]) => card)].join(" ");
      table.append(list, empty.content.cloneNode(true));
      exercise.append(table);
      form.addEventListener("reset", () => queueMicrotask(() => table.show()));
      return exercise.table = table;
    }

    // The seats as a lesson has them; then the cards of the own hand, and a back for each card of another.
    setTable() {
      const { seats, clockwise } = this.facts, round = make("div", `tt-table-top${clockwise ? " tt-clockwise" : ""}`);
      for (const { seat, name, role } of seats) {
        const box = round.appendChild(make("div", "", make("span", "tt-who", name), ...role ? [make("span", "tt-role", seat === this.seat ? role : role.split(" · ")[0])] : []));
        box.dataset.seat = seat;
      }
      this.list.append(round);
      super.setTable();
      round.remove();
      for (const card of this.choices.keys()) this.start.set(card, this.seat);
      for (const [card] of this.laid) this.start.set(card, "table");
      for (const { seat, left } of seats) if (seat !== this.seat) for (let i = 0; i < left; i++) {
        const back = make("span", "tt-card", make("span", "tt-c"));
        back.ariaHidden = true;
        this.pictures.set(`${seat}.${i}`, this.cards.appendChild(back));
        this.start.set(`${seat}.${i}`, seat);
      }
    }

    setControls() {
      super.setControls();
      const list = this.stage.querySelector("[data-go=list]");
      list.classList.add("tt-as-list");
      this.append(list);
    }

    // ---- In place of the lesson's steps: one turn.

    get mode() { return "sees"; }
    get seat() { return this.facts.seat; }
    get turn() { return null; }
    get question() { return null; }
    get acting() { return this.seat; }
    found() { return null; }
    go() {}
    ends() { return false; }
    across(number) { return Math.max(5, Math.min(8, number)); }
    measure() { if (this.clientWidth) super.measure(); }

    // The top of the page, where the table is measured to fill what is left of the window; twice more, since the browser may scroll to the question itself.
    reach() {
      if (this.getBoundingClientRect().top + scrollY > innerHeight * .35) return super.reach();
      const scroll = () => scrollTo({ top: 0, behavior: "instant" });
      scroll();
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    }

    table() {
      const won = new Map(this.facts.seats.map(({ seat, won }) => [seat, won]));
      return { where: this.start, dealt: this.start, trick: this.laid, calls: new Map(), won, taker: null, points: null, over: false, played: [] };
    }

    // True once the right card is known.
    get solved() { return this.exercise.matches(".tt-answered"); }

    // The card that was touched, or of a question that is solved the right one, with what is thought of it.
    get judged() {
      const entries = [...this.choices], [card, input] = entries.find(([, input]) => input.checked && this.form.querySelector(".tt-verdict > p") && !(this.solved && input.dataset.grade !== "right")) ?? entries.find(([, input]) => this.solved && input.dataset.grade === "right") ?? [];
      return input && { card, value: input.value, grade: input.dataset.grade, refused: input.dataset.grade !== "right" };
    }

    lifts(card) { return this.stage.dataset.layout !== "wide" && this.judged?.card === card; }
    may(card, button) { return !this.solved && button.dataset.at === this.seat; }

    touch(card) {
      const input = this.choices.get(card), button = input?.closest("button");
      if (!input || this.solved) return;
      input.checked = true;
      button ? button.click() : this.form.requestSubmit();
      this.show();
    }

    press(what) {
      const quiz = this.closest("tt-quiz");
      if (what === "next" || what === "theme") {
        quiz[what].click();
        return quiz.now?.table?.say.focus({ preventScroll: true });
      }
      if (what !== "tell" && what !== "again") return super.press(what);
      if (what === "tell") this.exercise.reveal();
      else {
        this.form.querySelector(".tt-verdict").replaceChildren();
        this.form.reset();
      }
      this.show();
      this.say.focus({ preventScroll: true });
    }

    tell() {
      super.tell();
      this.where.textContent = this.facts.trick;
    }

    // The question with what was seen; or what a card costs; or the answer.
    speak(say, act) {
      const { form, exercise, judged, solved } = this, answer = exercise.querySelector(".tt-answer"), quiz = this.closest("tt-quiz"), next = quiz && [["next", said.next], ...quiz.theme && !quiz.theme.hidden ? [["theme", quiz.theme.textContent]] : []];
      const verdict = all(form, ".tt-verdict > p"), status = quiz?.state.textContent;
      if (solved) {
        const [first, ...rest] = all(answer, ":scope > :not(summary, [data-for])"), right = this.choices.get(judged?.card)?.checked;
        say.push(make("p", "tt-said-first", right && verdict.length ? verdict[0].textContent : first.textContent));
        say.push(make("div", "tt-reply tt-yes", ...rest.map(copy)));
      } else if (judged) {
        say.push(make("p", "tt-said-first", verdict[0].textContent), make("div", "tt-reply tt-no", ...verdict.slice(1).map(copy)));
        act("again", said.again, "tt-first");
      } else {
        say.push(make("p", "tt-said-first", ...copy(form.querySelector("legend")).childNodes), ...all(form, ":scope > .tt-para").map(copy));
        say.push(make("p", "tt-reason", this.words.touch_one), copy(form.querySelector(".tt-seen")));
      }
      if (status) say.push(make("p", "tt-reason", status), ...quiz.way ? [copy(quiz.way)] : []);
      if (!solved) act("tell", this.words.tell);
      for (const [i, [go, label]] of (next || []).filter(([go]) => solved || !judged || go === "theme").entries()) act(go, label, solved && !i ? "tt-first" : "");
      return true;
    }

    // The name of another player on a phone, with the role as well.
    describe(seat, facts) {
      super.describe(seat, facts);
      const { plate, role } = this.seats.get(seat);
      if (facts.folded && role) plate.append(make("small", "", role));
    }

    mark(trick, sides) {
      super.mark(trick, sides);
      const { judged } = this;
      for (const [card, button] of this.pictures) {
        button.classList.toggle("tt-costs", judged?.card === card && judged.refused);
        button.classList.toggle("tt-best", this.solved ? this.choices.get(card)?.dataset.grade === "right" : judged?.card === card && !judged.refused);
      }
      if (!judged) return;
      const { x, y, width } = this.pictures.get(judged.card).at; // at the foot of the card, where it hides neither name nor words
      this.flag.style.transform = `translate(${Math.max(46, Math.min(this.width - 46, x + width / 2))}px,${y + 1.6 * width - 4}px) translate(-50%,-50%)`;
      this.flag.textContent = { right: said.right, possible: this.facts.costs[judged.value] ?? said.better, wrong: this.words.refused }[judged.grade];
    }
  }

  customElements.define("tt-puzzle", Puzzle);
  window.tarotPuzzle = exercise => {
    const table = Puzzle.of(exercise);
    table?.show(true);
    if (table && exercise.closest(".tt-tactics")) table.reach();
  };
  for (const exercise of all(document, "tt-exercise")) if (!exercise.closest("tt-quiz, tt-lesson")) Puzzle.of(exercise);
})();
