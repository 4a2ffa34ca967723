// What the search of the site does otherwise than Sphinx's, whose script comes after this one.
document.addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;

    // Excerpts of what is found are of the article alone, not of the navigation beside it.
    const toText = Search.htmlToText;
    Search.htmlToText = (page, anchor) => {
        const article = new DOMParser()
            .parseFromString(page, "text/html")
            .querySelector("article.bd-article");
        const shown = article ? `<div role="main">${article.outerHTML}</div>` : page;
        return toText(shown, anchor).replace(/\s+/g, " ");
    };

    // `np.mean(x)` is looked for as `mean`, whatever a program calls the library.
    const ask = Search.query;
    Search.query = (asked) =>
        ask(asked.trim().replace(/\(.*\)$/, "").replace(MODULE, ""));

    // The page of a name comes first.
    const find = Search._performSearch;
    Search._performSearch = (query, ...terms) => {
        const found = find(query, ...terms);
        const page = pageOf(query.toLowerCase(), found);
        if (page === undefined) return found;
        const others = found.filter((result) => result[0] !== page[0] || result[2] !== "");
        return [...others, page]; // the last one is shown first
    };
});

const MODULE = /\b(?:np|xp|numpy|sharray(?:\.numpy)?)\.(?=\w)/g;

// The page of what is called so, as a result of a search: of functions before that of methods.
function pageOf(name, found) {
    const depth = (result) => result[1].split(".").length;
    const [named] = found
        .filter((result) => result[6] === "object")
        .filter((result) => `.${result[1].toLowerCase()}`.endsWith(`.${name}`))
        .sort((a, b) => depth(a) - depth(b));
    if (named === undefined) return undefined;
    const number = Search._index.docnames.indexOf(named[0]);
    return [named[0], Search._index.titles[number], "", null, 100, named[5], "title"];
}
