"""Concrete instances of statements in index notation: small sizes, random entries, shrinking."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations_with_replacement, islice, product
from math import prod

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Scalar, nodes
from theorem_checks.statements.arrays.index_values import Instance, Position, Table
from theorem_checks.statements.arrays.known_tensors import NoSuchTensorError, drawn_known, exists
from theorem_checks.statements.arrays.tensors import Entry, Kind, Tensor
from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.values.elimination import inverse
from theorem_checks.statements.values.points import Domain, Point
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = [
    "Signature",
    "instances",
    "signature_of",
    "simpler_instances",
    "table_of_powers",
    "without_tensors",
]

_SIZES = 3  # of each symbol
_FAR_SIZES = range(4, 41)  # where no small sizes will do, as for an index of d - 7 values
_SMALL_POINTS = 40
_TRIED = 30  # sizes at which a tensor of which something is known is looked for


@dataclass(frozen=True)
class Signature:
    """What an instance has to give: values of size symbols, of scalars, and of tensors.

    `ranges` has the sizes of all indices, each a natural number at an instance.
    """

    sizes: tuple[sp.Symbol, ...]
    ranges: tuple[sp.Expr, ...]
    scalars: Domain
    tensors: Mapping[Kind, tuple[sp.Expr, ...]]


def signature_of(expressions: Iterable[IndexExpression]) -> Signature:
    """Collect the symbols and tensors of expressions.

    **Raises** `ArgumentError` where a name has two meanings, one place of a tensor has two sizes,
    or a matrix and its inverse are no pair.
    """
    ranges: dict[sp.Expr, None] = {}
    scalars: dict[sp.Expr, None] = {}
    entries: list[Entry] = []
    for part in nodes(expressions):
        ranges |= {index.range: None for index in (*part.free.values(), *part.within)}
        if isinstance(part, Scalar):
            scalars[part.value] = None
        if isinstance(part, Entry):
            entries.append(part)
    tensors = _tensors(entries)
    symbols = unique_symbols([*ranges, *scalars], "the symbols")
    if clash := {kind.name for kind in tensors} & {symbol.name for symbol in symbols}:
        raise ArgumentError("tensor", min(clash), "a name that no symbol has")
    sizes = [s for s in symbols if any(s in size.free_symbols for size in ranges)]
    return Signature(
        tuple(sizes), tuple(ranges), Domain([s for s in symbols if s not in sizes], []), tensors
    )


def _tensors(entries: Iterable[Entry]) -> dict[Kind, tuple[sp.Expr, ...]]:
    """The kinds of all tensors, with the sizes of their indices."""
    made: dict[str, Tensor] = {}
    found: dict[str, tuple[sp.Expr, ...]] = {}
    for entry in entries:
        tensor, sizes = entry.tensor, tuple(index.range for index in entry.indices)
        if made.setdefault(tensor.name, tensor) is not tensor:
            said = "If one is meant, make it once and use it everywhere; else give it another name."
            other = made[tensor.name].kind
            raise ArgumentError(
                "tensor",
                tensor.name,
                "one tensor of that name",
                f"Two were made, {other} and {tensor.kind}. {said}",
            )
        if (known := found.setdefault(tensor.name, sizes)) != sizes:
            raise ArgumentError(
                "tensor",
                tensor.name,
                "one tensor of that name, with one size for each index",
                f"It has the sizes {known} and {sizes}.",
            )
        if tensor.kind.inverse_of and len(set(sizes)) > 1:
            raise ArgumentError("tensor", tensor.name, "a square matrix, for an inverse")
        if tensor.known == "orthogonal" and len(set(sizes)) > 1:
            said = "Of more rows than columns, known='orthonormal columns'."
            raise ArgumentError("tensor", tensor.name, "a square matrix, as it is orthogonal", said)
    for tensor in made.values():
        partner = made.get(tensor.kind.inverse_of)
        if partner is None:
            continue
        if partner.kind.inverse_of != tensor.name or found[partner.name] != found[tensor.name]:
            expected = f"the inverse of {partner.name}, of its size"
            raise ArgumentError("tensor", tensor.name, expected, "Use inverse_pair.")
    return {tensor.kind: found[name] for name, tensor in made.items()}


def instances(
    signature: Signature, source: random.Random, *, largest: int, each: int, choices: int
) -> Iterator[Instance]:
    """Random instances, `each` at the first `choices` of small sizes, the smallest first.

    As many follow that have a size of 0, where symbols allow it. Entries lie between -`largest` and
    `largest`; the first instance of several has ones.
    """
    points = list(islice(signature.scalars.small_points(), _SMALL_POINTS))
    if signature.scalars.symbols and not points:
        return
    for sizes in _small_sizes(signature, choices):
        for number in range(each):
            scalars = source.choice(points) if points else {}
            instance = Instance({**scalars, **sizes}, {})
            ones = each > 1 and number == 0
            draw = partial(source.randint, 1 if ones else -largest, 1 if ones else largest)
            with suppress(NoSuchTensorError):
                yield replace(instance, tensors=_drawn(signature, instance, source, draw))


def without_tensors(signature: Signature) -> str:
    """Of which tensor there is none at any size that is tried, as of what is known of it; or ''."""
    for tensor, sizes in signature.tensors.items():
        if not tensor.known:
            continue
        points = (Instance(point, {}) for point in _small_sizes(signature, _TRIED))
        if not any(exists(tensor.known, [at.size(size) for size in sizes]) for at in points):
            shape = ", ".join(map(str, sizes))
            return f"There is no {tensor.name} of size ({shape}), {tensor.known}, at sizes tried."
    return ""


def _small_sizes(signature: Signature, choices: int) -> Iterator[Point]:
    """Values of the size symbols at which all ranges are natural numbers."""
    symbols = signature.sizes
    small = {s: _least(s) for s in symbols}
    with_zero = {s: [0, *small[s]] if _admits(s, 0) else small[s] for s in symbols}
    plain = islice(_valid(signature, _ordered(small)), choices)
    empty = (point for point in _ordered(with_zero) if 0 in point.values())
    found = False
    for point in chain(plain, islice(_valid(signature, empty), choices)):
        found = True
        yield point
    if not found:
        yield from islice(_valid(signature, _far(symbols)), choices)


def _least(symbol: sp.Symbol) -> list[int]:
    """The least positive sizes that meet the assumptions on a symbol."""
    return list(islice((v for v in range(1, _FAR_SIZES.stop) if _admits(symbol, v)), _SIZES))


def _ordered(ladders: Mapping[sp.Symbol, list[int]]) -> Iterator[Point]:
    """Points with coordinates on the ladders, the smallest first."""
    for values in sorted(product(*ladders.values()), key=lambda values: (sum(values), values)):
        yield {s: Fraction(v) for s, v in zip(ladders, values, strict=True)}


def _far(symbols: Sequence[sp.Symbol]) -> Iterator[Point]:
    """Points with one larger coordinate, or with equal ones."""
    for value in _FAR_SIZES:
        yield {s: Fraction(value) for s in symbols}
        for one, rest in product(symbols, (1, 2)):
            yield {s: Fraction(value if s is one else rest) for s in symbols}


def _valid(signature: Signature, points: Iterable[Point]) -> Iterator[Point]:
    for point in points:
        if not all(_admits(s, int(value)) for s, value in point.items()):
            continue
        try:
            for size in signature.ranges:
                Instance(point, {}).size(size)
        except (NoExactValueError, ZeroDivisionError):
            continue
        yield point


def _admits(symbol: sp.Symbol, value: int) -> bool:
    """Whether a number meets the assumptions on a symbol."""
    number, known = sp.Integer(value), symbol.assumptions0
    return all(
        getattr(number, f"is_{fact}", None) in (None, truth) for fact, truth in known.items()
    )


def _drawn(
    signature: Signature, instance: Instance, source: random.Random, draw: Callable[[], int]
) -> dict[Kind, Table]:
    tables: dict[Kind, Table] = {}
    for tensor, sizes in signature.tensors.items():
        shape = tuple(instance.size(size) for size in sizes)
        if tensor.inverse_of:
            partner = next((t for t in tables if t.name == tensor.inverse_of), None)
            known = tables[partner] if partner else None
            tables[tensor] = _invertible(shape, known, source)
        elif tensor.known:
            tables[tensor] = drawn_known(tensor.known, shape, source)
        elif not tensor.power_of:
            positions = _positions(tensor, shape)
            tables[tensor] = {p: Fraction(draw()) for p in positions}
    bases: dict[str, Table] = {t.name: table for t, table in tables.items()}
    for tensor, sizes in signature.tensors.items():
        if tensor.power_of:
            shape = tuple(instance.size(size) for size in sizes)
            first = 1 if is_by_age(tensor) else 2
            own = (max(shape[:2]), *shape[2:]) if tensor.over_time else shape[first:]
            base = bases.setdefault(tensor.power_of, {})
            missing = (p for p in product(*map(range, own)) if p not in base)
            bases[tensor.power_of] = {**base, **{p: Fraction(draw()) for p in missing}}
            tables[tensor] = table_of_powers(tensor, bases[tensor.power_of], shape)
    return tables


def is_by_age(tensor: Kind) -> bool:
    """Whether a tensor has the powers A^j of a matrix at j, and not A^(t - s) at t, s."""
    return tensor.matrix and tensor.rank == 3


def table_of_powers(tensor: Kind, base: Table, shape: Sequence[int]) -> Table:
    """The entries of a tensor of powers."""
    if is_by_age(tensor):
        whole = matrix_powers(base, (shape[0], 1, *shape[1:]))
        return {(j, *own): value for (j, _, *own), value in whole.items()}
    if tensor.over_time:
        return running_products(base, shape)
    return (matrix_powers if tensor.matrix else powers)(base, shape)


def running_products(base: Table, shape: Sequence[int]) -> Table:
    """The products base[s + 1, i] ... base[t, i] at t, s, i for s <= t, and 0 for s > t."""
    return {
        (t, s, *p): Fraction(s <= t) * prod(Fraction(base[r, *p]) for r in range(s + 1, t + 1))
        for t, s, *p in product(*map(range, shape))
    }


def powers(base: Table, shape: Sequence[int]) -> Table:
    """The powers base[i]^(t - s) at t, s, i for s <= t, and 0 for s > t."""
    return {
        (t, s, *p): Fraction(base[tuple(p)]) ** (t - s) if s <= t else Fraction(0)
        for t, s, *p in product(*map(range, shape))
    }


def matrix_powers(base: Table, shape: Sequence[int]) -> Table:
    """The powers (base^(t - s))[i, j] of a matrix at t, s, i, j for s <= t, and 0 for s > t."""
    length, n = max(shape[:2], default=0), shape[2]
    power = {(i, j): Fraction(int(i == j)) for i, j in product(range(n), repeat=2)}
    by_age = [power]
    for _ in range(length):
        power = {
            (i, j): sum((Fraction(base[i, k]) * power[k, j] for k in range(n)), Fraction(0))
            for i, j in power
        }
        by_age.append(power)
    return {
        (t, s, i, j): by_age[t - s][i, j] if s <= t else Fraction(0)
        for t, s, i, j in product(*map(range, shape))
    }


def _positions(tensor: Kind, shape: tuple[int, ...]) -> Iterable[Position]:
    """The positions of the entries that are independent."""
    if tensor.symmetry == "none" or not shape:
        return product(*map(range, shape))
    return combinations_with_replacement(range(shape[0]), len(shape))


def _invertible(shape: tuple[int, ...], partner: Table | None, source: random.Random) -> Table:
    """The inverse of the partner, or if there is none yet an invertible matrix."""
    n, places = shape[0], list(product(*map(range, shape)))
    while True:
        drawn = partner or {p: Fraction(source.randint(-3, 3)) for p in places}
        inverted = inverse([[Fraction(drawn[i, j]) for j in range(n)] for i in range(n)])
        if inverted is not None:
            return {(i, j): inverted[i][j] for i, j in places} if partner else drawn


def simpler_instances(signature: Signature, instance: Instance) -> Iterator[Instance]:
    """Instances that differ in one entry or one scalar, which is smaller: 0, 1, or closer to 0."""
    for tensor, table in instance.tensors.items():
        powered = {kind.power_of for kind in instance.tensors}
        if tensor.inverse_of or tensor.power_of or tensor.known or tensor.name in powered:
            continue
        for position, value in table.items():
            for smaller in (Fraction(0), Fraction(1)):
                if (abs(smaller), smaller < 0) < (abs(value), value < 0):
                    changed = {**table, position: smaller}
                    yield replace(instance, tensors={**instance.tensors, tensor: changed})
    sizes = {s: instance.symbols[s] for s in signature.sizes}
    scalars = {s: v for s, v in instance.symbols.items() if s not in sizes}
    for point in signature.scalars.simpler(scalars):
        yield replace(instance, symbols={**point, **sizes})
