// What furo has in a script within each page, in a file: the reader's choice of light or dark, before anything is drawn.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
