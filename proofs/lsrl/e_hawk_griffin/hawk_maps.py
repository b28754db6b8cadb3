"""App. E.2 to E.5: blocks of Hawk that pass their inputs, compute maps, and multiply.

As printed the maps are wrong: W_e = I where it has to be 0. The layers made of these blocks and of
that in `hawk_state` are in `hawk_layers`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from constructions.arrays import relu
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, HawkTable, one_step, spaces
from proofs.lsrl.e_hawk_griffin.kernels import up_to
from proofs.lsrl.statements import Equations, EquationsOfHalves
from theorem_checks import (
    All,
    Claim,
    Control,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    conjunction,
    instances_of,
    proof_of,
    prove,
    simulation,
)
from theorem_checks import World as WorldOfStatement

APP_E = "App. E"


@dataclass(frozen=True)
class Same:
    """E.2 and E.4: a block that passes its inputs, from any h; `residual`: they are added."""

    table: HawkTable = PASSING
    residual: bool = False

    def __call__(self, w):
        """Return what comes out."""
        a = w.vector("a", "n m")
        found = one_step(self.table.block(w, 1), w.vector("h", "n m"), a)
        return {"m": a + found if self.residual else found}


def first_alone(_T, at, j, p, q):
    """Return the kernel I, 0, 0, ..."""
    return at.delta(j, 0) * at.delta(p, q)


def first_two(_T, at, j, p, q):
    """Return the kernel I, I, 0, 0, ..."""
    return up_to(at, j, 2) * at.delta(p, q)


def again_far(T, at, j, p, q):
    """Return the kernel I, 0, 0, ..., but with I once more at 1,000."""
    other = 0 if T < 1000 else up_to(at, j, 1001) - up_to(at, j, 1000)
    return (at.delta(j, 0) + other) * at.delta(p, q)


ONE_SIZE = replace(PASSING, spaces=spaces("n"))


@dataclass(frozen=True)
class FirstAlone:
    """E.2: a block with a kernel of any length, entry by entry from that, at j, p, q."""

    table: HawkTable = ONE_SIZE
    kernel: Callable[..., Any] = first_alone


class Passes:
    """The token itself."""

    def initial_state(self):
        """Return no state."""
        return ()

    def step(self, state, x):
        """Return no state, and the token."""
        return state, x


def says_passed(first: FirstAlone, w: WorldOfStatement) -> All:
    """The block passes its inputs, on all sequences; and at a token from any window and h."""
    s = Stated(w)
    block, a = (
        first.table.with_kernel(s, s.entries(partial(first.kernel, *s.sizes("T")), "T n n")),
        s("a", "n"),
    )
    x = s("x", "n")
    _, passed = block.step((s("window", "T n"), s("h", "n")), a)
    return All((SameOutputs(w.machine(block, x), w.machine(Passes(), x)), Equal(passed, a)))


def by_windows(said: Any) -> Evidence:
    """Prove it, whatever the window and h hold."""
    same, at_once = said.parts
    return conjunction(said, simulation(same, same.one.state), prove(at_once))


@dataclass(frozen=True)
class GatedMap:
    """E.3: what the block puts out on [a_1; a_2], from any h.

    `passing`: whether phi is done, so that a_1 is not negative.
    """

    table: HawkTable
    passing: bool = False

    def __call__(self, w):
        """Return what comes out."""
        W, b, a, c = parts_of_maps(w, passing=self.passing)
        named = {f"W_{f}": W[f] for f in W} | {f"b_{f}": b[f] for f in b}
        block, token = self.table.block(w, 1, **named), w.joined([[a], [c]], "n m")
        return {"m": one_step(block, w.vector("h", "n m"), token)}


def parts_of_maps(w, *, passing):
    """Return weights and biases of a map of each network, and the two parts of a token."""
    W = {f: w(f"W_{f}", "n n" if f == "phi" else "m m") for f in ("phi", "gamma")}
    b = {"phi": w("b_phi", "n"), "gamma": w("b_gamma", "m")}
    return W, b, w("a_1", "n", nonnegative=passing), w("a_2", "m")


def printed_maps(*, passing):
    """Say that it is [phi_i(a_1); gamma_i(a_2)], or [a_1; gamma_i(a_2)] where phi is done."""

    def claimed(w):
        W, b, a, c = parts_of_maps(w, passing=passing)
        upper = a if passing else relu(W["phi"] @ a + b["phi"])
        return {"m": w.joined([[upper], [relu(W["gamma"] @ c + b["gamma"])]], "n m")}

    return Equations(claimed)


@dataclass(frozen=True)
class GatedProduct:
    """E.5: what the block puts out on [a_1; a_2], from any h."""

    table: HawkTable

    def __call__(self, w):
        """Return what comes out."""
        token = w.joined([[w("a_1", "n")], [w("a_2", "n")]], "n n")
        return {"m": one_step(self.table.block(w, 1), w.vector("h", "n n"), token)}


def printed_product(w):
    """Return [0; a_1 relu(a_2)]."""
    return {"m": w.joined([[w.zeros("n")], [w("a_1", "n") * relu(w("a_2", "n"))]], "n n")}


IDENTITY = Equations(lambda w: {"m": w.vector("a", "n m")})
BOTH_MAPS, GAMMA_ALONE = printed_maps(passing=False), printed_maps(passing=True)
MULTIPLIED = EquationsOfHalves(printed_product)

MAP = PASSING.but(
    W_e="I", b_e="1", W_f="W_phi, 0; 0, W_gamma", b_f="b_phi; b_gamma", W_m="I", b_m="0"
)
ONE = MAP.but(W_f="I, 0; 0, W_gamma", b_f="0; b_gamma")
GATE = replace(PASSING, spaces=spaces("n n")).but(
    W_e="0, 0; I, 0", b_e="0", W_f="I", b_f="0", W_m="I", b_m="0"
)
"""E.3, eq. (59) and E.5, as printed; b_f = 0 in E.5, where b_e = 0 is printed twice."""

OTHER_SIGN = ONE.but(W_e="0", W_f="- I, 0; 0, W_gamma")
MAPPED, PASSED = GatedMap(MAP.but(W_e="0")), GatedMap(ONE.but(W_e="0"), passing=True)


recurrent_identity = Claim(
    id="lsrl/hawk-rec-id",
    title="With the kernel I, 0, 0, ... a recurrent block is the identity",
    source=Source(PAPER, f"{APP_E}.2"),
    statement=r"\tilde A = 0,\ \tilde B = I,\ \tilde A^0 = I \implies o_t = a_t",
    assumptions=("r = 1, which the text leaves open (lsrl/hawk-lru-identity)",),
    subject=FirstAlone(),
    says=says_passed,
    checks=(
        proof_of(says_passed, by_windows).killing("two-tokens"),
        instances_of(says_passed).killing("no-r", "no-g"),
    ),
    mutants=(
        Mutant("two-tokens", FirstAlone(kernel=first_two), "the kernel I, I, 0, ..."),
        Mutant("no-r", FirstAlone(ONE_SIZE.but(b_r="0")), "r = 0"),
        Mutant("no-g", FirstAlone(ONE_SIZE.but(b_g="0")), "g = 0"),
    ),
    late=(Mutant("far", FirstAlone(kernel=again_far), "W_M[1,000] = I"),),
)

gated_identity = Claim(
    id="lsrl/hawk-mlp-id",
    title="With W_f = 0, b_f = 1, W_e = W_m = I a gated perceptron is the identity",
    source=Source(PAPER, f"{APP_E}.4"),
    statement=r"m_t = a_t",
    subject=Same(),
    says=IDENTITY.says,
    checks=(
        IDENTITY.for_all_sizes.killing("e-plus-1"),
        IDENTITY.on_numbers.killing("closed", "square"),
    ),
    mutants=(
        Mutant("e-plus-1", Same(PASSING.but(b_e="1")), "e = a + 1"),
        Mutant("closed", Same(PASSING.but(b_f="0")), "f = 0"),
        Mutant("square", Same(PASSING.but(W_f="I", b_f="0")), "f = relu(a)"),
    ),
    late=IDENTITY.late(Same()),
)

residual = Claim(
    id="lsrl/hawk-residual",
    title="A recurrent block that is 0, with a residual connection, is the identity",
    source=Source(PAPER, f"{APP_E}, footnote 4"),
    statement=r"a_t + 0 = a_t",
    subject=Same(PASSING.but(W_o="0"), residual=True),
    says=IDENTITY.says,
    checks=(IDENTITY.for_all_sizes.killing("no-zero"), IDENTITY.on_numbers.killing("offset")),
    mutants=(
        Mutant("no-zero", Same(PASSING, residual=True), "the identity besides"),
        Mutant("offset", Same(PASSING.but(W_o="0", b_o="1"), residual=True), "b_o = 1"),
    ),
    late=IDENTITY.late(Same(PASSING.but(W_o="0"), residual=True)),
)

maps = Claim(
    id="lsrl/hawk-mlp",
    title="With W_e = I and b_e = 1 a gated perceptron is one map of phi and one of gamma",
    source=Source(PAPER, f"{APP_E}.3, eqs. (57) and (58)"),
    statement=r"W_e = I,\ b_e = 1 \implies e = 1 \implies m_t = [\phi_i(a_1); \gamma_i(a_2)]",
    subject=GatedMap(MAP),
    says=BOTH_MAPS.says,
    checks=(BOTH_MAPS.for_all_sizes, BOTH_MAPS.on_numbers),
    controls=(Control("w-e-0", MAPPED, "W_e = 0"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-mlp",
    notes="e = a + 1, not 1.",
)

maps_mended = Claim(
    id="lsrl/new-hawk-mlp",
    title="With W_e = 0 and b_e = 1 a gated perceptron is one map of phi and one of gamma",
    source=Source(PAPER, f"{APP_E}.3, eqs. (57) and (58), repaired"),
    statement=r"W_e = 0,\ b_e = 1 \implies m_t = [\phi_i(a_1); \gamma_i(a_2)]",
    assumptions=("a ReLU behind each map; maps without one: lsrl/new-hawk-layer",),
    subject=MAPPED,
    says=BOTH_MAPS.says,
    checks=(BOTH_MAPS.for_all_sizes.killing("printed"), BOTH_MAPS.on_numbers.killing("crossed")),
    mutants=(
        Mutant("printed", GatedMap(MAP), "W_e = I"),
        Mutant("crossed", GatedMap(MAP.but(W_e="0", b_f="b_phi; 0")), "b_gamma is lost"),
    ),
    repairs=("lsrl/hawk-mlp",),
    new=True,
    late=BOTH_MAPS.late(MAPPED),
)

one = Claim(
    id="lsrl/hawk-mlp-one",
    title="With W_e = I and b_e = 1 a network that is done is passed on",
    source=Source(PAPER, f"{APP_E}.3, eq. (59)"),
    statement=r"[\phi; a_2] \mapsto [\phi; \gamma_i(a_2)]",
    assumptions=(r"$\phi \ge 0$",),
    subject=GatedMap(ONE, passing=True),
    says=GAMMA_ALONE.says,
    checks=(GAMMA_ALONE.for_all_sizes, GAMMA_ALONE.on_numbers),
    controls=(Control("w-e-0", PASSED, "W_e = 0"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-mlp-one",
    notes="Again e = a + 1.",
)

one_mended = Claim(
    id="lsrl/new-hawk-mlp-one",
    title="With W_e = 0 a network that is done and ends in a ReLU is passed on",
    source=Source(PAPER, f"{APP_E}.3, eq. (59), repaired"),
    statement=r"[\phi; a_2] \mapsto [\phi; \gamma_i(a_2)]",
    assumptions=(r"$\phi \ge 0$, as behind a ReLU",),
    subject=PASSED,
    says=GAMMA_ALONE.says,
    checks=(
        GAMMA_ALONE.for_all_sizes.killing("other-sign"),
        GAMMA_ALONE.on_numbers.killing("printed"),
    ),
    mutants=(
        Mutant("other-sign", GatedMap(OTHER_SIGN, passing=True), "the ReLU of -phi"),
        Mutant("printed", GatedMap(ONE, passing=True), "W_e = I"),
    ),
    repairs=("lsrl/hawk-mlp-one",),
    new=True,
    late=GAMMA_ALONE.late(PASSED),
)

gate = Claim(
    id="lsrl/hawk-gate",
    title="A gated perceptron multiplies: it puts out [0; a_1 relu(a_2)]",
    source=Source(PAPER, f"{APP_E}.5, eqs. (60) to (62)"),
    statement=r"m_t = [0; a_1 \odot \mathrm{relu}(a_2)]",
    assumptions=("b_f = 0, where the text has b_e = 0 once more; a_1 may have any sign",),
    subject=GatedProduct(GATE),
    says=MULTIPLIED.says,
    checks=(MULTIPLIED.for_all_sizes.killing("offset"), MULTIPLIED.on_numbers.killing("square")),
    mutants=(
        Mutant("offset", GatedProduct(GATE.but(b_f="1")), "b_f = 1"),
        Mutant("square", GatedProduct(GATE.but(W_e="0, 0; 0, I")), "a_2 twice"),
    ),
    notes="So a_1 a_2 if the network behind a_2 ends in a ReLU; that behind a_1 need not.",
    late=MULTIPLIED.late(GatedProduct(GATE)),
)
