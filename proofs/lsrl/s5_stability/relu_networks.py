r"""What ReLU networks without a state can compute: conditionals (Sec. 5) and remainders (Sec. 4.2).

A ReLU network is continuous and affine on each of finitely many pieces. So it has a Lipschitz
constant, and along a line finitely many breakpoints; the rest follows from these two facts.
"""

from fractions import Fraction
from itertools import pairwise

import sympy as sp

from constructions.arrays import EXACT, OBJECTS
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    line,
    prove_for_all,
    prove_identity,
    prove_recurrence,
    reals,
    relu,
    to_fraction,
)

PIECES = "a ReLU network is continuous, with finitely many affine pieces"


def eq_7_network(lam, terms=(0, 1, 2, 3)):
    """Return eq. (7) as a network of one hidden layer, on [c, t, f], with some of its terms."""
    rows = [[-lam, 0, 1], [lam, 1, 0], [-lam, 0, -1], [lam, -1, 0]]
    bias, signs = [0, -lam, 0, -lam], [1, 1, -1, -1]
    W = (EXACT.array([rows[i] for i in terms]), EXACT.array([[signs[i] for i in terms]]))
    return ReLUNetwork(W, (EXACT.array([bias[i] for i in terms]), EXACT.array([0])))


@check("solver")
def check_is_wrong_somewhere(network):
    """The network is not t at c = 1 and f at c = 0 for all |t|, |f| <= 1."""
    t, f = reals("t f")
    chosen = [network.at(OBJECTS.array([bit, t, f]))[0] for bit in (1, 0)]
    right = (chosen[0] == t) & (chosen[1] == f)
    decided = prove_for_all(right, assume=[abs(t) <= 1, abs(f) <= 1])
    units = len(network.b[0])
    if decided.verdict is Verdict.PROVED:
        at = {"hidden units": units, "lam": 1}
        exact = "exact for all |t|, |f| <= lam"
        return Evidence.refuted(
            Counterexample(at, "wrong somewhere", exact, "eq. (7) is such a network"),
            routes=decided.routes,
        )
    if decided.verdict is not Verdict.REFUTED:
        return decided
    return Evidence.argued(
        "It is right for all |t|, |f| <= 1 or wrong at one of them, which a solver found.",
        scope=f"a network of {units} hidden units",
        routes=decided.routes,
    )


K, at_one, at_zero, t = reals("K F1 F0 t")


@check("solver")
def check_no_network(gap):
    """With |F(1, t, f) - F(0, t, f)| <= K it is wrong at t and f = t - gap(K), for every t."""
    f = t - gap(K)
    wrong = ~((at_one == t) & (at_zero == f))
    return all_of(
        {"wrong": prove_for_all(wrong, assume=[K > 0, abs(at_one - at_zero) <= K])},
        "every K",
        words=(PIECES + ", and so a Lipschitz constant K in c",),
    )


@check("exact")
def check_on_networks(gap):
    """Eq. (7) with lam = 1, 7 and 10**10 is wrong at t = gap(2 lam), f = 0: it changes by 2 lam."""
    for lam in (1, 7, 10**10):
        network, wanted = eq_7_network(lam), gap(Fraction(2 * lam))
        found = [to_fraction(network.at(EXACT.array([c, wanted, 0]))[0]) for c in (1, 0)]
        if found == [wanted, 0]:
            at = {"lam": lam, "t": wanted, "f": 0}
            return Evidence.refuted(Counterexample(at, "a wrong value at c = 1 or 0", "t and f"))
    return Evidence.holds("eq. (7) with lam = 1, 7, 10**10")


def remainders(n, last):
    """Return the piecewise-linear function through x mod n at x = 0, ..., last, and no other."""
    x = line()
    rises = [(j % n) - ((j - 1) % n) for j in range(1, last + 1)]
    bends = [b - a for a, b in pairwise(rises)]
    return rises[0] * x + sum(
        (bend * relu(x - j) for j, bend in enumerate(bends, start=1)), start=0 * x
    )


