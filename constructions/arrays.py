"""One definition, many number systems.

A cell is written once, as a pure step function over arrays. The same code then runs on

- `EXACT`: exact rationals; equality of numbers is decided,
- `polynomials(W=(2, 3), x=(3,))`: polynomials; equality of maps is decided,
- `balls(prec)`: certified enclosures of real numbers,
- `high_precision(dps)`: floating-point numbers of many digits,
- `FLOAT`: ordinary NumPy arrays of double precision,
- `jax_floats(dtype)`: JAX arrays, under `jit`, `vmap` and `grad`,
- NumPy arrays of integers and fractions, and of any other Python objects that compute with `+`,
  `-` and `*` (`FRACTIONS` and `OBJECTS`; they come back as what they were),
- and any array that brings its own system in an attribute `__number_system__`
  (`constructions.number_systems.protocol` says what such a system has to offer).

Make arrays with `SYSTEM.array(values)`. In a step function use `+`, `-`, `*`, `@` and unary minus
between arrays, and from here `zeros`, `ones`, `zeros_like`, `ones_like`, `concatenate`, `outer`,
`convolve`, `shift_in`, `last_row`, `apply_kernel`, `stack`, `scan`, `exp`, `sigmoid`, `tanh`,
`relu` and `exceeds`: these ask the arrays for their system.

Exactness does not leak: a float that meets exact numbers raises `ExactnessError`, and arrays of
different systems raise `MixedSystemsError`. Rationals go with all but floats, integers go with
everything. Precision belongs to a system, not to the process.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from typing import Any, TypeVar

import flint
import numpy as np

from constructions.errors import ArgumentError
from constructions.number_systems.balls import balls, contains, overlaps
from constructions.number_systems.floats import FLOAT
from constructions.number_systems.high_precision import high_precision
from constructions.number_systems.number_array import NumberArray
from constructions.number_systems.objects import OBJECTS
from constructions.number_systems.polynomials import Polynomials, polynomials
from constructions.number_systems.protocol import Array, ConcreteSystem, NumberSystem, join
from constructions.number_systems.rationals import EXACT, FRACTIONS, Rationals
from constructions.trees import flatten

__all__ = [
    "EXACT",
    "FLOAT",
    "FRACTIONS",
    "OBJECTS",
    "Array",
    "ConcreteSystem",
    "NumberArray",
    "NumberSystem",
    "apply_kernel",
    "as_array",
    "balls",
    "concatenate",
    "contains",
    "convolve",
    "equal",
    "exceeds",
    "exp",
    "full_precision",
    "high_precision",
    "jax_floats",
    "last_row",
    "ones",
    "ones_like",
    "outer",
    "overlaps",
    "polynomials",
    "relu",
    "scan",
    "shift_in",
    "sigmoid",
    "stack",
    "system_of",
    "tanh",
    "zeros",
    "zeros_like",
]

State = TypeVar("State")


def system_of(*arrays: Any) -> Any:
    """Return the number system in which the `arrays` compute together.

    NumPy arrays are told by what they hold. Integer arrays and exact scalars go with any system,
    and are `FRACTIONS` if nothing else is there. Arrays of rationals go with polynomials, balls,
    numbers of high precision and other objects; NumPy floats go with JAX arrays.

    **Raises** `MixedSystemsError` for arrays that do not go together (floats beside exact numbers,
    balls of different precision); `ArgumentError` for what is no array of real numbers.
    """
    found = [system for array in arrays if (system := _own_system(array)) is not None]
    return join(found) if found else FRACTIONS


def _own_system(array: Any) -> Any | None:
    """The system of one array; None for integers and single exact numbers, which go anywhere."""
    system = getattr(array, "__number_system__", None)
    if system is not None:
        return system
    if _is_jax(array):
        from constructions.number_systems.jax_floats import jax_system_of

        return jax_system_of(array)
    if isinstance(array, np.ndarray | np.generic):
        return _numpy_system(np.asarray(array))
    if isinstance(array, float):
        return FLOAT
    if isinstance(array, int | Fraction | flint.fmpq | flint.fmpz):
        return None
    raise ArgumentError("array", array, "an array", "Make one: EXACT.array(values), for example.")


def _numpy_system(array: np.ndarray) -> Any | None:
    if array.dtype.kind in "iub":
        return None
    if array.dtype.kind == "f":
        return FLOAT
    if array.dtype == object:
        entries = list(array.flat)
        if all(isinstance(entry, int | Fraction) for entry in entries):
            return FRACTIONS
        for system in (EXACT, OBJECTS):
            if all(system.entry(entry) is not None for entry in entries):
                return system
    raise ArgumentError(
        "array",
        array,
        "real numbers of a known system",
        "Wrap polynomials, balls and mpmath numbers: SYSTEM.array(values).",
    )


def _is_jax(array: Any) -> bool:
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(array, jax.Array)


def as_array(array: Any, *beside: Any) -> Any:
    """Return a NumPy array of integers or objects in the system that it has beside other arrays.

    (NumPy's own integers would overflow, and turn to floats unasked.) Other arrays, and what is
    no array, are returned as they are. **Raises** `MixedSystemsError`.
    """
    if isinstance(array, np.ndarray) and array.dtype.kind != "f":
        return system_of(array, *beside).array(array)
    return array


def jax_floats(dtype: Any = None) -> Any:
    """Return the number system of JAX arrays of a floating-point `dtype`; imports JAX.

    **Arguments**: `dtype`, such as "float32"; by default the widest that JAX is set to use.
    **Raises** `ArgumentError` for a dtype that JAX would replace by another.
    """
    from constructions.number_systems.jax_floats import jax_system

    return jax_system(dtype)


def full_precision(*arrays: Any) -> AbstractContextManager[Any]:
    """Return the context in which products of JAX matrices have the precision of their dtype.

    Accelerators may round the factors of single-precision products to 10 bits otherwise. `scan`
    does this by itself; for arrays that are not JAX's there is nothing to do.
    """
    if any(map(_is_jax, arrays)):
        return sys.modules["jax"].default_matmul_precision("highest")
    return nullcontext()


def zeros(shape: tuple[Any, ...], like: Any) -> Any:
    """Return zeros of a shape, in the number system of the array `like`."""
    return system_of(like).zeros(shape)


def ones(shape: tuple[Any, ...], like: Any) -> Any:
    """Return ones of a shape, in the number system of the array `like`."""
    return system_of(like).ones(shape)


def zeros_like(array: Any) -> Any:
    """Return zeros of the array's shape and system."""
    return system_of(array).zeros(array.shape)


def ones_like(array: Any) -> Any:
    """Return ones of the array's shape and system."""
    return system_of(array).ones(array.shape)


def concatenate(parts: Sequence[Any]) -> Any:
    """Join arrays along their first axis: of vectors, the direct sum."""
    return system_of(*parts).concatenate(tuple(parts))


def outer(u: Any, v: Any) -> Any:
    r"""Return the matrix $u v^\top$ of two vectors."""
    return system_of(u, v).outer(u, v)


def convolve(weights: Any, filters: Any, xs: Any) -> Any:
    r"""Return the causal convolution $y_t = \sum_{j \le t} w_j L_j x_{t-j}$.

    **Arguments**: the numbers $w_j$; the matrices $L_j$, stacked along a first axis, as many of
    both as tokens or more; the tokens, the rows of `xs`. **Returns** the outputs, one in each row.
    """
    return system_of(weights, filters, xs).convolve(weights, filters, xs)


def shift_in(window: Any, row: Any) -> Any:
    """Return the rows of a window moved on by one: `row` is the first, and the last one is lost."""
    return system_of(window, row).shift_in(window, row)


def last_row(window: Any) -> Any:
    """Return the last row of a window: the one that is lost when another one is shifted in."""
    own = getattr(system_of(window), "last_row", None)
    return window[-1] if own is None else own(window)


def apply_kernel(kernel: Any, window: Any) -> Any:
    r"""Return $\sum_j K_j w_j$, of as many matrices $K_j$ as the window has rows $w_j$."""
    return system_of(kernel, window).apply_kernel(kernel, window)


def stack(parts: Sequence[Any]) -> Any:
    """Stack arrays of one shape along a new first axis."""
    return system_of(*parts).stack(tuple(parts))


def scan(
    step: Callable[[State, Any], tuple[State, Any]], state: State, xs: Any
) -> tuple[State, Any]:
    """Run `state, y = step(state, x)` along the first axis of `xs`.

    **Arguments**: a pure function; the first state; the sequence. States, sequences and outputs
    are arrays, or tuples, lists, dicts or `constructions.trees.PyTree` dataclasses of them.
    **Returns** the last state, and the outputs stacked along a new first axis. **Raises**
    `ShapeError` for sequences of different length.
    """
    return system_of(*flatten(state)[0], *flatten(xs)[0]).scan(step, state, xs)


def exp(x: Any) -> Any:
    """Return $e^x$, entry by entry; `NotInSystemError` on rationals and polynomials."""
    return system_of(x).exp(x)


def sigmoid(x: Any) -> Any:
    """Return $1/(1+e^{-x})$, entry by entry; `NotInSystemError` on rationals and polynomials."""
    return system_of(x).sigmoid(x)


def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent; `NotInSystemError` on rationals and polynomials."""
    return system_of(x).tanh(x)


def relu(x: Any) -> Any:
    r"""Return $\max(x, 0)$, entry by entry.

    **Raises** `NotInSystemError` on polynomials, and where a ball leaves the sign undecided.
    """
    return system_of(x).relu(x)


def exceeds(a: Any, b: Any) -> Any:
    """Return 1 where an entry of `a` is larger than that of `b`, and else 0.

    A system that has a function `exceeds` of its own computes it; of all others the arrays are
    compared, so that balls which overlap count as not larger.
    """
    own = getattr(system_of(a, b), "exceeds", None)
    return 1 * (a > b) if own is None else own(a, b)


def equal(a: Any, b: Any) -> bool:
    """Whether two arrays of exact numbers or polynomials are equal; false if shapes differ.

    Nested lists of exact numbers may stand for an array.

    **Raises** `ArgumentError` for inexact arrays: equality of floats says little, and of balls
    nothing. Compare floats to a tolerance that has a reason; ask balls whether they `contains` an
    exact array, or `overlaps`.
    """
    system = system_of(*(array for array in (a, b) if not isinstance(array, list | tuple)))
    if not isinstance(system, Rationals | Polynomials):
        raise ArgumentError(
            "a, b",
            str(system),
            "arrays of exact rationals or polynomials",
            "For balls ask contains(a, exact) or overlaps(a, b); give floats a tolerance.",
        )
    first, second = system.array(a, "a"), system.array(b, "b")
    return first.shape == second.shape and all(
        one == other for one, other in zip(first.flat, second.flat, strict=True)
    )
