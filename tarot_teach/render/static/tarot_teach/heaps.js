// The heaps before the seats of a lesson, between hand and trick: face down, with the open card on top. For pages on which cards lie so.
(() => {
  "use strict";
  customElements.get("tt-lesson").prototype.layHeaps = function (seats, sides, { felt, middle, width, u, wide, large, over, put }) {
    const { where } = this.state, size = wide ? 48 * u : 30, pace = size + (wide ? 20 * u : 7);
    for (const seat of seats) {
      const heaps = new Map(), [x, y] = sides.get(seat), places = Math.max(0, ...[...this.start.values()].map(place => +place.split("/")[1]?.replace("+", "") || 0));
      for (const [card, place] of where) if (place?.startsWith(`${seat}/`)) {
        const number = parseInt(place.slice(seat.length + 1));
        heaps.set(number, [card, ...heaps.get(number) ?? []]);
      }
      const near = wide ? 1.6 * 46 * large * u + 46 * u + 12 : 36, before = y > 0 ? felt.y + felt.h - (wide ? 22 * u + 1.6 * 68 * large * u + 14 * u : 34) - 1.6 * size : felt.y + near;
      const [left, top] = Math.abs(x) < .1 ? [middle.x + width / 2 + (wide ? 40 * u : 8), before] : [middle.x + x * felt.w * .3 - pace * places / 2, middle.y + y * felt.h * .3 - .8 * size];
      for (const [number, cards] of heaps) {
        cards.sort((one, two) => where.get(one).endsWith("+") - where.get(two).endsWith("+"));
        cards.forEach((card, i) => {
          const open = where.get(card).endsWith("+"), shift = (wide ? 5 * u : 3) * i;
          put(card, left + (number - 1) * pace + shift, top - shift, size, { z: 12 + i, at: open ? seat : "heap", closed: !open && !this.faceUp([card], over) });
        });
      }
    }
  };
  document.querySelectorAll("tt-lesson.tt-on").forEach(lesson => lesson.show(true));
})();
