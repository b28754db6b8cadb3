r"""Section 5.2: what class (2) can reach at best on in-context linear regression.

No network of class (2), of any width and with any linear recurrence, has a smaller expected loss
than one step of gradient descent with the best rate. Let r_k be what the step leaves of target k.
The answer of a network is a sum of products of two monomials m, each of degree 2 at most in the
entries of one token, x_t, y_t and 1. With each of them r_k is uncorrelated:

- The law does not change under a change of the sign of one token, of one coordinate of all inputs
  (and of that column of W), or of one output (and of that row of W). Unless m changes its sign as
  r_k does, the mean of r_k m is 0. What is left is m = y_tk x_ta x_a, with x the query.
- Of these the mean of r_k m is s_W s^2 less eta s_W s^3 (n + d_x + k - 2), and 0 at the best rate.

The step is such a sum as well. So the loss of a network is that of the step, and half the mean
square of the difference of both. `best_in_context.v` is this proof.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

import flint

from constructions.arrays import concatenate, ones, zeros
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.gradient_step_as_gated_rnn import gradient_step_gates
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    rate_by_kurtosis,
    three_points,
)
from proofs.gated_rnn.c2_optimal_learning_rate.optimal_rate_beyond import least_loss
from theorem_checks import (
    IID,
    All,
    Claim,
    Conclusion,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    World,
    certificate,
    check,
    instances_of,
)

WEIGHTS = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")


@dataclass(frozen=True)
class Best:
    """The least loss of class (2), and the network that has it: its weights, and its rate."""

    loss: Callable[..., Any] = least_loss
    network: GatedRNNDescription = field(default_factory=gradient_step_gates)
    rate: Callable[..., Any] = rate_by_kurtosis


@dataclass(frozen=True)
class Scored:
    """A network on tokens (x, y, target), that puts out the loss of its answer to (x, y)."""

    network: GatedRNN

    def initial_state(self) -> Any:
        """Return the network's."""
        return self.network.initial_state()

    def step(self, state: Any, token: Any) -> tuple[Any, Any]:
        """Return the state after a token, and half the squared distance of answer and target."""
        x, y, target = token
        after, answer = self.network.step(state, concatenate((x, y)))
        gap = target - answer
        return after, (gap * gap).sum() / 2


def says_best(best: Best, w: World) -> Conclusion:
    """Every network has a loss of at least this, with any recurrence; the network given has it.

    Inputs X and the query q have symmetric laws of variance s and kurtosis k, the task W one of
    variance s_W, all with moments up to order 8. The last token is (q, 0), and its target W q.
    """
    n, d_x, d_y, m, p = (w.size(name) for name in ("n", "d_x", "d_y", "m", "p"))
    s, s_W, k = w.number("s", positive=True), w.number("s_W", positive=True), w.number("k", least=1)
    inputs = IID(moments={1: 0, 2: s, 4: k * s**2}, symmetric=True)
    tasks = IID(moments={1: 0, 2: s_W}, symmetric=True)
    drawn = (
        w.draws("X", n, d_x, law=inputs, order=8),
        w.draws("W", d_y, d_x, law=tasks, order=8),
        w.draws("q", d_x, law=inputs, order=8),
    )
    x, y, target = w.array("x", d_x), w.array("y", d_y), w.array("target", d_y)
    given = concatenate((x, y, ones((1,), like=x))).shape[0]

    def sequence(X: Any, W: Any, q: Any) -> tuple[Any, Any]:
        Y = X @ W.T
        return (X, Y, Y), (q, zeros((W.shape[0],), like=W), W @ q)

    def loss_of(network: GatedRNN, *, at_least: bool) -> Conclusion:
        value = w.call(best.loss, n, d_x, d_y, s, s_W, k)
        scored = w.machine(Scored(network), (x, y, target))
        return w.mean_output(scored, drawn, sequence, value, at_least=at_least)

    gates = {name: w.array(name, m, given) for name in ("W_in_m", "W_in_x")}
    gates |= {name: w.array(name, p, m) for name in ("W_out_m", "W_out_x")}
    gates["D"] = w.array("D", d_y, p)
    eta = w.call(best.rate, n, d_x, s, k)
    sizes = {"d_v": d_y, "d_k": d_x}
    step = {name: w.described(getattr(best.network, name), sizes, {"eta": eta}) for name in WEIGHTS}
    return All(
        (
            *(
                loss_of(GatedRNN(lam, **gates, append_one=True), at_least=True)
                for lam in (w.array("lam", m), w.array("A", m, m))
            ),
            loss_of(GatedRNN(**step, append_one=best.network.append_one), at_least=False),
        )
    )


