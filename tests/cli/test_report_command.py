"""`theorem-checks report`: one HTML file, in itself and in a real browser."""

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from theorem_checks.certifying.kept import Entry
from theorem_checks.reporting.html import view
from theorem_checks.reporting.html.mathml import formula, prose

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
VOID = {"meta", "input", "br", "link", "img"}


@pytest.fixture
def page(run, claims, texts, folder):
    """The report on a good claim, an erratum, a claim that fails, and one that was not run."""
    file = claims(texts["erratum"], texts["bad"])
    run("verify", file)
    claims(texts["erratum"], texts["bad"], '\nlate = claim("late", lambda n: n * n)\n')
    done = run("report", "report.html", file)
    assert done.exit_code == 0, done.output
    assert "report.html: 5 claims. Open it in a browser.\n" in done.stdout
    return folder / "report.html"


class Tags(HTMLParser):
    """Collects open tags, attributes and whether every tag is closed."""

    def __init__(self):
        super().__init__()
        self.stack, self.attributes = [], []

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in VOID and not tag.startswith("m"):
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if not tag.startswith("m"):
            assert self.stack.pop() == tag


def test_the_file_is_whole_and_needs_nothing_else(page):
    tags = Tags()
    tags.feed(page.read_text())
    assert tags.stack == []
    outside = [v for k, v in tags.attributes if k in ("src", "href") and not v.startswith("#")]
    assert outside == []
    assert set(re.findall(r"https?://[^\"'\s<)]+", page.read_text())) <= {
        "http://www.w3.org/1998/Math/MathML"
    }


def test_it_says_what_is_known(page):
    text = page.read_text()
    assert "5 claims without current results" in text  # the file of claims has changed since
    assert 'id="own--printed"' in text
    assert '<a href="#own--repaired"><code>own/repaired</code></a>' in text
    told = text.partition("<dt>counterexample</dt>")[2].partition("</dd>")[0]
    assert "<mi>n</mi><mo>&#x0003D;</mo><mn>2</mn>" in told
    assert re.search(r"claimed: <math.*<mn>8</mn>.*found: <math.*<mn>4</mn>", told, re.DOTALL)


def test_current_results_are_told_from_wrong_ones(run, claims, texts, folder):
    file = claims(texts["bad"])
    run("verify", file)
    run("report", "report.html", file)
    text = (folder / "report.html").read_text()
    assert "1 claim not as expected." in text
    assert text.count('class="claim wrong"') == 1
    assert "without current results" not in text


def test_wrong_use_is_named(run, claims, folder):
    file = claims()
    assert run("report", "report.txt", file).exit_code == 2
    assert run("report", "no/such/folder/report.html", file).exit_code == 2


def test_markup_in_a_claim_is_text(run, claims, folder):
    file = claims('\nodd = claim("odd", lambda n: n * n, notes="<script>alert(1)</script>")\n')
    run("report", "report.html", file)
    assert "<script>alert" not in (folder / "report.html").read_text()


def test_formulas():
    assert "<mfrac>" in formula(r"\frac12")
    assert "<mo>arg</mo>" in formula(r"\arg x")
    assert formula(r"a^b^c <") == "<code>a^b^c &lt;</code>"  # cannot be read: as it stands
    assert prose("a < $b$").startswith("a &lt; <math")
    assert prose("by `a < b`, so") == "by <code>a &lt; b</code>, so"


def test_formulas_have_no_rests_of_latex():
    assert formula(r"\text{f\_if \dots} \{x\}").count("\\") == 0
    assert formula(r"\begin{aligned} a &= b \\ c &= d \end{aligned}").count("<mtr>") == 2
    assert "\\" not in formula(r"\big\lVert A \Big\rVert \big(x\big)")


DRIVE = """<script>
const key = (k) => document.dispatchEvent(new KeyboardEvent("keydown", {key: k}));
const said = [];
const visible = () => [...document.querySelectorAll(".claim")]
  .filter((c) => c.checkVisibility()).map((c) => c.id).join(" ");
addEventListener("load", () => {
  said.push(visible());
  key("j"); key("j"); key("j"); key("k");
  said.push(document.activeElement.closest(".claim").id);
  key("/");
  said.push(document.activeElement.id);
  document.activeElement.value = "cube printed";
  document.activeElement.dispatchEvent(new Event("input", {bubbles: true}));
  said.push(visible());
  document.getElementById("filters").reset();
  setTimeout(() => {
    document.getElementById("verdict").value = "REFUTED";
    document.getElementById("filters").dispatchEvent(new Event("input"));
    said.push(visible());
    document.getElementById("open").click();
    said.push(document.querySelectorAll("details[open]").length);
    location.hash = "#own--good";
    setTimeout(() => {
      said.push(document.activeElement.closest(".claim").id);
      said.push(document.documentElement.scrollWidth <= innerWidth);
      document.title = said.join("|");
    }, 50);
  }, 50);
});
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium on the PATH")
@pytest.mark.parametrize("width", [390, 1200])
def test_keys_filters_and_links_in_chromium(run, claims, texts, folder, width):
    file = claims(texts["erratum"])
    run("verify", file)
    run("report", "report.html", file)
    assert CHROMIUM is not None
    driven = (folder / "report.html").read_text().replace("</body>", DRIVE)
    (folder / "driven.html").write_text(driven)
    done = subprocess.run(
        [
            *(CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"),
            *(f"--window-size={width},900", f"--user-data-dir={folder / 'profile'}"),
            *("--virtual-time-budget=5000", (folder / "driven.html").as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    (title,) = re.findall(r"<title>(.*?)</title>", done.stdout)
    everything = "own--good own--printed own--repaired"
    assert title.split("|") == [
        everything,
        "own--printed",
        "search",
        "",  # 'printed' has no mutant called cube
        "own--printed",
        "1",
        "own--good",
        "true",
    ]


def test_the_text_of_a_certificate_opens_beside_the_claim(run, claims, texts, folder, monkeypatch):
    entry = Entry("key", "text", "library", "means", "8.16.1", (), 1.0, 5, refutes=True)
    monkeypatch.setattr(view, "marks", lambda known: dict.fromkeys(list(known)[:1], entry))
    monkeypatch.setattr(view, "text_of", lambda _found, _entry: "Theorem proved : ~ (1 < 0).")
    file = claims(texts["erratum"])
    run("verify", file)
    assert run("report", "report.html", file).exit_code == 0
    text = (folder / "report.html").read_text()
    assert "refutation certified by Coq 8.16.1, not re-run here: means, 5 lines" in text
    assert "<pre>Theorem proved : ~ (1 &lt; 0).</pre>" in text
    assert text.count('<details class="certificate">') == 1
