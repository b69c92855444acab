// What copies a text, and a lesson or its position on one line. It is loaded when a lesson is asked for data of its own (lesson.js).
(() => {
  "use strict";
  const files = new Map(), make = (tag, given) => Object.assign(document.createElement(tag), given);

  // Data of a lesson: they stand in a page of one file, and elsewhere in a file of their own.
  window.tarotData = (lesson, name) => {
    const inline = lesson.querySelector(`script.tt-${name}`), address = lesson.dataset[name];
    if (inline) return Promise.resolve(JSON.parse(inline.textContent));
    if (!files.has(address)) files.set(address, new Promise((done, failed) => document.head.append(make("script", {
      src: address,
      onload: () => done(window.tarotLines[address.split("/").at(-1)]),
      onerror: () => { files.delete(address); failed(); },
    }))));
    return files.get(address);
  };

  // Copies a text and says so; where the browser lets no script copy, the text stands in a field to be copied by hand.
  window.tarotClip = async (text, said, field, { done, byHand }) => {
    try {
      await navigator.clipboard.writeText(text);
      field.hidden = true;
      said.textContent = done;
    } catch {
      Object.assign(field, { hidden: false, value: text });
      said.textContent = byHand;
      field.select();
    }
  };

  addEventListener("tt-copy", async ({ target: lesson }) => {
    let data;
    try { data = await tarotData(lesson, "written"); } catch { return lesson.unread(); }
    const { deal, at, words } = data, position = at[lesson.number(lesson.at)];
    lesson.clip ??= [make("p", { className: "tt-aside", role: "status" }), make("textarea", { hidden: true, readOnly: true, rows: 3, ariaLabel: words.label })];
    const [said, field] = lesson.clip;
    if (!said.isConnected) lesson.querySelector(".tt-copy").after(said, field);
    field.style.cssText = "box-sizing: border-box; width: 100%";
    if (position || deal) return tarotClip(position ?? deal, said, field, { done: words[position ? "position" : "deal"], byHand: words.byHand });
    field.hidden = true;
    said.textContent = words.none;
  });
})();
