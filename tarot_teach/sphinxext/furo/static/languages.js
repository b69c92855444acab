// Leads from the first page of a site to the language that the browser asks for first. Without it, the page is a list of links.
(() => {
  const links = [...document.querySelectorAll("a[hreflang]")];
  for (const wanted of navigator.languages.map((each) => each.toLowerCase())) {
    const found = links.find(({ hreflang: code }) => code.toLowerCase() === wanted || code.toLowerCase() === wanted.split("-")[0]);
    if (found) { location.replace(found.href + location.hash); return; }
  }
})();
