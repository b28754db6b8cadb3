"""Experiments are run when asked for, are left out otherwise, and are drawn on one page."""

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from theorem_checks import Ledger, discover, verify
from theorem_checks.cli import app
from theorem_checks.reporting.figures import figure_page
from theorem_checks.reporting.pages.found import papers
from theorem_checks.reporting.printed_figures import figures_named
from theorem_checks.reporting.standing import standings

CLAIMS = """\
from theorem_checks import (
    Claim, Counterexample, Curve, Evidence, Matrix, Mutant, Panel, Source, Verdict, check,
    experiment_evidence, summarise_seeds,
)

@check("exact")
def check_two(subject):
    return Evidence.holds("2") if subject == 2 else Evidence.refuted(Counterexample({"n": 2}))

@check("experiment")
def check_trained(subject, *, seed):
    return experiment_evidence(
        {"it is two <of> them": subject == 2}, scope="3 seeds", predicted="exactly 2",
        printed="1.9", ours={"size": summarise_seeds([1.9, 2.0, 2.1])},
        panels=[
            Panel("size", [Curve("a", [0, 1], [[1, 2], [1, 3]])], log="y"),
            Matrix("weights", [[0.0, -1.0], [2.0, float("nan")]], cuts=(1,), row_cuts=(1,)),
        ],
    )

@check("experiment", tier="deep")
def check_trained_long(subject, *, seed):
    return check_trained.function(subject, seed=seed)

def claim(name, *checks):
    return Claim(
        id=f"own/{name}", title=f"The {name}", source=Source("Own notes", "line 1"),
        statement="n = 2", subject=2, checks=checks, mutants=(Mutant("three", 3),),
        expect=Verdict.HOLDS, module=__name__,
    )
"""
BOTH = (
    CLAIMS
    + """
one = claim("fact", check_two)
two = claim("figure", check_trained, check_trained_long)
"""
)
LONE = CLAIMS + 'two = claim("figure", check_trained, check_trained_long)\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("THEOREM_CHECKS_LEDGER", raising=False)
    (tmp_path / "claims.py").write_text(BOTH)
    (tmp_path / "lone.py").write_text(LONE)
    return tmp_path


def ran(file, **options):
    report = verify(discover([file], entry_points=False), jobs=1, **options)
    assert report.ok
    results = [result for outcome in report.outcomes for result in outcome.results]
    return report, [(result.job.check, result.job.variant) for result in results]


def test_either_the_experiments_run_or_all_others(folder):
    report, jobs = ran(folder / "claims.py", tier="deep")
    assert jobs == [("check_two", "claim"), ("check_two", "mutant:three")]
    assert [outcome.claim.id for outcome in report.outcomes] == ["own/fact"]
    report, jobs = ran(folder / "claims.py", experiments=True)
    assert jobs == [("check_trained", "claim"), ("check_trained", "mutant:three")]
    assert [outcome.claim.id for outcome in report.outcomes] == ["own/figure"]
    assert len(ran(folder / "claims.py", experiments=True, tier="deep")[1]) == 4


def test_it_is_said_when_there_is_nothing_but_experiments(folder):
    report, jobs = ran(folder / "lone.py")
    assert jobs == []
    assert report.warnings == (
        "Nothing was run: all checks are experiments, which run with --experiments.",
    )


def test_pages_do_not_wait_for_experiments_nor_depend_on_them(folder):
    found = discover([folder / "claims.py"], entry_points=False)
    with Ledger(folder / "ledger") as ledger:
        verify(found, jobs=1, ledger=ledger)
        before = papers(standings(found, ledger))
        verify(found, jobs=1, ledger=ledger, experiments=True)
        known = standings(found, ledger)
        assert papers(known) == before
    assert before[0].known[1].verdict == "HOLDS (an experiment, see make experiments)"
    assert [one.complete for one in known] == [True, True]


def test_the_commands_run_them_and_draw_the_page(folder):
    def run(*arguments):
        return CliRunner().invoke(app, list(arguments))

    assert run("figures", "page.html", "claims.py").exit_code == 0
    assert "quick: not run" in (folder / "page.html").read_text()
    done = run("verify", "claims.py", "--experiments", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert "own/figure" in done.output
    assert "own/fact" not in done.output
    assert run("figures", "page.html", "claims.py").output == "Wrote page.html: 1 experiment.\n"
    page = (folder / "page.html").read_text()
    for told in ("exactly 2", "1.9", "2 ± 0.1, from 1.9 to 2.1, 3 seeds", "data:image/png;base64,"):
        assert told in page
    assert page.count("not run") == 1  # the deep one
    assert run("figures", "page.txt", "claims.py").exit_code == 2


def test_the_page_lists_the_printed_figures_with_all_claims_on_them(folder):
    text = BOTH.replace('"line 1"', '"Figure 2" if name == "fact" else "Figures 1 and 2"')
    (folder / "claims.py").write_text(text)
    found = discover([folder / "claims.py"], entry_points=False)
    with Ledger(folder / "ledger") as ledger:
        verify(found, jobs=1, ledger=ledger)
        page = figure_page(standings(found, ledger))
    first, second = re.findall(r"<tr><th>(Figure \d)</th><td>(.*?)</td></tr>", page)
    link = "<a href='#own/figure'>The figure</a> <code>not run</code>"
    assert first == ("Figure 1", link)
    assert second == ("Figure 2", f"The fact <code>HOLDS</code><br>{link}")
    assert page.count("id='own/figure'") == 1
    assert "id='own/fact'" not in page


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("Sec. 5.1, Figures 1 and 2", ["Figure 1", "Figure 2"]),
        ("Figs. 2, 4A and 4B, right", ["Figure 2", "Figure 4A", "Figure 4B"]),
        ("Table 3, from Fig. 1 to the end", ["Table 3", "Figure 1"]),
        ("Tables 1 to 3", ["Table 1", "Table 2", "Table 3"]),
        ("Configuration 3, App. B.2", []),
    ],
)
def test_a_place_names_figures_and_tables(place, named):
    assert list(figures_named(place)) == named


def test_declaring_an_experiment_loads_no_engine(folder):
    code = "import sys, claims; print([m for m in ('jax', 'optax') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
