"""Proofs that polynomials in a number x and in exp(x) are positive on an interval.

On a half line, what is left of a polynomial when a power of exp(x) is taken out increases where its
derivative is not negative, which is a polynomial of the same kind with a term less; on a bounded
interval, intervals of the kernel decide. Nothing here is trusted: it writes lemmas, and the kernel
decides each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd

from flint import arb, fmpq

from theorem_checks.certifying.real_text import rational_text
from theorem_checks.certifying.theorems import NoFormError

__all__ = ["Lemmas", "Polynomial", "Range"]

Polynomial = Mapping[tuple[int, int], int]
"""Coefficients by the powers of x and of exp(x)."""

_DEEPEST = 24
_MOST_BOXES = 400
_CUTS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Range:
    """Numbers from `low` on, up to `high` if there is one; without `low` itself if `is_open`."""

    low: Fraction | None
    high: Fraction | None
    is_open: bool = False

    def text(self, x: str) -> str:
        """The hypotheses that say that a number lies in it."""
        sign = "<" if self.is_open else "<="
        low = "" if self.low is None else f"{rational_text(self.low)} {sign} {x} -> "
        return low + ("" if self.high is None else f"{x} <= {rational_text(self.high)} -> ")

    @property
    def names(self) -> str:
        """Names for these hypotheses."""
        return " ".join(["a'"] * (self.low is not None) + ["b'"] * (self.high is not None))


class Lemmas:
    """The lemmas that were needed so far, each with its proof."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0
        self._failed: set[tuple] = set()

    def positive(self, p: Polynomial, where: Range, *, strict: bool) -> str:
        """The name of a lemma that a polynomial is positive in a range, or not negative.

        **Raises** `NoFormError` where no proof is found.
        """
        found = self._positive(p, where, strict, 0)
        if found is None:
            raise NoFormError("a proof by derivatives and intervals that a formula has one sign")
        return found

    def _positive(self, p: Polynomial, where: Range, strict: bool, depth: int) -> str | None:
        key = (frozenset(p.items()), where, strict)
        if depth > _DEEPEST or key in self._failed:
            return None
        before = len(self.lines)
        for way in (self._by_signs, self._by_intervals, self._by_derivative, self._by_parts):
            if (found := way(p, where, strict, depth)) is not None:
                return found
            del self.lines[before:]
        self._failed.add(key)
        return None

    def _lemma(self, p: Polynomial, where: Range, strict: bool, proof: str) -> str:
        self._count += 1
        name = f"positive{self._count}'"
        said = f"forall x : R, {where.text('x')}0 {_sign(strict)} {polynomial_text(p)}"
        self.lines.append(f"Lemma {name} : {said}.\nProof. intros x {where.names}; {proof} Qed.")
        return name

    def _by_signs(self, p: Polynomial, where: Range, strict: bool, depth: int) -> str | None:
        """That each term is positive."""
        del depth
        is_half = where.low is not None and where.low >= 0
        odd = any(i % 2 for i, _ in p)
        if min(p.values(), default=0) < 0 or (odd and not is_half):
            return None
        if not strict:
            return self._lemma(p, where, strict, "weak_sign.")
        above = is_half and (where.is_open or where.low)
        first = next((power for power in p if above or not power[0]), None)
        if first is None:
            return None
        ordered = {first: p[first]} | dict(p)
        return self._lemma(ordered, where, strict, "strict_sign.")

    def _by_intervals(self, p: Polynomial, where: Range, strict: bool, depth: int) -> str | None:
        """That intervals of the kernel see it."""
        del depth
        if where.low is None or where.high is None or not _is_clear(p, where.low, where.high):
            return None
        end = "" if strict else "apply Rlt_le; "
        bisected = "interval with (i_bisect x, i_taylor x, i_depth 20, i_prec 40)"
        return self._lemma(p, where, strict, f"{end}{bisected}.")

    def _by_derivative(self, p: Polynomial, where: Range, strict: bool, depth: int) -> str | None:
        """That it increases from the left end on, where a power of exp(x) is taken out."""
        if where.low is None:
            return None
        least = min((j for _, j in p), default=0)
        rest = {(i, j - least): c for (i, j), c in p.items()}
        at = _sign_at(rest, where.low)
        if at < 0 or (at == 0 and strict and not where.is_open):
            return None
        kind = "open" if where.is_open and strict else "strict" if strict else "weak"
        content, derivative = _derivative(rest)
        own = Range(where.low, where.high, kind == "open")
        below = self._positive(derivative, own, kind == "open", depth + 1)
        if below is None:
            return None
        low = rational_text(where.low)
        begins = "rewrite exp_0; lra"
        if where.low:
            begins = _AT_A_POINT if kind == "strict" else f"apply Rlt_le; {_AT_A_POINT}"
        scaled = f"{content} * ({polynomial_text(derivative)})"
        ranged = "; ".join(["exact a0'"] + ["lra"] * (where.high is not None))
        within = "lra" if where.is_open and kind != "open" else "exact a'"
        proof = (
            f"refine (chain_{kind} (fun x => {polynomial_text(rest)}) (fun x => {scaled}) {low}"
            f" _ x _ _ _);\n  [derived | {begins}\n  | intros y a0' b0'; "
            f"{_PRODUCT[kind == 'open']}; [lra | apply {below}; [{ranged}]]\n  | {within}]."
        )
        made = self._lemma(rest, where, strict, proof)
        if not least:
            return made
        word = "strict" if strict else "weak"
        given = " ".join(["x", where.names])
        return self._lemma(
            p, where, strict, f"refine (times_power_{word} x {least} _ _ _ ({made} {given})); ring."
        )

    def _by_parts(self, p: Polynomial, where: Range, strict: bool, depth: int) -> str | None:
        """That it is so in two parts of the range."""
        if where.low is None or depth > _DEEPEST // 2:
            return None
        if where.high is None:
            cuts = [where.low + step for step in _CUTS]
        else:
            cuts = [where.low + (where.high - where.low) / share for share in (2, 8)]
        for cut in map(Fraction, cuts):
            if _sign_at(p, cut) <= 0:
                continue
            before = len(self.lines)
            sides = Range(cut, where.high), Range(where.low, cut, where.is_open)
            names = [self._positive(p, side, strict, depth + 3) for side in sides]
            if None in names:
                del self.lines[before:]
                continue
            right, left = names
            end = " b'" if where.high is not None else ""
            proof = (
                f"destruct (Rle_or_lt {rational_text(cut)} x) as [c'|c'];\n"
                f"  [exact ({right} x c'{end}) | exact ({left} x a' (Rlt_le _ _ c'))]."
            )
            return self._lemma(p, where, strict, proof)
        return None


