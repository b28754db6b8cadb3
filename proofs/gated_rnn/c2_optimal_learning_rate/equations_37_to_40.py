r"""Appendix C.2, eqs (37)-(40): from the slope of the loss to the moments of X X^T.

The rate where the slope vanishes is Tr E[G] / Tr E[G^2], G = X X^T, whatever the law of the tasks
W; and Tr E[G^2] comes apart into second and fourth moments of the entries of X.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    by_mean,
    d,
    eta,
    few,
    k,
    n,
    s,
    three_points,
)
from proofs.gated_rnn.c2_optimal_learning_rate.equations_28_to_31 import G, curvature
from proofs.gated_rnn.c2_optimal_learning_rate.one_step_setting import (
    KURTOSIS,
    RANDOM,
    RATES,
    SMALL,
    VARIANCE,
    RandomData,
    enumerated_loss,
)
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Less,
    Mean,
    Mutant,
    Source,
    Statistic,
    UniqueMinimum,
    World,
    bilinear,
    check,
    conjunction,
    contract,
    expectation,
    expectation_at,
    instances_of,
    proof_of,
    prove,
    squared_norm,
    to_fraction,
    trace,
)

FIRST, SECOND = expectation(trace(G)), expectation(trace(G @ G))


def says_best(rate: Callable[..., Any], w: World) -> Conclusion:
    """Of E tr G and E tr G^2 the rate makes that at which the expected loss is least, alone."""
    z = RandomData.of(w)
    first = z.n * z.d * z.s
    second = first * z.s * (z.n + z.d + z.k - 2)
    loss = squared_norm(z.W @ z.x - (z.W @ z.G @ z.x) * eta)
    best = UniqueMinimum(loss, eta, w.call(rate, first, second))
    return All((Mean(trace(z.G), first), Mean(trace(z.G @ z.G), second), best))


def by_means(whole: Any) -> Evidence:
    """Prove the two means, and where the loss is least by its own."""
    first, second, best = whole.parts
    return conjunction(whole, prove(first), prove(second), by_mean(best))


check_best = proof_of(says_best, by_means, name="check_best", seconds=120)


@check("exact")
def check_no_rate_is_better(rate: Callable[..., Fraction]) -> Evidence:
    """Real gradient steps lose more at other rates, over all data of a small law."""
    for sizes in SMALL:
        at = [(n, sizes.n), (d, sizes.d_x), (s, sp.Rational(VARIANCE)), (k, sp.Rational(KURTOSIS))]
        best = rate(*(to_fraction(moment.subs(at)) for moment in (FIRST, SECOND)))
        least = enumerated_loss(sizes, best)
        for other in (*RATES, *(best * factor for factor in (Fraction(9, 10), Fraction(11, 10)))):
            if enumerated_loss(sizes, other) < least:
                values = {"n": sizes.n, "d_x": sizes.d_x, "d_y": sizes.d_y}
                found = f"{enumerated_loss(sizes, other)} at eta = {other}"
                claimed = f"least loss {least} at eta* = {best}"
                return Evidence.refuted(Counterexample(values, claimed, found))
    return Evidence.holds(f"five small sizes, a discrete law of kurtosis {KURTOSIS}")


best_rate = Claim(
    id="gated-rnn/eq-37",
    title="The only best rate is Tr E[G] / Tr E[G^2], G = X X^T",
    source=Source(PAPER, "App. C.2, eq. (37)"),
    statement=r"\eta^* = \frac{\mathrm{Tr}\,E[XX^\top]}{\mathrm{Tr}\,E[XX^\top XX^\top]}",
    assumptions=SETTING,
    subject=lambda first, second: first / second,
    says=says_best,
    checks=(check_best, check_no_rate_is_better),
    mutants=(
        Mutant("upside-down", lambda first, second: second / first),
        Mutant("half", lambda first, second: first / (2 * second), "the 2 of the slope is lost"),
        Mutant("square", lambda first, second: first / second**2, "a moment too many"),
    ),
    late=(
        Mutant(
            "capped",
            lambda first, second: first / second if second < 10**12 else 10 / second,
            "steps are shorter where E tr G^2 is large",
        ),
    ),
)


Shape = Callable[[Any, Any], Any]
"""A parabola in the rate, which is to be the loss of a task beside s |W|^2."""


def says_one_parabola(shape: Shape, w: World) -> All:
    """For every fixed W the loss is s |W|^2 times a parabola that does not depend on W.

    So it is for random tasks, s E |W|^2 times the same: here for any mean, which is such a W, and
    entries that differ from it independently. It is least at one rate, 1 / (s (n + d_x + k - 2)),
    and only there: in it are s and k, which are of the law of the inputs.
    """
    z, rate = RandomData.of(w), w.number("eta")
    task = w.constant("C", z.d_y, z.d)

    def loss(W: Any) -> Any:
        return squared_norm(W @ z.x - (W @ z.G @ z.x) * rate)

    size = trace(task @ task.T)
    best, bend = 1 / (z.s * (z.n + z.d + z.k - 2)), curvature(z)
    more = shape(z, rate) - shape(z, best)
    return All(
        (
            Mean(loss(task), size * (z.s * shape(z, rate))),
            Mean(loss(task + z.W), (size + z.d_y * z.d * z.s_W) * (z.s * shape(z, rate))),
            Equal(more, bend * (rate - best) ** 2),
            Less(0, bend),
        )
    )


@check("exact")
def check_two_tasks(shape: Shape) -> Evidence:
    """Two tasks of one length, (1, 0) and (3/5, 4/5), have the loss of the formula."""
    tasks = [(Fraction(1), Fraction(0)), (Fraction(3, 5), Fraction(4, 5))]
    law = three_points(Fraction(9, 5), Fraction(1))
    size = sum(value**2 * p for value, p in law.items())
    for task, rate in product(tasks, RATES):
        found = _loss_of_task(task, rate, law)
        formula = (s * shape(RANDOM, eta)).subs(
            [(n, 1), (d, 2), (k, sp.Rational(9, 5)), (eta, rate)]
        )
        claimed = to_fraction(formula.subs(s, sp.Rational(size)))
        if claimed != found:
            values = {"n": 1, "W": [list(task)], "eta": rate}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("n = 1, d_x = 2, d_y = 1; two tasks, four rates, a discrete law")


def _loss_of_task(task: tuple[Fraction, ...], rate: Fraction, law: dict) -> Fraction:
    """E (w x - rate w X X^T x)^2 at n = 1, over all X and x."""
    total = Fraction(0)
    for drawn in product(law.items(), repeat=4):
        (a, b, c, e), weights = zip(*drawn, strict=True)
        w, v = task
        gap = w * c + v * e - rate * (w * a + v * b) * (a * c + b * e)
        total += sp.prod(weights) * gap**2
    return total


def parabola_of_tasks(z: RandomData, eta: Any) -> Any:
    """Return 1 - 2 eta n s + eta^2 n s^2 (n + d_x + k - 2)."""
    return 1 - 2 * eta * z.n * z.s + curvature(z) * eta**2


data_only = Claim(
    id="gated-rnn/c2-data-only",
    title="Every task has the same best rate, which depends on the law of the inputs alone",
    source=Source(PAPER, "App. C.2, after eq. (37)"),
    statement=r"E_{X,x}\|Wx - \eta WXX^\top x\|^2 = \sigma_x^2 \|W\|^2"
    r"\left(1 - 2\eta n\sigma_x^2 + \eta^2 n\sigma_x^4(n + d_x + \kappa - 2)\right)"
    r"\quad\text{for every } W",
    assumptions=(
        SETTING[0],
        "$W$ fixed, or of any mean and independent entries, independent of $X$ and $x$",
        "no label noise",
    ),
    subject=parabola_of_tasks,
    says=says_one_parabola,
    checks=(
        proof_of(says_one_parabola, seconds=120),
        instances_of(says_one_parabola),
        check_two_tasks.killing("noisy", "gaussian"),
    ),
    mutants=(
        Mutant(
            "noisy",
            lambda z, eta: parabola_of_tasks(z, eta) + eta**2 * z.n * z.s,
            "with label noise",
        ),
        Mutant("gaussian", lambda z, eta: parabola_of_tasks(replace(z, k=3), eta), "kurtosis 3"),
        Mutant(
            "depends-on-outputs", lambda z, eta: parabola_of_tasks(z, eta * z.d_y), "d_y enters"
        ),
    ),
    late=(
        Mutant(
            "many-outputs",
            lambda z, eta: parabola_of_tasks(z, eta * (1 if z.d_y < 40 else 2)),
            "twice the rate from 40 outputs on",
        ),
    ),
    notes="A task of finitely many values W_j, of probabilities p_j, is the fixed task that has all"
    " sqrt(p_j) W_j for its rows. With label noise the best rate depends on the variance of the"
    " tasks as well (gated-rnn/x4-eta-noise).",
)


def says_mean_gram(multiple: Callable[[RandomData], Any], w: World) -> Conclusion:
    """The mean of a^T X X^T b is that multiple of a^T b, for all vectors a and b."""
    z = RandomData.of(w)
    a, b = w.constant("a", z.d), w.constant("b", z.d)
    return Mean(bilinear(a, z.G, b), bilinear(a, z.one, b) * multiple(z))


mean_gram = Claim(
    id="gated-rnn/c2-EXX",
    title="E[X X^T] = n s I",
    source=Source(PAPER, "App. C.2, after eq. (37)"),
    statement=r"E_X[XX^\top] = n\sigma_x^2 I",
    assumptions=SETTING[:1],
    subject=lambda z: z.n * z.s,
    says=says_mean_gram,
    checks=(proof_of(says_mean_gram), instances_of(says_mean_gram)),
    mutants=(
        Mutant("mean", lambda z: z.s, "a mean over tokens"),
        Mutant("transposed", lambda z: z.d * z.s, "E[X^T X]"),
    ),
    late=(Mutant("long", lambda z: z.n * z.s * few(z.n), "0 from n = 2000 on"),),
)

Expansion = Callable[[RandomData], Statistic]


def says_expansion(expansion: Expansion, w: World) -> Conclusion:
    """It has the expectation of Tr X X^T X X^T, for all sizes and laws of mean 0."""
    z = RandomData.of(w)
    return Mean(trace(z.G @ z.G) - expansion(z), 0)


@check("exact")
def check_expansion_by_enumeration(expansion: Expansion) -> Evidence:
    """Summing over all indices at small sizes gives the value of eq. (42)'s general form."""
    for columns, rows in ((1, 2), (2, 2), (3, 2), (2, 3), (2, 1)):
        random = replace(RANDOM, n=columns, d=rows)
        claimed = expectation_at(expansion(random), {n: columns, d: rows})
        found = columns * rows * s**2 * (columns + rows + k - 2)
        if sp.expand(claimed - found) != 0:
            sizes = {"n": columns, "d_x": rows}
            return Evidence.refuted(Counterexample(sizes, str(claimed), str(found)))
    return Evidence.holds("(n, d_x) in (1, 2), (2, 2), (3, 2), (2, 3), (2, 1)")


