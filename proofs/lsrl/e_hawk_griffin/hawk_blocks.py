r"""App. E, eqs. (35) to (50): what a block of Hawk is, and when its recurrence passes its input.

With ReLUs in place of sigmoids $\Lambda = 0$ gives $a = 0$ and $a_t = 0^{8 r_t}$: 0 where
$r_t > 0$, and $0^0 = 1$ where $r_t = 0$. So what is new passes only if r is positive, which the
text does not see to.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.arrays import OBJECTS, relu
from constructions.cells.hawk import HawkBlock
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, one_step, spaces
from proofs.lsrl.e_hawk_griffin.kernels import up_to
from proofs.lsrl.statements import Equations
from theorem_checks import (
    All,
    Claim,
    Computes,
    Control,
    Equal,
    ForReals,
    Mutant,
    Source,
    Verdict,
    World,
    certificate,
    check,
    implies,
    instances_of,
    maximum,
    proof_of,
    prove_for_all_inputs,
    unrolling_delays,
    where,
)

__all__ = ["LRU_PASSES"]

Entry = Callable[..., Any]
"""Entry p of z_t from a helper, W_M, b_conv, all a'_t, the sizes of W_M and their number, t, p."""


@dataclass(frozen=True)
class Convolution:
    """Eqs. (35) to (38): z_t, entry by entry, from W_M, b_conv and all a'_t so far."""

    z: Entry

    def outputs(self, s: Stated, kernel: Any, b: Any, inputs: Any) -> Any:
        """Return z_t for each token."""
        sizes = s.sizes("T n m N")
        entry = lambda at, t, p: self.z(at, (kernel, b, inputs), sizes, t, p)  # noqa: E731
        return s.entries(entry, "N n")


def says_convolution(convolution: Convolution, w: World) -> Computes:
    """Blocks with windows of T tokens put out the convolution, on all sequences of N tokens."""
    s = Stated(w)
    kernel, W_a, b, xs = s("W_M", "T n m"), s("W_a", "m m"), s("b_conv", "n"), s("xs", "N m")
    table = replace(PASSING, spaces=spaces("m", "n")).but(W_a="W", b_conv="b")
    machine = w.machine(table.with_kernel(s, kernel, W=W_a, b=b), s("x", "m"))
    return Computes(machine, xs, convolution.outputs(s, kernel, b, xs @ W_a.T))


def _outputs(block, xs):
    state, outputs = block.initial_state(), []
    for x in xs:
        state, y = block.step(state, x)
        outputs.append(y)
    return outputs


def eq_38(at, arrays, sizes, t, p):
    """Return z_t as printed: [t = s + i] W_M[i] a'_s, over all s and i."""
    (W, b, inputs), (T, _, m, N) = arrays, sizes
    return b[p] + at.sum(lambda s, i, q: at.lag(t, s, i) * W[i, p, q] * inputs[s, q], N, T, m)


def tokens_to_come(at, arrays, sizes, t, p):
    """Return z_t of the tokens behind it."""
    (W, b, inputs), (T, _, m, N) = arrays, sizes
    return b[p] + at.sum(lambda s, i, q: at.lag(s, t, i) * W[i, p, q] * inputs[s, q], N, T, m)


def newest_again(at, arrays, sizes, t, p):
    """Return z_t with the current token in place of each one before."""
    (W, b, inputs), (T, _, m, N) = arrays, sizes
    return b[p] + at.sum(lambda s, i, q: at.lag(t, s, i) * W[i, p, q] * inputs[t, q], N, T, m)


def newest_alone(at, arrays, sizes, t, p):
    """Return z_t of the current token alone."""
    (W, b, inputs), (T, _, m, _) = arrays, sizes
    return b[p] + at.sum(lambda i, q: at.delta(i, 0) * W[i, p, q] * inputs[t, q], T, m)


def wide(at, arrays, sizes, t, p):
    """Return z_t, and twice that for 90 units and more."""
    found = eq_38(at, arrays, sizes, t, p)
    return found if sizes[1] < 90 else found + found


