"""`theorem-checks list` and `figures`, of a file of claims."""

import pytest

from tests.cli.conftest import CLAIMS
from theorem_checks.cli.listing import _print_entries
from theorem_checks.reporting.as_json import claim_entry
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.scaffold import LEAKY_SUM


@pytest.mark.parametrize(
    ("source", "about", "places", "told"),
    [
        (None, None, False, False),
        ("Lemma 1", None, False, True),
        (None, "leaky sum", False, True),
        ("Lemma 1", "leaky sum", False, True),
        (None, None, True, True),
    ],
)
def test_where_few_are_listed_the_place_in_the_paper_stands_beside_each(
    folder, capfd, source, about, places, told
):
    entries = [claim_entry(Found(LEAKY_SUM, Origin("own", None), folder / "own.py"))]
    _print_entries(entries, source, about, False, places=places)
    listed = capfd.readouterr().out
    assert "my-paper/leaky-sum" in listed
    assert ("[Lemma 1]" in listed) is told


def test_experiments_alone_are_counted_as_figures(run, folder):
    (folder / "own.py").write_text(CLAIMS, encoding="utf-8")
    done = run("figures", "page.html", "own.py")
    assert "Wrote page.html: 0 experiments." in done.stdout
