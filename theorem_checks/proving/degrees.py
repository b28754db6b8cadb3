r"""The degree of a network in its inputs: what a layer cannot compute, however it is trained.

A network of sums and products computes a polynomial in its inputs. A bound on the degree that
holds for all weights shows what the network cannot compute: a layer of degree 2 in the current
token is not attention, which has degree 3. Three ways to the degree run the same code:

- over multidegrees, where the sum of two entries has the degrees of both, and the product the
  sums: an upper bound, for all weights at once (`degree_bound`);
- over polynomials, with given numbers for weights: the exact degree (`exact_degree`);
- over rationals: the differences of order D + 1 along a line vanish if the degree is at most D,
  and one that does not vanish shows that it is larger.

A network is a function of named arrays, and any code for it will do that uses only `+`, `-`, `*`,
`@` and the arrays' number system. It may ask for shapes and not for what is in an array. What is
PROVED was traced on such arrays; the same function is then run on NumPy arrays of fractions, at
about twenty points, and has to compute the same there.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, TypeAlias

import numpy as np

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.statements.arrays.element_arrays import ElementArray, ElementSystem, elements_of
from theorem_checks.statements.degrees import Degree, DegreeAtMost
from theorem_checks.statements.exact import to_fraction
from theorem_checks.statements.programs import Operations, Program, Recorded
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.tracing import traced, tracer
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["Multidegree", "degree_bound", "exact_degree", "prove_degree", "prove_degree_at_most"]

Network: TypeAlias = Callable[..., Any]

Shapes: TypeAlias = Mapping[str, tuple[int, ...]]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_DRAWS = 5
_LARGEST = 10**6
_POINTS = (1, 2, 2, 3, 3, 3, 5, 5, 7, 7, *[10] * 4, *[100] * 3, *[_LARGEST] * 3)
"""How large the entries are, at each of the points at which a network is run once more."""


@dataclass(frozen=True)
class Multidegree:
    """The degrees in several groups of variables that the monomials of a polynomial have.

    `maximal` has the tuples (one number per group) that no other one exceeds; the zero polynomial
    has none. `+` and `*` bound those of sums and products.
    """

    maximal: frozenset[tuple[int, ...]]

    @classmethod
    def of(cls, degrees: Iterable[tuple[int, ...]]) -> "Multidegree":
        """The multidegree of these tuples of degrees, whether maximal or not."""
        given = set(degrees)
        return cls(frozenset(a for a in given if not any(a != b and _below(a, b) for b in given)))

    @property
    def total(self) -> int:
        """The total degree; -1 for zero."""
        return max((sum(degrees) for degrees in self.maximal), default=-1)

    def in_group(self, place: int) -> int:
        """The degree in one group of variables; -1 for zero."""
        return max((degrees[place] for degrees in self.maximal), default=-1)

    def __add__(self, other: "Multidegree") -> "Multidegree":
        return Multidegree.of(self.maximal | other.maximal)

    def __mul__(self, other: "Multidegree") -> "Multidegree":
        pairs = product(self.maximal, other.maximal)
        return Multidegree.of(tuple(map(sum, zip(a, b, strict=True))) for a, b in pairs)

    def __le__(self, other: "Multidegree") -> bool:
        return all(any(_below(a, b) for b in other.maximal) for a in self.maximal)


def degree_bound(network: Network, *, inputs: Shapes, weights: Shapes) -> Multidegree:
    """Bound the degrees in the inputs of all entries of a network's output, for all weights.

    **Arguments**: `network(**arrays)`; the shapes of its `inputs`, each a group of variables, in
    this order; the shapes of its `weights`, whatever numbers these may be.

    Entries that have the same degrees at one size have them at every size, so sizes of 1 stand
    for all sizes of a network that treats the entries of an axis alike.

    **Raises** `UndecidedQuestionError` if the network asks for what is in an array; `ArgumentError`
    for sizes of 0, and for an output without entries.
    """
    _require_shapes(inputs, weights)
    places = len(inputs)

    def constant(value: Fraction) -> Multidegree:
        return Multidegree(frozenset([(0,) * places] if value else []))

    system = ElementSystem("multidegrees", Multidegree, constant)
    arrays = {name: system.ones(shape) for name, shape in weights.items()}
    for place, (name, shape) in enumerate(inputs.items()):
        one = Multidegree(frozenset([tuple(int(i == place) for i in range(places))]))
        arrays[name] = system.array(np.full(shape, one, dtype=object))
    return Multidegree.of(d for entry in _traced(network, arrays) for d in entry.maximal)


def exact_degree(network: Network, *, inputs: Shapes, weights: Mapping[str, Any]) -> Multidegree:
    """Return the degrees in the inputs of all entries of a network's output, for given weights.

    **Arguments**: as of `degree_bound`, but with exact numbers or arrays of them as `weights`.
    **Raises** as it does.
    """
    given = {name: _POLYNOMIALS.array(value, name) for name, value in weights.items()}
    _require_shapes(inputs, {name: array.shape for name, array in given.items()})
    polynomials = _polynomials(network, inputs, given)
    groups = list(inputs)

    def degrees(powers: Iterable[tuple[str, int]]) -> tuple[int, ...]:
        found = [0] * len(groups)
        for variable, power in powers:
            found[groups.index(variable.partition("[")[0])] += power
        return tuple(found)

    return Multidegree.of(degrees(powers) for p in polynomials for powers, _ in p.key[0])


def prove_degree_at_most(
    network: Network, bound: int, *, inputs: Shapes, weights: Shapes
) -> Evidence:
    """Decide whether no choice of weights gives a network a degree above `bound` in its inputs.

    **Arguments**: those of `degree_bound`; the `bound` on the total degree in the inputs.

    **Returns** Evidence, which concludes `DegreeAtMost` of what the network computes at these
    shapes:

    - PROVED if the degrees of sums and products say so, or else the output polynomials in inputs
      and weights, and the differences of order `bound` + 1 vanish at random weights along random
      lines.
    - REFUTED with integer weights and a line along which such a difference does not vanish.

    **Raises** as `degree_bound` does, and `ArgumentError` for a network that computes something
    else on NumPy arrays of fractions than it does here.
    """
    _require_degree("bound", bound)
    scope = f"all weights of the shapes {_shown(weights)}"
    found = degree_bound(network, inputs=inputs, weights=weights).total
    route = Route.deciding("degrees of sums and products", Engine.MULTIDEGREES)
    if found > bound:
        found = _generic_degree(network, inputs, weights)
        route = Route.deciding("the output as polynomials in inputs and weights", Engine.FLINT)
    if found <= bound:
        symbolic = Evidence.proved(scope, routes=(route,), figures={"degree": found})
    else:
        symbolic = Evidence.undecided(f"For general weights the degree is {found}.")
    evidence = witnessed(symbolic, _by_differences(network, bound, inputs, weights))
    if evidence.verdict is Verdict.PROVED:
        _require_same_on_numbers(network, inputs, weights, {})
    said = DegreeAtMost(*_recorded(network, inputs, weights, {}), bound)
    return concluded(evidence, said, "prove_degree_at_most")


def prove_degree(
    network: Network,
    degree: int,
    *,
    inputs: Shapes,
    weights: Mapping[str, Any],
) -> Evidence:
    """Decide whether a network with given weights has exactly this total degree in its inputs.

    **Arguments**: those of `exact_degree`; the claimed `degree` (-1 for the zero map).

    **Returns** Evidence of `Degree`: PROVED if the output polynomials have that degree, and along
    random lines the differences of that order do not all vanish while those of the next order do;
    REFUTED with the degree found. **Raises** as `prove_degree_at_most` does.
    """
    _require_degree("degree", degree)
    found = exact_degree(network, inputs=inputs, weights=weights).total
    route = Route.deciding("the output as polynomials in the inputs", Engine.FLINT)
    if found == degree:
        symbolic = Evidence.proved("the given weights", routes=(route,))
    else:
        there = Counterexample({}, f"degree {degree}", f"degree {found}")
        symbolic = Evidence.refuted(there, routes=(route,))
    given = {name: RATIONALS.array(value, name) for name, value in weights.items()}
    evidence = witnessed(symbolic, _by_lines(network, degree, inputs, given))
    if evidence.verdict is Verdict.PROVED:
        _require_same_on_numbers(network, inputs, {}, given)
    said = Degree(*_recorded(network, inputs, {}, given), degree)
    return concluded(evidence, said, "prove_degree")


def _recorded(
    network: Network, inputs: Shapes, weights: Shapes, given: Mapping[str, ElementArray]
) -> tuple[Program, tuple[str, ...]]:
    """What a network computes, as operations, and the names of its input entries."""
    operations = Operations()

    def constant(value: Fraction) -> Recorded:
        return Recorded(operations, operations.add("constant", str(value)))

    system = ElementSystem("operations", Recorded, constant)
    arrays = {name: system.array(elements_of(array)) for name, array in given.items()}
    names = []
    for name, shape in {**inputs, **weights}.items():
        entries = np.empty(shape, dtype=object)
        for place in np.ndindex(*shape):
            text = f"{name}[{','.join(map(str, place))}]"
            entries[place] = Recorded(operations, operations.add("variable", text))
            names += [text] if name in inputs else []
        arrays[name] = system.array(entries)
    results = (entry.number for entry in _traced(network, arrays))
    return operations.program(*results), tuple(names)


RATIONALS = ElementSystem("rationals", Fraction, Fraction)

_POLYNOMIALS = ElementSystem("polynomials", RationalFunction, RationalFunction.constant)


def _polynomials(
    network: Network, inputs: Shapes, weights: Mapping[str, ElementArray]
) -> list[RationalFunction]:
    arrays = dict(weights)
    for name, shape in inputs.items():
        variables = np.empty(shape, dtype=object)
        for place in np.ndindex(*shape):
            text = f"{name}[{','.join(map(str, place))}]"
            variables[place] = RationalFunction.variable(text)
        arrays[name] = _POLYNOMIALS.array(variables)
    return _traced(network, arrays)


def _traced(network: Network, arrays: Mapping[str, ElementArray]) -> list[Any]:
    """The elements of a network's output, which it computes without a question."""
    return _entries(traced(network, **arrays))