def forgetting(at, arrays, sizes, t, p):
    """Return z_t without W_M[i] from i = 1,000 on."""
    if sizes[0] < 1000:
        return eq_38(at, arrays, sizes, t, p)
    (W, b, inputs), (T, _, m, N) = arrays, sizes

    def term(s, i, q):
        return up_to(at, i, 1000) * at.lag(t, s, i) * W[i, p, q] * inputs[s, q]

    return b[p] + at.sum(term, N, T, m)


def parts_of_a_block(w):
    """Return free weights, h_t = M a_t + b from the token a_t, and the token."""
    sizes = {"W_g": "n m", "b_g": "n", "W_o": "p n", "b_o": "p", "W_e": "k p", "b_e": "k"}
    sizes |= {"W_f": "k p", "b_f": "k", "W_m": "o k", "b_m": "o"}
    own = {name: w(name, shape) for name, shape in sizes.items()}
    return own, w("M", "n m"), w("b_conv", "n"), w("a", "m")


@dataclass(frozen=True)
class Block:
    """A block from its parts: by default that of the library, with h_t = z_t = M a_t + b."""

    output: Callable[..., Any] | None = None

    def __call__(self, w):
        """Return what it puts out."""
        own, M, b, a = parts_of_a_block(w)
        if self.output is not None:
            return {"m": self.output(own, M @ a + b, a)}
        passing = {name: w.zeros("n n") for name in ("W_r", "W_i")}
        passing |= {name: w.ones("n") for name in ("b_r", "b_i")}
        block = HawkBlock((M,), W_a=w.eye("m"), b_conv=b, **passing, **own)
        return {"m": _outputs(block, [a])[0]}


def printed_block(w):
    """Return m_t by eqs. (44) to (50)."""
    own, M, b, a = parts_of_a_block(w)
    return {"m": eqs_44_to_50(own, M @ a + b, a)}


def gated(p, h, a):
    """Return o_t: h_t behind its gate, as printed."""
    return p["W_o"] @ (relu(p["W_g"] @ a + p["b_g"]) * h) + p["b_o"]


def both_bent(p, o):
    """Return m_t with a ReLU on both branches of the perceptron, from o_t."""
    e, f = relu(p["W_e"] @ o + p["b_e"]), relu(p["W_f"] @ o + p["b_f"])
    return p["W_m"] @ (e * f) + p["b_m"]


def eqs_44_to_50(p, h, a):
    """Return m_t as printed, with ReLUs."""
    o = gated(p, h, a)
    e, f = p["W_e"] @ o + p["b_e"], relu(p["W_f"] @ o + p["b_f"])
    return p["W_m"] @ (e * f) + p["b_m"]


def gate_behind(p, h, a):
    """Return m_t with the gate of the first branch behind W_o."""
    o = p["W_o"] @ h + p["b_o"]
    return both_bent(p, o)


def both_relu(p, h, a):
    """Return m_t with a ReLU on both branches of the perceptron."""
    o = gated(p, h, a)
    return both_bent(p, o)


@dataclass(frozen=True)
class RGLRU:
    """Eqs. (39) to (43) for Lambda = 0.

    **Fields**: 0^{8 r} `at_zero`, where r = 0, and `beyond`, where r > 0; `apart`: whether
    0 < r < 1/8 is out.
    """

    at_zero: int = 1
    beyond: int = 0
    apart: bool = True

    def power(self, r):
        """Return 0^{8 r}."""
        return where(r > 0, self.beyond, self.at_zero)

    def powers(self, units):
        """Return 0^{8 r} where r = 0, and where it is more, of so many units."""
        return self.at_zero, self.beyond

    def after(self, z, h, r, i):
        """Return h_t, for a power that is 0 or 1, so that its root is 1 less it."""
        kept = self.power(r)
        return kept * h + (1 - kept) * (i * z)


