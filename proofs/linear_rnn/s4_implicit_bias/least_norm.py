r"""Section 2, after eq. (7): which of all exact fits gradient descent from 0 finds.

With L_j = r_j theta_j, rho_j = r_j^2, the sum of the |L_j|^2 / rho_j is |theta|^2. From 0 each step
stays among the theta = r (A Xi^T), a row for each lag and input having its r: a step adds eta R to
A. Let B = A* - A for a fit theta* = r (A* Xi^T), and P = theta* - theta. With V the sum of the
rho_j |Xi_j|^2 a step takes eta |P|^2 (2 - eta V) from |B|^2 at least, and never makes |P| larger.
So after l steps |P|^2 is at most |A*|^2 / (eta (2 - eta V) l), and theta tends to theta*. And
theta* is orthogonal to all that changes no output, which makes it the least of the fits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import ones, outer, zeros
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1_constants import squares, table, total
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
    SameOutputs,
    Source,
    Sum,
    World,
    arithmetic,
    certificate,
    conjunction,
    induction,
    instances_of,
    proof_of,
    prove,
    simulation,
    sum_of_squares,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Favoured:
    """The norm that the limit minimises, and how fast gradient descent comes near it.

    **Fields**: `weight`, of |theta_j|^2 in the norm, by rho_j; `speed`, by eta and V: |theta* -
    theta|^2 is at most |A*|^2 over it after one step.
    """

    weight: Callable = lambda rho: 1 + 0 * rho
    speed: Callable = lambda eta, V: eta * (2 - eta * V)


@dataclass(frozen=True)
class Data:
    """What is fitted: targets Y, the matrix Xi, the r of its rows, and the learning rate."""

    targets: Any
    Xi: Any
    root: Any
    rate: Any

    def rooted(self, parameters: Any) -> Any:
        """Return a matrix with each of its columns times r."""
        return parameters * outer(ones((parameters.shape[0],), like=parameters), self.root)

    def residual(self, theta: Any) -> Any:
        """Return what the outputs of theta lack of the targets."""
        return self.targets - self.rooted(theta) @ self.Xi


@dataclass(frozen=True)
class FromZero:
    """Gradient descent from theta = 0, which puts out theta. A token is the next step."""

    data: Data

    def initial_state(self) -> Any:
        """Return 0."""
        return zeros((self.data.targets.shape[0], self.data.Xi.shape[0]), like=self.data.Xi)

    def step(self, theta: Any, x: Any) -> tuple[Any, Any]:
        """Return theta after one step more."""
        data = self.data
        after = theta + data.rate * data.rooted(data.residual(theta) @ data.Xi.T)
        return after, after


@dataclass(frozen=True)
class Residuals:
    """The sum A of all residuals so far, times eta, and their number; it puts out r (A Xi^T)."""

    data: Data

    def initial_state(self) -> Any:
        """Return nothing, and no step."""
        return 0 * self.data.targets, zeros((), like=self.data.Xi)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the sum after one step more."""
        A, steps = state
        after = A + self.data.rate * self.data.residual(self.data.rooted(A @ self.data.Xi.T))
        return (after, steps + 1), self.data.rooted(after @ self.data.Xi.T)


