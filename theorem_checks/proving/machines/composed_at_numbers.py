"""Steps of machines at numbers: what `compositions` reads off their form is tried, not trusted.

Nothing is shared with that but the sentences themselves. An expression that is affine on each of
finitely many pieces has one slope far out on a line; one that is continuous changes by little where
little changes; one that is affine in the state has second differences of 0 in it. What is at most
linear is far out at most the distance times a number of the size of weights.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from theorem_checks.proving.index_notation.instances import instances, signature_of
from theorem_checks.statements.arrays.index_expressions import IndexExpression, nodes
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.tensors import Entry

__all__ = ["is_so_at_numbers"]

_TRIED = 3  # instances
_MODERATE = 2**40
_FAR, _NEAR, _LITTLE = 2**80, Fraction(1, 2**80), Fraction(1, 2**40)
_SEED = 20_000_003


def is_so_at_numbers(
    blocks: Sequence[IndexExpression], how: str, state: frozenset[str], token: frozenset[str]
) -> bool:
    """Whether nothing speaks against blocks of a step being so, at a few numbers.

    **Arguments**: the blocks; one of the properties of `EveryStackIs`, or 'affine', in the state;
    the names of the arrays of state and token.
    """
    if not blocks:
        return True
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    kinds = {part.tensor.kind for part in nodes(blocks) if isinstance(part, Entry)}
    moving = [kind for kind in kinds if kind.name in state | token]
    drawn = instances(signature_of(blocks), source, largest=9, each=2, choices=2)
    for here in islice(drawn, _TRIED):
        ways = {
            kind: {at: source.randint(-9, 9) for at in here.tensors[kind]}
            for kind in moving
            if how != "far slopes" or kind.name in token
            if how != "affine" or kind.name in state
        }

        def at(r: Any, start: Instance = here, ways: Mapping[Any, Any] = ways) -> list[Any]:
            moved = {
                kind: {at: value + r * ways[kind][at] for at, value in start.tensors[kind].items()}
                for kind in ways
            }
            tables = values_of(blocks, replace(start, tensors={**start.tensors, **moved}))
            return [value for table in tables for value in table.values()]

        if how in ("Lipschitz", "far slopes"):
            other = _with_others(here, state, source) if how == "far slopes" else here
            if not _has_slopes(at, lambda r, other=other, at=at: at(r, other)):
                return False
        elif not _ALONE[how](at):
            return False
    return True


_At = Callable[[Any], list[Any]]
"""The entries of blocks, of what moves by r."""


def _has_slopes(at: _At, elsewhere: _At) -> bool:
    slope = _differences(at(2 * _FAR), at(_FAR))
    if _differences(at(4 * _FAR), at(2 * _FAR)) != [2 * rise for rise in slope]:
        return False
    return _differences(elsewhere(2 * _FAR), elsewhere(_FAR)) == slope


def _is_affine(at: _At) -> bool:
    second = zip(at(2), at(1), at(0), strict=True)
    return all(a - 2 * b + c == 0 for a, b, c in second)


def _is_continuous(at: _At) -> bool:
    return not any(abs(change) > _LITTLE for change in _differences(at(_NEAR), at(0)))


def _is_at_most_linear(at: _At) -> bool:
    return all(abs(value) <= _FAR * _MODERATE for value in at(_FAR))


_ALONE: Mapping[str, Callable[[_At], bool]] = {
    "affine": _is_affine,
    "continuous": _is_continuous,
    "at most linear": _is_at_most_linear,
}
"""What is tried of entries by themselves."""


def _differences(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    return [a - b for a, b in zip(one, other, strict=True)]


def _with_others(here: Instance, names: frozenset[str], source: random.Random) -> Instance:
    """The same instance with other entries of some arrays."""
    others = {
        kind: dict.fromkeys(table, source.randint(-9, 9))
        for kind, table in here.tensors.items()
        if kind.name in names
    }
    return replace(here, tensors={**here.tensors, **others})
