r"""The factors of an LRU: their parametrisation, and what of complex numbers is needed.

Eq. (9) makes $\lambda = r e^{i\varphi}$ with $r = e^{-e^\nu}$ and a phase $\varphi = e^\theta$.
Exponentials of real numbers are positive, and that of a negative number is below 1, which the
engine decides of the modulus and the phase that `Polar` holds. That r is the absolute value of
lambda is the theorem of Pythagoras. Rounded to single precision the modulus does reach 1 and 0; the
bounds $1 - t \le e^{-t}$ and $e^{-z} < 1$ say from which $\nu$ on. Real factors are enough, and a
complex unit with one is two real sums: the parts of its state are these sums, a relation that every
step of the library's unit keeps. Complex factors can do more
(`s2_2_gated_rnns/complex_factors.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from constructions.arrays import zeros_like
from constructions.cells.lru import LinearRecurrentUnit
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lru import LRUS
from proofs.gated_rnn.realisation import WithReadout
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Less,
    Mutant,
    NamedEqual,
    SameOutputs,
    Source,
    Verdict,
    World,
    all_of,
    arithmetic,
    check,
    conjunction,
    cos,
    equal_maps,
    exp,
    instances_of,
    log,
    proof_of,
    prove,
    prove_inequality,
    simulation,
    sin,
    specialise,
)
from theorem_checks.statements.conclusions import symbols_of

APP = "App. A.1"


@dataclass(frozen=True)
class Polar:
    """Eq. (9): lambda by its absolute value and its phase, each a function of a parameter."""

    modulus: Callable[[Any], Any] = lambda nu: exp(-exp(nu))
    phase: Callable[[Any], Any] = exp

    def factor(self, nu: Any, theta: Any) -> tuple[Any, Any]:
        """Return the real and the imaginary part of lambda, as an LRU takes them."""
        r, turned = self.modulus(nu), self.phase(theta)
        return r * cos(turned), r * sin(turned)


@dataclass(frozen=True)
class Conjugate(Polar):
    """The same absolute value, with the phase taken backwards."""

    def factor(self, nu: Any, theta: Any) -> tuple[Any, Any]:
        """Return the parts of the conjugate of lambda."""
        re, im = super().factor(nu, theta)
        return re, -im


def says_inside(polar: Polar, w: World) -> Conclusion:
    """The absolute value is exp(-exp(nu)), above 0 and below 1; the phase exp(theta), above 0."""
    nu, theta = (w.number(name, small=True) for name in ("nu", "theta"))
    value, turned = w.call(polar.modulus, nu), w.call(polar.phase, theta)
    printed = Equal(value, exp(-exp(nu))), Equal(turned, exp(theta))
    return All((*printed, Less(0, value), Less(value, 1), Less(0, turned)))


def says_polar(polar: Polar, w: World) -> Conclusion:
    """The absolute value of lambda is exp(-exp(nu)), and exp(theta) is one of its phases."""
    nu, theta = (w.number(name, small=True) for name in ("nu", "theta"))
    re, im = w.call(polar.factor, nu, theta)
    r, turned = exp(-exp(nu)), exp(theta)
    parts = Equal(re, r * cos(turned)), Equal(im, r * sin(turned))
    return All((Equal(re * re + im * im, r * r), Less(0, r), *parts))


@check("bound")
def check_rounding_to_single_precision(polar: Polar) -> Evidence:
    """Nearest float32: 1 where 1 - |lambda| < 2^-25, and 0 where |lambda| < 2^-150."""
    f = polar.modulus(sp.Symbol("nu"))
    one, zero = sp.Rational(1, 2**25), sp.Rational(1, 2**150)
    places = {
        "1 at nu = -17.33": (1 - f, "-17.33", "<", one),
        "below 1 at nu = -17.32": (1 - f, "-17.32", ">", one),
        "0 at nu = 4.645": (f, "4.645", "<", zero),
        "above 0 at nu = 4.644": (f, "4.644", ">", zero),
    }
    parts = {}
    for name, (side, place, relation, bound) in places.items():
        near = Fraction(place)
        box = {"nu": (near, near + Fraction(1, 10**9))}
        parts[name] = prove_inequality(side, box, relation, bound, precision=512)
    found = all_of(parts, "round to nearest, subnormal numbers kept")
    return replace(found, verdict=Verdict.HOLDS) if found.verdict is Verdict.PROVED else found


EXPONENTIAL = Polar()

MINUS_INSIDE = Mutant("minus-inside", Polar(lambda nu: exp(-exp(-nu))), "exp(-exp(-nu))")


@dataclass(frozen=True)
class Scale:
    """Eq. (9): gamma, as a function of a parameter."""

    gamma: Callable[[Any], Any] = exp


def says_scale(scale: Scale, w: World) -> Conclusion:
    """The factor gamma is exp(gamma^log), above 0; each number above 0 is one."""
    parameter, any_scale = w.number("g", small=True), w.number("c", positive=True, small=True)
    gamma = w.call(scale.gamma, parameter)
    reached = w.call(lambda c: scale.gamma(log(c)), any_scale)
    return All((Equal(gamma, exp(parameter)), Less(0, gamma), Equal(reached, any_scale)))


LATE = Mutant(
    "far-out", Polar(lambda nu: exp(-exp(nu)) if nu < 1000 else exp(0 * nu)), "1 from 1000 on"
)

parametrisation = Claim(
    id="gated-rnn/eq-9",
    title="The modulus of eq. (9) is exp(-exp(nu)), in (0, 1), and its phase exp(theta), positive",
    source=Source(PAPER, f"{APP}, eq. (9)"),
    statement=r"\lambda = r e^{i \varphi}: \quad r = e^{-e^\nu} \in (0, 1),\quad"
    r" \varphi = e^\theta > 0",
    subject=EXPONENTIAL,
    says=says_inside,
    checks=(proof_of(says_inside), instances_of(says_inside)),
    mutants=(
        MINUS_INSIDE,
        Mutant("one-exponential", Polar(lambda nu: exp(-nu)), "exp(-nu)"),
        Mutant("no-minus", Polar(lambda nu: exp(exp(nu))), "exp(exp(nu))"),
        Mutant("linear", Polar(lambda nu: 1 - exp(nu)), "1 - exp(nu)"),
        Mutant("any-phase", Polar(phase=lambda theta: theta), "the phase itself"),
    ),
    late=(LATE,),
    notes="That r is |lambda|: gated-rnn/new-eq-9-polar. lambda = 0 and 1, which the constructions"
    " use, are limits; float32 reaches them (gated-rnn/new-eq-9-float32). A positive real lambda"
    " takes a phase of 2 pi k, k >= 1.",
)

scale = Claim(
    id="gated-rnn/eq-9-gamma",
    title="The gamma of eq. (9), exp(gamma^log), is positive, and takes every positive value",
    source=Source(PAPER, f"{APP}, eq. (9)"),
    statement=r"\gamma = e^{g} > 0,\quad g = \gamma^{\log};"
    r" \qquad e^{\log c} = c \text{ for } c > 0",
    subject=Scale(),
    says=says_scale,
    checks=(proof_of(says_scale), instances_of(says_scale)),
    mutants=(
        Mutant("minus", Scale(lambda g: exp(-g)), "exp(-gamma^log)"),
        Mutant("as-the-modulus", Scale(lambda g: exp(-exp(g))), "exp(-exp(gamma^log))"),
        Mutant("linear", Scale(lambda g: 1 + g), "1 + gamma^log"),
        Mutant("the-parameter", Scale(lambda g: g), "gamma^log itself"),
    ),
    late=(
        Mutant("far-out", Scale(lambda g: exp(g) if g < 1000 else exp(0 * g)), "1 from 1000 on"),
    ),
    notes="gamma = 1, which the constructions use, is that of gamma^log = 0.",
)

polar_form = Claim(
    id="gated-rnn/new-eq-9-polar",
    title="Eq. (9) makes |lambda| = exp(-exp(nu)), and the phase exp(theta) modulo 2 pi",
    source=Source(PAPER, f"{APP}, eq. (9)"),
    statement=r"\lambda = r (\cos e^\theta + i \sin e^\theta),\ r = e^{-e^\nu} > 0:\quad"
    r" |\lambda|^2 = r^2,\quad \arg\lambda = e^\theta \bmod 2 \pi",
    subject=EXPONENTIAL,
    says=says_polar,
    checks=(proof_of(says_polar), instances_of(says_polar)),
    mutants=(
        MINUS_INSIDE,
        Mutant("any-phase", Polar(phase=lambda theta: theta), "the phase itself"),
        Mutant("conjugate", Conjugate(), "the phase -exp(theta)"),
    ),
    late=(LATE,),
    new=True,
)


def says_reached(polar: Polar, w: World) -> Conclusion:
    """At each nu < -25 log 2 the absolute value is rounded to 1, at each nu > log(150 log 2) to 0.

    The numbers of single precision next to 1 are 1 - 2^-24 and 1 + 2^-23, and next to 0 they are
    2^-149 and -2^-149. So 1 is nearer than all others to the one value, and 0 to the other one.
    """
    y, z = w.number("y", negative=True, small=True), w.number("z", positive=True, small=True)
    a = w.number("a", nonnegative=True, small=True)
    low = w.call(lambda v: polar.modulus(v - 25 * log(2)), y)
    high = w.call(lambda v: polar.modulus(log(150 * log(2) + v)), z)
    below, above, least = (Fraction(1, 2**k) * (1 + a) for k in (24, 23, 149))
    ones = (Less(abs(low - 1), abs(low - 1 - k)) for k in (-below, above))
    return All((*ones, *(Less(abs(high), abs(high - k)) for k in (-least, least))))


def by_tangent(whole: Any) -> Evidence:
    """Prove it by 1 - t <= exp(-t) at t = 2^-25 e^y, and as exp(-z) is below 1."""
    named = {symbol.name: symbol for symbol in symbols_of(whole)}
    y, z = named["y"], named["z"]
    t = sp.Symbol("t", positive=True)
    at = sp.exp(y) / 2**25
    of_t = AtMost(1 - t, sp.exp(-t)), Less(sp.exp(-t), 1)
    rises = [(one.substituted({t: at}), specialise(one, prove(one), {t: at})) for one in of_t]
    rises += _proved(Less(sp.exp(y), 1), Less(0, sp.exp(y)))
    falls = _proved(Less(sp.exp(-z), 1), Less(0, sp.exp(-z)))
    one, other, *zeros = whole.parts
    found = [arithmetic(part, *rises) for part in (one, other)]
    return conjunction(whole, *found, *(arithmetic(part, *falls) for part in zeros))


def _proved(*said: Conclusion) -> list[tuple[Conclusion, Evidence]]:
    return [(one, prove(one)) for one in said]


in_float32 = Claim(
    id="gated-rnn/new-eq-9-float32",
    title="In single precision the exponential parametrisation reaches |lambda| = 0 and 1",
    source=Source(PAPER, f"{APP}, eq. (9), beyond the text"),
    statement=r"\mathrm{fl}(e^{-e^\nu}) = 1 \text{ for } \nu < -25 \log 2 \approx -17.33,\quad"
    r" \mathrm{fl}(e^{-e^\nu}) = 0 \text{ for } \nu > \log(150 \log 2) \approx 4.644",
    assumptions=(
        "the exact value rounded to the nearest number of float32: next to 1 these are"
        r" $1 - 2^{-24}$ and $1 + 2^{-23}$, next to 0 they are $\pm 2^{-149}$",
    ),
    subject=EXPONENTIAL,
    says=says_reached,
    checks=(proof_of(says_reached, by_tangent), check_rounding_to_single_precision),
    mutants=(
        Mutant("one-exponential", Polar(lambda nu: exp(-nu)), "exp(-nu)"),
        Mutant("square", Polar(lambda nu: exp(-2 * exp(nu))), "twice the rate"),
    ),
    late=(
        Mutant(
            "far-out",
            Polar(lambda nu: exp(-exp(nu)) if nu > -(10**9) else 0 * nu),
            "0 below -10^9",
        ),
    ),
    new=True,
)


@dataclass(frozen=True)
class PairedUnits:
    """Two real sums in one complex unit with a real factor: C = C_1 - sign i C_2."""

    sign: int = 1
    phase: int = 0

    def unit(self, lam, B_1, B_2, C_1, C_2):
        """Return the layer that reads Re[C h] of h' = lam h + (B_1 + i B_2) x."""
        none = 0 * (C_1 @ B_1)
        turned = lam * self.phase
        return LinearRecurrentUnit(lam, turned, 0 * lam + 1, B_1, B_2, C_1, -self.sign * C_2, none)

    def __call__(self, xs, **w):
        """Return its outputs."""
        return self.unit(**w)(xs)