_AT_A_POINT = "interval with (i_prec 40)"
_PRODUCT = {True: "apply Rmult_lt_0_compat", False: "apply Rmult_le_pos"}


def _sign(strict: bool) -> str:
    return "<" if strict else "<="


def polynomial_text(p: Polynomial, x: str = "x") -> str:
    """A polynomial in a number and its exponential."""
    terms = []
    for (i, j), c in p.items():
        powers = [x if i == 1 else f"{x} ^ {i}"] * (i > 0)
        powers += [f"exp {x}" if j == 1 else f"exp {x} ^ {j}"] * (j > 0)
        terms.append(" * ".join([rational_text(Fraction(c)), *powers]))
    return " + ".join(terms) or "0"


def _derivative(p: Polynomial) -> tuple[int, Polynomial]:
    """The derivative, as a whole number times a polynomial."""
    found: dict[tuple[int, int], int] = {}
    for (i, j), c in p.items():
        if i:
            found[i - 1, j] = found.get((i - 1, j), 0) + i * c
        if j:
            found[i, j] = found.get((i, j), 0) + j * c
    found = {power: c for power, c in found.items() if c}
    content = reduce(gcd, found.values(), 0) or 1
    return content, {power: c // content for power, c in found.items()}


def _value_at_0(p: Polynomial) -> int:
    """The value at 0."""
    return sum(c for (i, _), c in p.items() if not i)


def _value(p: Polynomial, x: arb) -> arb:
    e = x.exp()
    return sum((c * x**i * e**j for (i, j), c in p.items()), arb(0))


def _sign_at(p: Polynomial, x: Fraction) -> int:
    """The sign of a value; 0 where balls do not tell."""
    if not x:
        value = _value_at_0(p)
        return (value > 0) - (value < 0)
    ball = _value(p, arb(fmpq(x.numerator, x.denominator)))
    return bool(ball > 0) - bool(ball < 0)


def _is_clear(p: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Whether balls see that a polynomial is positive between two numbers."""
    waiting, looked = [(low, high)], 0
    while waiting:
        looked += 1
        left, right = waiting.pop()
        middle = (left + right) / 2
        if looked > _MOST_BOXES or _sign_at(p, middle) <= 0:
            return False
        radius = (right - left) / 2
        ball = arb(
            fmpq(middle.numerator, middle.denominator), fmpq(radius.numerator, radius.denominator)
        )
        if not bool(_value(p, ball) > 0):
            waiting += [(left, middle), (middle, right)]
    return True
