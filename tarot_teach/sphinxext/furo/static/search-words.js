// The search of a site finds whole words, by their stems, and what other games call the same thing: in texts, titles, index entries and
// names of rules alike. A word that stands nowhere finds those that begin with it; lessons that have the words come before other pages, and tables
// after them. Sphinx finds any word that has the letters in it, "ace" in "place", and titles and names only as they are typed.
(() => {
  const stemmer = new Stemmer(), known = new Map();
  const stemOf = word => known.get(word) ?? known.set(word, stemmer.stemWord(word)).get(word);
  const stems = words => words.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(stemOf);
  const groups = JSON.parse(document.currentScript.dataset.names).map(names => names.map(stems)), lessons = JSON.parse(document.currentScript.dataset.lessons);
  const pages = (index, stem) => Object.hasOwn(index, stem) ? [index[stem]].flat() : [];
  const withAll = (index, name) => name.map(stem => pages(index, stem)).reduce((some, others) => some.filter(page => others.includes(page)));

  let vocabulary, query = [];
  const words = () => vocabulary ??= new Set([
    ...Object.keys(Search._index.terms), ...Object.keys(Search._index.titleterms), ...Object.keys(Search._index.alltitles).flatMap(stems),
    ...Object.keys(Search._index.indexentries).flatMap(stems),
    ...Object.entries(Search._index.objects).flatMap(([prefix, matches]) => matches.flatMap(match => stems(`${prefix} ${match[4]}`))),
  ]);
  const meant = stem => new Set(words().has(stem) ? [stem] : [...words()].filter(word => word.startsWith(stem)));

  // The share of a title that the query is, by letters, where its words stand side by side in it; 0 where they do not.
  const share = (title, wanted) => {
    const all = stems(title), letters = some => some.join("").length;
    const at = all.findIndex((_stem, i) => wanted.length && wanted.every((known, j) => known.has(all[i + j])));
    return at < 0 ? 0 : letters(all.slice(at, at + wanted.length)) / letters(all);
  };
  const named = () => {
    const { alltitles, indexentries, titles, docnames, filenames } = Search._index, found = [], wanted = query.map(meant);
    for (const [entries, score, kind] of [[alltitles, Scorer.title, SearchResultKind.title], [indexentries, 100, SearchResultKind.index]])
      for (const [name, places] of Object.entries(entries)) {
        const part = share(name, wanted);
        if (part >= 0.5) for (const [file, id] of places) {
          const shown = kind === SearchResultKind.title && titles[file] !== name ? `${titles[file]} > ${name}` : titles[file];
          found.push([docnames[file], shown, id ? `#${id}` : "", null, Math.round(score * part) + (titles[file] === name), filenames[file], kind]);
        }
      }
    return found;
  };

  // Pages that have the words in their text: lessons first, those that are called so before others, and otherwise as they are learnt; tables last.
  const tables = /^(comparison|coverage|compared\/|if-you-know-|sources|features)/;
  Scorer.score = ([name, , , , score, , kind]) => {
    if (kind !== SearchResultKind.text) return score;
    const at = lessons.indexOf(name), called = at >= 0 && stems(name).some(stem => query.includes(stem));
    return at >= 0 ? score + 11 + 3 * called - at / lessons.length : tables.test(name) ? score - 3 : score;
  };

  const performSearch = Search._performSearch;
  Search._performSearch = (typed, ...terms) => {
    query = stems(typed);
    return performSearch("\0", ...terms); // which stands in no title
  };

  const searchTerms = Search.performTermsSearch;
  Search.performTermsSearch = (terms, excluded) => {
    const found = named(), indexes = [Search._index.terms, Search._index.titleterms];
    for (const word of terms) {
      const alike = groups.filter(names => names.some(name => name.length === 1 && name[0] === word)).flat();
      let held = indexes.map(index => [[word], ...alike].flatMap(name => withAll(index, name)));
      if (held.every(some => !some.length)) held = indexes.map(index => Object.keys(index).filter(stem => stem.startsWith(word)).flatMap(stem => pages(index, stem)));
      indexes.forEach((index, i) => { index[word] = [...new Set(held[i])]; });
    }
    return [...found, ...searchTerms(terms, excluded)];
  };

  const searchObjects = Search.performObjectSearch;
  Search.performObjectSearch = (word, terms) => {
    const { objects: all, objnames, titles } = Search._index, own = meant(stemOf(word)), others = [...terms].map(term => meant(stemOf(term)));
    const has = (text, wanted) => stems(text).some(stem => wanted.has(stem));
    const fits = (name, match) => has(name, own) && others.every(wanted => has(`${name} ${objnames[match[1]][2]} ${titles[match[0]]}`, wanted));
    Search._index.objects = Object.fromEntries(Object.entries(all).map(([prefix, matches]) => [prefix, matches.filter(match => fits(`${prefix} ${match[4]}`, match))]));
    try {
      const found = searchObjects("", new Set());
      for (const result of found) if (stems(result[1].split(".").pop()).join() === stemOf(word)) result[4] += Scorer.objNameMatch - Scorer.objPartialMatch;
      return found;
    } finally { Search._index.objects = all; }
  };
})();
