// What if another card had been played: the two lines that the program's players have gone on with, on a sheet over the table. Both were
// computed when the page was built (topics/play/what_if.py) and are read from a file of their own, which is loaded when it is asked for.
(() => {
  "use strict";
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const sentence = (words, values) => { const said = words.replace(/\{(\w+)\}/g, (_, name) => values[name]); return said[0].toUpperCase() + said.slice(1).replaceAll("'", "\u2019"); };
  const signs = { S: "\u2660\ufe0e", H: "\u2665\ufe0e", D: "\u2666\ufe0e", C: "\u2663\ufe0e", T: "" };
  const glyph = code => code === "EX" ? "\u2605\ufe0e" : (signs[code[0]] ?? code[0]) + code.slice(1);
  const { src } = document.currentScript;
  if (src) document.head.append(Object.assign(make("link"), { rel: "stylesheet", href: src.replace("what-if.js", "what-if.css") }));

  // A line, which is written as strings of signs (lines_data).
  const read = (data, line, trick, leader, seats) => {
    const number = sign => data.signs.indexOf(sign), pair = at => number(line[at]) * data.signs.length + number(line[at + 1]);
    const codes = Object.keys(data.cards), [needed, ...scores] = data.ends[pair(0)], tricks = [];
    for (let at = 2; at < line.length; at += 3) {
      trick = [...trick];
      while (trick.length < seats) trick.push(codes[number(line[at++])]);
      const winner = number(line[at]);
      tricks.push({ leader, cards: trick, winner, points: data.points[pair(at + 1)] });
      leader = winner;
      trick = [];
    }
    return { needed, scores, tricks };
  };

  const amount = points => parseFloat(points.replace("\u2212", "-")) + (points.endsWith("\u00bd") ? 0.5 : 0) || 0;

  // The sheet: both lines trick by trick, the winner's card ringed, the points so far, and what each line brings.
  const sheet = (lesson, data, codes, lines, first, names) => {
    const columns = lines.map(({ tricks, needed, scores }, side) => {
      const head = make("p", "tt-line-head", lesson.pictures.get(codes[side]).firstChild.cloneNode(true), make("span", "", make("b", "", sentence("{card}", { card: data.cards[codes[side]] })), make("small", "", data.words[side ? "instead" : "recorded"])));
      const rows = tricks.map(({ leader, cards, winner, points }, i) => {
        const row = make("li", "", make("span", "tt-num", first + i));
        cards.forEach((code, at) => {
          const wins = (leader + at) % names.length === winner, card = make("span", wins ? "tt-mini tt-takes" : "tt-mini", make("span", "tt-glyph", glyph(code)), lesson.pictures.get(code).firstChild.cloneNode(true));
          card.dataset.suit = code[0];
          row.append(card);
        });
        if (needed) {
          const bar = make("span", "tt-bar");
          bar.style.setProperty("--tt-part", amount(points) / data.whole);
          bar.style.setProperty("--tt-mark", amount(needed) / data.whole);
          row.append(bar);
        }
        row.append(make("b", "", points));
        return row;
      });
      const end = needed ? sentence(data.words.needed, { points: tricks.at(-1).points, needed }) : "";
      const list = make("ol", needed ? "" : "tt-barless", ...rows);
      list.style.setProperty("--tt-cards", names.length);
      return make("section", "tt-line", head, list, make("p", "tt-line-end", make("b", "", end), make("span", "", scores.map((score, seat) => `${names[seat]} ${score}`).join(" \u00b7 "))));
    });
    const paper = make("div", "tt-paper tt-both tt-scroll", ...columns);
    paper.tabIndex = 0;
    return paper;
  };

  addEventListener("tt-if", async ({ target: lesson, detail: { step, card } }) => {
    const at = lesson.at;
    let data;
    try { data = await tarotData(lesson, "lines"); } catch { data = null; }
    if (lesson.at !== at) return;
    if (!data) return lesson.unread();
    const code = picture => picture.querySelector("use").getAttribute("href").split("-").at(-1), { words, cards } = data;
    const plays = [...step.parentElement.querySelectorAll(":scope > .tt-play")], laid = plays.slice(0, plays.indexOf(step));
    const seats = [...lesson.seats.keys()], names = [...lesson.seats.values()].map(player => player.name), codes = [code(step), card];
    const leader = seats.indexOf(plays[0].dataset.seat), first = +step.closest(".tt-trick").dataset.number, seat = seats.indexOf(step.dataset.seat);
    const lines = codes.map(each => read(data, data.lines[lesson.moveOf(step)][each], laid.map(code), leader, seats.length));
    const [[left, ...later], [right, ...others]] = lines.map(line => line.tricks), who = names[seat];
    const values = { who, whose: data.whose || who, recorded: cards[codes[0]], card: cards[card], left: lines[0].tricks.at(-1).points, right: lines[1].tricks.at(-1).points, points: data.record[seat] };
    const same = (one, other) => one.winner === other.winner && one.cards.every((each, i) => each === other.cards[i]);
    const differs = later.findIndex((trick, i) => !same(trick, others[i])), said = [];
    if (same(left, { ...right, cards: right.cards.map(each => each === card ? codes[0] : each) })) said.push(sentence(words.alike, { number: differs < 0 ? first + later.length : first + differs }));
    const won = lines[0].tricks.findIndex((trick, i) => trick.winner !== lines[1].tricks[i].winner);
    const winner = side => names[lines[side].tricks[won].winner];
    said.push(won < 0 ? sentence(words.same, values) : sentence(words.first, { ...values, number: first + won, one: winner(0), other: winner(1) }));
    lesson.aside = {
      say: [make("p", "tt-said-first", sentence(words.asked, values)), make("p", "", said.join(" ")), make("p", "tt-outcome", sentence(words.points, values)), make("p", "tt-reason", [words.both, words.record, words.verdict].map(part => sentence(part, values)).join(" "))],
      paper: sheet(lesson, data, codes, lines, first, names),
      back: words.back,
    };
    lesson.show();
  });
})();
