r"""Section 2.2: diagonal recurrences with complex factors are more than those with real ones.

A real factor is a complex one whose imaginary part is 0. One unit of factor i puts out
1, 0, -1, 0, ... after a token 1, which is $\cos(k \pi/2)$. Units with real factors, any number n of
them, are wrong at one of the times 1, ..., n + 2: if they were right, then what they put out would
obey $a_{k+2} = -a_k$ there; so would $a_{k+1} - \lambda_n a_k$, which n - 1 units put out, and this
is 0 by induction over n. Then $a_{k+2} = \lambda_n^2 a_k$, so that all is 0.
"""

from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import zeros_like
from constructions.cells.lru import LinearRecurrentUnit
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Equal,
    Evidence,
    Less,
    Mutant,
    SameOutputs,
    Source,
    World,
    certificate,
    entry_of,
    instances_of,
    proof_of,
    scalar_array,
    simulation,
)
from theorem_checks.certifying.lemmas import lemmas


@dataclass(frozen=True)
class ComplexUnits:
    """A complex unit, and what is read of it, each by real and imaginary part; and more units.

    `embedded` makes units with real factors complex ones, from lam, B, C and D.
    """

    factor: tuple[int, int] = (0, 1)
    read: tuple[int, int] = (1, 0)

    def unit(self) -> LinearRecurrentUnit:
        """Return the cell of the single unit, which takes in a number as it is."""
        re, im, gamma = (scalar_array([entry]) for entry in (*self.factor, 1))
        matrices = (scalar_array([[entry]]) for entry in (1, 0, *self.read, 0))
        B_re, B_im, C_re, C_im, D = matrices
        return LinearRecurrentUnit(re, im, gamma, B_re, B_im, C_re, C_im, D)

    def after(self, re: Any, im: Any, x: Any) -> tuple[Any, Any, Any]:
        """Return the parts of the state of a single unit after a number x, and the output."""
        (re, im), y = self.unit().step((scalar_array([re]), scalar_array([im])), scalar_array([x]))
        return entry_of(re), entry_of(im), entry_of(y)

    def embedded(self, lam: Any, B: Any, C: Any, D: Any) -> LinearRecurrentUnit:
        """Return complex units that are to be the ones with real factors."""
        none = zeros_like(lam)
        return LinearRecurrentUnit(lam, none, 1 + none, B, 0 * B, C, 0 * C, D)


