"""Look at the built documentation in a headless browser: ``python -m conformance.site HTML``.

Every page is opened at four widths, light and dark. What is looked for: a page that scrolls
sideways, what is cut although there is room, a link within the site that leads nowhere, an image
that is missing, an error of the console, a request to the network, a search that does not find a
function, and what the accessibility checker axe calls serious or critical. Some pages are gone
through with the keyboard. Of a folder with many pages, which one generator has made alike, some
are looked at so; the others are opened on the narrowest screen only.
"""

from __future__ import annotations

import argparse
import functools
import importlib.resources
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = (360, 768, 1280, 1920)
SCHEMES = ("light", "dark")
#: What axe looks for, and where. Contrast, three quarters of its time, depends on the colours, all
#: else on the layout, of which there is one for narrow and one for wide screens.
CONTRAST = {"runOnly": ["color-contrast"]}
OTHERS = {"rules": {"color-contrast": {"enabled": False}}}
AXE_AT = {
    ("light", 360): OTHERS,
    ("light", 1280): {},
    ("dark", 360): CONTRAST,
    ("dark", 1280): CONTRAST,
}
GRAVE = ("serious", "critical")
#: All pages of a folder are looked at in all ways, but in one of more than so many so many.
MANY, SOME = 50, 12
#: The sandbox wants more rights than a container has; the pages are our own. They need nothing of
#: the network, which is not there: to hold requests up instead would take the browser its cache.
ALONE = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
#: Browsers that look at pages side by side.
WORKERS = 2
#: How many parts of the pages one of them looks at, each with a browser of its own.
SHARES = 8
#: Milliseconds in which the theme lets the keyboard reach what scrolls at another width.
SETTLED = 500
#: How often one looks after so long whether a page has come.
TRIES = 20
#: What somebody looks for -> the function whose page is to come first.
SEARCHED = {
    "cumulative_sum": "cumulative_sum",
    "np.linalg.svd": "linalg.svd",
    "np.random.normal": "random.normal",
    "xp.shard_map": "shard_map",
    "concatenate": "concatenate",
}
#: A screenshot shows so much of a page.
MOST_HEIGHT = 4000
#: Pages that are gone through with the keyboard, on a narrow and on a wide screen.
TYPED = ("index.html", "quickstart.html", "reference/median.html")
MOST_STOPS = 400

#: The rest of a page, whatever its images wait for, once it is there.
SEEN = """async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map(i => i.decode().catch(() => null)));
    return {
        ids: [...document.querySelectorAll("[id], a[name]")].map(e => e.id || e.name),
        links: [...document.querySelectorAll("a[href]")].map(a => a.href),
        images: [...document.images].filter(i => !i.naturalWidth).map(i => i.src),
        unnamed: [...document.images].filter(i => !i.hasAttribute("alt")).map(i => i.src),
    };
}"""
WIDER = """() => {
    const page = document.documentElement;
    return page.scrollWidth > page.clientWidth && [page.scrollWidth, page.clientWidth];
}"""
#: What is not seen where it could be: code beyond the margin of the text, columns behind a first
#: one that takes most of a narrow table, reports that are cut on the widest screen.
CUT = """widest => {
    const right = e => e.getBoundingClientRect().right;
    const width = e => e.getBoundingClientRect().width;
    const article = document.querySelector("article");
    if (!article) return [];
    const code = [...article.querySelectorAll(":is(p, li, dd) code")]
        .filter(e => !e.closest("pre, table") && right(e) > right(article) + 1)
        .map(e => `the code ${e.textContent} goes beyond the margin`);
    const boxes = [...article.querySelectorAll(".pst-scrollable-table-container")]
        .filter(e => e.scrollWidth > e.clientWidth + 1)
        .filter(e => width(e.querySelector("tr > *")) > e.clientWidth / 2)
        .map(e => `a first column has most of ${e.clientWidth} px: ${e.innerText.slice(0, 40)}`);
    const reports = [...article.querySelectorAll(".cell_output .wide")]
        .filter(e => widest && e.scrollWidth > e.clientWidth + 1)
        .map(e => `a report has ${e.clientWidth} of ${e.scrollWidth} px`);
    return [...code, ...boxes, ...reports];
}"""
#: What axe finds in what a selector names, by default everywhere, with some of its rules. Without
#: what it would fetch by itself: it looks for imported style sheets beside the page.
AXE = """async ([where, rules]) => {
    const how = {resultTypes: ["violations"], preload: false, ...rules};
    const found = await axe.run(where ?? document, how);
    return found.violations.map(v => ({
        id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map(n => n.target.join(" ")),
    }));
}"""