@check("exact")
def check_breakpoints(needed):
    """To be x mod n for x = 0, ..., k n takes so many sign changes of the slope, and no more bends.

    Each change of sign of the differences is one of the slope, and takes a breakpoint. The function
    through the points has just as many, found by the engine. n = 2, ..., 5 and k = 1, 2, 3.
    """
    for n in range(2, 6):
        for k in range(1, 4):
            values = [x % n for x in range(k * n + 1)]
            rises = [b - a for a, b in pairwise(values)]
            changes = sum(a * b < 0 for a, b in pairwise(rises))
            f = remainders(n, k * n)
            enough = len(f.breakpoints) if all(f(x) == x % n for x in range(k * n + 1)) else None
            if not changes == enough == needed(k):
                at = {"n": n, "k": k}
                return Evidence.refuted(Counterexample(at, str(needed(k)), f"{changes}, {enough}"))
    return Evidence.holds("n = 2, ..., 5; k = 1, 2, 3")


@check("proof")
def check_every_turn(needed):
    """Each turn adds a fall by n - 1 and a rise by 1, so two changes of sign, for every n and k."""
    n, k, size = *sp.symbols("n k"), reals("n")
    turns = sp.Symbol("k", integer=True, positive=True)

    def of_turn(x, turn):
        """The remainder of an x of this turn, from 0."""
        return x - turn * n

    return all_of(
        {
            "fall": prove_identity(of_turn(k * n, k) - of_turn(k * n - 1, k - 1), 1 - n),
            "rise": prove_identity(of_turn(k * n + 1, k) - of_turn(k * n, k), 1),
            "signs": prove_for_all(1 - size < 0, assume=size >= 2),
            "count": prove_recurrence(needed(turns), lambda old, _: old + 2, (1, 1), turns),
        },
        "every n >= 2 and k >= 1",
        words=(
            "on an interval the slope takes a value at least, and one at most, its mean there",
            PIECES,
        ),
    )


SECTION_5 = Source(PAPER, "Sec. 5, 'Implementing f_ifelse with MLPs'")

mlp_ifelse = Claim(
    id="lsrl/mlp-ifelse",
    title="An f_ifelse by an MLP is not exact",
    source=SECTION_5,
    statement=r"\exists t, f: F(1, t, f) \ne t \ \text{or}\ F(0, t, f) \ne f",
    assumptions=(r"read for values that are bounded, $|t|, |f| \le \lambda$, as for eq. (7)",),
    subject=eq_7_network(1),
    checks=(check_is_wrong_somewhere,),
    controls=(Control("three-units", eq_7_network(1, (0, 1, 2)), "eq. (7) without a term"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-mlp-ifelse",
    notes="Eq. (7) is itself an MLP of one hidden layer, with four units. What no MLP can do is to"
    " be exact for all real values, and no more can eq. (7).",
)

no_mlp = Claim(
    id="lsrl/new-mlp-ifelse",
    title="No ReLU network is an exact f_ifelse for all real values",
    source=SECTION_5,
    statement=r"|F(1, t, f) - F(0, t, f)| \le K \ \forall t, f"
    r" \implies F \text{ is wrong wherever } |t - f| > K",
    assumptions=("t and f any real numbers, the condition a bit",),
    subject=lambda K: K + 1,
    checks=(check_no_network, check_on_networks.killing("none")),
    mutants=(
        Mutant("just-k", lambda K: 1 * K, "t - f = K, where eq. (7) may still be right"),
        Mutant("none", lambda K: 0 * K, "t = f"),
    ),
    repairs=("lsrl/mlp-ifelse",),
    new=True,
)

modulo = Claim(
    id="lsrl/modulo-impossible-mlp",
    title="No ReLU MLP computes x mod n for all x: up to k n it takes 2 k - 1 breakpoints",
    source=Source(PAPER, "Sec. 4.2"),
    statement=r"f(x) = x \bmod n \ (x = 0, \dots, k n) \implies"
    r" f \text{ has } 2k - 1 \text{ breakpoints}",
    assumptions=(r"$n \ge 2$; one input, a network that is fixed has finitely many breakpoints",),
    subject=lambda k: 2 * k - 1,
    checks=(check_every_turn, check_breakpoints),
    mutants=(
        Mutant("one-a-turn", lambda k: 1 * k, "one for each turn"),
        Mutant("one-more", lambda k: 2 * k, "2 k"),
    ),
    notes="So many are enough, too: the function through the points has no more.",
)
