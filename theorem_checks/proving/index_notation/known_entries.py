"""The entries that a canonical form is made of, and what is known of each by its kind alone.

Beside those of tensors there are deltas, signs, lags, and entries that stand for functions of other
forms, whose names say which function, and what is known of its argument.
"""

from collections import Counter

from theorem_checks.proving.index_notation.graphs import (
    Component,
    Factor,
    Slot,
)
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.tensors import RESERVED, Kind

__all__ = ["ADDED_UP", "CONTRACTED", "DOWN", "EQUAL", "EVEN", "LAG", "LAGS", "ONLY", "PERMUTATION"]
__all__ += ["POSITIVE", "SIGN", "UP", "ZERO_OF_ONE", "free_slots", "is_exponential_of_less", "lag"]
__all__ += ["is_never_negative", "is_not_negative", "is_number_with_inverse", "is_of_one_row"]
__all__ += ["opposite_of"]

EQUAL = Kind(RESERVED[0], 2, "symmetric")
SIGN = Kind(RESERVED[1], 2, "antisymmetric")  # 1 where the first index is less than the second
LAG = Kind(RESERVED[2], 3)  # 1 where the first index is the sum of the others
EVEN = Kind(RESERVED[2], 3, known="even")  # the same, for three indices of one size, not one index
LAGS = (LAG, EVEN)
ONLY = "#only"  # no index has this name
POSITIVE = "+#"  # no tensor, and no function of an author's, has a name that begins so
UP, DOWN = (f"{EXPONENTIAL}{sign}#" for sign in "+-")  # e^a and e^-a
# Of a reciprocal, logarithm, root "!" says that its argument is not 0, "+" that it is at least 0.
_NEVER_NEGATIVE = (POSITIVE, UP, DOWN, f"{NORM}#", f"{OPERATOR}#", f"{ROOT}#")
_NEVER_NEGATIVE += tuple(f"{function}{n}+#" for function in (RECIPROCAL, ROOT) for n in ("", "!"))
PERMUTATION = "permutation"
_KNOWN_NONNEGATIVE = ("nonnegative", "probabilities", "stochastic", PERMUTATION)
CONTRACTED = {"orthogonal": (0, 1), "orthonormal columns": (0,), "unit": (0,)}
ZERO_OF_ONE = (LAG, ((0, ONLY),) * 3)  # that an index of size 1 is 0
ADDED_UP = {"probabilities": (0,), "stochastic": (1,), PERMUTATION: (0, 1)}


def is_never_negative(tensor: Kind) -> bool:
    """Whether an entry of a form stands for what is not negative: a delta, an exponential, ..."""
    return tensor == EQUAL or tensor.name.startswith(_NEVER_NEGATIVE)


def is_not_negative(component: Component) -> bool:
    """Whether what hangs together is not negative, at all values of its entries, which are real."""
    return all(
        times % 2 == 0 or tensor.known in _KNOWN_NONNEGATIVE or is_never_negative(tensor)
        for (tensor, _), times in Counter(component[1]).items()
    )


def is_exponential_of_less(tensor: Kind) -> bool:
    """Whether an entry of a form stands for e^-a, beside e^a, which is its reciprocal."""
    return tensor.name.startswith(DOWN)


def opposite_of(tensor: Kind) -> Kind:
    """The entry that is 1 beside an exponential."""
    up = tensor.name.startswith(UP)
    old, new = (UP, DOWN) if up else (DOWN, UP)
    return tensor._replace(name=new + tensor.name.removeprefix(old))


def free_slots(*indices: Index) -> tuple[Slot, ...]:
    """The slots of indices; those of size 1 all have the same value, and share one slot."""
    return tuple((0, ONLY if index.range == 1 else index.name) for index in indices)


def lag(slots: tuple[Slot, ...], *, even: bool) -> Factor:
    """That the first index is the sum of the others, which are of one size if `even`."""
    return (EVEN if even and len({*slots}) > 1 else LAG), slots


def is_of_one_row(tensor: Kind, slots: tuple[Slot, ...]) -> bool:
    """Whether an index of size 1 stands where one is contracted."""
    axes = CONTRACTED.get(tensor.known, ADDED_UP.get(tensor.known, ()))
    return any(slots[axis] == (0, ONLY) for axis in axes)


def is_number_with_inverse(tensor: Kind, slots: tuple[Slot, ...]) -> bool:
    """Whether it is a matrix of size 1 that has an inverse."""
    return bool(tensor.inverse_of) and slots == ((0, ONLY), (0, ONLY))
