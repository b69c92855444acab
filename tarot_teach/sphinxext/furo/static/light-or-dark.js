// What furo has in a script within each page, in a file: the reader's choice of light or dark, before anything is drawn.
try { document.body.dataset.theme = localStorage.getItem("theme") || "auto"; } catch { document.body.dataset.theme = "auto"; }
