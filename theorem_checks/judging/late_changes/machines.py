"""Late changes of what is said of machines, of stacks and chains of them, of pure functions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from theorem_checks.judging.late_changes.late import Late, added, changed_late
from theorem_checks.statements.always import Always
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Opaque, scalar
from theorem_checks.statements.arrays.known_functions import RECIPROCAL
from theorem_checks.statements.arrays.symbolic_array import ones
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.conclusions import Computes, Conclusion, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.mean_outputs import MeanOutput
from theorem_checks.statements.pure.conclusions import SameValues
from theorem_checks.statements.reals.terms import Term, program_of
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.stacks import EveryStack, EveryStackIs, NoStack, NoStackThrough
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.terms import components, each_component

_FAR = 10**9 + 7  # an entry of a token
_MANY = 5000  # entries of what a pure function gives


@changed_late.register
def _(conclusion: SameOutputs | SameFirstOutputs, late: Late) -> Iterator[Conclusion]:
    other = conclusion.other
    for output in added(other.output, late):
        yield replace(conclusion, other=replace(other, output=output))


@changed_late.register
def _(conclusion: Always, late: Late) -> Iterator[Conclusion]:
    for said in changed_late(conclusion.said, late):
        yield replace(conclusion, said=said)


@changed_late.register
def _(conclusion: SameRuns, _late: Late) -> Iterator[Conclusion]:
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


@changed_late.register
def _(conclusion: SameValues, _late: Late) -> Iterator[Conclusion]:
    """Nothing is given where more is to be given than is tried."""
    other = conclusion.other
    if other.result[0] == "seq":
        many = ("gt nat", ("size", other.term), ("nat", str(_MANY)))
        changed = replace(other, term=("if", many, ("list",), other.term))
        yield SameValues(conclusion.one, changed)


@changed_late.register
def _(conclusion: Throughout, _late: Late) -> Iterator[Conclusion]:
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


@changed_late.register
def _(conclusion: Computes, late: Late) -> Iterator[Conclusion]:
    for outputs in added(conclusion.outputs, late):
        yield replace(conclusion, outputs=outputs)


@changed_late.register
def _(conclusion: MeanOutput, late: Late) -> Iterator[Conclusion]:
    """The mean is another one by what is 0 at all that is tried."""
    yield replace(conclusion, value=conclusion.value + late.factor())


@changed_late.register
def _(conclusion: StateSize, late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, entries=conclusion.entries + late.factor())


@changed_late.register
def _(conclusion: EveryChain | EveryFirstChain, late: Late) -> Iterator[Conclusion]:
    """One link gives other outputs, which is a chain by itself."""
    links = conclusion.links
    for place, link in enumerate(links):
        for output in added(link.other.output, late):
            changed = replace(link, other=replace(link.other, output=output))
            yield replace(conclusion, links=(*links[:place], changed, *links[place + 1 :]))


@changed_late.register
def _(conclusion: EveryStack, late: Late) -> Iterator[Conclusion]:
    """Of one kind the output gets the square of the token, which adds up to 0 of no tokens."""
    if len(conclusion.weights) == 2 and sum(conclusion.weights) == 0:
        return  # one sequence beside itself, of which every machine makes the same
    for layers in _with_more(conclusion.layers, lambda square: square * late.factor()):
        yield replace(conclusion, layers=layers)


@changed_late.register
def _(conclusion: EveryStackIs, _late: Late) -> Iterator[Conclusion]:
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


@changed_late.register
def _(conclusion: NoStack, _late: Late) -> Iterator[Conclusion]:
    """The machine is one of the layers, and so a stack."""
    yield replace(conclusion, layers=(*conclusion.layers, conclusion.target))


@changed_late.register
def _(conclusion: NoStackThrough, _late: Late) -> Iterator[Conclusion]:
    """What is wanted is the last token, which the stack of no machine puts out."""
    runs = tuple((tokens, tokens[-1]) for tokens, _ in conclusion.runs)
    yield replace(conclusion, runs=runs)