class FewPairedUnits(PairedUnits):
    """The same, for less than 40 units; with a phase from there on."""

    def unit(self, lam, B_1, B_2, C_1, C_2):
        """Return the layer, as it is for so many units."""
        paired = PairedUnits(phase=0 if lam.shape[0] < 40 else 1)
        return paired.unit(lam, B_1, B_2, C_1, C_2)


def two_real_sums(xs, lam, B_1, B_2, C_1, C_2):
    """Return C_1 h_1 + C_2 h_2 for real sums h_j' = lam h_j + B_j x."""
    one, two, outputs = lam * 0, lam * 0, []
    for x in xs:
        one, two = lam * one + B_1 @ x, lam * two + B_2 @ x
        outputs.append(C_1 @ one + C_2 @ two)
    return outputs


class TwoSums:
    """Two sums over the tokens that decay by the same factors, and what is read of them."""

    def __init__(self, lam, B_1, B_2, C_1, C_2):
        self.lam, self.into, self.out = lam, (B_1, B_2), (C_1, C_2)

    def initial_state(self):
        """Return twice 0."""
        return tuple(zeros_like(self.lam) for _ in self.into)

    def step(self, state, x):
        """Return both sums, and what is read."""
        after = tuple(self.lam * h + B @ x for h, B in zip(state, self.into, strict=True))
        return after, self.out[0] @ after[0] + self.out[1] @ after[1]