def _require_same_on_numbers(
    network: Network, inputs: Shapes, weights: Shapes, given: Mapping[str, ElementArray]
) -> None:
    """Run a network on arrays that tell their entries, and compare with those that do not.

    **Arguments**: the shapes of the `weights` that are drawn, as the `inputs` are; those `given`.
    **Raises** `ArgumentError` where the two differ.
    """
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    called = tracer(network)
    for largest in _POINTS:
        arrays = {**_random_arrays({**inputs, **weights}, source, largest), **given}
        wanted = _entries(called(**arrays))
        numbers = {name: elements_of(array).copy() for name, array in arrays.items()}
        try:
            found = _numbers(network(**numbers))
        except (AttributeError, TypeError):  # a network for arrays with a number system only
            return
        if found != wanted:
            raise ArgumentError(
                "network",
                getattr(network, "__name__", network),
                "a network that computes the same on every kind of arrays",
                f"On NumPy arrays of fractions it gives {found}, on arrays that answer no question"
                f" about their entries {wanted}, at {numbers}. It asks for the type or the values"
                " of what it is given; prove the cases apart.",
            )


def _numbers(output: Any) -> list[Fraction]:
    """All entries of exact arrays, in tuples, lists and dicts."""
    if isinstance(output, dict):
        return [entry for part in output.values() for entry in _numbers(part)]
    if isinstance(output, tuple | list):
        return [entry for part in output for entry in _numbers(part)]
    return [to_fraction(entry, "network(...)") for entry in np.asarray(output, dtype=object).flat]


