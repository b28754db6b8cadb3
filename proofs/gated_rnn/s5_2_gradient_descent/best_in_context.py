r"""Section 5.2: what class (2) can reach at best on in-context linear regression.

The answer of a network of class (2) is a sum of products of two functions of degree at most 2 of
one token each, whatever its width and its lambda. Among **all** such sums the one with the least
expected loss is one step of gradient descent with the best rate. For the loss is convex, and the
laws of tasks and inputs do not change under

- (x_t, y_t) -> -(x_t, y_t) for one t, and x -> -x for the query (the target changes its sign),
- x_a -> -x_a, W_ka -> -W_ka for one coordinate a of all inputs,
- y_k -> -y_k, W_ka -> -W_ka for one output k (target k changes its sign),

and exchanges of tokens or of coordinates. So a best answer may be averaged over these, and what
is left for target k is eta sum_t y_tk sum_a x_ta x_a: a monomial of at most four factors from two
tokens that has the right signs has one x_a of the query, and of one t an even number of factors
with y_tk among them, hence y_tk x_ta.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

import flint

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import three_points
from proofs.gated_rnn.c2_optimal_learning_rate.optimal_rate_beyond import (
    check_least_loss,
    least_loss,
)
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, all_of, check

Loss = Callable[..., Any]
Variable = tuple[str, int, int]  # ('x' or 'y', token, coordinate); the query has token 0
Monomial = tuple[Variable, ...]


def _products(T: int, d_x: int, d_y: int) -> set[Monomial]:
    """All products of two monomials of degree at most 2, each in the entries of one token."""
    factors: set[Monomial] = {()}
    for token in range(T + 1):
        entries = [("x", token, a) for a in range(d_x)]
        entries += [("y", token, k) for k in range(d_y)] if token else []
        factors |= {(v,) for v in entries}
        factors |= set(combinations_with_replacement(entries, 2))
    return {tuple(sorted(a + b)) for a, b in combinations_with_replacement(sorted(factors), 2)}


def _keeps_signs(monomial: Monomial, T: int, d_x: int, d_y: int) -> bool:
    """Whether a monomial changes its sign as target 0 does, under all the changes of sign."""

    def odd(choose: Callable[[Variable], bool]) -> bool:
        return sum(map(choose, monomial)) % 2 == 1

    tokens = all(odd(lambda v, t=t: v[1] == t) == (t == 0) for t in range(T + 1))
    inputs = all(not odd(lambda v, a=a: v[0] == "x" and v[2] == a) for a in range(d_x))
    outputs = all(odd(lambda v, k=k: v[0] == "y" and v[2] == k) == (k == 0) for k in range(d_y))
    return tokens and inputs and outputs


@check("exact")
def check_what_symmetry_leaves(loss: Loss) -> Evidence:
    """Only y_t0 x_ta x_a is left of all products, and its best multiple has the stated loss."""
    for T, d_x, d_y in ((1, 1, 1), (2, 1, 2), (2, 2, 2), (3, 2, 1), (2, 3, 2)):
        left = {m for m in _products(T, d_x, d_y) if _keeps_signs(m, T, d_x, d_y)}
        step = {
            tuple(sorted([("y", t, 0), ("x", t, a), ("x", 0, a)]))
            for t in range(1, T + 1)
            for a in range(d_x)
        }
        if left != step:
            return Evidence.undecided(f"Other monomials are left: {sorted(left ^ step)}.")
        kurtosis = Fraction(9, 5)
        claimed = loss(T, d_x, d_y, 1, Fraction(1, 3), kurtosis)
        gain = Fraction(T) / (T + d_x + kurtosis - 2)
        found = Fraction(d_x * d_y, 6) * (1 - gain)
        if claimed != found:
            values = {"n": T, "d_x": d_x, "d_y": d_y, "s": 1, "s_W": "1/3", "kurtosis": "9/5"}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("(T, d_x, d_y) up to (3, 2, 1) and (2, 3, 2)")


@check("exact")
def check_least_squares(loss: Loss) -> Evidence:
    """The least expected loss over all products, by exact least squares on discrete laws.

    All inputs and tasks of three-point laws are gone through; no symmetry is used.
    """
    for (T, d_x), kurtosis in product(((1, 1), (2, 1), (1, 2)), (Fraction(9, 5), Fraction(3))):
        law = three_points(kurtosis, Fraction(1))
        size = sum((value**2 * p for value, p in law.items()), Fraction(0))
        found = _least_squares(T, d_x, law) / 2
        claimed = loss(T, d_x, 1, size, size, kurtosis)
        if claimed != found:
            values = {"n": T, "d_x": d_x, "d_y": 1, "s": size, "s_W": size, "kurtosis": kurtosis}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("(T, d_x) in (1, 1), (2, 1), (1, 2), d_y = 1, kurtosis 9/5 and 3")


def _least_squares(T: int, d_x: int, law: dict[Fraction, Fraction]) -> Fraction:
    """E y^2 minus what all products of token features explain of it."""
    features = sorted(_products(T, d_x, 1))
    size = len(features)
    powers = [sum((v**k * p for v, p in law.items()), Fraction(0)) for k in range(20)]

    @cache
    def moment(monomial: Monomial) -> flint.fmpq:
        value = _moment(monomial, d_x, powers)
        return flint.fmpq(value.numerator, value.denominator)

    target = (("y", 0, 0),)
    across = [moment(tuple(sorted(f + target))) for f in features]
    entries = []
    for f, right in zip(features, across, strict=True):
        entries += [*(moment(tuple(sorted(f + g))) for g in features), right]
    echelon, found = flint.fmpq_mat(size, size + 1, entries).rref()
    explained = flint.fmpq(0)
    for row in range(found):
        pivot = next(j for j in range(size + 1) if echelon[row, j] != 0)
        explained += echelon[row, size] * across[pivot]
    left = moment(target + target) - explained
    return Fraction(int(left.p), int(left.q))


def _moment(monomial: Monomial, d_x: int, powers: list[Fraction]) -> Fraction:
    """E of a monomial in inputs x_ta and outputs y_t = sum_a w_a x_ta, by moments of one law."""
    total = Fraction(0)
    for word in _expanded(monomial, d_x):
        counts = Counter(word).values()
        if not any(count % 2 for count in counts):  # the law is symmetric
            total += prod((powers[count] for count in counts), start=Fraction(1))
    return total


def _expanded(monomial: Monomial, d_x: int) -> Iterator[list[Any]]:
    """The monomial's words in x_ta and w_a."""
    choices = [range(d_x) if name == "y" else [None] for name, _, _ in monomial]
    for picked in product(*choices):
        word: list[Any] = []
        for (name, token, coordinate), a in zip(monomial, picked, strict=True):
            word += [(token, coordinate)] if name == "x" else [("w", a), (token, a)]
        yield word