@dataclass(frozen=True)
class RealUnits:
    """The machine h' = lam h + B x with real factors, which puts out C h' + D x."""

    lam: Any
    B: Any
    C: Any
    D: Any

    def initial_state(self) -> Any:
        """Return the state 0."""
        return zeros_like(self.lam)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and what is read of it."""
        after = self.lam * state + self.B @ x
        return after, self.C @ after + self.D @ x


def one_real_unit(lam: Any, b: Any, h: Any, x: Any) -> Any:
    """Return the state of a single unit with a real factor after a number x."""
    lam, b, one = scalar_array([lam]), scalar_array([[b]]), scalar_array([[1]])
    after, _ = RealUnits(lam, b, one, one).step(scalar_array([h]), scalar_array([x]))
    return entry_of(after)


def says_contained(units: ComplexUnits, w: World) -> SameOutputs:
    """Complex units have the outputs of real ones, on all sequences, of any sizes and weights."""
    n, m, p = (w.size(letter) for letter in "nmp")
    given = w.array("lam", n), w.array("B", n, m), w.array("C", p, n), w.array("D", p, m)
    cells, x = (RealUnits(*given), units.embedded(*given)), w.array("x", m)
    return SameOutputs(*(w.machine(cell, x) for cell in cells))


def by_real_parts(same: SameOutputs) -> Evidence:
    """Prove it, as the real parts of the state are the state of the real units."""
    re, _ = same.other.state
    return simulation(same, re)


def says_more(units: ComplexUnits, w: World) -> All:
    """A complex unit has outputs that no number of real ones have.

    After a token 1, and then zeros, it puts out cos(k pi / 2). Of N units with real factors, with
    any weights, the outputs differ from that at one of the times k = 1, ..., N + 2.
    """
    _, _, y = w.recurrence(
        "f g y", w.call(units.after, 0, 0, 1), lambda f, g, y, k: w.call(units.after, f[k], g[k], 0)
    )
    N, factors, b, c = w.size("N", least=0), *(w.sequence(name) for name in ("mu", "b", "c"))
    h = w.rows(
        "h",
        lambda i: w.call(one_real_unit, factors[i], b[i], 0, 1),
        lambda h, k, i: w.call(one_real_unit, factors[i], b[i], h[k, i], 0),
    )

    def gap(k: Any) -> Any:
        return w.sum(lambda i: c[i] * h[k, i], "i", 0, N - 1) - y[k]

    turns = w.for_all("k", lambda k: Equal(y[k + 2], -y[k]))
    apart = Less(0, w.sum(lambda t: gap(t) ** 2, "t", 1, N + 2))
    return All((Equal(y[0], 1), Equal(y[1], 0), turns, apart))


@dataclass(frozen=True)
class EmbeddedIfFew(ComplexUnits):
    """Complex units with real factors, if there are fewer than 40 of them."""

    def embedded(self, lam: Any, B: Any, C: Any, D: Any) -> LinearRecurrentUnit:
        """Return complex units, from 40 on with factors that are not real."""
        made = super().embedded(lam, B, C, D)
        return made if lam.shape[0] < 40 else replace(made, lam_im=lam)


@dataclass(frozen=True)
class Turned(ComplexUnits):
    """Complex units whose factors have equal real and imaginary parts."""

    def embedded(self, lam: Any, B: Any, C: Any, D: Any) -> LinearRecurrentUnit:
        """Return complex units with a phase."""
        return replace(super().embedded(lam, B, C, D), lam_im=lam)


@dataclass(frozen=True)
class Unread(ComplexUnits):
    """Complex units of which the imaginary part is read."""

    def embedded(self, lam: Any, B: Any, C: Any, D: Any) -> LinearRecurrentUnit:
        """Return complex units with C i for C."""
        return replace(super().embedded(lam, B, C, D), C_re=0 * C, C_im=C)


complex_factors = Claim(
    id="gated-rnn/s2.2-real-part",
    title="Complex diagonal recurrences are more than real ones: cos(k pi/2)",
    source=Source(PAPER, "Sec. 2.2"),
    statement=r"y_k = \cos(k\pi/2)\ (\lambda = i);\quad"
    r" \sum_{k=1}^{N+2} \Big(\sum_{i<N} c_i\,\mu_i^k b_i - y_k\Big)^2 > 0"
    r"\ \text{for all real } \mu, b, c",
    assumptions=("tokens 1, 0, 0, ...; an output that reads the token, too, is no nearer",),
    subject=ComplexUnits(),
    says=says_more,
    checks=(certificate(says_more, proof=(lemmas("totals"), "complex_factors.v")),),
    mutants=(
        Mutant("alternating", ComplexUnits(factor=(-1, 0)), "lambda = -1, which a real unit has"),
        Mutant("growing", ComplexUnits(factor=(2, 0)), "lambda = 2, which a real unit has"),
        Mutant("other-phase", ComplexUnits(read=(0, -1)), "sin(k pi/2), another kernel"),
    ),
    notes="That they contain the real ones is gated-rnn/new-s2.2-real-factors. The times are from 1"
    " on, as at k = 0 an output D x may be anything.",
)

contained = Claim(
    id="gated-rnn/new-s2.2-real-factors",
    title="Complex diagonal recurrences contain the real ones",
    source=Source(PAPER, "Sec. 2.2"),
    statement=r"\mathrm{Im}\,\lambda = 0,\; B, C \text{ real}:\quad"
    r" h_t = \lambda \odot h_{t-1} + B x_t,\; y_t = C h_t + D x_t",
    subject=ComplexUnits(),
    says=says_contained,
    checks=(proof_of(says_contained, by_real_parts), instances_of(says_contained)),
    mutants=(
        Mutant("turned", Turned(), "a phase of pi/4"),
        Mutant("unread", Unread(), "the imaginary part is read"),
    ),
    late=(Mutant("few", EmbeddedIfFew(), "a phase from 40 units on"),),
    new=True,
    notes="That these are fewer is gated-rnn/s2.2-real-part. Two real sums in one complex unit:"
    " gated-rnn/a1-real-part.",
)
