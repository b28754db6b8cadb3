"""Late mutants that the toolkit makes: statements that are wrong, though beyond what is tried.

One leaf of a statement that was PROVED is changed, so that what was true is false. There is one
for every leaf that can be changed so:

- a number, by the product of (n - i) over the first values i of a size n, which is 0 at small
  sizes; one size is enough, and a product over all of them is costly;
- an array, by that in all entries but those at the index 0, block by block;
- an inequality, which is reversed where that product is positive; of alternatives all at once,
  so that none is true there;
- a formula about real numbers, which is made false at one point that is not among those tried;
- what stands in a statement of growth, of an order, of a limit, of a degree, or about stacks.

Where it is not known that a change makes a statement false, none is made.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch
from itertools import starmap
from typing import Any, cast

import numpy as np
import sympy as sp

from theorem_checks.statements.always import Always
from theorem_checks.statements.analysis import (
    Converges,
    Eventually,
    Grows,
    GrowthBound,
    Limit,
    Order,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Scalar,
    Sum,
    Times,
    scalar,
)
from theorem_checks.statements.arrays.index_families import Block, parts_of
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import RECIPROCAL
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.classes import ForFunctions, WithProbability
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Least,
    Less,
    Mean,
    SameOutputs,
    symbols_of,
)
from theorem_checks.statements.degrees import DegreeAtMost
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.reals.differences import every
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate, variables
from theorem_checks.statements.reals.terms import Term, constant, program_of
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.spectra import PowersVanish
from theorem_checks.statements.stacks import EveryStack, EveryStackIs, NoStack, NoStackThrough
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.suprema import BallMean, MaximumMean
from theorem_checks.statements.terms import components, each_component
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["late_mutants", "late_mutants_of_parts", "with_parts"]

_FAR = 10**9 + 7  # an entry of a token
_SIZES = 12  # at which the changed statement is the same
_SIZES_OF_MEANS = 4  # engines look at small sizes, one by one, for where a mean is another one
_FIRST_SEED, _DRAWS = 10**6, 40  # of points that nothing else draws


@dataclass(frozen=True)
class _Late:
    """By what a statement is changed: a size of it, and numbers in place of its real variables.

    **Fields**: the `size`, if there is one, and the `first` of its values; `held`, the symbols that
    a hypothesis speaks of, which may allow small values only; `points`, values of real variables;
    `turn`, whose parity says which side of an equation is changed first.
    """

    size: sp.Symbol | None
    points: tuple[dict[str, Fraction], ...] = ()
    first: int = 0
    held: frozenset[Any] = frozenset()
    turn: int = 0

    def factor(self, sizes: int = _SIZES) -> sp.Expr:
        """What is 0 at the first values of the size, and at least 1 beyond; 1 if there is none."""
        if self.size is None or self.size in self.held:
            return sp.Integer(1)
        return sp.Mul(*(self.size - self.first - i for i in range(sizes)))

    def under(self, hypothesis: Conclusion) -> "_Late":
        """The same, under a hypothesis."""
        return replace(self, held=self.held | symbols_of(hypothesis))


def late_mutants(conclusion: Conclusion, world: Symbolic) -> Iterator[Conclusion]:
    """A conclusion with one leaf changed so that it is false, for each leaf of which one knows."""
    return _changed(conclusion, _late_in(world))


def late_mutants_of_parts(conclusion: Conclusion, world: Symbolic) -> list[Iterator[Conclusion]]:
    """The same for each of several conclusions together, by itself; for one alone, its own."""
    late = _late_in(world)
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    return [_changed(part, replace(late, turn=n)) for n, part in enumerate(parts)]


def with_parts(conclusion: All, changed: Mapping[int, Conclusion]) -> All:
    """The same conclusions together, with others at some places."""
    return All(tuple(changed.get(n, part) for n, part in enumerate(conclusion.parts)))


def _late_in(world: Symbolic) -> _Late:
    symbols = (s for s in world.symbols.values() if s.is_integer and s.is_nonnegative)
    return _Late(min(symbols, key=str, default=None), tuple(_points(world)))


def _points(world: Symbolic) -> Iterator[dict[str, Fraction]]:
    """Values of the real variables of a statement, of every sort."""
    for seed in range(_FIRST_SEED, _FIRST_SEED + _DRAWS if world.reals_made else _FIRST_SEED):
        drawn = Concrete({}, seed)
        point = {}
        for name, terms in world.reals_made.items():
            values = np.ravel(drawn.real(name, *np.shape(terms)))
            named = (term.args[0] for term in np.ravel(np.asarray(terms, dtype=object)))
            point |= dict(zip(named, values, strict=True))
        yield point


@singledispatch
def _changed(_conclusion: Conclusion, _late: _Late) -> Iterator[Conclusion]:
    return iter(())


@_changed.register
def _(conclusion: All, late: _Late) -> Iterator[Conclusion]:
    parts = conclusion.parts
    for place, part in enumerate(parts):
        for changed in _changed(part, replace(late, turn=place)):
            yield All((*parts[:place], changed, *parts[place + 1 :]))


@_changed.register
def _(conclusion: Implies, late: _Late) -> Iterator[Conclusion]:
    if _is_false(conclusion.body):  # that nothing meets the hypothesis
        if isinstance(same := conclusion.hypothesis, SameOutputs):
            yield Implies(SameOutputs(same.one, same.one), conclusion.body)
        return
    for body in _changed(conclusion.body, late.under(conclusion.hypothesis)):
        yield Implies(conclusion.hypothesis, body)


def _is_false(conclusion: Conclusion) -> bool:
    """Whether a conclusion is false of all things: it says 0 = 1, or the like."""
    sides = [getattr(conclusion, side, None) for side in ("lhs", "rhs")]
    numbers = [side.value if isinstance(side, Scalar) else side for side in sides]
    if not isinstance(conclusion, Equal) or not all(isinstance(n, sp.Number) for n in numbers):
        return False
    return numbers[0] != numbers[1]


@_changed.register
def _(conclusion: ForAll, late: _Late) -> Iterator[Conclusion]:
    own = replace(late, size=conclusion.variable, first=conclusion.start)
    for body in _changed(conclusion.body, own):
        yield ForAll(conclusion.variable, conclusion.start, body)


@_changed.register
def _(conclusion: ForFunctions, late: _Late) -> Iterator[Conclusion]:
    for body in _changed(conclusion.body, late):
        yield replace(conclusion, body=body)


# --- relations


@_changed.register
def _(conclusion: Equal, late: _Late) -> Iterator[Conclusion]:
    left, right = conclusion.lhs, conclusion.rhs
    changes = zip(_added(left, late), _added(right, late), strict=False)
    for turn, (one, other) in enumerate(changes, late.turn):
        yield Equal(one, right) if turn % 2 else Equal(left, other)


@_changed.register(AtMost)
@_changed.register(Less)
def _(conclusion: AtMost | Less, late: _Late) -> Iterator[Conclusion]:
    left, right = conclusion.lhs, conclusion.rhs
    kind = type(conclusion)
    yield kind(left, right - (right - left + 1) * late.factor())


@_changed.register
def _(conclusion: LoewnerAtMost, late: _Late) -> Iterator[Conclusion]:
    """With at most A - I in place of B where the product is 1, and so A <= B is false."""
    left, right = cast(Any, conclusion.lhs), cast(Any, conclusion.rhs)
    if all(len(axis) == 1 for axis in right.axes):
        i, j = (axis[0].indices(n) for n, axis in enumerate(right.axes))
        if len(i) == len(j) == 1:
            one = SymbolicArray(right.axes, {(0, 0): delta(i[0], j[0])})
            yield LoewnerAtMost(left, right - (right - left + one) * late.factor())


@_changed.register
def _(conclusion: Unequal, late: _Late) -> Iterator[Conclusion]:
    left, right, factor = conclusion.lhs, conclusion.rhs, late.factor()
    if late.size is not None:
        factor = factor / factor.subs(late.size, late.first + _SIZES)
    yield Unequal(left + (right - left) * factor, right)


@_changed.register
def _(conclusion: Either, late: _Late) -> Iterator[Conclusion]:
    """All of them at once, so that beyond the sizes that are tried not one is true."""
    parts = [_never(part, late) for part in conclusion.parts]
    if all(part is not None for part in parts):
        yield Either(tuple(part for part in parts if part is not None))


def _never(part: Conclusion, late: _Late) -> Conclusion | None:
    """A conclusion that is the same at small sizes, and false at all others; None if not known.

    With the difference x of the sides and p >= 1 it says that x + p (1 + x^2) is 0, or less than
    that, which it is for no real x.
    """
    if isinstance(part, All):
        false = ((n, _never(inner, late)) for n, inner in enumerate(part.parts))
        found = next(((n, inner) for n, inner in false if inner is not None), None)
        return None if found is None else with_parts(part, dict([found]))
    if not isinstance(part, Equal | AtMost | Less):
        return None
    left, right = part.lhs, part.rhs
    if not all(isinstance(side, sp.Expr) and side.is_real for side in (left, right)):
        return None
    return type(part)(left + late.factor() * (1 + (left - right) ** 2), right)


def _added(term: Any, late: _Late) -> Iterator[Any]:
    """A term and what is 0 at small sizes: at each place of a nested tuple, in each block."""
    if isinstance(term, tuple):
        for place, part in enumerate(term):
            yield from ((*term[:place], one, *term[place + 1 :]) for one in _added(part, late))
    elif isinstance(term, SymbolicArray):
        for place, whole in ones(term.axes).blocks.items():
            sizes = (size for part in parts_of(term.axes, place) for size in part.sizes)
            if any(size.is_zero for size in sizes):
                continue
            block = term.blocks.get(place, scalar(0)) + whole * _change(term, place, late)
            yield SymbolicArray(term.axes, {**term.blocks, place: block})
    else:
        yield term + late.factor()


def _change(array: SymbolicArray, place: Block, late: _Late) -> IndexExpression:
    """What is added to the entries of a block: not to those at 0 of an index, if there is one."""
    families = enumerate(parts_of(array.axes, place))
    indices = (index for number, part in families for index in part.indices(number))
    for i in indices:
        if i.range.is_Symbol and i.range not in late.held:
            j = Index("late", i.range)
            return (Sum(at_most(j, i), j) - 1) * late.factor()  # i, and so of n at least 2
    return scalar(late.factor())


# --- machines


@_changed.register
def _(conclusion: SameOutputs | SameFirstOutputs, late: _Late) -> Iterator[Conclusion]:
    other = conclusion.other
    for output in _added(other.output, late):
        yield replace(conclusion, other=replace(other, output=output))


@_changed.register
def _(conclusion: Always, late: _Late) -> Iterator[Conclusion]:
    for said in _changed(conclusion.said, late):
        yield replace(conclusion, said=said)


@_changed.register
def _(conclusion: SameRuns, _late: _Late) -> Iterator[Conclusion]:
    """An output is another one where an entry of the token is beyond all that is tried."""
    other = conclusion.other
    *operations, (_, *results) = other.program
    first = len(other.start)  # the first output
    n = len(operations)
    operations += [
        ("variable", "x[0]"),
        ("constant", str(-_FAR)),
        ("+", str(n), str(n + 1)),
        ("constant", "0"),
        ("max", str(n + 2), str(n + 3)),
        ("+", results[first], str(n + 4)),
    ]
    results[first] = str(n + 5)
    program = (*operations, ("results", *results))
    yield replace(conclusion, other=replace(other, program=program))


@_changed.register
def _(conclusion: Throughout, _late: _Late) -> Iterator[Conclusion]:
    """It is said as well that no more tokens are read than anybody tries: a new state counts."""
    steps = conclusion.steps
    *operations, (_, *results) = steps.program
    place, n = len(steps.start), len(operations)
    operations += [("variable", f"s[{place}]"), ("constant", "1"), ("+", str(n), str(n + 1))]
    results.insert(place, str(n + 2))
    program = (*operations, ("results", *results))
    counted = replace(steps, start=(*steps.start, Fraction(0)), program=program)
    few = Term("variable", (f"s[{place}]",)) <= _FAR
    yield Throughout(counted, program_of(conclusion.allowed, conclusion.said & few))


@_changed.register
def _(conclusion: Computes, late: _Late) -> Iterator[Conclusion]:
    for outputs in _added(conclusion.outputs, late):
        yield replace(conclusion, outputs=outputs)


@_changed.register
def _(conclusion: StateSize, late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, entries=conclusion.entries + late.factor())


@_changed.register
def _(conclusion: EveryChain | EveryFirstChain, late: _Late) -> Iterator[Conclusion]:
    """One link gives other outputs, which is a chain by itself."""
    links = conclusion.links
    for place, link in enumerate(links):
        for output in _added(link.other.output, late):
            changed = replace(link, other=replace(link.other, output=output))
            yield replace(conclusion, links=(*links[:place], changed, *links[place + 1 :]))


@_changed.register
def _(conclusion: EveryStack, late: _Late) -> Iterator[Conclusion]:
    """Of one kind the output gets the square of the token, which adds up to 0 of no tokens."""
    if len(conclusion.weights) == 2 and sum(conclusion.weights) == 0:
        return  # one sequence beside itself, of which every machine makes the same
    for layers in _with_more(conclusion.layers, lambda square: square * late.factor()):
        yield replace(conclusion, layers=layers)


@_changed.register
def _(conclusion: EveryStackIs, _late: _Late) -> Iterator[Conclusion]:
    """Of one kind the output gets what is not so: 1/s for s = |x|^2, 1 / 0 = 0, or the square s^2.

    Stacks of what squares its token are doubly exponential in their height alone; for these the
    state gets its own square.
    """
    if conclusion.how == "exponential":
        for place, machine in enumerate(conclusion.layers):
            after = each_component(lambda part: part + part * part, machine.after)
            changed = replace(machine, after=after)
            if next(components(after), None) is not None:
                layers = conclusion.layers
                yield replace(conclusion, layers=(*layers[:place], changed, *layers[place + 1 :]))
        return
    jumps = conclusion.how == "continuous"
    of = (lambda s: Opaque(RECIPROCAL, (), (), s)) if jumps else (lambda s: s * s)
    for layers in _with_more(conclusion.layers, of):
        yield replace(conclusion, layers=layers)


def _with_more(
    layers: tuple[Machine, ...], of: Callable[[IndexExpression], IndexExpression]
) -> Iterator[tuple[Machine, ...]]:
    """Kinds of which one puts out a function of the squared length of its token besides."""
    for place, machine in enumerate(layers):
        (token, *_), (output, *rest) = components(machine.token), components(machine.output)
        square = token * token
        for _ in token.axes:
            square = square @ ones(square.axes[-1:])
        more = output + of(square.blocks.get((), scalar(0)))
        again = iter((more, *rest))
        changed = replace(machine, output=each_component(lambda _: next(again), machine.output))  # noqa: B023
        yield (*layers[:place], changed, *layers[place + 1 :])


@_changed.register
def _(conclusion: NoStack, _late: _Late) -> Iterator[Conclusion]:
    """The machine is one of the layers, and so a stack."""
    yield replace(conclusion, layers=(*conclusion.layers, conclusion.target))


@_changed.register
def _(conclusion: NoStackThrough, _late: _Late) -> Iterator[Conclusion]:
    """What is wanted is the last token, which the stack of no machine puts out."""
    runs = tuple((tokens, tokens[-1]) for tokens, _ in conclusion.runs)
    yield replace(conclusion, runs=runs)


# --- means, recurrences, limits


@_changed.register
def _(conclusion: Mean, late: _Late) -> Iterator[Conclusion]:
    yield Mean(conclusion.statistic, conclusion.formula + late.factor(_SIZES_OF_MEANS))


@_changed.register(MaximumMean)
@_changed.register(BallMean)
def _(conclusion: MaximumMean | BallMean, late: _Late) -> Iterator[Conclusion]:
    """The bound is -1 beyond the sizes that are tried, and the mean of a supremum is never so."""
    most: Any = conclusion.most
    yield replace(conclusion, most=most - (most + 1) * late.factor())


@_changed.register(NormalMean)
@_changed.register(UnitsMean)
def _(conclusion: NormalMean | UnitsMean, late: _Late) -> Iterator[Conclusion]:
    relation = getattr(conclusion, "relation", "=")
    if relation == "=":
        more = late.factor(_SIZES_OF_MEANS)
        yield replace(conclusion, formula=conclusion.formula + more)
    else:  # a bound that is no mean is not one on the other side
        yield replace(conclusion, relation=">=" if relation == "<=" else "<=")


@_changed.register
def _(conclusion: WithProbability, late: _Late) -> Iterator[Conclusion]:
    """The probability is more than 1 beyond the sizes that are tried."""
    at_least = conclusion.at_least
    yield replace(conclusion, at_least=at_least + (2 - at_least) * late.factor())


@_changed.register
def _(conclusion: Least, late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, at=conclusion.at + late.factor())


@_changed.register
def _(conclusion: Solves, late: _Late) -> Iterator[Conclusion]:
    own = replace(late, size=conclusion.variable, first=conclusion.start)
    for place, form in enumerate(conclusion.closed):
        closed = (*conclusion.closed[:place], form + own.factor(), *conclusion.closed[place + 1 :])
        yield replace(conclusion, closed=closed)


@_changed.register
def _(conclusion: SecondMoment, late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, scale=conclusion.scale + late.factor())


@_changed.register
def _(conclusion: MeanWithin, late: _Late) -> Iterator[Conclusion]:
    """About a number that is farther from the mean than is allowed; within less than nothing."""
    about, within = cast(Any, conclusion.about), cast(Any, conclusion.within)
    yield replace(conclusion, about=about + (2 * within + 1) * late.factor())
    yield replace(conclusion, within=within - (within + 1) * late.factor())


@_changed.register
def _(conclusion: Limit, late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, value=conclusion.value + late.factor())


@_changed.register
def _(conclusion: PowersVanish, _late: _Late) -> Iterator[Conclusion]:
    """The powers of the identity do not."""
    matrix = conclusion.matrix
    if isinstance(matrix, SymbolicArray) and all(len(axis) == 1 for axis in matrix.axes):
        rows, columns = (part.indices(n) for n, (part,) in enumerate(matrix.axes))
        one = Times(tuple(starmap(delta, zip(rows, columns, strict=True))))
        yield replace(conclusion, matrix=SymbolicArray(matrix.axes, {(0, 0): one}))


@_changed.register
def _(conclusion: Converges, _late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, value=conclusion.value + 1)


@_changed.register
def _(conclusion: Eventually, _late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, sign="<" if conclusion.sign == ">" else ">")


@_changed.register
def _(conclusion: Order, _late: _Late) -> Iterator[Conclusion]:
    more = conclusion.variable ** (conclusion.order - 1)
    yield replace(conclusion, error=conclusion.error + more)


@_changed.register
def _(conclusion: Grows, _late: _Late) -> Iterator[Conclusion]:
    yield replace(conclusion, exponent=conclusion.exponent + 1)
    for factor in conclusion.constant:
        yield replace(conclusion, constant=(factor + 1,))


@_changed.register
def _(conclusion: GrowthBound, _late: _Late) -> Iterator[Conclusion]:
    """The other bound, which is further than the proved one by a factor of 2."""
    factor = conclusion.constant
    if factor.is_positive and conclusion.root.is_nonzero:
        below = conclusion.relation == ">="
        other = factor / 2 if below else 2 * factor
        yield replace(conclusion, relation="<=" if below else ">=", constant=other)


# --- formulas and programs


@_changed.register
def _(conclusion: ForReals, late: _Late) -> Iterator[Conclusion]:
    """False at one point that meets what is assumed, and where none is known, at all of them."""
    said = conclusion.formula
    names = variables(said)
    known = set(names).union(*map(variables, conclusion.assumed))
    met = (p for p in late.points if known <= p.keys() and _meets(p, conclusion))
    if (point := next(met, None)) is not None:
        here = (Term("variable", (name,)) == constant(point[name]) for name in names)
        yield replace(conclusion, claim=every(said, ~every(*here)))
    elif names:
        yield replace(conclusion, claim=~said)


def _meets(point: Mapping[str, Fraction], conclusion: ForReals) -> bool:
    """Whether a point meets all that is assumed."""
    try:
        return all(evaluate(formula, point) for formula in conclusion.assumed)
    except UndefinedError:
        return False


@_changed.register
def _(conclusion: DegreeAtMost, _late: _Late) -> Iterator[Conclusion]:
    """One more operation: a result and a power of an input, of a degree more than all results."""
    *operations, (_, first, *others) = conclusion.program
    variable = ("variable", conclusion.inputs[0])
    power = len(operations)
    operations.append(variable)
    for _ in range(conclusion.bound):
        operations.append(("*", str(len(operations) - 1), str(power)))
    operations.append(("+", first, str(len(operations) - 1)))
    results = ("results", str(len(operations) - 1), *others)
    yield replace(conclusion, program=(*operations, results))