def _generic_degree(network: Network, inputs: Shapes, weights: Shapes) -> int:
    """The total degree in the inputs alone, of the output as polynomials in inputs and weights."""
    found = exact_degree(network, inputs={**inputs, **weights}, weights={})
    return max((sum(degrees[: len(inputs)]) for degrees in found.maximal), default=-1)


def _by_differences(network: Network, bound: int, inputs: Shapes, weights: Shapes) -> Evidence:
    """Look for weights at which a difference of order bound + 1 does not vanish."""
    route = Route.testing("differences along lines, at random weights", Engine.FRACTIONS)
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    called = tracer(network)
    for largest in (1, 3, *[_LARGEST] * _DRAWS):
        drawn = _random_arrays(weights, source, largest)
        line = _Line.random(inputs, source, largest)
        values = line.difference(called, drawn, bound + 1)
        if any(values):
            shown = {name: elements_of(array) for name, array in {**drawn, **line.shown}.items()}
            said = f"not 0: {next(v for v in values if v)}"
            order = f"the difference of order {bound + 1} along start + s * direction"
            return Evidence.refuted(Counterexample(shown, "0", said, order), routes=(route,))
    return Evidence.holds(route.name, routes=(route,), figures={"draws": _DRAWS + 2})


def _by_lines(
    network: Network, degree: int, inputs: Shapes, weights: Mapping[str, ElementArray]
) -> Evidence:
    """Ask differences along random lines whether the degree is the claimed one."""
    route = Route.testing("differences along random lines", Engine.FRACTIONS)
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    lines = [_Line.random(inputs, source, _LARGEST) for _ in range(_DRAWS)]
    called = tracer(network)
    for line in lines:
        values = line.difference(called, weights, degree + 1)
        if any(values):
            shown = {name: elements_of(array) for name, array in line.shown.items()}
            said = f"not 0: {next(v for v in values if v)}"
            order = f"the difference of order {degree + 1} along start + s * direction"
            return Evidence.refuted(Counterexample(shown, "0", said, order), routes=(route,))
    if degree >= 0 and not any(any(line.difference(called, weights, degree)) for line in lines):
        return Evidence.undecided(f"The differences of order {degree} vanish along all lines.")
    return Evidence.holds(route.name, routes=(route,), figures={"lines": len(lines)})


