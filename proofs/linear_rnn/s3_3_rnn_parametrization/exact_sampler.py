r"""Beyond the paper: an exact sampler of the impulse response whose cost does not grow with n.

Orthonormalise F, WF, W^2 F, ...: W is rotation invariant, so in this basis column k is a fresh
Gaussian vector. Its entries up to k are independent N(0, nu_W); what is left has norm
sqrt(nu_W) chi_{n-1-k} and makes the next basis vector. For T lags the leading T x T block is
enough. This is also a second route to the moments of the impulse response.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, n
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import (
    SECOND_MOMENTS,
    response,
    second_moment,
    word,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    check,
    decide_mean,
    delta,
    expectation,
    joint_cumulant,
    prove_identity,
    prove_index_identity,
    to_fraction,
)

__all__ = ["exact_sampler", "sample_impulse_response"]


def sample_impulse_response(
    key: Any, width: int, T: int, nu_W: float = 1.0, nu_F: float = 1.0, nu_C: float = 1.0
) -> Any:
    """Draw (L_0, ..., L_{T-1}) of a linear RNN with one input and one output, in JAX.

    **Arguments**: a JAX `key`; the `width` n >= 1; the number T >= 1 of lags; the variances.
    **Returns** T floats. Time and memory depend on T alone. Runs under `jit` and `vmap`.
    """
    return _draw(key, width, T, (nu_W, nu_F, nu_C), lambda n, k: n - 1 - k)


def _draw(key, width, T, variances, freedom):
    """The draw itself; `freedom(n, k)`, the degrees of freedom of the entry below column k."""
    import jax
    import jax.numpy as jnp

    nu_W, nu_F, nu_C = variances
    first, above, below, readout = jax.random.split(key, 4)
    H = jnp.triu(jax.random.normal(above, (T, T)))
    for k in range(T - 1):
        degrees = freedom(width, k)
        if degrees > 0:  # else F, WF, ... span everything: the entry is 0
            squared = jax.random.chisquare(jax.random.fold_in(below, k), degrees)
            H = H.at[k + 1, k].set(jnp.sqrt(squared))
    C = jax.random.normal(readout, (T,)) * (jnp.arange(T) < width)
    vector = jnp.zeros(T).at[0].set(jnp.sqrt(jax.random.chisquare(first, width)))
    found = []
    for lag in range(T):
        found.append((C @ vector) * (nu_W**lag * nu_F * nu_C / width ** (lag + 1)) ** 0.5)
        vector = H @ vector
    return jnp.stack(found)


@dataclass(frozen=True)
class Hessenberg:
    """The form of W: the degrees of freedom of the chi below the diagonal of column k."""

    freedom: Callable = lambda n, k: n - 1 - k

    def second_moment(self, left, right):
        """Return n E <H^left e_0, H^right e_0>, which is P_{left,right}(n), for symbolic n."""
        size = max(left, right) + 1
        ring, powers = _powers(size)
        pairs = zip(powers[left], powers[right], strict=True)
        product: Any = sum((a * b for a, b in pairs), ring.zero)
        total: Any = 0
        for exponents, coefficient in product.terms():
            total += coefficient * self._moment(size, exponents)
        return sp.expand(n * total)

    def _moment(self, size, exponents):
        """The mean of a monomial: odd powers of normals vanish, and with them odd ones of chi."""
        normals, chis = exponents[: size * (size + 1) // 2], exponents[size * (size + 1) // 2 :]
        if any(power % 2 for power in normals):
            return 0
        value: Any = prod(prod(range(power - 1, 0, -2)) for power in normals)
        for k, power in enumerate(chis):
            if power % 2:
                raise ArithmeticError(f"An odd power of the chi in column {k} is left.")
            value *= prod((self.freedom(n, k) + 2 * r for r in range(power // 2)), start=1)
        return value


@cache
def _powers(size):
    """The ring of the entries, and H^k e_0 for k < size."""
    names = [f"h{i}_{k}" for i in range(size) for k in range(i, size)]
    names += [f"s{k}" for k in range(size - 1)]
    ring, *entries = sp.ring(names, sp.ZZ)
    by_name = dict(zip(names, entries, strict=True))
    H = [
        [
            by_name[f"h{i}_{k}"] if k >= i else by_name[f"s{k}"] if i == k + 1 else ring.zero
            for k in range(size)
        ]
        for i in range(size)
    ]
    powers = [[ring.one if i == 0 else ring.zero for i in range(size)]]
    for _ in range(size - 1):
        last = powers[-1]
        powers.append(
            [sum((H[i][k] * last[k] for k in range(size)), ring.zero) for i in range(size)]
        )
    return ring, powers


@check("proof", kills=("off-by-one", "constant", "many-more", "none"))
def check_law(form):
    r"""For every n and T: orthonormal q_0, q_1, ... with W q_k in the span of the first k + 2.

    Let q_0 = F/|F|. Given q_0, ..., q_k, which depend on F and W q_0, ..., W q_{k-1} alone, the
    vector W q_k is Gaussian and independent of these, for q_k is orthogonal to the earlier ones.
    Its components along q_0, ..., q_k are independent N(0, nu_W); what is left lies in the
    complement, of n - (k + 1) dimensions, has norm sqrt(nu_W) chi of so many degrees, and makes
    q_{k+1}. The row C has independent components along all q_k.
    """
    size, columns = (sp.Symbol(name, integer=True, positive=True) for name in ("n", "m"))
    a, b, c, e = (Index(name, size) for name in "abce")
    k, other = Index("k", columns), Index("l", columns)
    q, r = Tensor("q", 2), Tensor("r", 2)  # r stands for what is orthonormal to q
    lag = sp.Symbol("k", integer=True, nonnegative=True)
    # E W_ac W_be = nu_W [a = b][c = e]
    vectors = Sum(delta(a, b) * delta(c, e) * q[k, c] * r[other, e], c, e)
    along = Sum(delta(a, b) * q[k, a] * r[other, b], a, b)
    return all_of(
        {
            "E (W q_k)_a (W r_l)_b, over nu_W": prove_index_identity(
                vectors, delta(a, b) * Sum(q[k, c] * r[other, c], c)
            ),
            "E of components along q_k and r_l, over nu_W": prove_index_identity(
                along, Sum(q[k, a] * r[other, a], a)
            ),
            "dimensions left": prove_identity(form.freedom(n, lag), n - (lag + 1)),
        },
        "all n, all T up to n; beyond, F, WF, ... span everything and the entries below are 0",
        words=(
            "Gaussian vectors without correlation are independent; the norm of m independent"
            " N(0, 1) is chi_m, and independent of the direction",
            "induction over k; (L_j) depends on W, F and C through inner products alone",
        ),
    )


@check("exact")
def check_same_moments(form):
    """P_jk(n) for all listed pairs up to lag 4 with j + k <= 6, and P_44, as polynomials in n."""
    pairs = [(a, b) for a, b in SECOND_MOMENTS if max(a, b) <= 4]
    for a, b in sorted(pairs, key=sum):
        found, counted = form.second_moment(a, b), sp.expand(second_moment(a, b))
        if found != counted:
            return Evidence.refuted(
                Counterexample({"j": a, "k": b}, claimed=str(found), found=str(counted))
            )
    return Evidence.holds(f"the pairs {pairs}, every width n")


@check("sample", tier="deep", seconds=300)
def check_draws(form, *, seed):
    """The mean of L_2^2 over draws at width 1000 is exact to a tenth; T = 3.

    L_2 has mean 0, so that Var L_2^2 is its fourth cumulant and twice the square of its variance.
    """
    width, lag = 1000, 2
    at = {n: width, **dict.fromkeys(sp.symbols("nu_W nu_F nu_C", positive=True), 1)}
    mean = to_fraction((sp.sympify(expectation(word(lag, lag))) / n ** (lag + 1)).subs(at))
    fourth = sp.sympify(joint_cumulant(*[response(lag)] * 4)) / n ** (2 * lag + 2)
    spread = to_fraction(fourth.subs(at)) + 2 * mean**2

    def squared(key):
        return _draw(key, width, lag + 1, (1.0, 1.0, 1.0), form.freedom)[lag] ** 2

    return decide_mean(
        squared, mean, mean / 10, seed=seed, variance=spread, because="counting of pairings"
    )


exact_sampler = Claim(
    id="linear-rnn/new-exact-sampler",
    title="A T x T Hessenberg matrix samples the impulse response exactly, at any width",
    source=Source(PAPER, "Theorem 3.3(a), beyond the text"),
    statement=r"(L_j)_{j < T} \overset{d}{=} \big(n^{-(j+1)/2} |F|\, c^\top H^j e_0\big)_{j < T},"
    r"\quad H_{ik} \sim N(0, \nu_W)\,(i \le k),\; H_{k+1,k} \sim \sqrt{\nu_W}\,\chi_{n-1-k}",
    assumptions=(*INITIAL, "one input and one output"),
    subject=Hessenberg(),
    checks=(check_law, check_same_moments, check_draws.killing("many-more", "none")),
    mutants=(
        Mutant("off-by-one", Hessenberg(lambda n, k: n - k), "chi_{n-k} below the diagonal"),
        Mutant("constant", Hessenberg(lambda n, k: n - 1), "the same chi in every column"),
        Mutant("many-more", Hessenberg(lambda n, k: 2 * n), "chi_{2n}"),
        Mutant("none", Hessenberg(lambda n, k: n - n), "nothing below the diagonal"),
    ),
    new=True,
    notes="Besides the proof, moments as polynomials in n agree with a count of pairings, which"
    " shares nothing with this form.",
)