APART = "it,jt,iu,ju"
"""(sum_t X_it X_jt)^2, with i and j fixed or summed."""


def _squares_of_row(z: RandomData) -> Statistic:
    return contract(APART, *[z.X] * 4, at={"j": 0})


def _two_rows(z: RandomData, product: str) -> Any:
    """A product of entries of rows 1 and 2; 0 where row 1 is the only one, and d_x - 1 is 0."""
    return contract(product, *[z.X] * 4, at={"i": 0, "j": 1}) if z.d > 1 else 0


def _by_rows(z: RandomData) -> Statistic:
    return _squares_of_row(z) * z.d


def _apart(z: RandomData) -> Statistic:
    same = contract("it,it,iu,iu", *[z.X] * 4, at={"i": 0})
    return same * z.d + _two_rows(z, APART) * (z.d * (z.d - 1))


def _expanded(z: RandomData, fourths: int = 1, pairs: int = 1) -> Statistic:
    fourth = contract("it,it,it,it", *[z.X] * 4, at={"i": 0})
    squares = contract("it,it,iu,iu", *[z.X] * 4, at={"i": 0})
    both = _two_rows(z, "it,it,jt,jt")
    unequal = squares - fourth  # the sum over t != t'
    return (fourth * fourths + unequal * pairs) * z.d + both * (z.d * (z.d - 1))


