r"""Section 4, Theorem 4.1 with constants: for the scaled convolution, any data and all steps.

With K = Xi^T D(rho) Xi a step makes R - eta R K of the residual R. Let G = R Xi^T, fall the sum of
the rho_j G^2, and V that of the rho_j |Xi_j|^2. Then <R, R K> is fall, and |R K|^2 <= V fall by
Cauchy and Schwarz, so that |R|^2 falls by eta fall (2 - eta V) at least: it never grows while
eta V <= 2. And a step moves L_j by eta rho_j G_j, of which |G_j| <= |Xi_j| |R| <= |Xi_j| |R_0|.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import ones, outer, zeros
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1 import SQUARES, descended
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Index,
    Mutant,
    Source,
    Sum,
    World,
    arithmetic,
    array_of,
    certificate,
    conjunction,
    family,
    induction,
    instances_of,
    lag,
    proof_of,
    prove,
    prove_by_induction,
    sum_of_squares,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Constants:
    """What stands in the bound (25), with |A|^2 for norms.

    **Fields**: `squared`, the bound on |L_j^l - L_j^0|^2 by eta, l, (rho_j |Xi_j|)^2 and |R_0|^2;
    `room`, of which B_1 is 2 over it, by |Xi_0|^2 and the sum of the rho_j; `most`, at most which
    this sum is, by nu_C, nu_F and T, for nu_W up to `widest`.
    """

    squared: Callable = lambda eta, l, lag, residual: (eta * l) ** 2 * lag * residual
    room: Callable = lambda data, total: data * total
    most: Callable = lambda c, f, T: T * (c + f) + c * f * T * (T - 1) / 2
    widest: int = 1


@dataclass(frozen=True)
class Descent:
    """Gradient descent from `start`: the filter L, by lag and input, and the steps it has taken.

    It reads nothing: a token is the next step.
    """

    start: Any
    targets: Any
    Xi: Any
    weights: Any
    rate: Any

    def initial_state(self) -> Any:
        """Return L^0, and no step."""
        return self.start, zeros((), like=self.start)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the filter after one step more."""
        L, steps = state
        residual = self.targets - L @ self.Xi
        return (descended(L, residual, self.Xi, self.weights, self.rate), steps + 1), steps


def squares(A: Any) -> Any:
    """Return the sum of the squared entries of a matrix."""
    rows, columns = (ones((size,), like=A) for size in A.shape)
    return rows @ ((A * A) @ columns)


class Trained:
    """The scaled convolution under gradient descent, with any weights rho_j = r_j^2, on any data.

    For M outputs of every kind, those of all times of all sequences, and any matrix Xi, of n_x rows
    for each lag. What is said of L_j is said of all lags at once, each with a weight q_j^2, which
    may be 1 at one and 0 else.
    """

    def __init__(self, w: World, T: Any, n_x: Any, n_y: Any) -> None:
        M = w.size("M")
        self.eta = w.number("eta", positive=True)
        self.r, q = w.array("r", T), w.array("q", T)
        blocks, self.Y = w.array("X", T, n_x, M, small=True), w.array("Y", n_y, M)
        first = w.array("L", n_y, T, n_x)

        def by_lag(entry: Any) -> Any:
            return w.entries(lambda _, j, b: entry(j), (T, n_x))

        self.Xi = w.entries(lambda _, j, b, m: blocks[j, b, m], (T, n_x), M)
        self.start = w.entries(lambda _, a, j, b: first[a, j, b], n_y, (T, n_x))
        self.root, self.chosen = by_lag(lambda j: self.r[j]), by_lag(lambda j: q[j])
        rho = self.root * self.root
        self.run = w.machine(
            Descent(self.start, self.Y, self.Xi, rho, self.eta), w.array("step", 1)
        )
        self.lags = squares(outer(self.chosen * rho, self._one_each(self.Xi)) * self.Xi)

    @property
    def room(self) -> Any:
        """Return eta V, V the sum of the rho_j |Xi_j|^2."""
        return self.eta * self.weighed(self.Xi)

    def weighed(self, matrix: Any) -> Any:
        """Return the sum of the rho_j |A_j|^2, A_j the rows of lag j."""
        return squares(outer(self.root, self._one_each(matrix)) * matrix)

    def residual(self, L: Any) -> Any:
        """Return |R|^2."""
        return squares(self.Y - L @ self.Xi)

    def size(self, L: Any) -> Any:
        """Return the sum of the q_j^2 |L_j|^2."""
        return squares(outer(ones((L.shape[0],), like=L), self.chosen) * L)

    def kept(self, state: Any, moved: Callable[[Any], Any]) -> tuple[Conclusion, ...]:
        """Return that the residual does not grow, and that L is within `moved(steps)` of its start.

        Of a state of `run`, after so many steps.
        """
        L, steps = state
        return (
            AtMost(0, steps),
            AtMost(self.residual(L), self.residual(self.start)),
            AtMost(self.size(L - self.start), moved(steps)),
        )

    def _one_each(self, matrix: Any) -> Any:
        return ones((matrix.shape[1],), like=self.r)


