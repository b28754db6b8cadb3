"""What a predicate says: that it holds, a formula, or what was claimed and what was found."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.collecting import collected_in
from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.reals.exactness import exact_rational, require_exact
from theorem_checks.statements.reals.terms import Formula, Term
from theorem_checks.verdicts.counterexamples import CLAIMED

__all__ = ["Difference", "agree", "all_hold", "as_array", "comparisons_counted"]

_counts: ContextVar[list[int] | None] = ContextVar("counts", default=None)


def comparisons_counted() -> AbstractContextManager[list[int]]:
    """Collect how many entries each call of `agree` inside compares; 0 for an empty `all_hold`."""
    return collected_in(_counts)


@dataclass(frozen=True)
class Difference:
    """That a statement fails on an instance: what it claims there and what is found.

    Returned by a predicate in place of `False`. A `Difference` is false as a truth value. `place`
    is the number of the part that fails, of which one of that, and so on; `sides`, what a reader
    calls what is claimed and what is found, as a `Counterexample` has them.
    """

    claimed: Any = ""
    found: Any = ""
    explanation: str = ""
    place: tuple[int, ...] = ()
    sides: tuple[str, str] = CLAIMED

    def __bool__(self) -> bool:
        return False


def agree(claimed: object, found: object, explanation: str = "") -> Any:
    """Compare two exact values or arrays: True, or the first entry in which they differ.

    Two arrays agree if they have the same shape and equal entries; no broadcasting, and no
    tolerance. Where a solver's terms are among the entries, it is the formula that all are equal.

    **Arguments**: what the statement gives and what is true, each a scalar, a nested sequence or
    an array; an `explanation` to put into the difference.

    **Returns** `True`, a `Formula`, or a `Difference` that names the first differing entry in
    row-major order.

    **Raises** `ExactnessError` for floats, whose equality says nothing; `ArgumentError` for a
    number beside a truth value, and for expressions that SymPy cannot compare.
    """
    require_exact(claimed, "claimed")
    require_exact(found, "found")
    left, right = as_array(claimed), as_array(found)
    if left.shape != right.shape:
        told = _joined(explanation, "the shapes differ")
        return Difference(f"shape {left.shape}", f"shape {right.shape}", told)
    if (counts := _counts.get()) is not None:
        counts.append(left.size)
    if any(isinstance(entry, Term) for side in (left, right) for entry in side.flat):
        pairs = zip(left.flat, right.flat, strict=True)
        return all_hold(*(_equation(one, other) for one, other in pairs))
    for index in np.ndindex(left.shape):
        if not _same(left[index], right[index]):
            told = _joined(explanation, f"entry {list(index)}") if index else explanation
            return Difference(left[index], right[index], told)
    return True


def all_hold(*conditions: Any) -> Any:
    """Whether all conditions hold, as one of them would say it.

    **Arguments**: truth values, formulas, differences, and arrays, sequences or generators of them.

    **Returns** the first `Difference`, or False; else the formula that joins all formulas; or True.

    **Raises** `ArgumentError` for what is no condition, such as the number that `~` makes of True.
    """
    if not conditions and (counts := _counts.get()) is not None:
        counts.append(0)
    joined: Any = True
    for given in conditions:
        several = list(given) if isinstance(given, Iterator) else given
        parts = isinstance(several, np.ndarray | list | tuple)
        condition = all_hold(*np.asarray(several, dtype=object).flat) if parts else given
        if isinstance(condition, Formula):
            joined = condition if joined is True else joined & condition
        elif isinstance(condition, Difference):
            return condition
        elif not isinstance(condition, bool | np.bool_):
            raise ArgumentError("condition", condition, "a truth value, a formula or a difference")
        elif not condition:
            return False
    return joined


def as_array(value: object) -> np.ndarray:
    """Return `value` as an object array; an element that is itself a sequence is no scalar."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, list | tuple) or hasattr(value, "tolist"):
        return np.array(value, dtype=object)
    scalar = np.empty((), dtype=object)
    scalar[()] = value
    return scalar


def _equation(left: Any, right: Any) -> Any:
    """That two entries are equal: a formula if one is a term, else whether they are."""
    if isinstance(left, Term) or isinstance(right, Term):
        return left == right
    return _same(left, right)


def _same(left: Any, right: Any) -> bool:
    """Whether two numbers are equal; FLINT's rationals are no equals of Python's by themselves."""
    if isinstance(left, bool | np.bool_) != isinstance(right, bool | np.bool_):
        raise ArgumentError("claimed, found", (left, right), "two numbers, or two truth values")
    if bool(left == right):
        return True
    if isinstance(left, sp.Expr) or isinstance(right, sp.Expr):
        return _same_expression(left, right)
    try:
        return exact_rational(left) == exact_rational(right)
    except TheoremChecksError:
        return False


def _same_expression(left: Any, right: Any) -> bool:
    """Whether two expressions have the same value; SymPy's == asks whether they look the same."""
    gap = to_expression(left, "claimed") - to_expression(right, "found")
    if (equal := gap.equals(0)) is None:
        raise ArgumentError("claimed, found", (left, right), "expressions that SymPy can compare")
    return bool(equal)


def _joined(*phrases: str) -> str:
    return "; ".join(phrase for phrase in phrases if phrase)