@dataclass(frozen=True)
class _Line:
    """The inputs start + s * direction, for s = 0, 1, 2, ..."""

    start: Mapping[str, ElementArray]
    direction: Mapping[str, ElementArray]

    @classmethod
    def random(cls, inputs: Shapes, source: random.Random, largest: int) -> "_Line":
        """Draw a line with integer coefficients."""
        return cls(*(_random_arrays(inputs, source, largest) for _ in range(2)))

    @property
    def shown(self) -> dict[str, ElementArray]:
        """Its arrays by name, for a counterexample."""
        starts = {f"{name} (start)": array for name, array in self.start.items()}
        return starts | {f"{name} (direction)": array for name, array in self.direction.items()}

    def difference(
        self, called: Network, weights: Mapping[str, ElementArray], order: int
    ) -> list[Fraction]:
        """The difference of this order of each output entry along the line, at s = 0.

        **Arguments**: `called`, the network as it is traced.
        """
        total: list[Fraction] = []
        for s in range(order + 1):
            inputs = {name: self.start[name] + self.direction[name] * s for name in self.start}
            values = _entries(called(**weights, **inputs))
            sign = (-1) ** (order - s) * comb(order, s)
            total = [
                old + sign * new
                for old, new in zip(total or [Fraction(0)] * len(values), values, strict=True)
            ]
        return total


def _random_arrays(shapes: Shapes, source: random.Random, largest: int) -> dict[str, ElementArray]:
    """Integer arrays with entries up to `largest`; all ones for 1."""
    arrays = {}
    for name, shape in shapes.items():
        entries = np.empty(shape, dtype=object)
        for place in np.ndindex(*shape):
            entries[place] = 1 if largest == 1 else source.randint(-largest, largest)
        arrays[name] = RATIONALS.array(entries)
    return arrays


def _entries(output: Any) -> list[Any]:
    """All entries of an array, or of arrays in tuples, lists and dicts; at least one."""
    found = list(_leaves(output))
    if not found:
        raise ArgumentError("network(...)", output, "an output with at least one entry")
    return found


def _leaves(output: Any) -> Iterator[Any]:
    if isinstance(output, dict | tuple | list):
        for part in output.values() if isinstance(output, dict) else output:
            yield from _leaves(part)
    elif isinstance(output, ElementArray):
        yield from elements_of(output).flat
    else:
        raise ArgumentError("network(...)", output, "an array, or a tuple, list or dict of arrays")


def _below(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def _require_shapes(inputs: Shapes, weights: Shapes) -> None:
    """Raise `ArgumentError` for arrays without entries, and for names that stand twice."""
    if not inputs:
        raise ArgumentError("inputs", inputs, "at least one array, in which there is a degree")
    for name, shape in [*inputs.items(), *weights.items()]:
        if not isinstance(name, str) or not name.isidentifier():
            raise ArgumentError("inputs and weights", name, "names of arguments, such as 'x'")
        if not all(isinstance(size, int) and size > 0 for size in shape):
            raise ArgumentError(f"the shape of {name}", shape, "positive integers")
    if both := sorted(inputs.keys() & weights.keys()):
        raise ArgumentError("weights", both, "names that no input has")


def _require_degree(name: str, value: object) -> None:
    require_integer(name, value, -1, expected="a degree: -1 (of zero), 0, 1, ...")


def _shown(shapes: Shapes) -> str:
    return ", ".join(f"{name} {shape}" for name, shape in shapes.items()) or "(none)"
