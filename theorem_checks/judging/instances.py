"""A conclusion at an instance: true or false there, by running what it is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from fractions import Fraction
from functools import singledispatch
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.judging.events import fails_too_often, is_trivial
from theorem_checks.judging.normal_means import differs_from_formula
from theorem_checks.judging.suprema import exceeds_bound
from theorem_checks.judging.values import agree
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.identities.balls import differ
from theorem_checks.proving.moments.enumeration import expectation_at
from theorem_checks.proving.moments.placements import BudgetExceededError
from theorem_checks.statements.always import Always, Watched
from theorem_checks.statements.arrays.element_arrays import ElementArray, constants_of, elements_of
from theorem_checks.statements.chains import EveryChain
from theorem_checks.statements.classes import ForEvery, WithProbability
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    Implies,
    Least,
    Less,
    Mean,
    SameOutputs,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.laws import IID
from theorem_checks.statements.moments.statistics import Statistic, entry
from theorem_checks.statements.moments.tensors import ConstantVector, RandomMatrix
from theorem_checks.statements.normal_means import UNIT, NormalMean, UnitsMean
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.sequences import Quantified
from theorem_checks.statements.spectra import (
    PowersVanish,
    RadiusBelow,
    SpectrumWithin,
    is_radius_below,
    is_semidefinite,
)
from theorem_checks.statements.stacks import EveryStack
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.suprema import BallMean, MaximumMean, RowsWithin
from theorem_checks.statements.terms import components, each_component, same_nesting, term
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["NotAtInstancesError", "difference_at", "is_met", "says_nothing", "silent_parts"]

_STEPS = 12  # of a recurrence
_LAYERS = 3  # random ones that are multiplied out
_STEPS_OF_MEANS = 20_000  # of a mean by enumeration
_INTEGERS = (12, 5, 3)  # at which a statement for all integers is tried, and others inside of it
_TOKENS = 4  # of a sequence on which machines are run


@singledispatch
def difference_at(conclusion: Conclusion, _world: Concrete) -> Difference | None:
    """What is wrong with a conclusion that was made in a concrete world; None if it is true there.

    **Raises** `NoExactValueError` where its truth is not known exactly.
    """
    raise NotAtInstancesError(f"{type(conclusion).__name__} is true or false of no instance")


class NotAtInstancesError(Exception):
    """A conclusion is not true or false of an instance, as it is about a limit or a class."""


def silent_parts(conclusion: Conclusion, world: Concrete) -> frozenset[int]:
    """The numbers of the parts of a conclusion that say nothing in a world.

    Left out are those about machines that have the same outputs: no draw finds such.
    """
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    found = set()
    for number, part in enumerate(parts, 1):
        about_machines = isinstance(part, Implies) and _is_of_machines(part.hypothesis)
        try:
            silent = not about_machines and says_nothing(part, world)
        except NotAtInstancesError:
            continue
        if silent:
            found.add(number)
    return frozenset(found)


def _is_of_machines(hypothesis: Conclusion) -> bool:
    """Whether two machines are to have the same outputs, among other things."""
    parts = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    return any(isinstance(part, SameOutputs | SameFirstOutputs) for part in parts)


def says_nothing(conclusion: Conclusion, world: Concrete) -> bool:
    """Whether a conclusion is true in a world for no other reason than an unmet hypothesis.

    Or as the probability that it claims is 0 or less.
    """
    if isinstance(conclusion, All):
        return all(says_nothing(part, world) for part in conclusion.parts)
    if isinstance(conclusion, Implies):
        unmet = not is_met(conclusion.hypothesis, world)
        return unmet or says_nothing(conclusion.body, world)
    if isinstance(conclusion, WithProbability):
        return is_trivial(conclusion)
    if isinstance(conclusion, Quantified):
        return all(_says_nothing_inside(said, world) for _, said in _at_integers(conclusion, world))
    if isinstance(conclusion, Watched):
        return all(says_nothing(said, world) for said in _along(conclusion, world))
    return False


def _says_nothing_inside(said: Conclusion, world: Concrete) -> bool:
    with _inside():
        return says_nothing(said, world)


def is_met(hypothesis: Conclusion, world: Concrete) -> bool:
    """Whether a hypothesis is known to be true in a world: of all integers, where it is for all."""
    if isinstance(hypothesis, All):
        return all(is_met(part, world) for part in hypothesis.parts)
    if isinstance(hypothesis, Either):
        return any(is_met(part, world) for part in hypothesis.parts)
    if isinstance(hypothesis, Implies) and difference_at(hypothesis.hypothesis, world) is None:
        return is_met(hypothesis.body, world)
    if isinstance(hypothesis, Always):
        return False  # of which a few sequences of tokens do not tell
    if not isinstance(hypothesis, Quantified):
        return difference_at(hypothesis, world) is None
    far = hypothesis.start + _PREFIX
    if not all(is_met(hypothesis.at(k), world) for k in range(hypothesis.start, far)):
        return False
    m = sp.Symbol("m", integer=True, nonnegative=True)
    try:
        return _is_known(hypothesis.at(far + m))
    except (TheoremChecksError, NoExactValueError):
        return False


_PREFIX = 13  # integers from a start on, beyond which drawn sequences have closed forms


def _is_known(said: Conclusion) -> bool:
    """Whether a conclusion about a symbol is proved for all its values."""
    if isinstance(said, All):
        return all(map(_is_known, said.parts))
    if isinstance(said, Either):
        return any(map(_is_known, said.parts))
    if isinstance(said, Quantified):
        return False
    found = prove(said)
    return found.verdict is Verdict.PROVED and not found.conditions


def _at_integers(said: Quantified, world: Concrete) -> Iterator[tuple[int, Conclusion]]:
    """What a statement for all integers says of some of them, one after the other."""
    drawn = int(world.numbers[said.variable.name])
    few = range(said.start, said.start + _INTEGERS[min(_depth.get(), len(_INTEGERS) - 1)])
    for k in dict.fromkeys((*few, drawn)):
        yield k, said.at(k)


_depth: ContextVar[int] = ContextVar("depth", default=0)


@contextmanager
def _inside() -> Iterator[None]:
    """What is within a statement for all integers, and is tried at fewer of them."""
    token = _depth.set(_depth.get() + 1)
    try:
        yield
    finally:
        _depth.reset(token)


@difference_at.register
def _(conclusion: All, world: Concrete) -> Difference | None:
    apart = []
    for part in conclusion.parts:
        try:
            wrong = difference_at(part, world)
        except NotAtInstancesError as error:
            apart.append(error)
            continue
        if wrong is not None:
            return wrong
    if len(apart) == len(conclusion.parts):
        raise apart[0]
    return None


@difference_at.register
def _(conclusion: Implies, world: Concrete) -> Difference | None:
    if not is_met(conclusion.hypothesis, world):
        return None
    return difference_at(conclusion.body, world)


@difference_at.register
def _(conclusion: Quantified, world: Concrete) -> Difference | None:
    name = conclusion.variable.name
    for k, said in _at_integers(conclusion, world):
        with _inside():
            wrong = difference_at(said, world)
        if wrong is not None:
            world.numbers[name] = Fraction(k)  # where it is false, for a reader
            return wrong
    return None


@difference_at.register
def _(conclusion: Equal, _world: Concrete) -> Difference | None:
    return _unequal(conclusion.lhs, conclusion.rhs)


@difference_at.register
def _(conclusion: ForReals, _world: Concrete) -> Difference | None:
    return conclusion.difference


@difference_at.register
def _(conclusion: Mean, world: Concrete) -> Difference | None:
    claimed, found = (
        expectation_at(side, {}, world.constants) if isinstance(side, Statistic) else side
        for side in (conclusion.statistic, conclusion.formula)
    )
    return _unequal(claimed, found)


@difference_at.register
def _(conclusion: NormalMean, _world: Concrete) -> Difference | None:
    rows = tuple(tuple(_rational(term(c)) for c in row) for row in conclusion.covariance)
    return differs_from_formula(conclusion, [rows])


@difference_at.register
def _(conclusion: UnitsMean, world: Concrete) -> Difference | None:
    """By the covariance in each unit, multiplied out."""
    units = int(_rational(term(conclusion.units)))
    products = [[one * other for other in conclusion.forms] for one in conclusion.forms]
    found = []
    for unit in range(units):
        at = {UNIT: unit}
        means = [[expectation_at(p, at, world.constants) for p in row] for row in products]
        found.append(tuple(tuple(map(_rational, row)) for row in means))
    return differs_from_formula(conclusion, found)


@difference_at.register(MaximumMean)
@difference_at.register(BallMean)
def _(conclusion: MaximumMean | BallMean, world: Concrete) -> Difference | None:
    return exceeds_bound(conclusion, world.constants)


@difference_at.register
def _(conclusion: RowsWithin, world: Concrete) -> Difference | None:
    radius = _rational(term(conclusion.radius))
    for row in range(int(_rational(term(conclusion.count)))):
        square = expectation_at(conclusion.entries, {UNIT: row}, world.constants)
        if radius < 0 or _rational(square) > radius**2:
            return Difference(f"at most {radius}^2", str(square), f"row {row} is longer")
    return None


@difference_at.register
def _(conclusion: WithProbability, world: Concrete) -> Difference | None:
    """By samples, where there is an event that can fail."""
    if is_trivial(conclusion):
        return None
    world.sampled += 1
    return fails_too_often(conclusion, world.constants, world.seed)


@difference_at.register
def _(conclusion: SecondMoment, world: Concrete) -> Difference | None:
    """By brute force, of a few entries of E h h^T at x = (1, 2, ...)."""
    names = conclusion.sizes, conclusion.variances
    if missing := [name for name in names if name not in world.sequences]:
        raise ArgumentError("sizes", missing, "sequences of the world")
    sizes, variances = (world.sequences[name] for name in names)
    depth = int(_rational(term(conclusion.depth)))
    if not 1 <= depth <= _LAYERS:
        raise NoExactValueError(f"too many layers to be multiplied out: {depth}")
    rows = [_rational(term(sizes[layer])) for layer in range(depth + 1)]
    if any(value.denominator > 1 or value < 1 for value in rows):
        raise NoExactValueError("sizes that are no positive integers")
    n = [int(value) for value in rows]
    state: Any = ConstantVector("x", n[0])
    for layer in range(1, depth + 1):
        law = IID(moments={1: 0, 2: term(variances[layer])})
        state = RandomMatrix(f"W{layer}", n[layer], n[layer - 1], law) @ state
    square = sum(k * k for k in range(1, n[0] + 1))
    constants = {"x": [[Fraction(k)] for k in range(1, n[0] + 1)]}
    for i, j in {(0, 0), (0, n[-1] - 1)}:
        try:
            entries = entry(state, i) * entry(state, j)
            found = expectation_at(entries, {}, constants, budget=_STEPS_OF_MEANS)
        except BudgetExceededError as error:
            raise NoExactValueError(str(error)) from None
        claimed = term(conclusion.scale) * square * int(i == j)
        if (wrong := _unequal(claimed, found, f"entries {i}, {j} of E h h^T")) is not None:
            return wrong
    return None


@difference_at.register
def _(conclusion: Computes, _world: Concrete) -> Difference | None:
    outputs = _run(conclusion.machine, conclusion.tokens)
    return _unequal(conclusion.outputs, outputs, "outputs of the machine")


def _unequal(claimed: Any, found: Any, what: str = "sides") -> Difference | None:
    if _agree(claimed, found) is False:
        return Difference(_shown(claimed), _shown(found), f"the {what} differ")
    return None


def _rational(value: sp.Basic) -> Fraction:
    """The value of an expression without symbols.

    **Raises** `NoExactValueError` for an irrational one.
    """
    found = evaluate(value, {})
    if not isinstance(found, Fraction):
        raise NoExactValueError(f"{value} is irrational")
    return found


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    value = constants_of(value)
    if isinstance(value, ElementArray | np.ndarray):
        value = value if isinstance(value, np.ndarray) else elements_of(value)
        return _listed(value.tolist())
    return str(value)


def _listed(value: Any) -> str:
    """Nested lists of numbers, each as it is written: 7, and not Fraction(7, 1)."""
    return f"[{', '.join(map(_listed, value))}]" if isinstance(value, list) else str(value)


@difference_at.register
def _(conclusion: StateSize, _world: Concrete) -> Difference | None:
    return _unequal(conclusion.found, conclusion.entries)


@difference_at.register(AtMost)
@difference_at.register(Less)
def _(conclusion: AtMost | Less, _world: Concrete) -> Difference | None:
    sides = map(_entries, (conclusion.lhs, conclusion.rhs))
    for left, right in zip(*sides, strict=True):
        order = _order(left, right)
        if order > 0 or (isinstance(conclusion, Less) and order == 0):
            return Difference(str(left), str(right), "the sides are in the wrong order")
    return None


def _entries(side: Any) -> list[sp.Expr]:
    """A number, or the entries of an array."""
    side = constants_of(side)
    if isinstance(side, np.ndarray):
        return [term(entry) for entry in side.flat]
    entries = elements_of(side).flat if isinstance(side, ElementArray) else [side]
    return [term(entry) for entry in entries]


def _order(left: sp.Expr, right: sp.Expr) -> int:
    """The sign of the difference of two numbers, by disjoint balls where they are irrational.

    **Raises** `NoExactValueError` where the balls are not disjoint.
    """
    try:
        one, other = _rational(left), _rational(right)
    except NoExactValueError:
        balls = differ(left, right, {})
        if balls is None:
            raise
        return 1 if balls[0] > balls[1] else -1
    return (one > other) - (one < other)


@difference_at.register
def _(conclusion: SpectrumWithin, _world: Concrete) -> Difference | None:
    matrix = elements_of(conclusion.matrix)
    rows, n = matrix.tolist(), len(matrix)
    least, most = (_rational(term(end)) for end in (conclusion.least, conclusion.most))
    ends = (1, least), (-1, most)  # A - a I and b I - A
    shifted = (
        [[sign * (x - end * (i == j)) for j, x in enumerate(row)] for i, row in enumerate(rows)]
        for sign, end in ends
    )
    if matrix.shape == (n, n) and rows == matrix.T.tolist() and all(map(is_semidefinite, shifted)):
        return None
    claimed = f"symmetric, with eigenvalues from {least} to {most}"
    return Difference(claimed, _shown(conclusion.matrix), "the matrix is no such")


@difference_at.register
def _(conclusion: RadiusBelow, _world: Concrete) -> Difference | None:
    most = _rational(term(conclusion.most))
    if is_radius_below(elements_of(conclusion.matrix).tolist(), most):
        return None
    claimed = f"a spectral radius below {most}"
    return Difference(claimed, _shown(conclusion.matrix), "the matrix has a larger one")


@difference_at.register
def _(conclusion: PowersVanish, _world: Concrete) -> Difference | None:
    """By the characteristic polynomial, which says exactly whether they do."""
    if is_radius_below(elements_of(conclusion.matrix).tolist(), Fraction(1)):
        return None
    said = "an eigenvalue has an absolute value of 1 or more"
    return Difference("powers that go to 0", _shown(conclusion.matrix), said)


@difference_at.register
def _(conclusion: Unequal, _world: Concrete) -> Difference | None:
    if agree(conclusion.lhs, conclusion.rhs) is not True:
        return None
    return Difference(_shown(conclusion.lhs), _shown(conclusion.rhs), "the sides are equal")


@difference_at.register
def _(conclusion: Either, world: Concrete) -> Difference | None:
    wrong = [difference_at(part, world) for part in conclusion.parts]
    return wrong[0] if all(found is not None for found in wrong) else None


@difference_at.register
def _(conclusion: ForEvery, world: Concrete) -> Difference | None:
    return difference_at(conclusion.body, world)


@difference_at.register
def _(conclusion: Solves, _world: Concrete) -> Difference | None:
    state = conclusion.first
    for n in range(conclusion.start, conclusion.start + _STEPS):
        closed = [form.subs(conclusion.variable, n) for form in conclusion.closed]
        for claimed, found in zip(closed, state, strict=True):
            if agree(claimed, found) is False:
                said = f"the closed form leaves the recurrence at {conclusion.variable} = {n}"
                return Difference(str(claimed), str(found), said)
        here = {conclusion.variable: n, **dict(zip(conclusion.places, state, strict=True))}
        state = [after.subs(here, simultaneous=True) for after in conclusion.following]
    return None


@difference_at.register
def _(conclusion: Least, _world: Concrete) -> Difference | None:
    x, at = conclusion.variable, conclusion.at
    mean = sp.Poly(sp.expand(expectation_at(conclusion.statistic, {})), x)
    slopes = (mean.as_expr().diff(x, order) for order in (1, 2))
    slope, bend = (_rational(slope.subs(x, at)) for slope in slopes)
    if slope == 0 and bend > 0:
        return None
    return Difference(str(at), f"slope {slope}, second derivative {bend} there", "not least there")


@difference_at.register
def _(conclusion: SameOutputs, world: Concrete) -> Difference | None:
    return _difference_of_outputs(conclusion, _TOKENS, world)


@difference_at.register
def _(conclusion: SameFirstOutputs, world: Concrete) -> Difference | None:
    return _difference_of_outputs(conclusion, max(int(conclusion.tokens), 0), world)


def _difference_of_outputs(
    conclusion: SameOutputs | SameFirstOutputs, length: int, world: Concrete
) -> Difference | None:
    """What two machines put out differently on a sequence of so many tokens."""
    token = conclusion.one.token
    drawn = range(length)
    tokens = [each_component(lambda part: world.fresh(part.shape), token) for _ in drawn]
    one, other = (_outputs(machine, tokens) for machine in (conclusion.one, conclusion.other))
    for time, (left, right) in enumerate(zip(one, other, strict=True), 1):
        if _agree(left, right) is False:
            read = [_shown(token) for token in tokens[:time]]
            said = f"the outputs at t = {time} differ, on the tokens {', '.join(read)}"
            return Difference(_shown(right), _shown(left), said)
    return None


def _along(conclusion: Watched, world: Concrete) -> Iterator[Conclusion]:
    """What is said of the states that a machine goes through on some tokens."""
    token = conclusion.machine.token
    drawn = range(_TOKENS)
    read = [each_component(lambda part: world.fresh(part.shape), token) for _ in drawn]
    return conclusion.along(read)


@difference_at.register
def _(conclusion: Watched, world: Concrete) -> Difference | None:
    for time, said in enumerate(_along(conclusion, world)):
        if (wrong := difference_at(said, world)) is not None:
            after = f"of the state after {time} token{'s' * (time != 1)}"
            return replace(wrong, explanation=f"{after}: {wrong.explanation}".rstrip(": "))
    return None


@difference_at.register
def _(conclusion: SameRuns, world: Concrete) -> Difference | None:
    for tokens in conclusion.one.drawn(world.seed):
        runs = (steps.run_itself(tokens) for steps in (conclusion.one, conclusion.other))
        for time, (left, right) in enumerate(zip(*runs, strict=True), 1):
            if left != right:
                read = ", ".join(str(list(map(str, x))) for x in tokens[:time])
                said = f"the outputs at t = {time} differ, on the tokens {read}"
                claimed, found = (str(list(map(str, y))) for y in (left, right))
                return Difference(claimed, found, said)
    return None


@difference_at.register
def _(conclusion: Throughout, world: Concrete) -> Difference | None:
    found = conclusion.fails_on(world.seed)
    return Difference("true", "false", f"after the tokens {found}") if found else None


@difference_at.register
def _(conclusion: EveryChain, world: Concrete) -> Difference | None:
    """Each link, which is a chain by itself; all links together are as strong as the statement."""
    for link in conclusion.links:
        if (wrong := difference_at(link.same, world)) is not None:
            names = f"from {link.enters.name} to {link.leaves.name}"
            return replace(wrong, explanation=f"{names}: {wrong.explanation}")
    return None


@difference_at.register
def _(conclusion: EveryStack, world: Concrete) -> Difference | None:
    """A stack of one machine of each kind, on tokens that add up to 0."""
    weights = [_rational(c) for c in conclusion.weights]
    for machine in conclusion.layers:
        *runs, last = ([] for _ in weights)
        for _ in range(_TOKENS):
            drawn = [world.fresh(machine.token.shape) for _ in runs]
            for run, token in zip(runs, drawn, strict=True):
                run.append(token)
            rest = (-c / weights[-1] * x for c, x in zip(weights, drawn, strict=False))
            last.append(sum(rest, start=0 * drawn[0]))
        outputs = [_outputs(machine, run) for run in (*runs, last)]
        for time, each in enumerate(zip(*outputs, strict=True), 1):
            for parts in zip(*map(components, each), strict=True):
                total = sum((c * y for c, y in zip(weights, parts, strict=True)), start=0)
                if agree(total, 0 * total) is False:
                    read = ", ".join(_shown(run[0]) for run in (*runs, last))
                    said = f"the outputs at t = {time} do not add up to 0; first tokens {read}"
                    return Difference("0", _shown(total), said)
    return None


def _agree(one: Any, other: Any) -> bool | None:
    """Whether nested tuples of values have the same parts, all equal; None where unknown."""
    if not same_nesting(one, other):
        return False
    found = [agree(*pair) for pair in zip(components(one), components(other), strict=True)]
    return False if False in found else None if None in found else True


def _outputs(machine: Machine, tokens: Any) -> list[Any]:
    state, outputs = machine.start, []
    for token in tokens:
        state, output = machine.step(state, token)
        outputs.append(output)
    return outputs


def _run(machine: Machine, tokens: Any) -> Any:
    one = next(components(tokens))
    rows = [each_component(lambda part, t=t: part[t], tokens) for t in range(one.shape[0])]
    outputs, stack = _outputs(machine, rows), one.__number_system__.stack
    return each_component(lambda *parts: stack(parts), *outputs)
