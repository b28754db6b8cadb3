"""Two machines of fixed sizes have the same outputs: what is proved, and what must not be."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proving.machines.on_lists import Machine
from theorem_checks import SameRuns, Verdict, maximum, proof_of, prove
from theorem_checks.errors import ArgumentError, UndecidedQuestionError
from theorem_checks.judging.judge import statement_of
from theorem_checks.proving.machines.relu_forms import ONE, Forms, key_of, value_of
from theorem_checks.proving.machines.same_runs import Linear, Relation, same_runs, simulated
from theorem_checks.statements.instructions import Instructions
from theorem_checks.statements.worlds.symbolic import Symbolic


def same(one: Machine, other: Machine) -> SameRuns:
    w = Symbolic()
    return SameRuns(w.steps(one, 1), w.steps(other, 1))


def relu(x: Any) -> Any:
    return maximum(x, 0)


SUM = Machine((0,), lambda s, x: ([s[0] + x], [s[0] + x]))

EQUAL = {
    "itself": (SUM, SUM),
    "another one beside": (SUM, Machine((7, 0), lambda s, x: ([s[0], s[1] + x], [s[1] + x]))),
    "halves": (
        SUM,
        Machine(
            (0, 0),
            lambda s, x: (
                [relu(s[0] - s[1] + x), relu(s[1] - s[0] - x)],
                [relu(s[0] - s[1] + x) - relu(s[1] - s[0] - x)],
            ),
        ),
    ),
    "a sum of sums": (
        SUM,
        Machine((1, -1), lambda s, x: ([s[0] + 2 * x, s[1] - x], [s[0] + s[1] + x])),
    ),
    "what is never negative": (
        Machine((0,), lambda s, x: ([s[0] + relu(x)], [s[0]])),
        Machine((0,), lambda s, x: ([relu(s[0]) + relu(x)], [relu(s[0])])),
    ),
    "a number in a state": (
        Machine((3,), lambda s, x: ([3], [s[0] * x])),
        Machine((), lambda s, x: ([], [3 * x])),
    ),
    "a step": (
        Machine((), lambda s, x: ([], [relu(4 * x) - 4 * relu(x - Fraction(1, 4))])),
        Machine((), lambda s, x: ([], [relu(relu(4 * x) - relu(4 * x - 1))])),
    ),
    "two products": (
        Machine((), lambda s, x: ([], [relu(x * x)])),
        Machine((), lambda s, x: ([], [(-x) * (-x)])),
    ),
}

DIFFERENT = {
    "another start": (SUM, Machine((1,), SUM.of)),
    "late": (
        SUM,
        Machine((0, 1), lambda s, x: ([s[0] + x, 2 * s[1]], [s[0] + x + relu(s[1] - 10**9)])),
    ),
    "far": (SUM, Machine((0,), lambda s, x: ([s[0] + x], [s[0] + x + relu(x - 10**12)]))),
    "one half": (SUM, Machine((0,), lambda s, x: ([relu(s[0] + x)], [relu(s[0] + x)]))),
    "a sign": (
        Machine((), lambda s, x: ([], [relu(x) - relu(-x)])),
        Machine((), lambda s, x: ([], [relu(x) + relu(-x)])),
    ),
    "the state before": (SUM, Machine((0,), lambda s, x: ([s[0] + x], [s[0]]))),
    "two steps before": (
        Machine((0, 0), lambda s, x: ([x, s[0]], [s[0]])),
        Machine((0, 0), lambda s, x: ([x, s[0]], [s[1]])),
    ),
    "nonnegative so far": (
        Machine((5,), lambda s, x: ([s[0] - Fraction(1, 100)], [s[0]])),
        Machine((5,), lambda s, x: ([s[0] - Fraction(1, 100)], [relu(s[0])])),
    ),
}


@pytest.mark.parametrize("pair", EQUAL.values(), ids=EQUAL)
def test_what_is_equal_is_proved(pair: tuple[Machine, Machine]) -> None:
    said = same(*pair)
    found = prove(said)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.is_sealed
    assert found.statement is not None
    assert found.statement.key == said.key
    assert prove(SameRuns(said.other, said.one)).verdict is Verdict.PROVED


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_what_differs_is_not_proved(pair: tuple[Machine, Machine]) -> None:
    assert prove(same(*pair)).verdict is not Verdict.PROVED
    assert prove(same(*reversed(pair))).verdict is not Verdict.PROVED


def test_a_difference_is_shown() -> None:
    found = prove(same(SUM, DIFFERENT["the state before"][1]))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "differ" in found.counterexample.explanation


def test_a_relation_that_is_false_proves_nothing() -> None:
    said = same(SUM, DIFFERENT["another start"][1])
    for c in (1, 0, -1):
        form: Linear = {(1, 0): flint.fmpq(1), None: flint.fmpq(c)}
        assert simulated(said, Relation({(0, 0): form})).verdict is Verdict.UNDECIDED
    assert simulated(same(SUM, SUM), Relation()).verdict is Verdict.UNDECIDED
    negative = same(*DIFFERENT["nonnegative so far"])
    equal = Relation({(0, 0): {(1, 0): flint.fmpq(1)}}, frozenset({(1, 0)}))
    assert simulated(negative, equal).verdict is Verdict.UNDECIDED


def test_what_is_tied_is_not_free() -> None:
    with pytest.raises(ArgumentError):
        Relation({(0, 0): {(0, 0): flint.fmpq(1)}})
    with pytest.raises(ArgumentError):
        Relation({(0, 0): {}}, frozenset({(0, 0)}))


def test_sizes_have_to_agree() -> None:
    w = Symbolic()
    with pytest.raises(ArgumentError):
        SameRuns(w.steps(SUM, 1), w.steps(SUM, 2))


def test_a_step_that_asks_is_refused() -> None:
    asks = Machine((0,), lambda s, x: ([s[0] + x], [s[0] if x > 0 else x]))

    def swallows(s: list[Any], x: Any) -> tuple[list[Any], list[Any]]:
        try:
            small = bool(x < 10**6)
        except UndecidedQuestionError:
            small = True
        return [s[0] + x], [s[0] + x if small else x]

    for cell in (asks, Machine((0,), swallows)):
        with pytest.raises(UndecidedQuestionError):
            Symbolic().steps(cell, 1)


def test_a_cell_that_counts_its_steps_is_refused() -> None:
    class Counts(Machine):
        def step(self, state: Any, x: Any) -> tuple[Any, Any]:
            object.__setattr__(self, "first", (*self.first[:-1], self.first[-1] + 1))
            return super().step(state, x)

    with pytest.raises(ArgumentError):
        Symbolic().steps(Counts((0,), SUM.of), 1)


class Branching(Machine):
    """Computes otherwise on numbers than on terms."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        after, y = super().step(state, x)
        return after, (2 * y if isinstance(x[0], Fraction | int) and x[0] > 500 else y)


