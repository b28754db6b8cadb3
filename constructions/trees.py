"""Nested states: tuples, lists, dicts and `PyTree` dataclasses of arrays.

JAX has all this, but exact systems are to run without importing JAX. A `PyTree` is a dataclass
that these functions look into, and that JAX looks into likewise once JAX is there.
"""

import dataclasses
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, TypeVar

__all__ = ["STATIC", "PyTree", "array_fields", "flatten"]

STATIC = {"static": True}
"""Metadata of a dataclass field that holds a choice instead of arrays."""

Tree = TypeVar("Tree")

_known_to_jax: set[type] = set()


class PyTree:
    """A dataclass whose fields are arrays, but for those with the metadata `STATIC`.

    Its instances may be states of a `scan`, and arguments and results of `jax.jit`, `jax.grad`
    and `jax.vmap`. JAX is told of the class when the first instance is made after JAX was
    imported. JAX rebuilds instances without `__post_init__`, since it fills them with batches,
    tangents and placeholders at will.
    """

    def __new__(cls: type[Tree], *_args: Any, **_kwargs: Any) -> Tree:
        """Make an instance, and tell JAX of its class where JAX is there."""
        _tell_jax(cls)
        return object.__new__(cls)


def array_fields(tree: Any) -> list[str]:
    """Return the names of the fields of a `PyTree`, or of its class, that hold arrays."""
    return [f.name for f in dataclasses.fields(tree) if not f.metadata.get("static")]


def _static_fields(tree: Any) -> list[str]:
    return [f.name for f in dataclasses.fields(tree) if f.metadata.get("static")]


def _rebuilt(cls: type, choices: tuple[Any, ...], children: Any) -> Any:
    tree = object.__new__(cls)
    for name, value in zip(array_fields(cls), children, strict=True):
        object.__setattr__(tree, name, value)
    for name, value in zip(_static_fields(cls), choices, strict=True):
        object.__setattr__(tree, name, value)
    return tree


def _choices(tree: Any) -> tuple[Any, ...]:
    return tuple(getattr(tree, name) for name in _static_fields(tree))


def _tell_jax(cls: type) -> None:
    if cls in _known_to_jax or "jax" not in sys.modules:
        return
    from jax.tree_util import GetAttrKey, register_pytree_with_keys

    def flatten_plain(tree: Any) -> tuple[list[Any], tuple[Any, ...]]:
        return [getattr(tree, name) for name in array_fields(tree)], _choices(tree)

    def flatten_with_keys(tree: Any) -> tuple[list[Any], tuple[Any, ...]]:
        keyed = [(GetAttrKey(name), getattr(tree, name)) for name in array_fields(tree)]
        return keyed, _choices(tree)

    def unflatten(choices: Any, children: Any) -> Any:
        return _rebuilt(cls, choices, children)

    register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten_plain)
    _known_to_jax.add(cls)


def flatten(tree: Any) -> tuple[list[Any], Callable[[Sequence[Any]], Any]]:
    """Return the arrays of a nested state, in order, and a function that puts others in place."""
    parts = _parts(tree)
    if parts is None:
        return [tree], lambda arrays: arrays[0]
    flat = [flatten(part) for part in parts]
    ends = list(accumulate((len(arrays) for arrays, _ in flat), initial=0))

    def rebuild(arrays: Sequence[Any]) -> Any:
        pieces = [arrays[start:end] for start, end in pairwise(ends)]
        return _with_parts(
            tree, [build(piece) for (_, build), piece in zip(flat, pieces, strict=True)]
        )

    return [array for arrays, _ in flat for array in arrays], rebuild


def _parts(tree: Any) -> list[Any] | None:
    """The parts of an inner node; None for an array."""
    if isinstance(tree, PyTree):
        return [getattr(tree, name) for name in array_fields(tree)]
    if isinstance(tree, dict):
        return [tree[key] for key in sorted(tree)]
    if isinstance(tree, tuple | list):
        return list(tree)
    return [] if tree is None else None


def _with_parts(like: Any, parts: list[Any]) -> Any:
    if like is None:
        return None
    if isinstance(like, PyTree):
        return _rebuilt(type(like), _choices(like), parts)
    if isinstance(like, dict):
        return dict(zip(sorted(like), parts, strict=True))
    if hasattr(like, "_fields"):  # a named tuple
        return type(like)(*parts)
    return type(like)(parts)