#: The links of the text, and where the keyboard is: None at the end of the page.
LINKS = """() => [...document.querySelectorAll("#main-content a[href]:not(.headerlink)")]
    .filter(a => a.checkVisibility({visibilityProperty: true}) && a.tabIndex >= 0)
    .map(a => a.href)"""
STOP = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect();
    if (at === document.body || at.closest("#pst-skip-link")) return null;
    const marked = [at, at.closest(".sd-card") || at].map(e => getComputedStyle(e)).some(
        style => style.outlineStyle !== "none" || style.boxShadow !== "none");
    return {
        link: at.href || "", what: at.outerHTML.slice(0, 80),
        seen: marked && box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    };
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # the browser has left the page
            super().copyfile(source, outputfile)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def axe_script() -> str:
    """Return the script of axe."""
    return importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()


def found_by_axe(tab: Any, where: str | None, rules: dict[str, Any]) -> list[str]:
    """Return what axe calls grave in a page that its script is in, or in what a selector names."""
    return [
        f"axe: {found['id']}: {found['help']} "
        f"({len(found['nodes'])}: {', '.join(found['nodes'][:3])})"
        for found in tab.evaluate(AXE, [where, rules])
        if found["impact"] in GRAVE
    ]


class Visitor:
    """Opens the pages of a site, and keeps what is wrong with them."""

    def __init__(self, browser: Any, site: str, output: Path | None) -> None:
        self.site, self.output = site, output
        self.faults: list[str] = []
        self.ids: dict[str, set[str]] = {}
        self.links: dict[str, set[str]] = {}
        self._axe = axe_script()
        self._where = ""
        self._tabs = {}
        for scheme in SCHEMES:
            context = browser.new_context(color_scheme=scheme)
            context.on("request", self._request)
            self._tabs[scheme] = tab = context.new_page()
            tab.on("console", self._console)
            tab.on("pageerror", lambda error: self._fault(f"error of a script: {error}"))
            tab.on("response", self._response)

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self._where}: {what}")
        print(self.faults[-1], flush=True)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self._fault(f"asks the network for {request.url}")

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self._fault(f"console: {message.text}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self._fault(f"{response.status} for {response.url}")

    def visit(self, page: str, *, thoroughly: bool) -> None:
        """Look at a page: in each of the schemes at all widths, or in the narrowest one."""
        schemes, widths = (SCHEMES, WIDTHS) if thoroughly else (SCHEMES[:1], WIDTHS[:1])
        for scheme in schemes:
            tab = self._tabs[scheme]
            self._where = f"{page} ({scheme})"
            tab.set_viewport_size({"width": widths[0], "height": 900})
            tab.goto(self.site + page, wait_until="load")
            if scheme == SCHEMES[0]:
                self._note(page, tab.evaluate(SEEN))
            tab.evaluate(self._axe)
            for width in widths:
                self._where = f"{page} ({scheme}, {width} px)"
                tab.set_viewport_size({"width": width, "height": 900})
                self._look(tab, width)
                if (scheme, width) in AXE_AT:
                    self._check(tab, AXE_AT[scheme, width], width)
                if self.output is not None and thoroughly:
                    self._keep(tab, page, f"{width}-{scheme}")

    def _note(self, page: str, seen: dict[str, list[str]]) -> None:
        self.ids[page] = set(seen["ids"])
        self.links[page] = set(seen["links"])
        for source in seen["images"]:
            self._fault(f"the image {source} is missing")
        for source in seen["unnamed"]:
            self._fault(f"the image {source} has no alternative text")

    def _look(self, tab: Any, width: int) -> None:
        if sizes := tab.evaluate(WIDER):
            self._fault("scrolls sideways: {} of {} px".format(*sizes))
        for cut in tab.evaluate(CUT, width == WIDTHS[-1]):
            self._fault(cut)

    def _check(self, tab: Any, rules: dict[str, Any], width: int) -> None:
        """Note what axe finds."""
        if width != WIDTHS[0]:
            tab.wait_for_timeout(SETTLED)
        for fault in found_by_axe(tab, None, rules):
            self._fault(fault)

    def _keep(self, tab: Any, page: str, name: str) -> None:
        assert self.output is not None
        path = self.output / page.removesuffix(".html") / f"{name}.jpeg"
        height = tab.evaluate("document.documentElement.scrollHeight")
        width = tab.viewport_size["width"]
        part = {"x": 0, "y": 0, "width": width, "height": min(height, MOST_HEIGHT)}
        tab.screenshot(path=path, full_page=True, clip=part, type="jpeg", quality=70)

    def follow(self) -> None:
        """Find the links within the site that lead nowhere."""
        for page, links in self.links.items():
            self._where = page
            for link in sorted(links):
                address, anchor = urldefrag(urljoin(self.site + page, link))
                if not address.startswith(self.site):
                    continue
                target = unquote(address.removeprefix(self.site)).partition("?")[0] or "index.html"
                if target not in self.ids:
                    if not self._is_there(target):
                        self._fault(f"the link to {target} leads nowhere")
                elif anchor and unquote(anchor) not in self.ids[target]:
                    self._fault(f"the link to {target}#{anchor} leads nowhere")

    def search(self, asked: str, name: str) -> None:
        """Search a function: the first that is found is to be its page, with the signature."""
        self._where, tab = f"search for {asked}", self._tabs[SCHEMES[0]]
        tab.goto(f"{self.site}search.html?q={asked}", wait_until="networkidle")
        first = tab.wait_for_selector("#search-results li:first-child").inner_text()
        if f"sharray.{name}(" not in first:
            self._fault(f"the first result is {first!r}")

    def keyboard(self, page: str, width: int) -> None:
        """Go through a page with the keyboard alone, and search with it.

        The first stop leads past the navigation; each is seen where the keyboard is, and none
        keeps it: on the way to the end every link of the text is reached.
        """
        self._where, tab = f"{page} (keyboard, {width} px)", self._tabs[SCHEMES[0]]
        tab.set_viewport_size({"width": width, "height": 900})
        tab.goto(self.site + page, wait_until="load")
        tab.wait_for_timeout(SETTLED)
        links = set(tab.evaluate(LINKS))
        tab.keyboard.press("Tab")
        tab.keyboard.press("Enter")
        if not _gets_to(tab, lambda url: url.endswith("#main-content")):
            self._fault(f"the first stop leads to {tab.url}, not to the text")
        for _ in range(MOST_STOPS):
            tab.keyboard.press("Tab")
            stop = tab.evaluate(STOP)
            if stop is None:
                break
            if not stop["seen"]:
                self._fault(f"nobody sees the keyboard at {stop['what']}")
            links.discard(stop["link"])
        else:
            self._fault(f"the keyboard does not come to the end in {MOST_STOPS} stops")
        for link in sorted(links):
            self._fault(f"the keyboard does not reach {link}")
        tab.keyboard.press("Control+k")
        asked = next(iter(SEARCHED))
        tab.keyboard.type(asked)
        tab.keyboard.press("Enter")
        if not _gets_to(tab, lambda url: f"search.html?q={asked}" in url):
            self._fault(f"the keyboard searches at {tab.url}")

    def _is_there(self, target: str) -> bool:
        answer = self._tabs[SCHEMES[0]].request.head(self.site + target)
        return answer.ok


def _gets_to(tab: Any, is_there: Callable[[str], bool]) -> bool:
    """Wait until the address of a page is the right one; how long depends on the machine."""
    for _ in range(TRIES):
        if is_there(tab.url):
            return True
        tab.wait_for_timeout(SETTLED)
    return False


def _sample(pages: list[str]) -> set[str]:
    """Return the pages that are looked at in all ways: of each folder some, evenly spread."""
    folders: dict[str, list[str]] = {}
    for page in pages:
        folders.setdefault(page.rpartition("/")[0], []).append(page)
    return {
        page
        for found in folders.values()
        for page in found[:: -(-len(found) // SOME) if len(found) > MANY else 1]
    }


def look(folder: Path, browser: str, output: Path | None, pattern: str) -> list[str]:
    """Return what is wrong with the pages of a folder."""
    pages = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.glob(pattern)
        if path.suffix == ".html" and "_static" not in path.parts
    )
    if not pages:
        raise SystemExit(f"conformance.site: {folder} has no pages {pattern}")
    thoroughly = _sample(pages)
    with _served(folder) as site:
        # evenly spread, and several for each worker, as some pages take much longer than others
        count = WORKERS * SHARES
        shares = [(site, browser, output, pages[k::count], thoroughly) for k in range(count)]
        with ProcessPoolExecutor(WORKERS, get_context("spawn")) as workers:
            seen = list(workers.map(_visit, *zip(*shares, strict=True)))
        faults = [fault for found, _, _ in seen for fault in found]
        with _visitor(site, browser, output) as visitor:
            if (folder / "search.html").exists():
                for asked, name in SEARCHED.items():
                    visitor.search(asked, name)
            if pattern == EVERY:
                for _, ids, links in seen:
                    visitor.ids |= ids
                    visitor.links |= links
                visitor.follow()
                for page in TYPED:
                    for width in (WIDTHS[0], WIDTHS[-1]):
                        visitor.keyboard(page, width)
            faults += visitor.faults
    print(
        f"{len(pages)} pages, {len(thoroughly)} of them at {len(WIDTHS)} widths, light and dark: "
        f"{len(faults)} faults"
    )
    return faults


@contextmanager
def _visitor(site: str, browser: str, output: Path | None) -> Iterator[Visitor]:
    # of the extra `site`
    from playwright.sync_api import sync_playwright  # pyright: ignore[reportMissingImports]

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser, args=[*ALONE])
        yield Visitor(started, site, output)
        started.close()


def _visit(
    site: str, browser: str, output: Path | None, pages: list[str], thoroughly: set[str]
) -> tuple[list[str], dict[str, set[str]], dict[str, set[str]]]:
    """Return the faults of some pages, what their links may lead to, and their links."""
    with _visitor(site, browser, output) as visitor:
        for page in pages:
            visitor.visit(page, thoroughly=page in thoroughly)
        return visitor.faults, visitor.ids, visitor.links


def find_browser(who: str) -> str | None:
    """Return the browser that is installed; without one, say that `who` needs it."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        print(f"{who} needs Chromium (Debian's package is chromium), or --browser PATH")
    return found


EVERY = "**/*.html"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m conformance.site", description=__doc__)
    parser.add_argument("html", type=Path, help="the folder with the built pages")
    parser.add_argument("--output", type=Path, help="where to put screenshots")
    parser.add_argument("--browser", help="the browser; by default the Chromium that is installed")
    parser.add_argument("--pages", default=EVERY, help="a pattern; links are followed if it is all")
    given = parser.parse_args()
    browser = given.browser or find_browser("conformance.site")
    return bool(look(given.html, browser, given.output, given.pages)) if browser else 2


if __name__ == "__main__":
    sys.exit(main())
