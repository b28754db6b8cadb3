r"""Why values grow by their exponents: row sums, and powers of 2 whose exponents are in order.

A row of absolute sum P takes entries up to N to entries up to P N (the fact weighted-sum). The rest
is arithmetic of numbers, at the entries of arrays of any size.
"""

from functools import cache
from typing import Any

import sympy as sp

from proofs.bounds import Lemma, Steps, numbers, product_of, within
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    arithmetic,
    by_fact,
    conjunction,
    prove,
)
from theorem_checks.facts.inequalities import BERNOULLI
from theorem_checks.statements.conclusions import symbols_of

__all__ = ["by_nodes"]

TWO = sp.Integer(2)


@cache
def _of_a_row() -> Lemma:
    """P N + Q is at most G N, as N >= 1, where P + Q is at most G."""
    u, b, P, Q, G, N, M = numbers("u b P Q G N M")
    known = (*within(u, P * N), *within(b, Q), AtMost(P + Q, G), AtMost(1, N), AtMost(G * N, M))
    return Lemma.by_arithmetic(known, within(u + b, M))


@cache
def _of_two_rows() -> Lemma:
    """The sum alpha V + beta U + gamma is at most W, which is G U and G V at least."""
    p, q, r, alpha, beta, gamma, U, V, G, W = numbers("p q r alpha beta gamma U V G W")
    rows = *within(p, alpha * V), *within(q, beta * U), *within(r, gamma)
    sums = AtMost(0, alpha), AtMost(0, beta), AtMost(alpha + beta + gamma, G)
    bounds = AtMost(1, U), AtMost(1, V), AtMost(G * U, W), AtMost(G * V, W)
    return Lemma.by_arithmetic((*rows, *sums, *bounds), within(p + q + r, W))


class _Known:
    """What is known under the hypotheses of a part of the statement, step by step.

    **Fields**: the bound `N` of what is read, and `most`, that of what is put out.
    """

    def __init__(self, part: Any) -> None:
        self.part, self.under = part, part.hypothesis.parts
        self.steps = Steps()
        self.named = {symbol.name: symbol for symbol in symbols_of(part)}
        self.N, self.most = self.under[-1].rhs, part.body.parts[-1].rhs

    def numbers(self, names: str) -> list[Any]:
        """The numbers of the statement with these names."""
        return [self.named[name] for name in names.split()]

    def in_order(self, most: Any, *factors: Any) -> Conclusion:
        """Add that a product of powers of 2 is at most another power."""
        said = AtMost(sp.Mul(*factors), most)
        return self.steps.use(said, _in_order(said, [factor.exp for factor in factors]))

    def concluded(self, *of: Conclusion) -> Evidence:
        """Return that the part follows, by arithmetic from what is known."""
        self.steps.arithmetic(self.part.body, *of)
        return self.steps.conclude(self.part)


def _in_order(said: AtMost, exponents: list[Any]) -> Evidence:
    """Evidence that powers of 2 make one at most, by 2^k >= 1 + k for what its exponent is more."""
    high = said.rhs
    if not isinstance(high, sp.Pow) or high.base != 2:
        return arithmetic(said)
    k = sp.expand(high.exp - sum(exponents))
    if not (k.is_integer and k.is_nonnegative):
        return arithmetic(said)
    same = Equal(sp.Mul(said.lhs, TWO**k, evaluate=False), high)
    return arithmetic(said, by_fact(BERNOULLI, {"a": sp.Integer(1), "k": k}), (same, prove(same)))


def by_nodes(whole: All) -> Evidence:
    """Prove it node by node."""
    ways = (_by_rows, _as_it_starts, _by_two_rows, _by_product, _as_read, _as_read, arithmetic)
    return conjunction(whole, *(way(part) for way, part in zip(ways, whole.parts, strict=True)))


def _by_rows(part: Any) -> Evidence:
    of = _Known(part)
    A, b, x = (part.array(name) for name in ("A", "b", "x"))
    P, Q, g = of.numbers("P Q g")
    weighted = of.steps.weighted(A, x, P, of.N, *of.under)
    one, grown = of.in_order(of.N), of.in_order(of.most, TWO**g, of.N)
    values = {"u": A @ x, "b": b, "P": P, "Q": Q, "G": TWO**g, "N": of.N, "M": of.most}
    found = of.steps.lemma(_of_a_row(), _symbols(values), *of.under, weighted, one, grown)
    return of.concluded(found)


def _symbols(values: dict[str, Any]) -> dict[sp.Symbol, Any]:
    return dict(zip(numbers(" ".join(values)), values.values(), strict=True))


def _as_it_starts(part: Any) -> Evidence:
    of = _Known(part)
    return of.concluded(*of.under, of.in_order(of.most, of.N))


def _by_two_rows(part: Any) -> Evidence:
    of = _Known(part)
    A, B, b, s, x = (part.array(name) for name in ("A_s", "B_s", "b_s", "s", "x_s"))
    alpha, beta, gamma, g = of.numbers("alpha beta gamma g")
    U, V = of.N, of.under[-3].rhs
    rows = [of.steps.arithmetic(AtMost(0, sum_of), *of.under[:2]) for sum_of in (alpha, beta)]
    rows += [of.steps.weighted(A, s, alpha, V, *of.under)]
    rows += [of.steps.weighted(B, x, beta, U, *of.under)]
    powers = [of.in_order(most) for most in (U, V)]
    powers += [of.in_order(of.most, TWO**g, read) for read in (U, V)]
    values = {"p": A @ s, "q": B @ x, "r": b, "alpha": alpha, "beta": beta, "gamma": gamma}
    values |= {"U": U, "V": V, "G": TWO**g, "W": of.most}
    found = of.steps.lemma(_of_two_rows(), _symbols(values), *of.under, *rows, *powers)
    return of.concluded(found)


def _by_product(part: Any) -> Evidence:
    of = _Known(part)
    u, v = part.array("u"), part.array("v")
    found = of.steps.use(*product_of(u, v, of.N, of.N))
    return of.concluded(found, of.in_order(of.most, of.N, of.N))


def _as_read(part: Any) -> Evidence:
    of = _Known(part)
    return of.concluded(*of.under, of.in_order(of.most, of.N))