@dataclass(frozen=True)
class WideRGLRU(RGLRU):
    """The same but for 90 units and more, which forget where r = 0."""

    def powers(self, units):
        """Return 0^{8 r}, and 0 for 90 units and more."""
        return (self.at_zero if units < 90 else 0), self.beyond


def says_next(lru: RGLRU, w: World) -> All:
    """The library's block makes h_t so from any h and z, for all weights and sizes.

    First come the units whose r is 0, and then those whose r is 1/8 or more, or just 0 or more; or
    all are of one sort. Whatever W_r and b_r are, b_r is such an r, or less than 0, minus W_r z.
    """
    sorts = {"both": "c o", "closed": "c", "open": "o"}
    return All(tuple(_next(lru, Stated(w, f"{name}_"), units) for name, units in sorts.items()))


def _next(lru: RGLRU, s: Stated, units: str) -> Equal:
    """It is so for units with r = 0, c, and others, o."""
    kinds = units.split()
    least = s.ones("o") / 8 if lru.apart else s.zeros("o")
    at_zero, beyond = lru.powers(s.zeros(kinds[0]).shape[0])
    r = {"c": -relu(s("below", "c")), "o": least + relu(s("more", "o"))}
    powers = {"c": s.ones("c") * at_zero, "o": s.ones("o") * beyond}
    wanted, kept = (s.joined([[of[kind]] for kind in kinds], units) for of in (r, powers))
    z, h, b_i = (s.vector(name, units) for name in ("z", "h", "b_i"))
    W_r, W_i = (s.matrix(name, units) for name in ("W_r", "W_i"))
    square = {1: "I", 2: "I, 0; 0, I"}[len(kinds)]
    eye, none = s.read(square, units, units), 0 * z
    rest = {f"W_{name}": eye for name in "goefm"} | {f"b_{name}": none for name in "goefm"}
    gates = {"W_r": W_r, "b_r": wanted - W_r @ z, "W_i": W_i, "b_i": b_i}
    block = HawkBlock((eye,), W_a=eye, b_conv=none, **gates, **rest)
    (_, found), _ = block.step((block.initial_state()[0], h), z)
    ones = s.joined([[s.ones(kind)] for kind in kinds], units)
    return Equal(found, kept * h + (ones - kept) * (relu(W_i @ z + b_i) * z))


@check("solver")
def check_lru(lru):
    """The library's block makes h_t so, for all z, h and gates in one unit."""

    def gates(v):
        return maximum(v[2], 0), maximum(v[3], 0)

    def same(v):
        z, h = v[0], v[1]
        r, i = gates(v)
        one, zero = OBJECTS.array([[1]]), OBJECTS.array([[0]])
        maps = {f"W_{name}": zero for name in "rigef"} | {f"b_{name}": one[0] for name in "gef"}
        maps |= {"W_o": one, "b_o": zero[0], "W_e": one, "b_e": zero[0], "W_m": one, "b_m": zero[0]}
        gate = {"b_r": OBJECTS.array([v[2]]), "b_i": OBJECTS.array([v[3]])}
        block = HawkBlock((one,), W_a=one, b_conv=zero[0], **(maps | gate))
        found = one_step(block, OBJECTS.array([h]), OBJECTS.array([z]))
        return found[0] == lru.after(z, h, r, i)

    def away(v):
        return (v[2] <= 0) | (v[2] >= Fraction(1, 8))

    return prove_for_all_inputs(same, {"v": (4,)}, assume=away if lru.apart else None)


@dataclass(frozen=True)
class Passing:
    """E.1: a block with Lambda = 0, W_i = 0 and b_i = 1, where r is given, or left open."""

    r_is_one: bool

    def __call__(self, w):
        """Return what the block puts out, which passes h, from any h, where z is the token."""
        table = PASSING if self.r_is_one else PASSING.but(W_r="R", b_r="c")
        table = replace(table, spaces=spaces("n"))
        named = {} if self.r_is_one else {"R": w("W_r", "n n"), "c": w("b_r", "n")}
        return {"h": one_step(table.block(w, 1, **named), w("h", "n"), w("z", "n"))}