def says_bound(constants: Constants, w: World) -> Conclusion:
    """While eta V <= 2 the residual never grows, and L_j is within the bound after every step.

    For the Xi of a data set, whose Xi_0 are the inputs, V is at most the room; and so large is the
    sum of the rho_j of eq. (21) for every T.
    """
    T, n_x, n_y, N = (w.size(name) for name in ("T", "n_x", "n_y", "N"))
    of, x = Trained(w, T, n_x, n_y), w.array("x", N, T, n_x)
    at_first = of.residual(of.start)

    def after(state: Any) -> Conclusion:
        return All(of.kept(state, lambda n: constants.squared(of.eta, n, of.lags, at_first)))

    def delayed(at: Any, j: Any, b: Any, i: Any, t: Any) -> Any:
        return at.sum(lambda s: at.lag(t, s, j) * x[i, s, b], T)

    inputs = w.entries(lambda at: at.sum(lambda *of: x[of] * x[of], N, T, n_x))
    nu, c, f = (w.number(f"nu_{part}", positive=True, small=True) for part in "WCF")

    def total(length: Any) -> Conclusion:
        found = w.sum(lambda j: printed_rho(j, nu, f, c), "j", 0, length - 1)
        most = w.call(constants.most, c, f, length)
        return All((AtMost(nu ** (length - 1), constants.widest), AtMost(found, most)))

    return All(
        (
            Implies(AtMost(of.room, 2), w.always(of.run, after)),
            AtMost(
                of.weighed(w.entries(delayed, (T, n_x), (N, T))),
                constants.room(inputs, of.r @ of.r),
            ),
            Implies(AtMost(nu, constants.widest), w.for_all("length", total, start=1)),
        )
    )


def by_steps(whole: Any) -> Evidence:
    """Prove what a step does to residual and filter; and that lags only leave something out."""
    run, room, total = whole.parts
    needed: Any = obligations(run)
    *_, gone = needed.base.body.parts
    nothing = [Equal(only(side), scalar(0)) for side in (gone.lhs, gone.rhs)]
    at_first = arithmetic(needed.base, *((said, prove(said)) for said in nothing))
    x, r = room.array("x"), room.array("r")
    N, T, n_x = (axis[0].sizes[0] for axis in x.axes)

    def left_out(j: Any, i: Any, s: Any, b: Any) -> Any:
        t = Index("t", T)
        return r[j] * x[i, s, b] * (1 - Sum(lag(t, s, j), t))

    return conjunction(
        whole,
        induction(run, at_first, arithmetic(needed.step, *contraction(run, needed.step))),
        sum_of_squares(room, (1, table(left_out, T, N, T, n_x))),
        prove_by_induction(total),
    )


def table(entry: Callable, *sizes: Any) -> Any:
    """Return the numbers `entry(i, j, ...)` for all indices below the sizes, on one axis."""
    return array_of({("every",): entry}, family("every", *sizes))


