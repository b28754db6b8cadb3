"""Checking that arrays fit together, by shapes with named sizes."""

from collections.abc import Mapping
from typing import Any

from constructions.errors import ShapeError

__all__ = ["check_sequence", "check_shapes", "sizes_of"]


def sizes_of(owner: str, arrays: Mapping[str, Any], expected: Mapping[str, str]) -> dict[str, Any]:
    """Read named sizes off the shapes of arrays.

    **Arguments**: the `owner`'s name, for errors; `arrays` by name; for each name the letters of
    its sizes, `{"W": "m n"}`. One letter stands for one size throughout. What has no shape (the
    placeholders of program transformations) is passed over; symbolic sizes are compared as they
    are.

    **Raises** `ShapeError`, which names the array, its shape, and what was expected and why.
    """
    sizes: dict[str, Any] = {}
    fixed_by: dict[str, str] = {}
    for name, letters in expected.items():
        shape = getattr(arrays[name], "shape", None)
        if shape is None:
            continue
        axes = letters.split()
        known = dict(sizes)  # a letter may stand twice in one shape
        if len(shape) != len(axes) or any(
            known.setdefault(axis, size) != size for axis, size in zip(axes, shape, strict=True)
        ):
            wanted = ", ".join(str(sizes.get(axis, axis)) for axis in axes)
            because = "; ".join(f"{a} = {sizes[a]} by {fixed_by[a]}" for a in axes if a in sizes)
            raise ShapeError(
                f"{owner}: {name} has shape {tuple(shape)}, expected ({wanted}) as"
                f" ({', '.join(axes)}){', where ' + because if because else ''}."
            )
        for axis, size in zip(axes, shape, strict=True):
            if axis not in sizes:
                sizes[axis], fixed_by[axis] = size, name
    return sizes


def check_shapes(owner: object, **expected: str) -> None:
    """Check the shapes of the fields of `owner`, given as letters: `W="m n"`; see `sizes_of`."""
    arrays = {name: getattr(owner, name) for name in expected}
    sizes_of(type(owner).__name__, arrays, expected)


def check_sequence(owner: object, xs: Any, width: Any) -> None:
    """Check that `xs` is a sequence of vectors of size `width`; symbolic shapes are passed over.

    **Raises** `ShapeError`.
    """
    shape = getattr(xs, "shape", None)
    if shape is None or not all(isinstance(size, int) for size in (*shape, width)):
        return
    if len(shape) != 2 or shape[1] != width:
        raise ShapeError(
            f"{type(owner).__name__}: the sequence has shape {tuple(shape)}, expected (T, {width})"
            " as (tokens, inputs)."
        )