class WithoutUnits(PairedUnits):
    """The two sums as they are."""

    def unit(self, lam, B_1, B_2, C_1, C_2):
        """Return no layer of an LRU."""
        return cast("LinearRecurrentUnit", TwoSums(lam, B_1, B_2, C_1, C_2))

    def __call__(self, xs, **w):
        """Return the outputs of the sums."""
        return two_real_sums(xs, **w)


def says_two_sums(paired: PairedUnits, w: World) -> All:
    """Two LRU layers with real factors are a gated RNN; a unit with a real factor is two sums.

    These are its parts, and they are read. LRUs and their gates are linearised. The unit is one of
    an LRU, too, with the factors of the sums, of which there are twice as many as units.
    """
    layers = LRUS.stated(w)
    n, m, p = (layers.sizes[letter] for letter in "nmp")
    axes = {"factor": (n,), "B_1": (n, m), "B_2": (n, m), "C_1": (p, n), "C_2": (p, n)}
    given = [w.array(name, *own) for name, own in axes.items()]
    both: tuple[Any, ...] = paired.unit(*given), TwoSums(*given)
    cells = *layers.network.cells, both[0]
    units = [cell for cell in cells if type(cell) is LinearRecurrentUnit]
    phases = (
        NamedEqual(unit.lam_im, zeros_like(unit.lam_im), f"imaginary part of the factors, LRU {n}")
        for n, unit in enumerate(units, 1)
    )
    told = (WithReadout(cell, lambda state, y, _: (*state, y)) for cell in both)
    sums = SameOutputs(*(w.machine(cell, layers.token) for cell in told))
    kinds = NamedEqual(len(units), 3, "number of LRUs"), *phases
    real = NamedEqual(units[-1].lam_re, given[0], "real part of the factors of the last LRU")
    return All((layers.same(), All((*kinds, real)), sums))