@check("exact", kills=("gaussian", "one-more", "no-half", "exact"))
def check_least_squares(best: Best) -> Evidence:
    """The least expected loss over all products, by exact least squares on discrete laws.

    All inputs and tasks of three-point laws are gone through; no symmetry is used.
    """
    for (T, d_x), kurtosis in product(((1, 1), (2, 1), (1, 2)), (Fraction(9, 5), Fraction(3))):
        law = three_points(kurtosis, Fraction(1))
        size = sum((value**2 * p for value, p in law.items()), Fraction(0))
        found = _least_squares(T, d_x, law) / 2
        claimed = best.loss(T, d_x, 1, size, size, kurtosis)
        if claimed != found:
            values = {"n": T, "d_x": d_x, "d_y": 1, "s": size, "s_W": size, "kurtosis": kurtosis}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("(T, d_x) in (1, 1), (2, 1), (1, 2), d_y = 1, kurtosis 9/5 and 3")


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


BEST = Best()


def _gates(name: str, block: tuple[str, ...], entry: Any) -> Best:
    weight = getattr(BEST.network, name).replace(block, entry)
    return replace(BEST, network=replace(BEST.network, **{name: weight}))


def _loss(loss: Callable[..., Any]) -> Best:
    return replace(BEST, loss=loss)


INSTANCES = (
    {"n": 1, "d_x": 1, "d_y": 1, "m": 1, "p": 1},
    {"n": 2, "d_x": 1, "d_y": 1, "m": 2, "p": 1},
    {"n": 1, "d_x": 2, "d_y": 1, "m": 1, "p": 1},
    {"n": 1, "d_x": 1, "d_y": 2, "m": 1, "p": 1},
)

cannot_beat = Claim(
    id="gated-rnn/x5-class2-cannot-beat-gd",
    title="No network of class (2) has a smaller expected loss than one best gradient step",
    source=Source(PAPER, "Sec. 5.2, beyond the text"),
    statement=r"\min_{\text{class (2)}} \tfrac12 E\|y - \hat y\|^2"
    r" = \tfrac12 d_x d_y\, s\, s_W \frac{d_x + k - 2}{n + d_x + k - 2}",
    assumptions=(
        "inputs i.i.d. of a symmetric law of variance $s$ and kurtosis $k$; tasks $W$ i.i.d. of a"
        " symmetric law of variance $s_W$; both have moments up to order 8",
        "no label noise; the query token is $(x, 0)$",
        "a network of class (2), of any width, with any diagonal or dense linear recurrence, whose"
        " output reads the state after the query",
    ),
    covers=("gated-rnn/s5.2-optimal-lsa",),
    subject=BEST,
    says=says_best,
    checks=(
        certificate(says_best, proof="best_in_context.v", instances=INSTANCES),
        instances_of(says_best, INSTANCES),
        check_least_squares,
    ),
    mutants=(
        Mutant("gaussian", _loss(lambda n, d, d_y, s, s_W, k: least_loss(n, d, d_y, s, s_W, 3))),
        Mutant("one-more", _loss(lambda n, *at: least_loss(n + 1, *at)), "the query as an example"),
        Mutant("no-half", _loss(lambda *at: 2 * least_loss(*at)), "the 1/2 is lost"),
        Mutant("exact", _loss(lambda *at: 0 * least_loss(*at)), "learns the task exactly"),
        Mutant(
            "forgetful",
            _gates("lam", ("kv",), None),
            "lambda = 0 for the key-values: no example is left at the query",
        ),
        Mutant(
            "other-rate",
            replace(BEST, rate=lambda n, d, s, k: rate_by_kurtosis(n + 1, d, s, k)),
            "the best rate for one example more",
        ),
    ),
    late=(
        Mutant(
            "long",
            _loss(lambda n, *at: least_loss(n if n < 2000 else n + 1, *at)),
            "the query as an example from n = 2000 on",
        ),
        Mutant(
            "few-inputs",
            _gates("W_in_x", ("kv", "x"), lambda w, _i, j, a: w.delta(j, a) * (a < 40)),
            "inputs beyond the fortieth are no keys",
        ),
    ),
    notes="A layer of linear self-attention is such a sum of products as well, and takes the step"
    " (gated-rnn/s5.1-lsa-one-step), so one step is also the best that a layer can do. The cited"
    " theorem is for Gaussian inputs.",
    new=True,
)
