"""What is said of all large integers, as text of Rocq.

Each is written of texts of numbers in which an integer stands by its identifier; the `divisors` in
them are said beside not to be 0 there. What is bound here has a `count` in its identifier, which no
other has that stands in those texts.
"""

from collections.abc import Iterable, Sequence

__all__ = ["bounded_below_text", "proportional_text"]


def bounded_below_text(own: str, term: str, divisors: Iterable[str], count: int) -> str:
    """There are a positive number and an integer from which on a term is at least that."""
    least = f"least'{count}"
    then = _joined([*_not_0(divisors), f"{least} <= {term}"])
    return f"(exists {least} : R, 0 < {least} /\\ {_for_large(own, then, count)})"


def proportional_text(
    own: str, one: Sequence[str], other: Sequence[str], divisors: Iterable[str], count: int
) -> str:
    """There is a number C, not 0, such that a is as near to C b as one likes from some integer on.

    Near by what is a share of |b|, and b is not 0 there. **Arguments**: `one` and `other`, a and b,
    each a real number or the two parts of a complex one; C is of the same kind.
    """
    C = [f"{name}'{count}" for name in ("real", "imaginary")[: len(one)]]
    error = f"error'{count}"
    apart = [f"({a} - {product})" for a, product in zip(one, _product(C, other), strict=True)]
    near = f"{_squares(apart)} <= {error} * ({_squares(other)})"
    then = _joined([*_not_0(divisors), f"0 < {_squares(other)}", near])
    every = f"(forall {error} : R, 0 < {error} -> {_for_large(own, then, count)})"
    return f"(exists {' '.join(C)} : R, 0 < {_squares(C)} /\\\n  {every})"


def _for_large(own: str, then: str, count: int) -> str:
    first = f"first'{count}"
    return f"(exists {first} : nat, forall {own} : nat, ({first} <= {own})%nat ->\n  ({then}))"


def _product(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The parts of a product of two numbers."""
    if len(one) == 1:
        return [f"{one[0]} * {other[0]}"]
    (a, b), (c, d) = one, other
    return [f"({a} * {c} - {b} * {d})", f"({a} * {d} + {b} * {c})"]


def _squares(numbers: Iterable[str]) -> str:
    """The sum of squares of numbers."""
    return " + ".join(f"{number} ^ 2%nat" for number in numbers)


def _not_0(divisors: Iterable[str]) -> list[str]:
    return [f"{divisor} <> 0" for divisor in divisors]


def _joined(said: Iterable[str]) -> str:
    return " /\\ ".join(said)