def says_least(favoured: Favoured, w: World) -> Conclusion:
    """Gradient descent from 0 comes to theta* at a rate, and theta* is the least of all fits.

    For any matrix Xi, here with P rows of any r each, any A*, and Y = r theta* Xi. That theta is
    r (A Xi^T) at each step; the distance from theta* after l steps; and the norm of any other fit
    theta* + E, that is where E adds nothing to the outputs, is that of theta* and that of E.
    """
    P, n_y, M = (w.size(name) for name in ("P", "n_y", "M"))
    eta, r = w.number("eta", positive=True), w.array("r", P)
    Xi, A, E = w.array("Xi", P, M), w.array("A", n_y, M), w.array("E", n_y, P)
    token, plain = w.array("step", 1), Data(0, Xi, r, eta)
    theta = plain.rooted(A @ Xi.T)
    data = Data(plain.rooted(theta) @ Xi, Xi, r, eta)
    V = squares(plain.rooted(Xi.T))
    sums = w.machine(Residuals(data), token)

    def near(state: Any) -> Conclusion:
        own, steps = state
        distance = squares(theta - data.rooted(own @ Xi.T))
        left = squares(A - own) + steps * favoured.speed(eta, V) * distance
        return All((AtMost(0, steps), AtMost(left, squares(A))))

    def norm(parameters: Any) -> Any:
        rho = w.entries(lambda _, i: favoured.weight(r[i] * r[i]), P)
        rows, columns = (ones((size,), like=r) for size in parameters.shape)
        return rows @ ((parameters * parameters * outer(rows, rho)) @ columns)

    rows, columns = (ones((size,), like=A) for size in A.shape)
    unseen = rows @ ((A * (data.rooted(E) @ Xi)) @ columns)
    return All(
        (
            SameOutputs(w.machine(FromZero(data), token), sums),
            Implies(AtMost(eta * V, 2), w.always(sums, near)),
            Equal(norm(theta + E), norm(theta) + norm(E) + 2 * unseen),
        )
    )


def by_residuals(whole: Any) -> Evidence:
    """Prove the three, each from what the sum of residuals makes of theta."""
    same, run, least = whole.parts
    A, _ = same.other.state
    Xi, r = same.array("Xi"), same.array("r")
    relation = Data(0, Xi, r, 0).rooted(A @ Xi.T)
    return conjunction(
        whole,
        simulation(same, relation),
        by_contraction(run),
        prove(least),
    )


class Formulas:
    """What the proof makes of A*, A, Xi and r, entry by entry; the last two as Cauchy has them."""

    def __init__(self, run: Any) -> None:
        self.target, self.Xi, self.r = (run.array(name) for name in ("A", "Xi", "r"))
        self.sum = run.array("h.1.1")
        self.n_y, self.M = (axis[0].sizes[0] for axis in self.target.axes)
        self.P = self.r.axes[0][0].sizes[0]

    def lacking(self, a: Any, m: Any) -> Any:
        """Return B."""
        return self.target[a, m] - self.sum[a, m]

    def apart(self, a: Any, i: Any) -> Any:
        """Return P, which is r (B Xi^T)."""
        m = Index("m'", self.M)
        return self.r[i] * Sum(self.lacking(a, m) * self.Xi[i, m], m)

    def row(self, i: Any, m: Any) -> Any:
        """Return r_i Xi_i."""
        return self.r[i] * self.Xi[i, m]

    def residual(self, a: Any, m: Any) -> Any:
        """Return R, which is the sum of the P_i r_i Xi_i."""
        i = Index("i'", self.P)
        return Sum(self.apart(a, i) * self.row(i, m), i)

    def stepped(self, a: Any, i: Any) -> Any:
        """Return what a step adds to theta, over eta."""
        m = Index("m''", self.M)
        return self.r[i] * Sum(self.residual(a, m) * self.Xi[i, m], m)

    def turned(self, a: Any, i: Any, k: Any, m: Any) -> Any:
        """Return what R falls short of, for |R|^2 is at most V |P|^2."""
        return self.apart(a, i) * self.row(k, m) - self.apart(a, k) * self.row(i, m)

    def exchanged(self, a: Any, i: Any, m: Any, p: Any) -> Any:
        """Return the same of what a step adds, of which the square is at most V |R|^2."""
        return self.residual(a, m) * self.row(i, p) - self.residual(a, p) * self.row(i, m)


