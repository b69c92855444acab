// A set of questions or a lesson for a class: what was answered becomes a short code and, on a learning platform (SCORM 1.2), score and completion.
// The questions as data stand in the page. Codes are written as in topics/quiz/codes.py.
(() => {
  "use strict";
  const set = document.querySelector("tt-class");
  if (!set) return;
  const data = JSON.parse(set.querySelector("script").textContent), words = data.words;
  const asked = [...document.querySelectorAll("tt-exercise")], lesson = document.querySelector("tt-lesson.tt-on");
  const make = (tag, kind = "", ...parts) => { const made = document.createElement(tag); made.className = kind; made.append(...parts); return made; };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const LETTER = { right: "r", wrong: "w", possible: "p", part: "h", shown: "s" };

  const { sum, read } = window.tarotCodes;
  const written = answers => {
    const body = `${data.lesson}-${answers.map(answer => answer || "0").join(".")}`;
    return `tt1-${body}-${sum(body)}`;
  };

  // -------------------------------------------------------------- where it is kept: a platform, or this browser

  const platform = (() => {
    for (let at = window, steps = 0; at && steps < 9; at = at.parent === at ? at.opener : at.parent, steps += 1) {
      try { if (at.API?.LMSInitialize) return at.API; } catch { return null; }
    }
    return null;
  })();
  const key = `tarot-teach-class-${data.lesson}${lesson ? `-${lesson.id}` : ""}`;
  // What was kept: the code of the answers, "end" once the end of a lesson was reached, and the step of a lesson.
  const kept = () => {
    try {
      return (platform ? ["cmi.suspend_data", "cmi.core.lesson_location"].map(name => platform.LMSGetValue(name)).join(" ") : localStorage.getItem(key) ?? "").split(" ");
    } catch { return []; }
  };
  const complete = () => ended && answers.every(Boolean);
  const keep = () => {
    const right = answers.filter(answer => answer === "r").length, state = `${answers.length ? written(answers) : "-"} ${ended ? "end" : "-"}`;
    const step = lesson?.at ? lesson.steps[lesson.at - 1].id : "";
    if (!platform) try { return localStorage.setItem(key, `${state} ${step}`); } catch { return undefined; }
    platform.LMSSetValue("cmi.suspend_data", state);
    platform.LMSSetValue("cmi.core.lesson_location", step);
    platform.LMSSetValue("cmi.core.lesson_status", complete() ? "completed" : "incomplete");
    if (!answers.length) return undefined;
    platform.LMSSetValue("cmi.core.score.min", "0");
    platform.LMSSetValue("cmi.core.score.max", "100");
    return platform.LMSSetValue("cmi.core.score.raw", String(Math.round(100 * right / answers.length)));
  };

  // -------------------------------------------------------------- answering

  let answers = asked.map(() => ""), ended = !lesson;
  const chosen = (exercise, grade) => {
    const amount = exercise.querySelector("input[name=amount]");
    if (grade === "right" || grade === "shown") return "";
    if (amount) return amount.value.replace(/[−–-]/g, "m").replace(/[,.]/g, "d").replace("½", "d5").replace(/[^m\dd]/g, "");
    const bits = [...exercise.querySelectorAll("input[name=choice]")].reduce((all, input, i) => input.checked ? all | 1n << BigInt(i) : all, 0n);
    return bits.toString(16);
  };
  const name = set.querySelector(".tt-class-name"), signed = () => [name.value.trim(), written(answers)].filter(Boolean).join(": ");
  const show = () => {
    const done = answers.filter(Boolean).length, right = answers.filter(answer => answer === "r").length;
    set.querySelector(".tt-class-state").textContent = fill(words.state, { done, all: answers.length, right });
    set.querySelector(".tt-class-code").value = signed();
    asked.forEach((exercise, i) => { exercise.dataset.done = answers[i] ? "yes" : ""; });
  };
  document.addEventListener("tt-grade", event => {
    const at = asked.indexOf(event.target);
    if (at < 0 || answers[at]) return; // the first answer counts
    answers[at] = (LETTER[event.detail] ?? "w") + chosen(event.target, event.detail);
    show();
    keep();
    platform?.LMSCommit("");
  });
  const arrive = () => {
    ended = true;
    keep();
    platform?.LMSCommit("");
  };

  if (platform) {
    platform.LMSInitialize("");
    if (platform.LMSGetValue("cmi.core.lesson_status") === "not attempted") platform.LMSSetValue("cmi.core.lesson_status", "incomplete");
    addEventListener("pagehide", () => { platform.LMSSetValue("cmi.core.exit", complete() ? "" : "suspend"); platform.LMSFinish(""); });
  }
  const [before, end, step] = kept(), note = set.querySelector(".tt-class-note");
  try {
    if (before && asked.length) answers = read(before, [data]).answers.map(answer => answer === "0" ? "" : answer);
    ended ||= end === "end";
  } catch { note.textContent = words.lost; }
  if (lesson) {
    asked.forEach((exercise, i) => { if (/^[rs]/.test(answers[i])) exercise.reveal(); });
    const at = lesson.steps.findIndex(one => one.id === step) + 1;
    if (step && !at) note.textContent ||= words.place;
    if (at && !lesson.at) lesson.go(at);
    document.addEventListener("tt-step", () => lesson.at === lesson.steps.length && !ended ? arrive() : keep());
    new IntersectionObserver(seen => { if (!ended && seen.some(one => one.isIntersecting)) arrive(); }).observe(lesson.steps.at(-1));  // in the list
  }
  if (platform && complete()) keep();
  set.hidden = !asked.length && !note.textContent;
  show();
  set.querySelector("[data-do=copy]").addEventListener("click", () => { set.querySelector(".tt-class-code").select(); navigator.clipboard?.writeText(signed()).catch(() => undefined); });
  set.querySelector("[data-do=file]").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([`${signed()}\n`], { type: "text/plain" }));
    link.download = `${data.lesson}-answers.txt`;
    link.click();
  });

  name.addEventListener("input", show);
  set.querySelector(".tt-class-anew").hidden = !!platform;
  set.querySelector("[data-do=anew]").addEventListener("click", () => {
    try { localStorage.removeItem(key); } catch { /* no storage */ }
    history.replaceState(null, "", "#");
    location.reload();
  });
})();