@check("proof")
def check_loss_of_the_best_step(loss: Loss) -> Evidence:
    """It is the loss of one step with the best rate, for all sizes and laws."""
    return all_of(
        {"one step with the best rate": check_least_loss.function(loss)},
        "all n, d_x, d_y, variances and kurtoses; all widths and all lambda",
        words=(
            "a convex loss that is invariant under a finite group is least at an average over it",
            "which products keep their signs, as in the module docstring",
        ),
    )


cannot_beat = Claim(
    id="gated-rnn/x5-class2-cannot-beat-gd",
    title="No network of class (2) has a smaller expected loss than one best gradient step",
    source=Source(PAPER, "Sec. 5.2, beyond the text"),
    statement=r"\min_{\text{class (2)}} \tfrac12 E\|y - \hat y\|^2"
    r" = \tfrac12 d_x d_y\, s\, s_W \frac{d_x + k - 2}{n + d_x + k - 2}",
    assumptions=(
        "inputs i.i.d. of a symmetric law of kurtosis $k$; tasks $W$ i.i.d. of a symmetric law",
        "no label noise; the query token is $(x, 0)$",
        "a network of class (2), of any width, with any diagonal or dense linear recurrence",
    ),
    covers=("gated-rnn/s5.2-optimal-lsa",),
    subject=least_loss,
    checks=(check_loss_of_the_best_step, check_what_symmetry_leaves, check_least_squares),
    mutants=(
        Mutant("gaussian", lambda n, d, d_y, s, s_W, k: least_loss(n, d, d_y, s, s_W, 3 + 0 * k)),
        Mutant("one-more", lambda n, *at: least_loss(n + 1, *at), "uses the query as an example"),
        Mutant("no-half", lambda *at: 2 * least_loss(*at), "the 1/2 is lost"),
        Mutant("exact", lambda *at: 0 * least_loss(*at), "learns the task exactly"),
    ),
    notes="A layer of linear self-attention is such a sum of products as well, and takes the step"
    " (gated-rnn/s5.1-lsa-one-step), so one step is also the best that a layer can do. The cited"
    " theorem is for Gaussian inputs.",
    new=True,
)
