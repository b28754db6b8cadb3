"""The table of the documents has every method of a world."""

import re
from pathlib import Path

from theorem_checks import Equal, Verdict, prove
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.statements.worlds.world import World

PAGE = Path(__file__).parents[3] / "docs" / "statements.md"


def rows_of_table() -> list[str]:
    """The first cells of the table below 'Worlds'."""
    page = PAGE.read_text().partition("## Worlds")[2].partition("\n## ")[0]
    return [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]


def test_every_method_has_a_row():
    named = re.findall(r"\b([a-z_]+)(?=[(`])", " ".join(rows_of_table()))
    methods = {name for name in dir(World) if not name.startswith("_") and name != "is_symbolic"}
    assert methods - set(named) == {"by_age"}, "beside matrix_powers, of which it is a form"


def test_no_row_has_another_name():
    named = re.findall(r"\b([a-z_]+)(?=\()", " ".join(rows_of_table()))
    assert [name for name in named if not hasattr(World, name)] == []


def test_identity_zeros_and_ones():
    w = Symbolic()
    n, d = w.size("n"), w.size("d")
    X = w.array("X", n, d)
    assert prove(Equal(w.identity(n) @ X + w.zeros(n, d), X)).verdict is Verdict.PROVED
    total = w.entries(lambda at, i: at.sum(lambda j: X[i, j], d), n)
    assert prove(Equal(X @ w.ones(d), total)).verdict is Verdict.PROVED