def _line(
    name: str, title: str, subject: Expansion, cases: dict[str, int] | None = None, **more: Any
) -> Claim:
    """The claim that a line of the expansion has the expectation of Tr X X^T X X^T."""
    number = name.removeprefix("gated-rnn/eq-")
    return Claim(
        id=name,
        title=title,
        source=Source(PAPER, f"App. C.2, eq. ({number})"),
        assumptions=SETTING[:1],
        subject=subject,
        says=says_expansion,
        checks=(
            proof_of(says_expansion, name="check_expansion", cases=cases, seconds=120),
            check_expansion_by_enumeration,
        ),
        late=(
            Mutant(
                "many-rows",
                lambda z: subject(z) * (1 if z.d < 2000 else 2),
                "twice as large from d_x = 2000 on",
            ),
        ),
        **more,
    )


by_rows = _line(
    "gated-rnn/eq-38",
    "Tr E[G^2] is d_x times the sum for one row, by exchangeability of the rows",
    statement=r"\mathrm{Tr}\,E[XX^\top XX^\top]"
    r" = d_x E\Big[\sum_i\Big(\sum_t x_{i,t}x_{1,t}\Big)^2\Big]",
    subject=_by_rows,
    mutants=(
        Mutant("tokens", lambda z: _squares_of_row(z) * z.n, "n for d_x"),
        Mutant("one-row", _squares_of_row, "the factor d_x is lost"),
    ),
)

