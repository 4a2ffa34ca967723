// Excerpts of what a search finds are of the article alone, not of the navigation beside it.
document.addEventListener("DOMContentLoaded", () => {
    if (typeof Search === "undefined") return;
    const toText = Search.htmlToText;
    Search.htmlToText = (page, anchor) => {
        const article = new DOMParser()
            .parseFromString(page, "text/html")
            .querySelector("article.bd-article");
        const shown = article ? `<div role="main">${article.outerHTML}</div>` : page;
        return toText(shown, anchor).replace(/\s+/g, " ");
    };
});

// `np.mean` is looked for as `mean`, whatever a program calls the library.
const asked = new URLSearchParams(location.search).get("q") ?? "";
const bare = asked.replace(/\b(?:np|xp|numpy|sharray(?:\.numpy)?)\.(?=\w)/g, "");
if (bare !== asked && document.getElementById("search-results")) {
    location.replace(`?q=${encodeURIComponent(bare)}`);
}
