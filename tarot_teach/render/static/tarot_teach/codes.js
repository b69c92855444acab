// Codes of answers, read as in topics/quiz/codes.py, for the pages of learners and of whoever teaches.
window.tarotCodes = (() => {
  "use strict";
  const sum = text => [...text].reduce((all, sign, i) => (all + (i + 1) * sign.codePointAt(0)) % 256, 0).toString(16).padStart(2, "0");

  // The set of questions, the answers and the name of a code; null for a code of another lesson. Throws for what is broken.
  const read = (line, sets) => {
    const parts = line.trim().match(/^(?:(.{0,80}?)[\s:;,]{0,9})tt1-([0-9a-f]{6})-([0-9a-z.]+)-([0-9a-f]{2})$/);
    if (!parts || sum(`${parts[2]}-${parts[3]}`) !== parts[4]) throw new Error("broken");
    const set = sets.find(one => one.lesson === parts[2]), answers = parts[3].split(".");
    if (!set) return null;
    if (answers.length !== set.questions.length || !answers.every(each => /^(?:0|[rs]|[wph][0-9a-f]+|wm?\d+d?\d*)$/.test(each))) throw new Error("broken");
    return { set, answers, name: parts[1] };
  };

  return { sum, read };
})();
