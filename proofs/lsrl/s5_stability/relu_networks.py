r"""What ReLU networks without a state can compute: conditionals (Sec. 5) and remainders (Sec. 4.2).

A ReLU network is continuous and affine on each of finitely many pieces. So it has a Lipschitz
constant, and along a line finitely many breakpoints; the rest follows from these two facts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

import sympy as sp

from constructions.arrays import EXACT, OBJECTS, concatenate
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    EveryStackIs,
    Evidence,
    Mutant,
    NoStackThrough,
    Source,
    UnboundedSlope,
    Verdict,
    World,
    all_of,
    check,
    closed_under_composition,
    conjunction,
    identity_function,
    not_lipschitz,
    ones,
    proof_of,
    prove,
    prove_for_all,
    prove_identity,
    prove_recurrence,
    reals,
    relu,
    to_fraction,
    zeros,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray

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


@dataclass(frozen=True)
class Layers:
    """What networks are made of, and what a conditional is to put out on the bits 1 and 0.

    **Fields**: `kinds`, of layers, each from a matrix and a vector; `wanted(t, f)`, the outputs at
    the bits 1 and 0; `more`, a network of such layers that is tried besides.
    """

    kinds: tuple[Callable[..., Any], ...] = (
        lambda W, b: ReLUNetwork((W,), (b,), relu_last=True),
        lambda W, b: ReLUNetwork((W,), (b,)),
    )
    wanted: Callable[[Any, Any], tuple[Any, Any]] = lambda t, f: (t, f)
    more: Callable[[Any, Any, Any], Any] | None = None


def says_no_network(layers: Layers, w: World) -> All:
    """No stack of layers is t on (1, t, f), and f on (0, t, f), for all real vectors t and f.

    These are t - f apart.
    """
    kinds, d = [], w.size("d")
    for number, kind in enumerate(layers.kinds, 1):
        rows, columns = w.size(f"n_{number}"), w.size(f"m_{number}")
        weights = w.array(f"W_{number}", rows, columns), w.array(f"b_{number}", rows)
        kinds.append(w.machine(kind(*weights), w.array(f"x_{number}", columns)))
    t, f = w.array("t", d), w.array("f", d)
    one = w.ones(1)
    tokens = ((concatenate([bit, t, f]),) for bit in (one, 0 * one))
    at_one, at_zero = layers.wanted(t, f)
    runs = tuple(zip(tokens, (at_one, at_zero), strict=True))
    return All((NoStackThrough(tuple(kinds), runs, (t, f)), Equal(at_one - at_zero, t - f)))


def by_distance(both: All) -> Evidence:
    """Prove it at t = r (1, ..., 1) and f = 0: outputs are r apart, and tokens 1, whatever r is."""
    none, apart = cast("tuple[NoStackThrough, Equal]", both.parts)
    t, f = none.over
    ((one_token,), wanted), _ = none.runs
    far, nothing = ones(t.axes) * sp.Symbol("r", real=True), zeros(f.axes)
    bit = SymbolicArray(one_token.axes, {(0,): one_token.blocks[0,]})
    entries = only(ones(wanted.axes) @ ones(wanted.axes))
    at = ((t, far), (f, nothing))
    steep = UnboundedSlope((0, 1), at, at, [bit], ones(wanted.axes), entries)
    kept = closed_under_composition(EveryStackIs(none.layers, "Lipschitz"))
    found = not_lipschitz(none, kept, [steep], sp.Symbol("r", real=True))
    return conjunction(both, found, prove(apart))


@check("exact")
def check_on_networks(layers: Layers) -> Evidence:
    """Networks that choose for small values are wrong somewhere: eq. (7), and one that picks t."""
    networks: dict[str, Callable[[Any, Any, Any], Any]] = {
        f"eq. (7) with lam = {lam}": lambda c, t, f, lam=lam: _at(eq_7_network(lam), c, t, f)
        for lam in (1, 7, 10**10)
    }
    picks = ReLUNetwork((EXACT.array([[0, 1, 0]]),), (EXACT.array([0]),))
    networks["t"] = lambda *token: _at(picks, *token)
    if layers.more is not None:
        networks["another one"] = layers.more
    for name, network in networks.items():
        tried = [(Fraction(t), Fraction(f)) for t in (0, 3, 10**12) for f in (0, -2, 10**11)]
        if all((network(1, *v), network(0, *v)) == layers.wanted(*v) for v in tried):
            at = {"network": name}
            return Evidence.refuted(Counterexample(at, "a wrong value", "t at 1 and f at 0"))
    return Evidence.holds(f"{len(networks)} networks; nine pairs t, f")


def _at(network: ReLUNetwork, c: Any, t: Any, f: Any) -> Fraction:
    return to_fraction(network.at(EXACT.array([c, t, f]))[0])


class Squares(ReLUNetwork):
    """A layer that squares what it puts out."""

    def at(self, x: Any) -> Any:
        """Return the squares of the values at one vector."""
        found = super().at(x)
        return found * found


def wide(W: Any, b: Any) -> ReLUNetwork:
    """Return a layer, of squares where it has 90 rows or more."""
    return (ReLUNetwork if b.shape[0] < 90 else Squares)((W,), (b,))


def remainders(n, last):
    """Return the piecewise-linear function through x mod n at x = 0, ..., last, and no other."""
    x = identity_function()
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

LAYERS = Layers()

no_mlp = Claim(
    id="lsrl/new-mlp-ifelse",
    title="No ReLU network is an exact f_ifelse for all real values",
    source=SECTION_5,
    statement=r"\nexists F\; \forall t, f: F(1, t, f) = t \ \text{and}\ F(0, t, f) = f",
    assumptions=(
        "t and f any real vectors, of any size; the condition a bit",
        "a ReLU network is a stack of affine maps, with ReLUs behind each or not",
    ),
    subject=LAYERS,
    says=says_no_network,
    checks=(proof_of(says_no_network, by_distance).killing("t"), check_on_networks),
    mutants=(
        Mutant("t", replace(LAYERS, wanted=lambda t, _f: (t, t)), "t at both bits"),
        Mutant(
            "squares",
            replace(
                LAYERS,
                kinds=(*LAYERS.kinds, lambda W, b: Squares((W,), (b,))),
                more=lambda c, t, f: c * t + (1 - c) * f,
            ),
            "layers of squares, and so of products",
        ),
    ),
    late=(Mutant("wide", replace(LAYERS, kinds=(wide,)), "squares where there are 90 rows"),),
    repairs=("lsrl/mlp-ifelse",),
    new=True,
    notes="At t - f = r the outputs at the two bits are r apart, and a network is Lipschitz. Eq."
    " (7) is right for |t|, |f| up to lam (lsrl/eq-7-lambda).",
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