def by_parts_of_states(conclusion: All) -> Evidence:
    """Prove it by the construction, and as the parts of the unit's state are the sums."""
    same, phases, sums = cast("tuple[SameOutputs, All, SameOutputs]", conclusion.parts)
    parts = LRUS.by(same), prove(phases), simulation(sums, sums.other.state)
    return conjunction(conclusion, *parts)


@check("exact")
def check_two_sums_in_a_unit(paired):
    """The outputs are the same polynomials for n = 1 and 2 complex units."""
    sizes = [
        {"xs": (T, m), "lam": (n,), "B_1": (n, m), "B_2": (n, m), "C_1": (p, n), "C_2": (p, n)}
        for T, n, m, p in ((1, 1, 1, 1), (3, 1, 1, 1), (2, 2, 2, 1))
    ]
    return equal_maps(two_real_sums, paired, sizes=sizes)


real_part = Claim(
    id="gated-rnn/a1-real-part",
    title="Real factors are enough, and one complex unit then holds two real sums",
    source=Source(PAPER, f"{APP}, 'we only need the real part of it'"),
    statement=r"\mathrm{Re}[(C_1 - iC_2) h] = C_1\,\mathrm{Re}\,h + C_2\,\mathrm{Im}\,h",
    assumptions=(r"$\mathrm{Im}\,\lambda = 0$: as in gated-rnn/s2.2-two-layers-recover",),
    subject=PairedUnits(),
    says=says_two_sums,
    checks=(
        proof_of(
            says_two_sums,
            by_parts_of_states,
        ),
        instances_of(says_two_sums),
        check_two_sums_in_a_unit.killing("wrong-sign", "with-a-phase"),
    ),
    mutants=(
        Mutant("wrong-sign", PairedUnits(sign=-1), "C_1 + i C_2"),
        Mutant("with-a-phase", PairedUnits(phase=1), "an imaginary part in lambda"),
        Mutant("no-unit", WithoutUnits(), "two real sums for the complex unit"),
    ),
    late=(Mutant("wide", FewPairedUnits(), "an imaginary part in lambda from 40 units on"),),
    notes="So half as many complex units as real sums of equal factors are enough.",
)
