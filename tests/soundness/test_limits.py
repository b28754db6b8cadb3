"""What `docs/what-a-pass-does-not-show.md` says that nothing here can see is indeed not seen.

When a mend makes one of these fail, the sentence goes, and the case moves into the corpus.
"""

import operator
import time
from fractions import Fraction
from functools import partial

import pytest
import sympy as sp

from theorem_checks import (
    Equal,
    Verdict,
    array_of,
    equal_maps,
    family,
    proof_of,
    prove_equal_arrays,
    prove_piecewise_equal,
    zeros,
)

d = sp.Symbol("d", integer=True, positive=True)
rows = family("rows", d)


def test_a_symbol_that_a_function_makes_itself_answers_as_sympy_does() -> None:
    entry = lambda _: 1 if sp.Symbol("d", integer=True, positive=True) == 3 else 0  # noqa: E731
    found = prove_equal_arrays(array_of({("rows",): entry}, rows), zeros((d,)))
    assert found.verdict is Verdict.PROVED


def test_so_do_the_sizes_in_an_object_of_the_toolkit() -> None:
    entry = lambda _: 1 if rows.sizes[0] == 3 else 0  # noqa: E731
    found = prove_equal_arrays(array_of({("rows",): entry}, rows), zeros((d,)))
    assert found.verdict is Verdict.PROVED


def test_an_entry_that_asks_for_the_type_and_a_late_place() -> None:
    entry = lambda i: 1 if isinstance(i, int) and int(i) == 50_000 else 0  # noqa: E731
    found = prove_equal_arrays(array_of({("rows",): entry}, rows), zeros((d,)))
    assert found.verdict is Verdict.PROVED


def test_a_map_that_asks_for_the_type_and_a_late_number() -> None:
    late = lambda x: 0 if isinstance(x, Fraction) and x == 50_000 else x  # noqa: E731
    assert equal_maps(lambda x: late(x[0]), lambda x: x[0], sizes=[(1,)]).verdict.passes
    assert prove_piecewise_equal(late, lambda t: t).verdict is Verdict.PROVED


def by_type_in_c(n):
    """Compare by a function of C, which is taken from a table by the type."""
    late = {int: partial(operator.eq, 50_000)}
    return n**2 + late.get(type(n), lambda _: 0)(n)


@pytest.mark.parametrize(
    "total", [lambda n: n**2 * [0, 1][time.time() < 1e11], by_type_in_c], ids=["clock", "C"]
)
def test_a_clock_and_what_another_ones_code_does_by_type(total) -> None:
    def says(function, w):
        n = w.size("n")
        return Equal(w.call(function, n), n**2)

    assert proof_of(says)(total).verdict is Verdict.PROVED
