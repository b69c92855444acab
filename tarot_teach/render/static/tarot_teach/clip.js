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
