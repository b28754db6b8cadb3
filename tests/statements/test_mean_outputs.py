"""Means of outputs on drawn sequences: what is said, and of which laws."""

import pytest
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.mean_outputs import moment_on_three_points, moments_of
from theorem_checks.statements.moments.laws import IID, Gaussian
from theorem_checks.statements.worlds.symbolic import Symbolic


class Squares:
    """Adds up the squares of its tokens, times a factor."""

    def __init__(self, factor):
        self.factor = factor

    def initial_state(self):
        return 0 * self.factor

    def step(self, state, x):
        after = state + self.factor * x * x
        return after, after


def said(law=None, order=4, *, at_least=False, value=1, last="X"):
    w = Symbolic()
    n = w.size("n")
    drawn = (
        w.draws("X", n, law=law or Gaussian(), order=order),
        w.draws("q", law=Gaussian(), order=order),
    )
    machine = w.machine(Squares(w.array("a")), w.array("x"))
    ends = {"X": lambda X, q: (X, q), "0": lambda X, q: (X, 0 * q), "no": lambda X, q: (X, (q, q))}
    return w.mean_output(machine, drawn, ends[last], value, at_least=at_least)


def test_what_is_said_has_a_key():
    assert said().is_same(said())
    others = [
        said(at_least=True),
        said(value=2),
        said(last="0"),
        said(order=3),
        said(Gaussian(variance=2)),
    ]
    assert len({one.key for one in (said(), *others)}) == 6


def test_the_formula_has_sequence_laws_and_machine():
    formula = said(at_least=True).latex
    assert r"\mathbb{E}\, y_{n + 1} \ge 1" in formula
    assert r"(x_1, \dots, x_{n}) = X,\; x_{n + 1} = q" in formula
    assert r"X \text{ independent, of the moments } 0, 1, 0, 3" in formula
    assert "Squares" in formula


def test_a_sequence_has_to_be_one_of_tokens():
    with pytest.raises(ArgumentError, match="as many arrays as a token"):
        said(last="no")


def test_open_moments_are_any_of_a_symmetric_law():
    (drawn, *_), named = said(IID(variance=2, symmetric=True), 6).drawn, []
    assert [str(moment) for moment in drawn[1:]] == ["1", "0", "2", "0", "m4_X", "0", "m6_X"]
    moments = moments_of(
        IID(variance=2, symmetric=True), 8, lambda r: named.append(r) or sp.Integer(r)
    )
    assert named == [4, 6, 8]
    assert list(moments) == [1, 0, 2, 0, 4, 0, 6, 0, 8]


@pytest.mark.parametrize(
    "law",
    [
        IID(variance=2),
        IID(moments={1: 0, 4: 1}, symmetric=True),
        IID(moments={1: 0, 2: 1, 6: 20}, symmetric=True),
    ],
)
def test_open_moments_of_other_laws_are_refused(law):
    with pytest.raises(ArgumentError):
        moments_of(law, 6, lambda _: sp.S.One)


def test_open_moments_at_an_instance_are_those_of_a_law():
    law = IID(moments={1: 0, 2: 2, 4: 12}, symmetric=True)  # -+ sqrt(6) with 1/6 each
    assert [moment_on_three_points(law, r) for r in (2, 4, 6, 8)] == [2, 12, 72, 432]
    assert moment_on_three_points(IID(moments={1: 0, 2: 2}, symmetric=True), 4) == 12