class Formulas:
    """The arrays of the statement, and what the proof makes of them, entry by entry.

    Where two products are exchanged stand the squares of Cauchy's and Schwarz's inequality.
    """

    def __init__(self, run: Any) -> None:
        self.X, self.Y, self.start, self.r, self.q = (run.array(name) for name in "XYLrq")
        self.L = run.array("h.1.1")
        self.T, self.n_x, self.M = (axis[0].sizes[0] for axis in self.X.axes)
        self.filters = self.Y.axes[0][0].sizes[0], self.T, self.n_x

    def residual(self, a: Any, m: Any) -> Any:
        """Return R."""
        j, b = Index("j'", self.T), Index("b'", self.n_x)
        return self.Y[a, m] - Sum(self.L[a, j, b] * self.X[j, b, m], j, b)

    def rooted(self, a: Any, j: Any, b: Any) -> Any:
        """Return r_j G."""
        m = Index("m'", self.M)
        return self.r[j] * Sum(self.residual(a, m) * self.X[j, b, m], m)

    def stepped(self, a: Any, j: Any, b: Any) -> Any:
        """Return what a step adds, over eta, times q_j."""
        return self.q[j] * self.r[j] * self.rooted(a, j, b)

    def moved(self, a: Any, j: Any, b: Any) -> Any:
        """Return the distance from the start, times q_j."""
        return self.q[j] * (self.L[a, j, b] - self.start[a, j, b])

    def of_lag(self, j: Any, b: Any, m: Any) -> Any:
        """Return q_j rho_j Xi_j."""
        return self.q[j] * self.r[j] * self.r[j] * self.X[j, b, m]

    def apart(self, a: Any, j: Any, b: Any, k: Any, i: Any, m: Any) -> Any:
        """Return what R K falls short of, for its norm is at most the root of V fall."""
        one = self.rooted(a, j, b) * self.r[k] * self.X[k, i, m]
        return one - self.rooted(a, k, i) * self.r[j] * self.X[j, b, m]

    def turned(self, a: Any, j: Any, b: Any, m: Any, p: Any) -> Any:
        """Return the same of a step, which is a product of R and Xi_j."""
        exchanged = self.residual(a, m) * self.X[j, b, p] - self.residual(a, p) * self.X[j, b, m]
        return self.q[j] * self.r[j] * self.r[j] * exchanged

    def aside(self, a: Any, j: Any, b: Any, c: Any, k: Any, i: Any) -> Any:
        """Return the same of the inner product of the distance and a step."""
        exchanged = self.moved(a, j, b) * self.stepped(c, k, i)
        return exchanged - self.moved(c, k, i) * self.stepped(a, j, b)


def total(one: Callable, other: Callable, *sizes: Any) -> Any:
    """Return the sum of the products of two entries over all indices."""
    indices = [Index(f"k{number}", size) for number, size in enumerate(sizes)]
    return Sum(one(*indices) * other(*indices), *indices)


def contraction(run: Any, step: Any) -> list[tuple[Conclusion, Evidence]]:
    """Prove by sums of squares that from which both bounds after a step follow by arithmetic."""
    f = Formulas(run)
    n_y, T, n_x = f.filters
    (eta,) = (symbol for symbol in symbols_of(run) if symbol.name == "eta")
    steps, room = only(run.body.machine.state[1]), only(step.hypothesis.parts[0].lhs)
    _, before, gone = step.body.hypothesis.parts[:3]
    _, later, far = step.body.body.parts[:3]
    fall = total(f.rooted, f.rooted, n_y, T, n_x)
    more, mixed = (total(one, f.stepped, n_y, T, n_x) for one in (f.stepped, f.moved))
    lags = total(f.of_lag, f.of_lag, T, n_x, f.M)
    now, then, way, longer = (only(said.lhs) for said in (before, later, gone, far))
    half, first = sp.Rational(1, 2), only(before.rhs)

    def squared(said: AtMost, factor: Any, entry: Callable, *sizes: Any) -> Any:
        return said, sum_of_squares(said, (factor, table(entry, *sizes)))

    less = AtMost(then, now - 2 * eta * fall + eta * fall * room)
    equal = (
        Equal(longer, way + 2 * eta * mixed + eta**2 * more),
        Equal(only(gone.rhs), steps * steps * eta**2 * lags * first),
        Equal(only(far.rhs), (steps + 1) * (steps + 1) * eta**2 * lags * first),
    )
    return [
        squared(less, half * eta**2, f.apart, n_y, T, n_x, T, n_x, f.M),
        squared(AtMost(0, fall), 1, f.rooted, n_y, T, n_x),
        squared(AtMost(0, lags), 1, f.of_lag, T, n_x, f.M),
        squared(AtMost(0, more), 1, f.stepped, n_y, T, n_x),
        squared(AtMost(more, lags * now), half, f.turned, n_y, T, n_x, f.M, f.M),
        squared(AtMost(mixed * mixed, way * more), half, f.aside, n_y, T, n_x, n_y, T, n_x),
        *((said, prove(said)) for said in equal),
    ]