H_IS_Z = Equations(lambda w: {"h": w("z", "n")})


@dataclass(frozen=True)
class Decay:
    """The a of eq. (41), as a function of Lambda."""

    a: Callable[[Any], Any]
    most: int | None = None


def says_root_is_real(decay: Decay, w: World) -> All:
    """1 - a_t^2 >= 0, where a_t = a^{8 r} with 8 r = 1, 2, 8, for all Lambda that are admitted.

    These are all, or up to `most`; those up to 1 are among them.
    """
    L = w.reals("Lambda")
    roots = [1 - decay.a(L) ** (2 * n) >= 0 for n in (1, 2, 8)]
    if decay.most is not None:
        roots = [implies(decay.most >= L, root) for root in roots]
        roots.append(implies(L <= 1, decay.most >= L))
    return All(tuple(map(ForReals, roots)))


def _relu(v):
    return maximum(v, 0)


LRU = RGLRU()
LRU_PASSES = Passing(r_is_one=True)
PRINTED_BLOCK = Equations(printed_block)

convolution = Claim(
    id="lsrl/hawk-conv",
    title="z_t is a convolution of the last tokens, with zeros before the first",
    source=Source(PAPER, "App. E, eqs. (35) to (38)"),
    statement=r"z_t = \sum_{i < d_{conv}} W_M[i]\, a'_{t-i} + b_{conv}",
    assumptions=("all sizes, windows and lengths; zeros before the first token",),
    subject=Convolution(eq_38),
    says=says_convolution,
    checks=(proof_of(says_convolution, unrolling_delays), instances_of(says_convolution)),
    mutants=(
        Mutant("to-come", Convolution(tokens_to_come), "a'_{t+i}"),
        Mutant("newest-again", Convolution(newest_again), "the current token for those before"),
        Mutant("newest-alone", Convolution(newest_alone), "W_M[0] alone"),
    ),
    late=(
        Mutant("wide", Convolution(wide), "twice as much for 90 units and more"),
        Mutant("thousand", Convolution(forgetting), "no W_M[i] from i = 1,000 on"),
    ),
    notes="The text does not say what is before the first token, and M_t[t - i] is meant by token,"
    " not by its place in the list M_t. g_t stands in it twice, in (36) and (44).",
)

blocks = Claim(
    id="lsrl/hawk-blocks",
    title="Eqs. (44) to (50) are the block of the library, with ReLUs for GeLU",
    source=Source(PAPER, "App. E, eqs. (44) to (50)"),
    statement=r"m_t = W_m ((W_e o_t + b_e) \odot \mathrm{relu}(W_f o_t + b_f)) + b_m",
    subject=Block(),
    says=PRINTED_BLOCK.says,
    checks=(PRINTED_BLOCK.for_all_sizes, PRINTED_BLOCK.on_numbers),
    mutants=(
        Mutant("both-relu", Block(both_relu), "a ReLU on e"),
        Mutant("no-gate", Block(gate_behind), "without g"),
    ),
    notes="Sec. E replaces sigmoid and tanh by ReLUs and does not mention GeLU; its proofs need"
    " ReLUs there, too.",
    late=PRINTED_BLOCK.late(Block()),
)

lru = Claim(
    id="lsrl/rg-lru",
    title="The library's recurrence is that of eqs. (39) to (43) with Lambda = 0 and ReLUs",
    source=Source(PAPER, "App. E, eqs. (39) to (43)"),
    statement=r"h_t = 0^{8 r_t} h_{t-1} + \sqrt{1 - 0^{16 r_t}}\, i_t z_t,\quad 0^0 = 1",
    assumptions=(
        r"$r_t = 0$ or $r_t \ge 1/8$: between them the library has $1 - 8 r_t$",
        "a step from any state; units with r_t = 0 first, as their order does not matter",
    ),
    subject=LRU,
    says=says_next,
    checks=(proof_of(says_next), check_lru),
    mutants=(
        Mutant("zero", replace(LRU, at_zero=0), "0^0 = 0"),
        Mutant("all-r", replace(LRU, apart=False), "0 < r < 1/8, too"),
    ),
    late=(Mutant("wide", WideRGLRU(), "0^0 = 0 for 90 units and more"),),
    notes="With ReLUs the recurrence jumps where r leaves 0, which no network of ReLUs does.",
)

