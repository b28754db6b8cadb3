"""What an author's function or object changes of itself as it is run."""

from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

__all__ = ["cells_of", "changed", "kept"]

_PLAIN = (bool, int, float, str, bytes, tuple, type(None))


def kept(value: Any) -> Mapping[str, Any]:
    """The plain values that a function or an object holds by names, as they are now.

    These are numbers and texts in its attributes, and in the variables of its closure; of lists and
    mappings it is how many parts they have. What can be called is looked into where it is a part of
    a tuple, a list or a mapping, or an attribute.
    """
    found = _held(value)
    for name, part in _parts(value):
        found |= {f"{name}.{key}": inner for key, inner in _held(part).items()}
    return found


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What is looked into as well, by name."""
    if isinstance(value, Mapping):
        named = value.items()
    elif isinstance(value, tuple | list):
        named = enumerate(value, 1)
    else:
        named = getattr(value, "__dict__", {}).items()
    for name, part in list(named):
        if callable(part) and not isinstance(part, type):
            yield str(name), part


def _held(value: Any) -> dict[str, Any]:
    held = dict(getattr(value, "__dict__", {}))
    if isinstance(value, FunctionType):
        names = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        for name, cell in names:
            try:
                held[name] = cell.cell_contents
            except ValueError:  # a variable that has no value yet
                continue
    counted = {k: len(v) for k, v in held.items() if isinstance(v, list | set | dict)}
    return {k: v for k, v in held.items() if isinstance(v, _PLAIN)} | counted


def cells_of(cell: Any) -> Iterator[Any]:
    """A cell, and the cells that it is made of, which its attributes hold, or tuples there."""
    yield cell
    for held in vars(cell).values() if hasattr(cell, "__dict__") else ():
        for part in held if isinstance(held, tuple) else (held,):
            if hasattr(type(part), "step"):
                yield from cells_of(part)


def changed(value: Any, before: Mapping[str, Any]) -> list[str]:
    """The names of the plain values that are others than before; new ones are none of them."""
    now = kept(value)
    return sorted(k for k, v in before.items() if k not in now or (now[k] is not v and now[k] != v))