def test_a_statement_is_judged_of_its_subject() -> None:
    def says(cell: Machine, w: Any) -> SameRuns:
        return SameRuns(w.steps(SUM, 1), w.steps(cell, 1))

    check = proof_of(says)
    assert check(SUM).verdict is Verdict.PROVED
    assert "all sequences" in check(SUM).scope
    assert statement_of(says, SUM).key == same(SUM, SUM).key
    assert check(DIFFERENT["another start"][1]).verdict is Verdict.REFUTED
    assert check(Branching((0,), SUM.of)).verdict is not Verdict.PROVED


def test_a_proof_that_does_not_read_the_statement_is_found_out() -> None:
    taken = prove(same(SUM, SUM))

    def says(cell: Machine, w: Any) -> SameRuns:
        return SameRuns(w.steps(SUM, 1), w.steps(cell, 1))

    assert proof_of(says, lambda _: taken)(DIFFERENT["far"][1]).verdict is not Verdict.PROVED


def test_the_seal_is_of_the_steps() -> None:
    said = same(SUM, SUM)
    *operations, results = said.other.program
    changed = replace(said.other, program=(*operations, ("results", *reversed(results[1:]))))
    assert SameRuns(said.one, replace(said.other, start=(Fraction(1),))).key != said.key
    assert SameRuns(said.one, changed).key == said.key  # here both results are one sum
    assert same_runs(SameRuns(said.one, replace(said.other, start=(Fraction(1),)))).verdict is (
        Verdict.REFUTED
    )


# --- canonical forms


@st.composite
def operations(draw: st.DrawFn) -> tuple[tuple[str, ...], ...]:
    """A program on two variables of which the second is not negative."""
    found: list[tuple[str, ...]] = [("variable", "x"), ("variable", "p"), ("constant", "0")]
    for _ in range(draw(st.integers(1, 14))):
        name = draw(st.sampled_from(["+", "-", "*", "max", "max", "max", "min", "constant"]))
        if name == "constant":
            found.append((name, str(draw(st.sampled_from(["-1", "2", "1/2", "-3", "1"])))))
            continue
        one, other = (str(draw(st.integers(0, len(found) - 1))) for _ in range(2))
        found.append((name, one, "2" if name == "max" and draw(st.booleans()) else other))
    return (*found, ("results", str(len(found) - 1)))


@given(operations(), st.integers(0, 2**32))
def test_forms_are_what_the_operations_give(program: tuple[Any, ...], seed: int) -> None:
    forms = Forms(["p"])
    (form,) = forms.results(program, {})
    source = random.Random(seed)
    for _ in range(12):
        x = Fraction(source.randint(-9, 9), source.choice((1, 2, 3)))
        point = {"x": x, "p": Fraction(source.randint(0, 9), 4)}
        values = forms.values(point)
        (wanted,) = Instructions.of(program).results(point)
        assert value_of(form, values) == wanted
        if forms.is_nonnegative(form):
            assert wanted >= 0


def test_signs_that_are_seen() -> None:
    forms = Forms()
    x, y, one = forms.variable("x"), forms.variable("y"), forms.constant("1")
    plus, relu_ = forms.plus, forms.relu
    step = plus(relu_(x), relu_(plus(x, one, -1)), -1)
    assert forms.is_nonnegative(step)
    assert forms.is_nonnegative(plus(one, step, -1))  # a step is at most 1
    assert not forms.is_nonnegative(plus(step, forms.constant("1/2"), -1))
    assert not forms.is_nonnegative(plus(relu_(x), relu_(y), -1))
    assert forms.is_nonnegative(forms.times(x, x))
    assert not forms.is_nonnegative(forms.times(x, y))
    assert key_of(plus(relu_(x), relu_(forms.plus({}, x, -1)), -1)) == key_of(x)
    assert relu_({ONE: flint.fmpq(-2)}) == {}
