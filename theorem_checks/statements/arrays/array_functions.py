"""Functions of arrays of a world, symbolic or of numbers, as NumPy calls them."""

from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.symbolic_array import SymbolicSystem

__all__ = ["concatenate", "largest", "layer_norm", "logsumexp", "norm_1", "norm_2", "norm_fro"]
__all__ += ["norm_inf", "norm_op", "outer", "softmax"]


def outer(u: Any, v: Any) -> Any:
    """Return the matrix of all products u_i v_j of two vectors of a world."""
    return _system(u, v).outer(u, v)


def concatenate(parts: Any, *others: Any, axis: int = 0) -> Any:
    """Join arrays of a world along their first axis; matrices with `axis=1` side by side."""
    if others or not isinstance(parts, tuple | list) or not parts:
        hint = "Write concatenate([A, B])."
        raise ArgumentError("parts", parts, "one array or more, in a list", hint)
    if axis not in (0, 1):
        raise ArgumentError("axis", axis, "0, or 1 for matrices side by side")
    system, ranks = _system(*parts), [len(part.shape) for part in parts]
    if axis == 1 and set(ranks) != {2}:
        raise ArgumentError("parts", ranks, "matrices, with two axes each", "For axis=1.")
    if len(set(ranks)) > 1 or not ranks[0]:
        hint = "A vector as a row: w.entries(lambda at, i, j: x[j], 1, d)."
        raise ArgumentError("parts", ranks, "arrays with one number of axes, at least one", hint)
    joined = system.concatenate([part.T for part in parts] if axis else parts)
    return joined.T if axis else joined


def softmax(x: Any) -> Any:
    """Return the exponentials of the entries of a vector of a world, divided by their sum."""
    powers = _system(_vector(x)).exp(x)
    return powers / powers.sum()


def logsumexp(x: Any) -> Any:
    """Return the logarithm of the sum of the exponentials of the entries of a vector of a world."""
    system = _system(_vector(x))
    return system.log(system.exp(x).sum())


def layer_norm(x: Any, epsilon: Any = 0) -> Any:
    """Return a vector of a world without its mean, divided by the root of variance + `epsilon`.

    With an `epsilon` of 0 a vector of equal entries, which has no variance, gives zeros.
    """
    system = _system(_vector(x))
    size = system.ones(x.shape).sum()
    centred = x - x.sum() / size
    scale = system.sqrt((centred * centred).sum() / size + epsilon)
    return centred * system.reciprocal(scale)


def largest(x: Any) -> Any:
    """Return the largest of the entries of a vector of a world, 0 if it has none."""
    return _system(x).largest(x)


def norm_1(x: Any) -> Any:
    """Return the sum of the absolute values of the entries of a vector of a world."""
    return _system(_vector(x)).absolute(x).sum()


def norm_2(x: Any) -> Any:
    """Return the Euclidean norm of a vector of a world; of a matrix see `norm_op`, `norm_fro`."""
    return _system(_vector(x)).sqrt((x * x).sum())


def norm_inf(x: Any) -> Any:
    """Return the largest absolute value of the entries of a vector of a world, 0 without any."""
    return _system(x).norm_inf(x)


def norm_fro(A: Any) -> Any:
    """Return the root of the sum of the squares of the entries of a matrix of a world."""
    return _system(_matrix(A)).sqrt((A * A).sum())


def norm_op(A: Any) -> Any:
    """Return the norm of a matrix of a world as an operator: its largest singular value.

    It is the least number with |A x| <= |A| |x| for the Euclidean norms of all vectors x.
    """
    return _system(_matrix(A)).norm_op(A)


def _vector(x: Any) -> Any:
    _system(x)
    if len(x.shape) != 1:
        raise ArgumentError("x", x, "a vector", "Of a matrix there are norm_fro and norm_op.")
    return x


def _matrix(A: Any) -> Any:
    _system(A)
    if len(A.shape) != 2:
        raise ArgumentError("A", A, "a matrix", "Of a vector there are norm_1, norm_2, norm_inf.")
    return A


def _system(*arrays: Any) -> Any:
    """The number system of arrays: that of numbers, if one of them is of numbers."""
    for array in arrays:
        if not hasattr(array, "__number_system__"):
            raise ArgumentError("array", array, "an array of a world", "Make one: w.array('x', d).")
    systems = [array.__number_system__ for array in arrays]
    return next((s for s in systems if not isinstance(s, SymbolicSystem)), systems[0])
