// The page for whoever teaches: codes of many put together, as topics/quiz/codes.py does; which question was hard, which wrong answers were given, and
// which rules to teach again. The questions, the first codes and the words stand in the page as data; pages and packages of questions may be dropped as
// well. On a page of a site, its questions are shown once there is a code of theirs, and links lead to those of its pages that there are.
(() => {
  "use strict";
  const page = document.querySelector(".tt-teacher"), { sets: given, codes, site, pages, words } = JSON.parse(page.dataset.class);
  let dropped = [], sets = given;
  const part = kind => page.querySelector(`.tt-${kind}`), pile = page.querySelector("textarea"), MOST = 3;
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const link = (text, folder, name, mark = "") => Object.assign(make("a", "", text), { href: `${site.replace(/\/+$/, "")}/${folder}/${encodeURIComponent(name)}.html${mark && "#"}${encodeURIComponent(mark)}` });
  const has = (folder, name) => site && name && (pages?.[folder].includes(name) ?? true);
  const base = set => set.ruleset.split("+")[0].replace(/[^A-Za-z0-9_-]+/g, "-");

  // A wrong answer in words: the choices that were marked, or the amount.
  const said = (question, answer) => {
    if (!question.choices.length) return answer.slice(1).replace("m", "−").replace("d", ".");
    const bits = BigInt(`0x${answer.slice(1) || 0}`);
    return question.choices.filter((_label, i) => bits >> BigInt(i) & 1n).join(", ");
  };

  const readAll = () => {
    const found = [], faults = [];
    let others = 0;
    pile.value.split("\n").forEach((line, i) => {
      if (!line.trim()) return;
      try {
        const one = window.tarotCodes.read(line, sets);
        if (one) found.push(one); else others += 1;
      } catch { faults.push(i + 1); }
    });
    return { found, faults, others };
  };

  // A row for each question of the sets, the hardest first.
  const rowsOf = found => sets.filter(set => !pages || dropped.includes(set) || found.some(one => one.set === set)).flatMap(set => set.questions.map((question, i) => {
    const given = found.filter(one => one.set === set).map(one => one.answers[i]).filter(answer => answer !== "0"), wrong = new Map();
    given.filter(answer => /^[wph]/.test(answer)).forEach(answer => wrong.set(answer, (wrong.get(answer) ?? 0) + 1));
    return { set, i, question, given: given.length, right: given.filter(answer => answer === "r").length, wrong: [...wrong].sort((a, b) => b[1] - a[1]) };
  })).sort((a, b) => (a.given ? a.right / a.given : 2) - (b.given ? b.right / b.given : 2));

  const drawn = row => {
    const { set, i, question, given, right, wrong } = row, times = wrong[0]?.[1] ?? 0, bar = make("span", "tt-share");
    for (const [kind, number] of [["right", right], ["same", times], ["rest", given - right - times]]) bar.append(Object.assign(make("i", `tt-${kind}`), { style: `width:${given ? number / given * 100 : 0}%` }));
    const where = fill(words.where, { title: set.title, number: i + 1 });
    const first = make("th", "", question.question, make("small", "", has("examples", set.example) ? link(where, "examples", set.example) : where));
    first.scope = "row";
    const second = make("td", "", ...given ? [bar, make("small", "", fill(times > 1 ? words.same : words.right, { right, given, times }))] : [make("small", "", words.none)]);
    const third = make("td", "", wrong.length ? `${said(question, wrong[0][0])} (${times})` : "—");
    if (wrong.length > 1) third.append(make("small", "", fill(words.also, { answers: wrong.slice(1, 1 + MOST).map(([answer, number]) => `${said(question, answer)} (${number})`).join("; ") })));
    return make("tr", "", first, second, third);
  };

  // The rules of what was missed, that of most misses first.
  const taught = rows => {
    const rules = new Map();
    for (const { set, question, given, right } of rows.filter(row => row.right < row.given)) for (const id of question.teach) {
      const key = `${set.ruleset} ${id}`, before = rules.get(key) ?? { set, id, missed: 0, given: 0 };
      rules.set(key, { ...before, missed: before.missed + given - right, given: before.given + given });
    }
    return [...rules.values()].sort((a, b) => b.missed - a.missed).slice(0, MOST);
  };

  const again = ({ set, id, missed, given }) => {
    const { title, says, lessons } = set.rules[id], ways = make("p", "tt-ways");
    if (has("rules", base(set))) ways.append(link(words.rule, "rules", base(set), id.replace(/[._]+/g, "-")));
    if (has("questions", base(set))) ways.append(link(words.practise, "questions", base(set), `rule-${id}`));
    if (lessons.length) ways.append(make("span", "", words.see), ...lessons.map(([lesson, name]) => has("examples", lesson) ? link(name, "examples", lesson) : make("i", "", name)));
    return make("li", "", make("div", "", make("b", "", title), make("small", "", fill(words.missed, { missed, given })), make("p", "", says), ...ways.childNodes.length ? [ways] : []));
  };

  // Who has what: the name in front of a code, or one that is typed here.
  const typed = new Map();
  const person = ({ set, name, answers }, i) => {
    const who = name || fill(words.unnamed, { number: i + 1 }), head = make("th", "", who, ...sets.length > 1 ? [make("small", "", set.title)] : []), box = make("input");
    head.scope = "row";
    Object.assign(box, { value: typed.get(i) ?? "", ariaLabel: fill(words.name, { who }), autocomplete: "off", oninput: () => typed.set(i, box.value) });
    return make("tr", "", head, make("td", "", ...name ? [] : [box]), make("td", "", fill(words.right, { right: answers.filter(answer => answer === "r").length, given: answers.length })));
  };

  const key = `tarot-teach-codes-${pages ? "class" : sets.map(set => set.lesson).join("-")}`;
  let unread = [];
  const show = () => {
    const { found, faults, others } = readAll(), rows = rowsOf(found), rules = taught(rows);
    try {
      sessionStorage.setItem(key, pile.value);
      sessionStorage.setItem(`${key}-questions`, JSON.stringify(dropped));
    } catch { /* no storage, or no room in it */ }
    const status = [fill(words.read, { number: found.length })];
    if (dropped.length) status.push(fill(words.taken, { titles: dropped.map(set => set.title).join(" · ") }));
    if (others) status.push(fill(words.others, { number: others }), words.unknown);
    if (faults.length) status.push(fill(words.faults, { lines: faults.join(", ") }));
    status.push(...unread.map(file => fill(words.unread, { file })));
    part("read-codes").textContent = pile.value.trim() || unread.length || dropped.length ? status.join(" ") : "";
    part("hard").hidden = part("again").hidden = part("people").hidden = !found.length;
    part("how").hidden = !!found.length;
    part("hard").tBodies[0].replaceChildren(...rows.map(drawn));
    part("again").querySelector("ol").replaceChildren(...rules.length ? rules.map(again) : [make("li", "", make("div", "", words.nothing))]);
    part("people").querySelector("tbody").replaceChildren(...found.map(person));
  };

  // The page in a package, which is a zip archive: the entry of its name in the list at the end, deflated or as it is.
  const unpacked = async file => {
    const bytes = await file.arrayBuffer(), view = new DataView(bytes), last = bytes.byteLength - 22;
    const end = [...Array(Math.max(0, Math.min(last + 1, 65_558))).keys()].map(i => last - i).find(at => view.getUint32(at, true) === 0x06054b50);
    for (let at = view.getUint32(end + 16, true), left = view.getUint16(end + 10, true); left; left -= 1) {
      const name = view.getUint16(at + 28, true), start = view.getUint32(at + 42, true);
      if (new TextDecoder().decode(new Uint8Array(bytes, at + 46, name)) === "index.html") {
        const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true), content = new Blob([bytes.slice(from, from + view.getUint32(at + 20, true))]);
        return new Response(view.getUint16(at + 10, true) ? content.stream().pipeThrough(new DecompressionStream("deflate-raw")) : content).text();
      }
      at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    throw new Error("no page");
  };

  const isText = value => typeof value === "string", isSet = set => ["lesson", "title", "ruleset", "example"].every(part => isText(set[part]))
    && set.questions.every(({ question, choices, teach }) => isText(question) && choices.every(isText) && teach.every(id => isText(set.rules[id].title) && isText(set.rules[id].says) && set.rules[id].lessons.every(lesson => lesson.every(isText))));

  // The questions of a page that `quiz` or `replay` has written, or of a package. Throws for others.
  const questionsIn = async file => {
    const text = /\.zip$/i.test(file.name) ? await unpacked(file) : await file.text();
    const set = JSON.parse(text.match(/<tt-class[^>]*>\s*<script type="application\/json">(.*?)<\/script>/s)[1]);
    if (!isSet(set)) throw new Error("no questions");
    return set;
  };
  const know = found => {
    dropped = [...dropped, ...found].filter((set, i, all) => all.findIndex(one => one.lesson === set.lesson) === i);
    sets = [...dropped, ...given.filter(set => !dropped.some(one => one.lesson === set.lesson))];
  };

  // The lines of files of codes, behind those that stand there, and the questions of pages and packages.
  const add = async files => {
    const asked = [], lines = [];
    unread = [];
    for (const file of files) try {
      if (/\.(html?|zip)$/i.test(file.name)) asked.push(await questionsIn(file));
      else {
        const text = await file.text();
        if (/[\0\ufffd]/.test(text)) throw new Error("no text");
        lines.push(text);
      }
    } catch { unread.push(file.name); }
    know(asked);
    pile.value = [pile.value, ...lines].map(text => text.trim()).filter(Boolean).join("\n");
    show();
  };
  pile.addEventListener("input", () => { unread = []; show(); });
  page.querySelector("input[type=file]").addEventListener("change", ({ target }) => add(target.files));
  const drop = part("drop");
  drop.addEventListener("dragover", event => { event.preventDefault(); drop.classList.add("tt-over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("tt-over"));
  drop.addEventListener("drop", event => {
    drop.classList.remove("tt-over");
    if (!event.dataTransfer.files.length) return;  // a text that is dropped goes into its field
    event.preventDefault();
    add(event.dataTransfer.files);
  });
  if (!pages) part("titles").textContent = given.map(set => set.title).join(" · ");
  try {
    pile.value = sessionStorage.getItem(key) || codes;
    know(JSON.parse(sessionStorage.getItem(`${key}-questions`) ?? "[]").filter(isSet));
  } catch { pile.value ||= codes; }
  show();
})();