apart = _line(
    "gated-rnn/eq-39",
    "One row with itself, and d_x - 1 other rows",
    statement=r"= d_x E\Big[\Big(\sum_t x_{1,t}^2\Big)^2\Big]"
    r" + d_x(d_x-1) E\Big[\Big(\sum_t x_{1,t}x_{2,t}\Big)^2\Big]",
    subject=_apart,
    cases={"d_x": 1},
    mutants=(
        Mutant(
            "lost-dimension",
            lambda z: _apart(z) - _two_rows(z, APART) * (z.d - 1) ** 2,
            "d_x - 1 for d_x (d_x - 1), as in eq. (41)",
        ),
        Mutant(
            "all-rows",
            lambda z: _apart(z) + _two_rows(z, APART) * z.d,
            "d_x^2 for d_x (d_x - 1)",
        ),
    ),
    notes="For d_x = 1 there is no other row, and no second term.",
)

expanded = _line(
    "gated-rnn/eq-40",
    "Expanded, the cross terms of two rows vanish",
    statement=r"= d_x E\Big[\sum_t x_{1,t}^4 + \sum_{t \ne t'} x_{1,t}^2 x_{1,t'}^2\Big]"
    r" + d_x(d_x-1) E\Big[\sum_t x_{2,t}^2 x_{1,t}^2\Big]",
    subject=_expanded,
    cases={"d_x": 1},
    mutants=(
        Mutant("no-fourth", lambda z: _expanded(z, fourths=0), "t = t' left out"),
        Mutant("pairs-twice", lambda z: _expanded(z, pairs=2), "unordered pairs counted twice"),
    ),
    notes="Mean 0 and independence are enough; no symmetry of the law is used. For d_x = 1 there"
    " is no second term.",
)
