"""Machines and types as Rocq reads them."""

from fractions import Fraction
from typing import Any

import pytest

from theorem_checks.certifying.programs import _machine
from theorem_checks.certifying.pure_functions import type_text
from theorem_checks.certifying.refuting import _different_runs, _drawn
from theorem_checks.certifying.theorems import NoFormError, Theorem
from theorem_checks.statements.runs import SameRuns, Steps

ADDING = (("variable", "s[0]"), ("variable", "x[0]"), ("+", "0", "1"))


def machine(*results: str) -> Steps:
    """One that adds its tokens up, and puts out what is said."""
    program: Any = (*ADDING, ("results", "2", *results))
    return Steps((Fraction(0),), 1, program, lambda s, x: ([*s], [*x]))


def test_the_state_that_is_kept_and_what_is_put_out_are_told_apart():
    kept, put = _machine(machine("0", "1")).splitlines()[-1].rsplit("[:: ", 2)[1:]
    assert kept.strip() == "2]%N"
    assert put.strip() == "0; 1]%N"


def test_runs_that_are_the_same_are_not_refuted():
    assert "Theorem proved : ~ statement." in _different_runs(
        [SameRuns(machine("0"), machine("1"))]
    )
    with pytest.raises(NoFormError):
        _different_runs([SameRuns(machine("0"), machine("0"))])


@pytest.mark.parametrize("least", [0, 1, 3])
def test_the_least_sizes_are_tried_first(least):
    theorem = object.__new__(Theorem)
    for name, value in {"sizes": {"n": least}, "numbers": (), "tensors": {}}.items():
        object.__setattr__(theorem, name, value)
    for number in (0, 39):
        _, instance = _drawn(theorem, number)
        assert instance.sizes == {"n": max(least, 1)}
    assert _drawn(theorem, 95)[1].sizes["n"] >= max(least, 1)


def test_types_of_pure_functions_are_written():
    nat = type_text(("nat",))
    assert type_text(("pair", ("nat",), ("seq", ("nat",)))) == f"({nat} * (seq {nat}))%type"
    assert type_text(("any", "0")) == "(T_0 N)"
