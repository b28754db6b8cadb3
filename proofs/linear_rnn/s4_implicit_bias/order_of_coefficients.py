r"""Section 4, after Theorem 4.1: of which order the coefficients are, with a constant for each O.

L_j is its start and what l steps add, of which Theorem 4.1 says that it is at most
eta l rho_j |Xi_j| |R_0|; so |L_j|^2 is at most twice the sum of the two squares. The start is of
the order nu_W^{j/2} in the mean square, by (24), and rho_j at most K(T) nu_W^j for the lags j < T.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1 import SQUARES
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1_at_initialisation import within_of_limit
from proofs.linear_rnn.s4_implicit_bias.theorem_4_1_constants import (
    Formulas,
    Trained,
    contraction,
    table,
    total,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    World,
    arithmetic,
    certificate,
    conjunction,
    induction,
    instances_of,
    proof_of,
    prove,
    prove_by_induction,
    sum_of_squares,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Order:
    """What the square of a coefficient is at most after l steps, and what its two parts are.

    **Fields**: `squared`, by |L_j^0|^2 and (eta l rho_j |Xi_j| |R_0|)^2; `start`, what E |L_j^0|^2
    tends to; `constant`, K(T) in rho_j <= K(T) nu_W^j for the lags j < T; `faded`, what
    (1 - root) rho_j is at most for nu_W = root^4 < 1.
    """

    squared: Callable = lambda start, added: 2 * start + 2 * added
    start: Callable = lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w**j
    constant: Callable = lambda w, f, c, T: c + f + (T - 1) * c * f / w
    faded: Callable = lambda root, f, c, j: (
        ((1 - root) * (c + f) + c * f / root**4) * root ** (3 * j)
    )


def says_order(order: Order, w: World) -> Conclusion:
    """|L_j|^2 after every step, by its start and rho_j; and the mean square of the start.

    The first is said of the scaled convolution with any rho_j and from any start, while eta V <= 2;
    the second of the network at every width.
    """
    return _size_and_start(order, w, AtEveryLag(w, one=False), w.size("j", least=0))


def says_order_at_fixed_length(order: Order, w: World) -> Conclusion:
    """|L_j|^2 after every step, its mean at the start, and that rho_j is at most K(T) nu_W^j.

    (a) is of `Descent`, which keeps the filters L_j and the number of its steps, on data X (Xi_j,
    the inputs at lag j) and Y, from any L, with any r_j^2 for rho_j: the residual never grows, and
    the sum of q_j^2 |L_j|^2 is at most by its start and the steps, for any weights q_j, of which
    one may be 1 and the others 0. (b) is of (24), and (c) of (21) for every T = j + 1 + further.
    """
    at, j, further = AtEveryLag(w, one=False), w.size("j", least=0), w.size("further", least=0)
    most = w.call(order.constant, *at.variances, j + 1 + further)
    bounded = AtMost(printed_rho(j, *at.variances), most * at.variances[0] ** j)
    return All((*_size_and_start(order, w, at, j).parts, bounded))


def says_decay(order: Order, w: World) -> Conclusion:
    """The same, and that rho_j is O(nu_W^{3j/4}), which is less than the start, for nu_W < 1.

    For nu_W = x^4: x^{4j} j (1 - x) is at most x^{3j}, which is said as well.
    """
    at, x = AtEveryLag(w, one=False), w.number("root", positive=True, small=True)
    _, nu_F, nu_C = at.variances

    def fades(j: Any) -> Conclusion:
        most = w.call(order.faded, x, nu_F, nu_C, j)
        linear = AtMost(x ** (4 * j) * (1 + j * (1 - x)), x ** (3 * j))
        return All((linear, AtMost((1 - x) * printed_rho(j, x**4, nu_F, nu_C), most)))

    parts = _size_and_start(order, w, at, w.size("j", least=0)).parts
    return All((*parts, Implies(Less(x, 1), w.for_all("k", fades))))


def _size_and_start(order: Order, w: World, at: AtEveryLag, j: Any) -> All:
    of = Trained(w, w.size("T"), at.n_x, at.n_y)  # whose lags are other numbers than j
    own, at_first = of.size(of.start), of.residual(of.start)

    def after(state: Any) -> Conclusion:
        L, steps = state
        moved = (of.eta * steps) ** 2 * of.lags * at_first
        larger = AtMost(of.size(L), order.squared(own, moved))
        return All((*of.kept(state, lambda _: moved), larger))

    start = within_of_limit(at, j, w.call(order.start, j, *at.variances, at.n_x, at.n_y))
    return All((Implies(AtMost(of.room, 2), w.always(of.run, after)), start))


def by_its_parts(whole: Any) -> Evidence:
    """Prove what a step does, by the squares of the start less what the steps have added."""
    run, *others = whole.parts
    needed: Any = obligations(run)
    f = Formulas(run)
    n_y, T, n_x = f.filters
    (eta,) = (symbol for symbol in symbols_of(run) if symbol.name == "eta")

    def own(a: Any, j: Any, b: Any) -> Any:
        return f.q[j] * f.start[a, j, b]

    def opposite(a: Any, j: Any, b: Any) -> Any:
        return own(a, j, b) - f.moved(a, j, b) - eta * f.stepped(a, j, b)

    def of_squares(said: AtMost, entry: Callable) -> tuple[Conclusion, Evidence]:
        return said, sum_of_squares(said, (1, table(entry, n_y, T, n_x)))

    def equal(one: Any, other: Any) -> tuple[Conclusion, Evidence]:
        said = Equal(only(one), only(other))
        return said, prove(said)

    at_start = total(own, own, n_y, T, n_x)
    *_, gone, size = needed.base.body.parts
    base = arithmetic(
        needed.base,
        equal(gone.lhs, 0),
        equal(gone.rhs, 0),
        equal(size.lhs, at_start),
        equal(size.rhs, 2 * at_start),
        of_squares(AtMost(0, at_start), own),
    )
    inner = needed.step.body
    *moves, size = inner.body.parts
    bounds = Implies(needed.step.hypothesis, Implies(inner.hypothesis, All(tuple(moves))))
    parallelogram = AtMost(only(size.lhs), 2 * at_start + 2 * only(moves[-1].lhs))
    step = arithmetic(
        needed.step,
        (bounds, arithmetic(bounds, *contraction(run, needed.step))),
        of_squares(parallelogram, opposite),
        equal(size.rhs, 2 * at_start + 2 * only(moves[-1].rhs)),
    )
    return conjunction(whole, induction(run, base, step), *map(by_its_kind, others))


def by_its_kind(said: Conclusion) -> Evidence:
    """Prove a mean, that a lag is at most T - 1, or what is true of every lag."""
    if isinstance(said, AtMost):
        return arithmetic(said)
    return prove_by_induction(said) if isinstance(said, Implies) else prove(said)


SIZES = [
    {
        "T": T,
        "n_x": n_x,
        "n_y": n_y,
        "M": M,
        "n": n,
        "j": j,
        "further": k,
        "eta": Fraction(1, 10**40),
        "nu_W": Fraction(3, 2 + j),
        "root": Fraction(1 + j, 2 + j),
    }
    for T, n_x, n_y, M, n, j, k in (
        (1, 1, 1, 1, 10**6, 3, 0),
        (1, 1, 1, 1, 10**6, 2, 2),
        (2, 1, 1, 2, 3, 1, 0),
        (1, 2, 1, 1, 1, 0, 1),
        (2, 1, 2, 2, 2, 2, 0),
        (1, 1, 2, 3, 3, 4, 1),
    )
]
ASSUMED = (
    SQUARES + ", $c = 1$; a step is that of linear-rnn/new-filter-dynamics",
    r"$\eta \sum_j \rho_j \|\Xi_j\|_F^2 \le 2$; for the steps alone, and any $L^0$",
    *(f"{said}, for the start" for said in INITIAL),
)
BOUND = (
    r"\|L^\ell_j - L^0_j\|_F \le \eta\,\ell\,\rho_j\,\|\Xi_j\|_F\,\|R_0\|_F,\quad"
    r" \|L^\ell_j\|_F^2 \le 2\,\|L^0_j\|_F^2 + 2\,(\eta\,\ell\,\rho_j\,\|\Xi_j\|_F\,\|R_0\|_F)^2"
    r" \;\forall \ell,\quad"
    r" \big|E \|L^0_j\|_F^2 - n_x n_y \nu_C \nu_F \nu_W^j\big|"
    r" \le \frac{(2j-1)!!}{n^2}\, n_x n_y \nu_C \nu_F \nu_W^j"
)
LEMMAS = ("norm_at_start.v", "descent.v", "coefficients_after_steps.v")
RIGHT = Order()
MUTANTS = (
    Mutant("once", Order(lambda start, added: start + added), "lost what start and steps share"),
    Mutant("no-start", Order(lambda start, added: 2 * added), "grows from 0"),
    Mutant("still", Order(lambda start, added: start), "never grows"),
    Mutant(
        "off-by-one",
        Order(start=lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w ** (j + 1)),
        "nu_W^{(j+1)/2}",
    ),
)
LATE = (
    Mutant(
        "long",
        Order(
            start=lambda j, w, f, c, n_x, n_y: RIGHT.start(
                j if j < 1000 else j + 1, w, f, c, n_x, n_y
            )
        ),
        "nu_W^{(j+1)/2} from lag 1000 on",
    ),
)

order_repaired = Claim(
    id="linear-rnn/new-final-order",
    title="After l steps the coefficient is O(nu_W^{j/2} + eta l rho_j), with constants: |L_j|^2 is"
    " at most 2 |L_j^0|^2 + 2 (eta l rho_j |Xi_j| |R_0|)^2",
    source=Source(PAPER, "Sec. 4, after Theorem 4.1, corrected"),
    statement=BOUND,
    assumptions=ASSUMED,
    subject=RIGHT,
    says=says_order,
    checks=(
        proof_of(says_order, by_its_parts, instances=SIZES),
        certificate(says_order, proof=(*LEMMAS, "final_order.v"), instances=SIZES, tier="deep"),
        instances_of(says_order, SIZES),
    ),
    mutants=MUTANTS,
    late=LATE,
    repairs=("linear-rnn/final-O",),
    new=True,
    notes="The constants of the steps are those of the data and of the residual at the start, and"
    " do not depend on j or l; that of the start is 1 + (2j - 1)!!/n^2, which tends to 1 with the"
    " width. Of the network the steps are where it moves as the convolution, as"
    " linear-rnn/new-thm-4.1-constants says.",
)

fixed_length = Claim(
    id="linear-rnn/final-O-fixed-length",
    title="For a fixed length T the coefficient is O(nu_W^{j/2} + l nu_W^j), as printed: rho_j is"
    " at most K(T) nu_W^j",
    source=Source(PAPER, "Sec. 4, after Theorem 4.1, with T fixed"),
    statement=BOUND + r",\quad \rho_j \le \Big(\nu_C + \nu_F + (T-1)\frac{\nu_C\nu_F}{\nu_W}\Big)"
    r"\nu_W^j \;(j < T)",
    assumptions=(
        *ASSUMED,
        r"the constants may depend on $T$, $\eta$, the variances and the data",
    ),
    subject=RIGHT,
    says=says_order_at_fixed_length,
    checks=(
        proof_of(says_order_at_fixed_length, by_its_parts, instances=SIZES, seconds=180),
        certificate(
            says_order_at_fixed_length,
            proof=(*LEMMAS, "final_order_at_fixed_length.v"),
            instances=SIZES,
            tier="deep",
        ),
        instances_of(says_order_at_fixed_length, SIZES),
    ),
    mutants=(
        *MUTANTS,
        Mutant("no-length", Order(constant=lambda w, f, c, T: c + f), "lost the part of W"),
        Mutant(
            "one-lag-less",
            Order(constant=lambda w, f, c, T: c + f + (T - 2) * c * f / w),
            "T - 2 for T - 1",
        ),
        Mutant(
            "lost-variance",
            Order(constant=lambda w, f, c, T: c + f + (T - 1) * c * f),
            "lost 1/nu_W",
        ),
    ),
    late=(
        *LATE,
        Mutant(
            "long-window",
            Order(constant=lambda w, f, c, T: RIGHT.constant(w, f, c, T if T < 5000 else T - 1)),
            "one lag left out from T = 5000 on",
        ),
    ),
    notes="The reading with T fixed. It does not say how the coefficients decay in a long window,"
    " for which linear-rnn/final-O takes a constant that does not depend on T. Of the network the"
    " steps are where it moves as the convolution, as linear-rnn/new-thm-4.1-constants says.",
)

decay_repaired = Claim(
    id="linear-rnn/new-final-decay",
    title="For a fixed number of steps the coefficients decay like nu_W^{j/2}: their start does,"
    " and what l steps add is O(l nu_W^{3j/4})",
    source=Source(PAPER, "Sec. 4, after Theorem 4.1, corrected"),
    statement=BOUND + r",\quad (1 - \nu_W^{1/4})\,\rho_j \le \Big((1 - \nu_W^{1/4})(\nu_C + \nu_F)"
    r" + \frac{\nu_C\nu_F}{\nu_W}\Big) \nu_W^{3j/4} \;(\nu_W < 1)",
    assumptions=ASSUMED,
    subject=RIGHT,
    says=says_decay,
    checks=(
        proof_of(says_decay, by_its_parts, instances=SIZES, seconds=180),
        certificate(says_decay, proof=(*LEMMAS, "final_decay.v"), instances=SIZES, tier="deep"),
        instances_of(says_decay, SIZES),
    ),
    mutants=(
        *MUTANTS,
        Mutant(
            "as-printed",
            Order(start=lambda j, w, f, c, n_x, n_y: n_x * n_y * c * f * w ** (2 * j - 2)),
            "the rate of the change",
        ),
        Mutant(
            "lost-lag",
            Order(
                faded=lambda root, f, c, j: (
                    ((1 - root) * (c + f) + c * f / root**4) * root ** (4 * j)
                )
            ),
            "nu_W^j for rho_j, which has a factor that grows with j",
        ),
    ),
    late=(
        *LATE,
        Mutant(
            "far",
            Order(faded=lambda x, f, c, j: RIGHT.faded(x, f, c, j if j < 5000 else 2 * j)),
            "nu_W^{3j/2} from lag 5000 on",
        ),
    ),
    repairs=("linear-rnn/final-decay",),
    new=True,
    notes="The mean square of the start is within (2j - 1)!!/n^2 of its limit, relative to it, so"
    " that its size is that of nu_W^{j/2}; nu_W^{3j/4} is less than that by nu_W^{j/4}. Of the"
    " network the steps are where it moves as the convolution, as linear-rnn/new-thm-4.1-constants"
    " says.",
)