SMALL = [
    {
        "T": T,
        "n_x": n_x,
        "n_y": n_y,
        "M": M,
        "N": N,
        "eta": Fraction(1, 10**40),
        "nu_W": Fraction(w),
    }
    for T, n_x, n_y, M, N, w in (
        (1, 1, 1, 1, 1, "1"),
        (2, 1, 1, 2, 1, "1/3"),
        (2, 1, 2, 2, 2, "3"),
        (1, 2, 1, 1, 1, "2"),
    )
]
PROOF = ("descent.v", "theorem_4_1_constants.v")
RIGHT = Constants()

theorem_constants = Claim(
    id="linear-rnn/new-thm-4.1-constants",
    title="Explicit constants for Theorem 4.1, for the scaled convolution and any data: B_1 from"
    " the data and nu_C, nu_F; B_2 from the residual at the start",
    source=Source(PAPER, "Theorem 4.1, eq. (25), corrected"),
    statement=r"\eta \sum_j \rho_j \|\Xi_j\|_F^2 \le 2 \implies"
    r" \|L^\ell_j - L^0_j\|_F \le \eta\,\ell\,\rho_j\,\|\Xi_j\|_F\,\|R_0\|_F \;\forall \ell,\quad"
    r" \sum_j \rho_j \|\Xi_j\|_F^2 \le \|\Xi_0\|_F^2 \sum_j \rho_j,\quad"
    r" \sum_j \rho_j \le T(\nu_C + \nu_F) + \tfrac12 \nu_C\nu_F T(T-1) \text{ for } \nu_W \le 1",
    assumptions=(
        SQUARES + ", $c = 1$; a step is that of linear-rnn/new-filter-dynamics",
        r"so $B_1 = 2 / (\|\Xi_0\|_F^2 \sum_j \rho_j)$ and $B_2 = \|\Xi_j\|_F \|R_0\|_F$",
    ),
    subject=RIGHT,
    says=says_bound,
    checks=(
        proof_of(says_bound, by_steps, instances=SMALL),
        certificate(says_bound, proof=PROOF, instances=SMALL, tier="deep"),
        instances_of(says_bound, SMALL),
    ),
    mutants=(
        Mutant(
            "no-start",
            Constants(lambda eta, l, lag, residual: (eta * l) ** 2 * lag),
            "a constant that ignores L^0",
        ),
        Mutant("large-rate", Constants(widest=9), "one rate for every nu_W up to 9"),
        Mutant(
            "four-times-the-rate",
            Constants(room=lambda data, total: data * total / 4),
            "a learning rate past stability",
        ),
        Mutant(
            "no-length",
            Constants(most=lambda c, f, T: T * (c + f) + c * f * T / 2),
            "grows with T, and not with its square",
        ),
    ),
    late=(
        Mutant(
            "long",
            Constants(most=lambda c, f, T: RIGHT.most(c, f, T if T < 5000 else T - 1)),
            "one lag left out from T = 5000 on",
        ),
    ),
    repairs=("linear-rnn/thm-4.1-bound", "linear-rnn/thm-4.1-indep", "linear-rnn/thm-4.1-loss"),
    new=True,
    notes="Of the network it is true where that moves as the convolution: in the limit of large"
    " width, by Proposition 3.1, where its hypotheses hold (linear-rnn/new-own-experiments). The"
    " bound is linear in eta l for all l, but it is sharp only at first: the distance"
    " saturates at |L* - L^0| once eta l rho_j is of order 1.",
)
