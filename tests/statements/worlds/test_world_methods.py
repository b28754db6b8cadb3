"""The table of the documents has every method of a world."""

import ast
import inspect
import re
import textwrap
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


def is_left_open(method: object) -> bool:
    """Whether a method has nothing but its docstring, or `...`."""
    if not inspect.isfunction(method) or not method.__module__.startswith("theorem_checks"):
        return False
    [function] = ast.parse(textwrap.dedent(inspect.getsource(method))).body
    assert isinstance(function, ast.FunctionDef)
    return all(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in function.body
    )


def test_no_world_can_be_made_without_a_method_that_is_left_open():
    """Else what a kind of world forgets would be None, and no error."""
    left_open = {name for name in dir(World) if is_left_open(getattr(World, name))}
    assert len(left_open) > 20
    assert left_open == World.__abstractmethods__
