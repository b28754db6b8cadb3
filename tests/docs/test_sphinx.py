"""The documents build without a warning, open without a network, and every link inside holds."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent.parent
LOADED = {"img": "src", "link": "href", "object": "data", "script": "src", "source": "src"}
IN_STYLE = re.compile(r"@import\s+[\"']([^\"']+)|url\([\"']?([^\"')]+)")
MATHEMATICS = re.compile(r"<math.*?</math>", re.DOTALL)


class Page(HTMLParser):
    """What a page links to, what it loads, and the names that can be linked to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.text = file.read_text(encoding="utf-8")
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.names: set[str] = {""}
        self.feed(MATHEMATICS.sub("", self.text))  # in which nothing is linked or loaded

    def handle_starttag(self, tag, attrs):
        found = {name: value or "" for name, value in attrs}
        self.names |= {found["id"]} if "id" in found else set()
        self.links |= {found["href"]} if tag == "a" and "href" in found else set()
        self.loads |= {found[LOADED[tag]]} if LOADED.get(tag) in found else set()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the pages."""
    folder = tmp_path_factory.mktemp("documents")
    options = ("-W", "--keep-going", "-q", "-E", "-b", "html", "-d", folder / "trees")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, ROOT / "docs", folder / "html"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(built):
    """Every page by its file."""
    return {file: Page(file) for file in built.rglob("*.html")}


def test_the_search_finds_an_equation_by_its_number(built):
    index = (built / "searchindex.js").read_text(encoding="utf-8")
    data = json.loads(index[index.index("(") + 1 : index.rindex(")")])
    places = {(data["docnames"][page], name) for page, name, _ in data["indexentries"]["eq. (43)"]}
    assert ("claims/gated-rnn", "gated-rnn-eq-43") in places
    assert data["docnames"].index("claims/gated-rnn") in data["titleterms"]["n43"]
    script = (built / "_static" / "language_data.js").read_text(encoding="utf-8")
    assert "function splitQuery(query)" in script
    assert '? "n" + word : word' in script


def test_every_public_name_has_its_place(built):
    index = (built / "genindex.html").read_text(encoding="utf-8")
    for name in ("decide_mean", "prove_identity", "Claim", "search"):
        assert f"theorem_checks.{name}" in index
    assert (built / "claims" / "lsrl-errata.html").exists()


def test_no_page_loads_anything_from_elsewhere(built, pages):
    for file, page in pages.items():
        for address in page.loads:
            assert not urlsplit(address).netloc, f"{file.name} loads {address}"
            assert _target(file, address).is_file(), f"{file.name} loads {address}"
    for style in built.rglob("*.css"):
        for found in IN_STYLE.finditer(style.read_text(encoding="utf-8")):
            address = found[1] or found[2]
            assert not urlsplit(address).netloc, f"{style.name} loads {address}"


def test_every_link_inside_holds_with_its_anchor(pages):
    broken = {
        f"{file.name} -> {link}"
        for file, page in pages.items()
        for link in page.links
        if not urlsplit(link).scheme and not _holds(file, link, pages)
    }
    assert not broken
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_every_link_outside_is_well_formed(pages):
    outside = {link for page in pages.values() for link in page.links if urlsplit(link).scheme}
    assert outside
    assert not {
        link
        for link in outside
        if urlsplit(link).scheme != "https" or "." not in urlsplit(link).netloc or " " in link
    }


def test_formulas_are_mathml_without_rests_of_latex(pages):
    formulas = [math for page in pages.values() for math in MATHEMATICS.findall(page.text)]
    assert len(formulas) > 1000
    assert not [math for math in formulas if "\\" in math]
    assert not [math for math in formulas if re.search(r"\b(?:data|href|id|src)=", math)]


def _target(file: Path, address: str) -> Path:
    """The file that an address leads to from a page."""
    path = unquote(urlsplit(address).path)
    return (file.parent / path).resolve() if path else file


def _holds(file: Path, link: str, pages: dict[Path, Page]) -> bool:
    target = _target(file, link)
    if target not in pages:
        return target.is_file()
    return unquote(urlsplit(link).fragment) in pages[target].names
