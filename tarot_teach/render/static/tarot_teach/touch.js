// Questions in which the card that is touched is the answer: its choices are buttons, the verdict stands on the card.
window.tarotTouch = exercise => {
  "use strict";
  const form = exercise.querySelector("form"), cards = [...form.querySelectorAll(".tt-choice")];
  exercise.querySelector(".tt-check").remove();
  exercise.classList.add("tt-touched");
  const buttons = cards.map(label => {
    const input = label.querySelector("input"), button = document.createElement("button");
    button.type = "button";
    button.className = "tt-touch";
    input.hidden = true;
    label.replaceWith(button);
    button.append(input, ...label.childNodes);
    button.addEventListener("click", () => {
      input.checked = true;
      form.requestSubmit();
      button.dataset.mark = { right: "✓", possible: "▼", wrong: "✕" }[input.dataset.grade];
      button.setAttribute("aria-pressed", "true");
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
};
