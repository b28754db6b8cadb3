"""The page of open questions that `theorem-checks pages` writes."""

import json
import sys

import pytest
from typer.testing import CliRunner

from theorem_checks import Evidence, decide_order
from theorem_checks.cli import app
from theorem_checks.reporting.pages.measured import measured_in

PACKAGE = "own_paper_with_questions"
NOT_CHECKED = """
NOT_CHECKED = {"own/remark": "A remark."}
EXPERIMENTS = {"own/run": "A run."}
UNDECIDED = {
    "own/good: is it *the* square?": "Tried for n < 10.",
    "own/gone: what of this?": "Nothing.",
    "Are there others?": "$x_1$ was tried.",
}
"""
MEASURED = """
@check("bound")
def check_error(power):
    if power != 2:
        return Evidence.refuted(reason="no")
    part = Evidence.holds("a part", figures={"order": (2.0, 2.0), "constant": (3.0, 3.0)})
    figures = {"order 0": (2.0, 2.0), "constant 0": (3.0, 3.0), "order 1": (1.99999, 2.0),
        "constant 1": (0.12341, 0.12349), "order": 4, "order 2": (2.0, 2.0), "rank": 2}
    return Evidence.holds("both", figures=figures, parts=(part,))

@check("exact")
def check_budget(square):
    return Evidence.undecided("n | m is too large") if square else Evidence.refuted(reason="no")

limit = claim("limit", 2, checks=(check_error,), mutants=(Mutant("first-order", 1),))
late = claim("late", 1, checks=(check_budget,), mutants=(Mutant("none", 0),),
    expect=Verdict.UNDECIDED)
"""
ARGUED = """
from theorem_checks import Engine, Route

ROUTES = (Route.deciding("a", Engine.FLINT), Route.testing("b", Engine.SYMPY))

@check("proof")
def check_by_thought(square):
    if square(3) != 9:
        return Evidence.refuted(Counterexample({"n": 3}))
    return Evidence.proved("all n", routes=ROUTES)

better = claim("better", lambda n: n**2, checks=(check_by_thought,), repairs=("own/worse",),
    expect=Verdict.ARGUED)
worse = claim("worse", lambda n: n**3, mutants=(), repaired_by="own/better",
    expect=Verdict.REFUTED, controls=(Control("better", lambda n: n**2),))
alone = claim("alone", lambda n: n**3, mutants=(),
    expect=Verdict.REFUTED, controls=(Control("good", lambda n: n**2),))
"""


@pytest.fixture(scope="module")
def pages(texts, tmp_path_factory):
    """The pages of a package of claims, after they were verified, by name."""
    folder = tmp_path_factory.mktemp("questions")
    package = folder / PACKAGE
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "not_checked.py").write_text(NOT_CHECKED)
    (package / "claims.py").write_text(texts["good"] + texts["erratum"] + MEASURED + ARGUED)
    at = [package, "--ledger", folder / "ledger.sqlite"]
    invoke("verify", *at)
    done = invoke("pages", folder / "pages", *at)
    assert done.exit_code == 0, done.output
    yield {path.name: path.read_text() for path in (folder / "pages").iterdir()}
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


@pytest.fixture
def page(pages):
    return pages["open-questions.md"]


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_it_tells_what_the_papers_leave_undecided(page, pages):
    assert "### Own notes" in page
    assert r"- **[`own/good`](own.md#own-good): is it \*the\* square?** Tried for n \< 10." in page
    assert "- **own/gone: what of this?** Nothing." in page
    assert "- **Are there others?** $x_1$ was tried." in page
    assert "[the open questions](open-questions.md)" in pages["index.md"]
    assert "| 2 |\n" in pages["index.md"], "questions are not among what is not checked"


def test_it_tells_of_claims_without_a_verdict(page):
    row = r"| [`own/late`](own.md#own-late) | The late square | n \| m is too large |"
    assert row in page.partition("## Claims without a verdict")[2].partition("\n## ")[0]


def test_it_tells_of_every_repair_that_is_neither_proved_nor_argued(page):
    heading = "## Refuted, and the repair is neither proved nor argued"
    told = page.partition(heading)[2].partition("\n## ")[0]
    linked = "[`own/printed`](own-errata.md#own-printed) | [`own/repaired`](own.md#own-repaired)"
    assert f"| {linked}, HOLDS | The repaired square |" in told
    assert "| [`own/alone`](own-errata.md#own-alone) | none |  |" in told
    assert "own/worse" not in told


def test_it_tells_orders_and_constants_once_each(page):
    told = page.partition("## Limits of which order and constant were measured")[2]
    second = "[0.1234, 0.1235] times the scale to the power 2"
    limits = f"3 times the scale to the power 2<br>{second}"
    assert f"| [`own/limit`](own.md#own-limit) | The limit square | HOLDS | {limits} |" in told
    assert told.count("[`own/") == 1


def test_the_figures_of_decide_order_are_told():
    evidence = decide_order(lambda h: 3 * h**2, 2)
    kept = Evidence.from_json(json.loads(json.dumps(evidence.to_json())))
    (limit,) = measured_in(kept)
    assert str(limit) == "3 times the scale to the power 2"


def test_where_nothing_is_open_it_says_so(run, claims, folder):
    claims()
    run("verify", "claims.py")
    run("pages", "pages", "claims.py")
    page = (folder / "pages/open-questions.md").read_text()
    assert page.count("Nothing.") == 3
    assert "## Claims without a verdict" not in page
