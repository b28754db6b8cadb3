"""NumPy arrays of Python numbers that know their number system.

NumPy lets any objects meet in an array of objects: a float slips in among rationals, a ball is
rounded to whatever precision happens to be set. `NumberArray` is a NumPy array of objects all of
one number system, which looks after both: what meets it in an operation is converted into the
system or refused, and the operation runs in the system's precision.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import numpy as np

from constructions.errors import ExactnessError
from constructions.number_systems.entries import nested
from constructions.number_systems.loop import lag_by_lag, python_scan, row_by_row
from constructions.number_systems.protocol import join

__all__ = ["EntrywiseSystem", "NumPySystem", "NumberArray"]

State = TypeVar("State")


class NumPySystem(ABC):
    """What all number systems on NumPy arrays share."""

    @abstractmethod
    def array(self, values: Any, name: str = "values") -> Any:
        """Convert numbers, nested lists or an array into an array of this system."""

    def zeros(self, shape: Any) -> Any:
        """Return an array of zeros."""
        return self.array(np.zeros(shape, dtype=int))

    def ones(self, shape: Any) -> Any:
        """Return an array of ones."""
        return self.array(np.ones(shape, dtype=int))

    def eye(self, n: int) -> Any:
        """Return the identity matrix of size n."""
        return self.array(np.eye(n, dtype=int))

    def concatenate(self, parts: Sequence[Any]) -> Any:
        """Join arrays along their first axis."""
        return np.concatenate([self.array(part) for part in parts])

    def stack(self, parts: Sequence[Any]) -> Any:
        """Stack arrays of one shape along a new first axis."""
        return np.stack([self.array(part) for part in parts])

    def outer(self, u: Any, v: Any) -> Any:
        r"""Return the matrix $u v^\top$ of two vectors."""
        return np.multiply.outer(u, v)

    def convolve(self, weights: Any, filters: Any, xs: Any) -> Any:
        r"""Return $\sum_{j \le t} w_j L_j x_{t-j}$ for each row $x_t$ of `xs`, lag by lag."""
        return lag_by_lag(self, weights, filters, xs)

    def shift_in(self, window: Any, row: Any) -> Any:
        """Return the rows of a window moved on by one, with `row` as the first."""
        return self.concatenate((self.array(row)[None], window[:-1]))

    def apply_kernel(self, kernel: Any, window: Any) -> Any:
        r"""Return $\sum_j K_j w_j$, row by row."""
        return row_by_row(kernel, window)

    def scan(
        self, step: Callable[[State, Any], tuple[State, Any]], state: State, xs: Any
    ) -> tuple[State, Any]:
        """Run `state, y = step(state, x)` along the first axis of `xs`, in a Python loop."""
        return python_scan(step, state, xs)


class EntrywiseSystem(NumPySystem):
    """A number system whose arrays are `NumberArray`s: a type of numbers, and functions on one."""

    @abstractmethod
    def entry(self, value: Any) -> Any:
        """Convert one number; None if it does not belong into this system exactly."""

    @abstractmethod
    def holds(self, value: Any) -> bool:
        """Whether a value is a number of this system already."""

    def scope(self) -> AbstractContextManager[Any]:
        """Return the context in which arithmetic with single numbers has this system's precision.

        Operations of arrays enter it by themselves.
        """
        return nullcontext()

    def array(self, values: Any, name: str = "values") -> "NumberArray":
        """Convert numbers, nested lists or an array into an array of this system.

        **Raises** `ExactnessError`, which names the entry, for a float and for whatever else
        is not a number of this system.
        """
        if isinstance(values, NumberArray) and values.__number_system__ == self:
            return values
        raw = nested(values, name)
        entries = np.empty(raw.size, dtype=object)
        with self.scope():
            for place, value in enumerate(raw.flat):
                entries[place] = self.entry(value)
                if entries[place] is None:
                    index = [int(i) for i in np.unravel_index(place, raw.shape)]
                    raise ExactnessError(f"{name}{index or ''}", value)
        return self._labelled(entries.reshape(raw.shape))

    def result(self, raw: Any) -> Any:
        """Return the outcome of an operation on plain arrays as an array of this system."""
        if isinstance(raw, bool | np.bool_):
            return raw
        if not isinstance(raw, np.ndarray):
            return self.array(raw, "result")
        if raw.dtype != object:
            return raw
        # an empty sum is a Python 0, which has to become a number of the system
        return self._labelled(raw) if all(map(self.holds, raw.flat)) else self.array(raw, "result")

    def comparison(self, raw: Any) -> Any:
        """Return the outcome of comparing plain arrays: truth values, or what stands for them."""
        outcomes = np.asarray(raw, dtype=object)
        if all(isinstance(outcome, bool | np.bool_) for outcome in outcomes.flat):
            return outcomes.astype(bool)[()]
        return self._labelled(outcomes)

    def _labelled(self, entries: np.ndarray) -> "NumberArray":
        array = entries.view(NumberArray)
        array.__number_system__ = self
        array.flags.writeable = False
        return array

    def map(self, function: Callable[[Any], Any], x: Any) -> "NumberArray":
        """Apply a function of one number to each entry."""
        raw = self.array(x).view(np.ndarray)
        entries = np.empty(raw.size, dtype=object)
        with self.scope():
            for place, value in enumerate(raw.flat):
                entries[place] = function(value)
        return self._labelled(entries.reshape(raw.shape))


_COMPARISONS = frozenset(
    {np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal}
)


class NumberArray(np.ndarray):
    """A read-only NumPy array of objects, all numbers of its `__number_system__`.

    Made by `SYSTEM.array(values)`. Operators, indexing and NumPy's functions give such arrays
    again; a full sum or product of vectors is an array without axes. Single numbers are had by
    indexing. Comparing arrays gives truth values, or an array of what the objects give.
    """

    __number_system__: EntrywiseSystem

    def __array_finalize__(self, obj: Any) -> None:
        self.__number_system__ = getattr(obj, "__number_system__", None)  # pyright: ignore

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *operands: Any, out: Any = None, **options: Any
    ) -> Any:
        if any(_is_foreign(operand) for operand in operands):
            return NotImplemented
        if out is not None or method not in ("__call__", "reduce", "accumulate", "outer"):
            raise TypeError(
                f"numpy.{ufunc.__name__} would change an array of numbers in place, or has no"
                " meaning for it. Make a new array instead."
            )
        system = join(_systems(operands))
        converted = [
            system.array(operand, f"operand {i} of {ufunc.__name__}").view(np.ndarray)
            for i, operand in enumerate(operands)
        ]
        with system.scope():
            if ufunc in _COMPARISONS and method in ("__call__", "outer"):
                return system.comparison(
                    getattr(ufunc, method)(*converted, dtype=object, **options)
                )
            return system.result(getattr(ufunc, method)(*converted, **options))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        system = join(_systems([*_flat(args), *kwargs.values()]))
        with system.scope():
            result = func(*_plain(args), **{key: _plain(value) for key, value in kwargs.items()})
        if isinstance(result, list | tuple):
            return type(result)(system.result(part) for part in result)
        return system.result(result)


def _is_foreign(operand: Any) -> bool:
    return hasattr(operand, "__number_system__") and not isinstance(operand, NumberArray)


def _systems(operands: Sequence[Any]) -> list[EntrywiseSystem]:
    return [o.__number_system__ for o in operands if isinstance(o, NumberArray)]


def _flat(args: Any) -> list[Any]:
    if isinstance(args, list | tuple):
        return [leaf for arg in args for leaf in _flat(arg)]
    return [args]


def _plain(args: Any) -> Any:
    if isinstance(args, list | tuple):
        return type(args)(_plain(arg) for arg in args)
    return args.view(np.ndarray) if isinstance(args, NumberArray) else args