def by_contraction(run: Any) -> Evidence:
    """Prove what a step takes from |B|^2, and that it never makes |P|^2 larger."""
    needed: Any = obligations(run)
    base, step = needed
    f, half = Formulas(run), sp.Rational(1, 2)
    (eta,) = (symbol for symbol in symbols_of(run) if symbol.name == "eta")
    steps, room = only(run.body.machine.state[1]), only(step.hypothesis.parts[0].lhs)
    before, after = (only(said.parts[1].lhs) for said in (step.body.hypothesis, step.body.body))
    n_y, P, M = f.n_y, f.P, f.M
    b, p, q, g = (
        total(one, one, n_y, size)
        for one, size in ((f.lacking, M), (f.apart, P), (f.residual, M), (f.stepped, P))
    )
    V = total(f.row, f.row, P, M)
    speed = eta * (2 - eta * V)
    nearer = b - 2 * eta * p + eta**2 * q, p - 2 * eta * q + eta**2 * g
    equal = (
        Equal(room, eta * V),
        Equal(before, b + steps * speed * p),
        Equal(after, nearer[0] + (steps + 1) * speed * nearer[1]),
    )
    bounds = (
        (AtMost(q, V * p), half, f.turned, (n_y, P, P, M)),
        (AtMost(g, V * q), half, f.exchanged, (n_y, P, M, M)),
        (AtMost(0, p), 1, f.apart, (n_y, P)),
        (AtMost(0, q), 1, f.residual, (n_y, M)),
    )
    at_first = Equal(*(only(side) for side in (base.body.parts[1].lhs, base.body.parts[1].rhs)))
    return induction(
        run,
        arithmetic(base, (at_first, prove(at_first))),
        arithmetic(
            step,
            *((said, prove(said)) for said in equal),
            *(
                (said, sum_of_squares(said, (factor, table(entry, *sizes))))
                for said, factor, entry, sizes in bounds
            ),
        ),
    )


SMALL = [
    {"P": P, "n_y": n_y, "M": M, "eta": Fraction(1, 10**40)}
    for P, n_y, M in ((1, 1, 1), (2, 1, 1), (1, 2, 2), (2, 1, 2))
]
RIGHT = Favoured()

large_rho = Claim(
    id="linear-rnn/large-rho-large-L",
    title="From 0, gradient descent finds the fit rho_j A Xi_j^T, which has of all the least"
    " sum of |L_j|^2 / rho_j",
    source=Source(PAPER, "Sec. 2, after eq. (7)"),
    statement=r"\sum_j \rho_j^{-1} \|L^*_j - L^\ell_j\|_F^2 \le"
    r" \frac{\|A\|_F^2}{\ell\,\eta\,(2 - \eta V)} \to 0,\quad"
    r" \sum_j \rho_j^{-1} \|L^*_j + E_j\|_F^2 = \sum_j \rho_j^{-1} \big(\|L^*_j\|_F^2 +"
    r" \|E_j\|_F^2\big) \text{ where } \sum_j E_j \Xi_j = 0,\quad L^*_j = \rho_j A \Xi_j^\top",
    assumptions=(
        r"$\rho_j > 0$, and an exact fit $Y = \sum_j L^*_j \Xi_j$ of this form exists",
        r"$\eta V < 2$, $V = \sum_j \rho_j \|\Xi_j\|_F^2$; the squared loss over 2",
    ),
    subject=RIGHT,
    says=says_least,
    checks=(
        proof_of(says_least, by_residuals, instances=SMALL),
        certificate(says_least, proof=("descent.v", "least_norm.v"), instances=SMALL, tier="deep"),
        instances_of(says_least, SMALL),
    ),
    mutants=(
        Mutant("unscaled", Favoured(lambda rho: rho), "lost the factor 1/rho_j"),
        Mutant("inverted", Favoured(lambda rho: rho * rho), "rho_j for 1/rho_j"),
        Mutant(
            "twice-as-fast",
            Favoured(speed=lambda eta, V: 2 * eta * (2 - eta * V)),
            "a bound of half the size",
        ),
    ),
    late=(
        Mutant(
            "large-rate",
            Favoured(speed=lambda eta, V: RIGHT.speed(eta, V) * (1 if eta < 1000 else 2)),
            "twice as fast at rates of 1000 and more",
        ),
    ),
    notes="Where any exact fit exists, one of this form does: Xi^T D(rho) Xi has the rank of Xi."
    " With E_j that do change the outputs the last equation gains twice the inner product of A and"
    " what they add, as it is proved. So a lag with a large rho_j may be large at little cost: this"
    " is the sense of the text's 'the fitting will tend to select L_j large if needed'.",
)
