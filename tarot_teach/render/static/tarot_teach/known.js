// The page "What you know": of each game the rules, themes and decisions that questions have asked about, how sure each is, and when it is asked again.
(() => {
  "use strict";
  const place = document.querySelector(".tt-what-you-know"), words = JSON.parse(document.currentScript.dataset.words);
  if (!place) return;
  const { read, day, inWords, shown } = window.tarotKept, games = JSON.parse(place.dataset.games), named = JSON.parse(place.dataset.options), BOXES = words.sure.length - 1;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };

  // How sure something is: boxes, and the words beside them.
  const sure = box => {
    const boxes = make("span", "tt-boxes", ...Array.from({ length: BOXES }, (_, i) => make("i", i < box ? "tt-full" : "")));
    boxes.ariaHidden = true;
    return make("span", "tt-how-sure", boxes, ` ${words.sure[box]}`);
  };

  const row = (title, entries, address) => {
    const box = Math.min(...entries.map(entry => entry.box)), due = entries.map(entry => entry.due).sort()[0];
    const name = make("th", "", title), practise = make("td", "");
    name.scope = "row";
    if (address) { practise.append(Object.assign(make("a", "", words.practise), { href: address, ariaLabel: words.practise + words.colon + title })); }
    return make("tr", due <= day() ? "tt-due" : "", name, make("td", "", sure(box)), make("td", "", due <= day() ? words.now : inWords(due)), practise);
  };

  const table = (head, rows) => {
    const labels = [head, words.how, words.next, words.practise].map(label => Object.assign(make("th", "", label), { scope: "col" }));
    return make("table", "tt-table", make("thead", "", make("tr", "", ...labels)), make("tbody", "", ...rows));
  };

  // The tables of a game that have rows.
  const tables = (name, answers, decisions) => {
    const { rules = {}, themes = {}, questions, tactics } = games[name.split("+")[0]] ?? {}, by = {}, entries = Object.entries(answers);
    for (const [id, entry] of entries) for (const rule of entry.rules ?? []) (by[rule] ??= []).push(entry);
    const of = (titles, page, mark) => Object.entries(titles).filter(([id]) => by[id]).map(([id, title]) => row(title, by[id], page && `${page}#${mark}${id}`));
    const mine = Object.entries(decisions).filter(([id]) => answers[id]).map(([id, { title, played }]) => row(title ?? played, [answers[id]], document.getElementById(id) && `#${id}`));
    return [[words.rule, of(rules, questions, "rule-")], [words.theme, of(themes, tactics, "theme-")], [words.decision, mine]].filter(([, rows]) => rows.length).map(([head, rows]) => table(head, rows));
  };

  const show = kept => {
    const names = [...new Set([...Object.keys(kept.answers), ...Object.keys(kept.decisions ?? {})])];
    const parts = names.map(name => [name, tables(name, kept.answers[name] ?? {}, kept.decisions?.[name] ?? {})]).filter(([, made]) => made.length);
    place.querySelector(".tt-nothing-yet").hidden = parts.length > 0;
    place.querySelector(".tt-known-games").replaceChildren(...parts.map(([name, made]) => {
      const [base, ...options] = name.split("+"), title = [games[base]?.title ?? base, ...options.map(option => named[option] ?? option)].join(" + ");
      return make("section", "", make("h2", "", title), ...made.map(one => make("div", "tt-scroll", one)));
    }));
  };

  const left = window.tarotPractice.exercises().left;
  if (left) place.querySelector(".tt-left-out").replaceChildren(fill(words.left, { number: left }));
  shown.push(show);
  show(read());
})();
