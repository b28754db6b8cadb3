"""Concrete instances of statements in index notation: small sizes, random entries, shrinking."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, islice, product

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.elimination import inverse
from theorem_checks.proving.index_expressions import (
    RESERVED,
    Entry,
    IndexExpression,
    Scalar,
    Summed,
    Tensor,
    nodes,
)
from theorem_checks.proving.index_values import Instance, Position, Table
from theorem_checks.proving.points import Domain, Point
from theorem_checks.proving.radicals import NoExactValueError
from theorem_checks.statements.exact import unique_symbols

__all__ = ["Signature", "instances", "signature_of", "simpler_instances"]

_LARGEST_SIZE = 3
_SMALL_POINTS = 40


@dataclass(frozen=True)
class Signature:
    """What an instance has to give: values of size symbols, of scalars, and of tensors."""

    sizes: tuple[sp.Symbol, ...]
    scalars: Domain
    tensors: Mapping[Tensor, tuple[sp.Expr, ...]]


def signature_of(expressions: Iterable[IndexExpression]) -> Signature:
    """Collect the symbols and tensors of expressions.

    **Raises** `ArgumentError` where a symbol's or tensor's name has two meanings, or one place of
    a tensor has two sizes.
    """
    sizes: set[sp.Basic] = set()
    scalars: dict[sp.Expr, None] = {}
    tensors: dict[str, tuple[Tensor, tuple[sp.Expr, ...]]] = {}
    for part in nodes(expressions):
        bound = part.indices if isinstance(part, Summed) else ()
        for index in (*part.free.values(), *bound):
            sizes |= index.size.free_symbols
        if isinstance(part, Scalar):
            scalars[part.value] = None
        if isinstance(part, Entry):
            if part.tensor.name in RESERVED:
                raise ArgumentError("tensor", part.tensor.name, "another name: this one is taken")
            found = (part.tensor, tuple(index.size for index in part.indices))
            if part.tensor.inverse_of and len(set(found[1])) > 1:
                raise ArgumentError("tensor", part.tensor.name, "a square matrix, for an inverse")
            if (known := tensors.setdefault(part.tensor.name, found)) != found:
                raise ArgumentError(
                    "tensor",
                    part.tensor.name,
                    "one tensor of that name, with one size for each index",
                    f"It stands for {known[0]} of sizes {known[1]} and {found[0]} of {found[1]}.",
                )
    unique_symbols([*sizes, *scalars], "the symbols")
    ordered = sorted((s for s in sizes if isinstance(s, sp.Symbol)), key=lambda s: s.name)
    known_sizes = {size: sp.Integer(1) for size in ordered}
    return Signature(
        tuple(ordered),
        Domain([scalar.xreplace(known_sizes) for scalar in scalars], []),
        dict(tensors.values()),
    )


def instances(
    signature: Signature, source: random.Random, *, largest: int, each: int, choices: int
) -> Iterator[Instance]:
    """Random instances, `each` at the first `choices` of small sizes, the smallest first.

    Entries lie between -`largest` and `largest`; the first instance of several has ones.
    """
    points = list(islice(signature.scalars.small_points(), _SMALL_POINTS))
    for sizes in islice(_small_sizes(signature.sizes), choices):
        for number in range(each):
            scalars = source.choice(points) if points else {}
            instance = Instance({**scalars, **sizes}, {})
            ones = each > 1 and number == 0
            draw = partial(source.randint, 1 if ones else -largest, 1 if ones else largest)
            try:
                yield replace(instance, tensors=_drawn(signature, instance, source, draw))
            except NoExactValueError:  # a size such as d - 1 is not positive here
                break


def _small_sizes(symbols: tuple[sp.Symbol, ...]) -> Iterator[Point]:
    values_of_all = product(range(1, _LARGEST_SIZE + 1), repeat=len(symbols))
    for values in sorted(values_of_all, key=lambda values: (sum(values), values)):
        yield {s: Fraction(v) for s, v in zip(symbols, values, strict=True)}


def _drawn(
    signature: Signature, instance: Instance, source: random.Random, draw: Callable[[], int]
) -> dict[Tensor, Table]:
    tables: dict[Tensor, Table] = {}
    for tensor, sizes in signature.tensors.items():
        shape = tuple(instance.size(size) for size in sizes)
        if tensor.inverse_of:
            partner = next((t for t in tables if t.name == tensor.inverse_of), None)
            known = tables[partner] if partner else None
            tables[tensor] = _invertible(shape, known, source)
        else:
            positions = _positions(tensor, shape)
            tables[tensor] = {p: Fraction(draw()) for p in positions}
    return tables


def _positions(tensor: Tensor, shape: tuple[int, ...]) -> Iterable[Position]:
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
        if tensor.inverse_of:
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
