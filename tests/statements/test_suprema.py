"""Means over units and of suprema as formulas: a letter stands for the number of a unit."""

import pytest

from theorem_checks import MaximumMean, Rademacher, RandomVector
from theorem_checks.statements.moments.statistics import entry
from theorem_checks.statements.names_in_latex import with_plain_unit
from theorem_checks.statements.normal_means import UNIT, UnitsCovariance
from theorem_checks.statements.suprema import (
    BallMean,
    ExponentialMeans,
    NormMean,
    OfColumn,
    RowsWithin,
    SquaredMeans,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

WHERE = r"\;\text{for}\; v_{j} = \Big[\sum_{i < n} {A}_{ji}\, {s}_{i}\Big]"
SAID = {
    MaximumMean: (r"\mathbb{E} \max_{j < N} v_{j} \le b", "b"),
    BallMean: (r"\mathbb{E} \sup_{|w| \le r} w \cdot v \le b", "r", "b"),
    NormMean: (r"\mathbb{E}\, |v| \le b", "b"),
    SquaredMeans: (r"\mathbb{E}\, v_{j}^2 \le b", "b"),
    ExponentialMeans: (r"\mathbb{E} \exp\left(r v_{j}\right) \le b", "r", "b"),
}


def column(w, name="N"):
    rows, n = w.size(name), w.size("n")
    return w.constant("A", rows, n), RandomVector("s", n, Rademacher())


@pytest.mark.parametrize("form", SAID)
def test_a_letter_stands_for_the_number_of_an_entry(form: type[OfColumn]) -> None:
    w = Symbolic()
    A, s = column(w)
    said, *numbers = SAID[form]
    assert form(A @ s, *map(w.number, numbers)).latex == f"{said} {WHERE}"


def test_rows_and_units_have_this_letter_too() -> None:
    w = Symbolic()
    A, s = column(w)
    assert r"{A}_{ji}" in RowsWithin(A, w.number("r")).latex
    units = UnitsCovariance((entry(A @ s, UNIT),), A.sizes[0], ((1,),))
    assert units.latex.endswith(r"\;\text{for}\; j < N")
    assert "unit" not in units.latex


def test_a_size_of_this_letter_is_told_apart_from_it() -> None:
    w = Symbolic()
    A, s = column(w, "j")
    said = MaximumMean(A @ s, w.number("b")).latex
    assert said.startswith(r"\mathbb{E} \max_{j' < j} v_{j'} \le b")


@pytest.mark.parametrize("other", ["j", "{A}_{ij}", "2j^{2}", r"\mathrm{obj}"])
def test_only_what_stands_alone_loses_its_prime(other: str) -> None:
    assert with_plain_unit(rf"v_{{j'}} \le {other}") == rf"v_{{j'}} \le {other}"
    assert with_plain_unit(r"\bigl\langle v_{j'} \le \adj") == r"\bigl\langle v_{j} \le \adj"