real_root = Claim(
    id="lsrl/new-rg-lru-root",
    title="With a ReLU for the sigmoid of eq. (41) the root of eq. (43) is real for every Lambda",
    source=Source(PAPER, "App. E, eqs. (41) to (43), simplified"),
    statement=r"1 - \mathrm{relu}(\Lambda)^{16 r} \ge 0",
    subject=Decay(_relu),
    says=says_root_is_real,
    checks=(proof_of(says_root_is_real),),
    controls=(Control("at-most-1", Decay(_relu, most=1), "Lambda <= 1"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-rg-lru-root-up-to-1",
    new=True,
    notes="A ReLU may be above 1, which a sigmoid never is. The constructions set Lambda = 0.",
)

real_root_mended = Claim(
    id="lsrl/new-rg-lru-root-up-to-1",
    title="The root of eq. (43) is real for Lambda <= 1, at 8 r = 1, 2 and 8",
    source=Source(PAPER, "App. E, eqs. (41) to (43), repaired"),
    statement=r"\Lambda \le 1 \implies 1 - \mathrm{relu}(\Lambda)^{16 r} \ge 0",
    assumptions=("8 r = 1, 2, 8",),
    subject=Decay(_relu, most=1),
    says=says_root_is_real,
    checks=(
        proof_of(says_root_is_real),
        certificate(says_root_is_real, proof="hawk_blocks.v", tier="deep").killing("up-to-0"),
    ),
    mutants=(
        Mutant("up-to-2", Decay(_relu, most=2), "Lambda <= 2"),
        Mutant("up-to-0", Decay(_relu, most=0), "Lambda <= 0 alone, where a = 0"),
    ),
    late=(
        Mutant(
            "far-below",
            Decay(lambda v: _relu(v) + 2 * _relu(-(10**12) - v), most=1),
            "more than 1 below -10^12",
        ),
    ),
    repairs=("lsrl/new-rg-lru-root",),
    new=True,
)

lru_identity = Claim(
    id="lsrl/hawk-lru-identity",
    title="With Lambda = 0, W_i = 0 and b_i = 1 the recurrence passes z, whatever r is",
    source=Source(PAPER, "App. E.1"),
    statement=r"\Lambda = 0 \implies a_t = 0 \implies h_t = z_t",
    assumptions=("W_r and b_r are not given in the text",),
    subject=Passing(r_is_one=False),
    says=H_IS_Z.says,
    checks=(H_IS_Z.for_all_sizes, H_IS_Z.on_numbers),
    controls=(Control("r-is-1", LRU_PASSES, "W_r = 0, b_r = 1"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-lru-identity",
    notes="Where r = 0, a_t = 0^0 = 1, and h stays as it is.",
)

lru_identity_mended = Claim(
    id="lsrl/new-hawk-lru-identity",
    title="With W_r = 0 and b_r = 1 besides, the recurrence passes z",
    source=Source(PAPER, "App. E.1, repaired"),
    statement=r"r = 1 \implies a_t = 0 \implies h_t = z_t",
    subject=LRU_PASSES,
    says=H_IS_Z.says,
    checks=(H_IS_Z.for_all_sizes, H_IS_Z.on_numbers),
    mutants=(Mutant("open-r", Passing(r_is_one=False), "W_r and b_r as they come"),),
    repairs=("lsrl/hawk-lru-identity",),
    new=True,
    late=H_IS_Z.late(LRU_PASSES),
)
