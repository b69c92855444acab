// A set of questions for a class: what was answered becomes a short code and, on a learning platform (SCORM 1.2), score and completion; and
// codes of many are put together. The questions as data stand in the page. Codes are read and written as in topics/quiz/codes.py.
(() => {
  "use strict";
  const set = document.querySelector("tt-class");
  if (!set) return;
  const data = JSON.parse(set.querySelector("script").textContent), words = data.words;
  const asked = [...document.querySelectorAll("tt-exercise")];
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const LETTER = { right: "r", wrong: "w", possible: "p", part: "h", shown: "s" };

  const sum = text => [...text].reduce((all, sign, i) => (all + (i + 1) * sign.codePointAt(0)) % 256, 0).toString(16).padStart(2, "0");
  const written = answers => {
    const body = `${data.lesson}-${answers.map(answer => answer || "0").join(".")}`;
    return `tt1-${body}-${sum(body)}`;
  };
  // The answers of a code: a list, or null for a code of another lesson; throws a word for what is broken.
  const read = code => {
    const parts = code.trim().match(/^tt1-([0-9a-f]{6})-([0-9a-z.]+)-([0-9a-f]{2})$/);
    if (!parts || sum(`${parts[1]}-${parts[2]}`) !== parts[3]) throw new Error("broken");
    if (parts[1] !== data.lesson) return null;
    const answers = parts[2].split(".");
    if (answers.length !== data.questions.length || !answers.every(each => /^(?:0|[rs]|[wph][0-9a-f]+|wm?\d+d?\d*)$/.test(each))) throw new Error("broken");
    return answers;
  };

  // -------------------------------------------------------------- where it is kept: a platform, or this browser

  const platform = (() => {
    for (let at = window, steps = 0; at && steps < 9; at = at.parent === at ? at.opener : at.parent, steps += 1) {
      try { if (at.API?.LMSInitialize) return at.API; } catch { return null; }
    }
    return null;
  })();
  const key = `tarot-teach-class-${data.lesson}`;
  const kept = () => {
    try { return platform ? platform.LMSGetValue("cmi.suspend_data") : localStorage.getItem(key); } catch { return ""; }
  };
  const keep = () => {
    const right = answers.filter(answer => answer === "r").length, done = answers.every(Boolean);
    if (!platform) try { return localStorage.setItem(key, written(answers)); } catch { return undefined; }
    platform.LMSSetValue("cmi.suspend_data", written(answers));
    platform.LMSSetValue("cmi.core.score.min", "0");
    platform.LMSSetValue("cmi.core.score.max", "100");
    platform.LMSSetValue("cmi.core.score.raw", String(Math.round(100 * right / answers.length)));
    platform.LMSSetValue("cmi.core.lesson_status", done ? "completed" : "incomplete");
    return platform.LMSCommit("");
  };

  // -------------------------------------------------------------- answering

  let answers = asked.map(() => "");
  const chosen = (exercise, grade) => {
    const amount = exercise.querySelector("input[name=amount]");
    if (grade === "right" || grade === "shown") return "";
    if (amount) return amount.value.replace(/[−–-]/g, "m").replace(/[,.]/g, "d").replace("½", "d5").replace(/[^m\dd]/g, "");
    const bits = [...exercise.querySelectorAll("input[name=choice]")].reduce((all, input, i) => input.checked ? all | 1n << BigInt(i) : all, 0n);
    return bits.toString(16);
  };
  const show = () => {
    const done = answers.filter(Boolean).length, right = answers.filter(answer => answer === "r").length;
    set.querySelector(".tt-class-state").textContent = fill(words.state, { done, all: answers.length, right });
    set.querySelector(".tt-class-code").value = written(answers);
    asked.forEach((exercise, i) => { exercise.dataset.done = answers[i] ? "yes" : ""; });
  };
  document.addEventListener("tt-grade", event => {
    const at = asked.indexOf(event.target);
    if (at < 0 || answers[at]) return; // the first answer counts
    answers[at] = (LETTER[event.detail] ?? "w") + chosen(event.target, event.detail);
    show();
    keep();
  });

  if (platform) {
    platform.LMSInitialize("");
    if (platform.LMSGetValue("cmi.core.lesson_status") === "not attempted") platform.LMSSetValue("cmi.core.lesson_status", "incomplete");
    addEventListener("pagehide", () => { platform.LMSSetValue("cmi.core.exit", answers.every(Boolean) ? "" : "suspend"); platform.LMSFinish(""); });
  }
  try {
    const before = kept();
    answers = (before && read(before)?.map(answer => answer === "0" ? "" : answer)) || answers;
  } catch { set.querySelector(".tt-class-note").textContent = words.lost; }
  set.hidden = false;
  show();
  set.querySelector("[data-do=copy]").addEventListener("click", () => { set.querySelector(".tt-class-code").select(); navigator.clipboard?.writeText(written(answers)).catch(() => undefined); });
  set.querySelector("[data-do=file]").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([`${written(answers)}\n`], { type: "text/plain" }));
    link.download = `${data.lesson}-answers.txt`;
    link.click();
  });

  // -------------------------------------------------------------- the teacher: many codes

  const pile = set.querySelector("textarea"), results = set.querySelector(".tt-class-results");
  const answerWords = (question, answer) => {
    if (!question.choices.length) return answer.slice(1).replace("m", "−").replace("d", ".");
    const bits = BigInt(`0x${answer.slice(1) || 0}`);
    return question.choices.filter((_label, i) => bits >> BigInt(i) & 1n).join(", ");
  };
  const merge = () => {
    const found = [], faults = [];
    let others = 0;
    pile.value.split("\n").forEach((line, i) => {
      if (!line.trim()) return;
      try {
        const answers = read(line);
        if (answers) found.push(answers); else others += 1;
      } catch { faults.push(i + 1); }
    });
    const rows = data.questions.map((question, i) => {
      const given = found.map(answers => answers[i]).filter(answer => answer !== "0"), wrong = new Map();
      given.filter(answer => /^[wph]./.test(answer)).forEach(answer => wrong.set(answer, (wrong.get(answer) ?? 0) + 1));
      const [most, times] = [...wrong].sort((a, b) => b[1] - a[1])[0] ?? [];
      return { i, question, given: given.length, right: given.filter(answer => answer === "r").length, most, times };
    }).sort((a, b) => (a.given ? a.right / a.given : 2) - (b.given ? b.right / b.given : 2) || a.i - b.i);
    const list = make("ol", "", ...rows.map(row => {
      const item = make("li", "", make("b", "", fill(words.question, { number: row.i + 1 })), ` ${row.question.question}`);
      const bar = make("span", "tt-class-bar");
      bar.style.setProperty("--right", row.given ? row.right / row.given : 0);
      bar.style.setProperty("--same", row.given && row.times ? row.times / row.given : 0);
      item.append(bar, make("p", "", fill(words.right, { right: row.right, given: row.given })));
      if (row.most) item.append(make("p", "", fill(words.most, { answer: answerWords(row.question, row.most), times: row.times })));
      if (row.given && row.right < row.given && row.question.teach) item.append(make("p", "", fill(words.teach, { rules: row.question.teach })));
      return item;
    }));
    const said = [fill(words.read, { number: found.length })];
    if (others) said.push(fill(words.others, { number: others }));
    if (faults.length) said.push(fill(words.faults, { lines: faults.join(", ") }));
    results.replaceChildren(make("p", "", said.join(" ")), ...found.length ? [list] : []);
  };
  pile.addEventListener("input", merge);
  set.querySelector("input[type=file]").addEventListener("change", async event => {
    const texts = await Promise.all([...event.target.files].map(file => file.text()));
    pile.value = [pile.value, ...texts].filter(Boolean).map(text => text.replace(/\n$/, "")).join("\n");
    merge();
  });
})();
