r"""App. E.1 to E.5: the parts of a Hawk model that is a layer of a Gated Linear RNN.

The convolution as printed forgets, since $\tilde A \tilde B = 0$, and has no place for the bias of
the state; W_e = I where it has to be 0. With $\tilde A$ in its right block and a 1 in the inputs
they are right. The layers made of them are in `hawk_layers`.
"""

from dataclasses import dataclass, replace

from constructions.arrays import relu
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import proved_for_all_sizes
from proofs.lsrl.gated_cells import check_for_all_sizes, check_on_numbers
from proofs.lsrl.hawk_tables import (
    GATED_IDENTITY,
    HALVES,
    LRU_IDENTITY,
    PASSING,
    HawkTable,
    spaces,
)
from theorem_checks import (
    Claim,
    Control,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    Verdict,
    all_of,
    check,
    prove_index_identity,
)

__all__ = ["MENDED_STATE", "PRINTED_STATE", "shifted_window"]

APP_E = "App. E"

PRINTED_STATE = HawkTable(
    HALVES,
    {
        "W_a": "I",
        "A~": "0, A; 0, 0",
        "B~": "0, B; 0, 0",
        "b_conv": "0; 1",
        **LRU_IDENTITY,
        "W_g": "I",
        "b_g": "1; - k",
        "W_o": "I",
        "b_o": "0; k",
        **GATED_IDENTITY,
    },
)
"""E.1, with E.4."""

MENDED_STATE = HawkTable(
    spaces("m 1", "n m m", "n m 1"),
    {
        "W_a": "I",
        "A~": "A, 0, 0; 0, 0, 0; 0, 0, 0",
        "B~": "B, b; 0, 0; 0, 0",
        "b_conv": "0; 1; 1",
        **LRU_IDENTITY,
        "W_g": "0, 0; I, 0; - I, 0",
        "b_g": "1; 0; 0",
        "W_o": "I, 0, 0; 0, I, - I; 0, 0, 0",
        "b_o": "0; 0; 1",
        **GATED_IDENTITY,
    },
)
"""E.1 mended: from [x; 1] to [s; x; 1], for any x."""


@dataclass(frozen=True)
class Convolved:
    """E.1: z_t = [s_t; 1] for s_t = A s_{t-1} + B x_t (+ b), s_0 = 0.

    `carries`: whether the inputs are [x; 1] rather than [0; x]; `biased`: whether b is there;
    `length`: the kernel's, for 3 tokens; `size`: the letter of that of x.
    """

    table: HawkTable
    carries: bool = False
    biased: bool = True
    length: int = 3
    size: str = "m"

    def __call__(self, w):
        """Compare the first 3 tokens."""
        A, B = w("A", "n n"), w("B", f"n {self.size}")
        b = w("b", "n") if self.biased else w.zeros("n")
        block = self._passing_z().block(w, self.length, A=A, B=B, b=w.column(b))
        units = self.table.spaces["units"]
        state, wanted, pairs = block.initial_state(), w.zeros("n"), {}
        for t in (1, 2, 3):
            token = w(f"x_{t}", self.size)
            wanted = A @ wanted + B @ token + b
            state, z = block.step(state, self._input(w, token))
            ones = [[w.ones(letter)] for letter in units.split()[1:]]
            pairs[f"t = {t}"] = w.joined([[wanted], *ones], units), z
        return pairs

    def step(self, w):
        """Compare a step of what the convolution without its bias keeps: [s_t; 0]."""
        A, B, s, x = w("A", "n n"), w("B", f"n {self.size}"), w("s", "n"), w("x", self.size)
        b = w("b", "n") if self.biased else w.zeros("n")
        units, named = self.table.spaces["units"], {"A": A, "B": B, "b": w.column(b)}
        A_tilde, B_tilde = (self.table.weight(w, name, **named) for name in ("A~", "B~"))
        zeros = [[w.zeros(letter)] for letter in units.split()[1:]]
        after = w.joined([[A @ s + B @ x + b], *zeros], units)
        found = A_tilde @ w.joined([[s], *zeros], units) + B_tilde @ self._input(w, x)
        return {"[s; 0]": (after, found)}
        powers = {
            name: self.table.weight(w, name, A=A, B=B, b=w.column(b)) for name in ("A~", "B~")
        }
        kept = w.joined([[s], *[[w.zeros(letter)] for letter in rest]], units)
        after = w.joined([[A @ s + B @ x + b], *[[w.zeros(letter)] for letter in rest]], units)
        pairs["step"] = after, powers["A~"] @ kept + powers["B~"] @ self._input(w, x)
        return pairs

    def _input(self, w, x):
        if self.carries:
            return w.joined([[x], [w.ones("1")]], f"{self.size} 1")
        return w.joined([[w.zeros("n")], [x]], f"n {self.size}")

    def _passing_z(self):
        """The table with its first branch alone, so that the block puts out z."""
        units = self.table.spaces["units"]
        passed = {"W_g": "0", "b_g": "1", "W_o": "I", "b_o": "0"}
        weights = {**self.table.weights, **passed}
        return HawkTable(spaces(self.table.spaces["inputs"], units), weights)


def shifted_window() -> Evidence:
    """Prove that a convolution with the kernel B, A B, A^2 B, ... is a linear recurrence.

    From t to t + 1 tokens: the new token meets the kernel's first matrix, and the t others each
    meet the next one, which is A times theirs. For symbolic t and sizes.
    """
    from sympy import symbols

    n, m, t = symbols("n m t", integer=True, positive=True)
    p, r, q, tau = Index("p", n), Index("r", n), Index("q", m), Index("tau", t)
    A, B, kernel = Tensor("A", 2), Tensor("B", 2), Tensor("K", 3)
    old, new = Tensor("X", 2), Tensor("x", 1)
    first = Sum(B[p, q] * new[q], q)
    others = Sum(Sum(A[p, r] * kernel[tau, r, q], r) * old[tau, q], tau, q)
    convolution = Sum(kernel[tau, r, q] * old[tau, q], tau, q)
    return prove_index_identity(first + others, first + Sum(A[p, r] * convolution, r))


@check("proof")
def check_convolution(statement):
    """z_t is right for all sizes: up to 3 tokens, and by induction for any number of them."""
    found = proved_for_all_sizes(statement, rests_on=("induction over the tokens",))
    if not found.verdict.passes:
        return found
    parts = {
        "the first 3 tokens": found,
        "one token more": shifted_window(),
        "the recurrence": proved_for_all_sizes(statement.step),
    }
    return all_of(parts, f"{found.scope}; kernels at least as long as the sequence")


@dataclass(frozen=True)
class Branches:
    """E.1, eqs. (54) to (56): from z = [s; 1] and a = [0; x] the block puts out [s; x]."""

    table: HawkTable = PRINTED_STATE
    bounded: bool = True

    def __call__(self, w):
        """Compare, with s put into the window by hand."""
        k, s = w("k", "m"), w("s", "n")
        x = k + w("u", "m", nonnegative=True) if self.bounded else w("x", "m")
        by_hand = self.table.but(A_tilde="0", B_tilde="0").block(w, 1, k=k)
        kernel = (by_hand.W_M[0], w.read("I, 0; 0, I", "n m", "n m"))
        block = replace(by_hand, W_M=kernel)
        past = w.joined([[s], [w.zeros("m")]], "n m")
        token = w.joined([[w.zeros("n")], [x]], "n m")
        _, found = block.step(((past,), w.vector("h", "n m")), token)
        return {"[s; x]": (w.joined([[s], [x]], "n m"), found)}


@dataclass(frozen=True)
class Same:
    """E.2 and E.4: a block that passes its inputs, on two tokens; `residual`: they are added."""

    table: HawkTable = PASSING
    kernel: tuple[str, ...] = ("I, 0; 0, I", "0, 0; 0, 0")
    residual: bool = False

    def __call__(self, w):
        """Compare what goes in and what comes out."""
        block = self.table.block(w, 1)
        block = replace(block, W_M=tuple(w.read(text, "n m", "n m") for text in self.kernel))
        state, pairs = block.initial_state(), {}
        for t in (1, 2):
            a = w.vector(f"a_{t}", "n m")
            state, found = block.step(state, a)
            pairs[f"t = {t}"] = a, a + found if self.residual else found
        return pairs


@dataclass(frozen=True)
class GatedMap:
    """E.3: from [a_1; a_2] the block puts out [phi_i(a_1); gamma_i(a_2)].

    `passing`: whether phi is done and passed on (eq. 59); `signed`: whether it may be negative.
    """

    table: HawkTable
    passing: bool = False
    signed: bool = False

    def __call__(self, w):
        """Compare, from any h."""
        W = {f: w(f"W_{f}", "n n" if f == "phi" else "m m") for f in ("phi", "gamma")}
        b = {"phi": w("b_phi", "n"), "gamma": w("b_gamma", "m")}
        a, c = w("a_1", "n", nonnegative=self.passing and not self.signed), w("a_2", "m")
        named = {f"W_{f}": W[f] for f in W} | {f"b_{f}": b[f] for f in b}
        block, token = self.table.block(w, 1, **named), w.joined([[a], [c]], "n m")
        _, found = block.step(((), w.vector("h", "n m")), token)
        upper = a if self.passing else relu(W["phi"] @ a + b["phi"])
        return {"m": (w.joined([[upper], [relu(W["gamma"] @ c + b["gamma"])]], "n m"), found)}


@dataclass(frozen=True)
class GatedProduct:
    """E.5: from [a_1; a_2] the block puts out [0; a_1 relu(a_2)]."""

    table: HawkTable

    def __call__(self, w):
        """Compare, from any h."""
        a, b = w("a_1", "n"), w("a_2", "n")
        block = self.table.block(w, 1)
        _, found = block.step(((), w.vector("h", "n n")), w.joined([[a], [b]], "n n"))
        return {"m": (w.joined([[w.zeros("n")], [a * relu(b)]], "n n"), found)}


MAP = PASSING.but(
    W_e="I", b_e="1", W_f="W_phi, 0; 0, W_gamma", b_f="b_phi; b_gamma", W_m="I", b_m="0"
)
ONE = MAP.but(W_f="I, 0; 0, W_gamma", b_f="0; b_gamma")
GATE = replace(PASSING, spaces=spaces("n n")).but(
    W_e="0, 0; I, 0", b_e="0", W_f="I", b_f="0", W_m="I", b_m="0"
)
"""E.3, eq. (59) and E.5, as printed; b_f = 0 in E.5, where b_e = 0 is printed twice."""

EQUAL_SIZES = replace(PRINTED_STATE, spaces=spaces("n n"))  # as A stands above x in A~
UNBIASED = Convolved(EQUAL_SIZES, biased=False, size="n")
RIGHT_BLOCK = PRINTED_STATE.but(A_tilde="A, 0; 0, 0")
MENDED = Convolved(MENDED_STATE, carries=True)
MAPPED, PASSED = GatedMap(MAP.but(W_e="0")), GatedMap(ONE.but(W_e="0"), passing=True)

state = Claim(
    id="lsrl/hawk-state",
    title="The convolution with the printed kernel gives [s_t; 1], where b = 0",
    source=Source(PAPER, f"{APP_E}.1, eqs. (51) to (53)"),
    statement=r"\tilde A = \begin{bmatrix} 0 & A \\ 0 & 0 \end{bmatrix},"
    r" \tilde B = \begin{bmatrix} 0 & B \\ 0 & 0 \end{bmatrix} \implies z_t = [s_t; 1]",
    assumptions=("$s_0 = 0$ and $b = 0$; $d_{conv} = T$",),
    subject=UNBIASED,
    checks=(check_convolution, check_on_numbers),
    controls=(
        Control("right-block", Convolved(RIGHT_BLOCK, biased=False), "A in the upper left"),
        Control("mended", MENDED, "and a 1 for b"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-state",
    notes="A~ B~ = 0, so that z_t = [B x_t; 1]: nothing is remembered. A = 2, B = 3, x = 1, 1, 1"
    " gives 3, 3, 3 for 3, 9, 21. Even with A in its right block b is lost:"
    " lsrl/new-hawk-state-bias.",
)

bias = Claim(
    id="lsrl/new-hawk-state-bias",
    title="With A in the right block the convolution gives [s_t; 1], also where b is not 0",
    source=Source(PAPER, f"{APP_E}.1, eqs. (51) to (53)"),
    statement=r"z_t = [s_t; 1],\quad s_t = A s_{t-1} + B x_t + b",
    assumptions=("$s_0 = 0$; $d_{conv} = T$",),
    subject=Convolved(RIGHT_BLOCK),
    checks=(check_convolution, check_on_numbers),
    controls=(Control("mended", MENDED, "a 1 in the inputs, for b"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-state",
    new=True,
    notes="The bias of the convolution is the same at all t, and what b adds up to is not.",
)

state_mended = Claim(
    id="lsrl/new-hawk-state",
    title="With A in the right block, and a 1 in the inputs for b, it gives [s_t; 1]",
    source=Source(PAPER, f"{APP_E}.1, repaired"),
    statement=r"W_M[i] = \begin{bmatrix} A^i B & A^i b \\ 0 & 0 \end{bmatrix}"
    r" \text{ on } [x_t; 1] \implies z_t = [s_t; 1]",
    assumptions=(
        "$s_0 = 0$ (another s_0 goes into b and phi); sequences up to the kernel's length",
    ),
    subject=MENDED,
    checks=(check_convolution.killing("short"), check_on_numbers.killing("printed-block", "no-b")),
    mutants=(
        Mutant("short", replace(MENDED, length=2), "a kernel of 2 for 3 tokens"),
        Mutant(
            "printed-block",
            replace(MENDED, table=MENDED_STATE.but(A_tilde="0, 0, 0; 0, 0, 0; 0, 0, 0")),
            "nothing is remembered",
        ),
        Mutant("no-b", replace(MENDED, table=MENDED_STATE.but(B_tilde="B, 0; 0, 0; 0, 0")), "no b"),
    ),
    repairs=("lsrl/hawk-state", "lsrl/new-hawk-state-bias"),
    new=True,
)

branch = Claim(
    id="lsrl/hawk-branch",
    title="From z_t = [s_t; 1] the second branch makes [s_t; x_t]",
    source=Source(PAPER, f"{APP_E}.1, eqs. (54) to (56)"),
    statement=r"o_t = [s_t; x_t]",
    assumptions=(r"$x_t \ge k_{lb}$; r = 1",),
    subject=Branches(),
    checks=(
        check_for_all_sizes.killing("below-bound"),
        check_on_numbers.killing("not-back", "no-ones"),
    ),
    mutants=(
        Mutant("below-bound", Branches(bounded=False), "inputs below the bound"),
        Mutant("not-back", Branches(PRINTED_STATE.but(b_o="0; 0")), "k is not added back"),
        Mutant("no-ones", Branches(PRINTED_STATE.but(b_conv="0; 0")), "z = [s; 0]"),
    ),
)

recurrent_identity = Claim(
    id="lsrl/hawk-rec-id",
    title="With the kernel I, 0, 0, ... a recurrent block is the identity",
    source=Source(PAPER, f"{APP_E}.2"),
    statement=r"\tilde A = 0,\ \tilde B = I,\ \tilde A^0 = I \implies o_t = a_t",
    assumptions=("r = 1, which the text leaves open (lsrl/hawk-lru-identity)",),
    subject=Same(),
    checks=(check_for_all_sizes.killing("two-tokens"), check_on_numbers.killing("no-r", "no-g")),
    mutants=(
        Mutant("two-tokens", Same(kernel=("I, 0; 0, I", "I, 0; 0, I")), "the kernel I, I"),
        Mutant("no-r", Same(PASSING.but(b_r="0")), "r = 0"),
        Mutant("no-g", Same(PASSING.but(b_g="0")), "g = 0"),
    ),
)

gated_identity = Claim(
    id="lsrl/hawk-mlp-id",
    title="With W_f = 0, b_f = 1, W_e = W_m = I a gated perceptron is the identity",
    source=Source(PAPER, f"{APP_E}.4"),
    statement=r"m_t = a_t",
    subject=Same(),
    checks=(check_for_all_sizes.killing("e-plus-1"), check_on_numbers.killing("closed", "square")),
    mutants=(
        Mutant("e-plus-1", Same(PASSING.but(b_e="1")), "e = a + 1"),
        Mutant("closed", Same(PASSING.but(b_f="0")), "f = 0"),
        Mutant("square", Same(PASSING.but(W_f="I", b_f="0")), "f = relu(a)"),
    ),
)

residual = Claim(
    id="lsrl/hawk-residual",
    title="A recurrent block that is 0, with a residual connection, is the identity",
    source=Source(PAPER, f"{APP_E}, footnote 4"),
    statement=r"a_t + 0 = a_t",
    subject=Same(PASSING.but(W_o="0"), residual=True),
    checks=(check_for_all_sizes.killing("no-zero"), check_on_numbers.killing("offset")),
    mutants=(
        Mutant("no-zero", Same(PASSING, residual=True), "the identity besides"),
        Mutant("offset", Same(PASSING.but(W_o="0", b_o="1"), residual=True), "b_o = 1"),
    ),
)

maps = Claim(
    id="lsrl/hawk-mlp",
    title="With W_e = I and b_e = 1 a gated perceptron is one map of phi and one of gamma",
    source=Source(PAPER, f"{APP_E}.3, eqs. (57) and (58)"),
    statement=r"W_e = I,\ b_e = 1 \implies e = 1 \implies m_t = [\phi_i(a_1); \gamma_i(a_2)]",
    subject=GatedMap(MAP),
    checks=(check_for_all_sizes, check_on_numbers),
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
    checks=(check_for_all_sizes.killing("printed"), check_on_numbers.killing("crossed")),
    mutants=(
        Mutant("printed", GatedMap(MAP), "W_e = I"),
        Mutant("crossed", GatedMap(MAP.but(W_e="0", b_f="b_phi; 0")), "b_gamma is lost"),
    ),
    repairs=("lsrl/hawk-mlp",),
    new=True,
)

one = Claim(
    id="lsrl/hawk-mlp-one",
    title="With W_e = I and b_e = 1 a network that is done is passed on",
    source=Source(PAPER, f"{APP_E}.3, eq. (59)"),
    statement=r"[\phi; a_2] \mapsto [\phi; \gamma_i(a_2)]",
    assumptions=(r"$\phi \ge 0$",),
    subject=GatedMap(ONE, passing=True),
    checks=(check_for_all_sizes, check_on_numbers),
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
    checks=(check_for_all_sizes.killing("signed"), check_on_numbers.killing("printed")),
    mutants=(
        Mutant("signed", replace(PASSED, signed=True), "phi may be negative"),
        Mutant("printed", GatedMap(ONE, passing=True), "W_e = I"),
    ),
    repairs=("lsrl/hawk-mlp-one",),
    new=True,
)

gate = Claim(
    id="lsrl/hawk-gate",
    title="A gated perceptron multiplies: it puts out [0; a_1 relu(a_2)]",
    source=Source(PAPER, f"{APP_E}.5, eqs. (60) to (62)"),
    statement=r"m_t = [0; a_1 \odot \mathrm{relu}(a_2)]",
    assumptions=("b_f = 0, where the text has b_e = 0 once more; a_1 may have any sign",),
    subject=GatedProduct(GATE),
    checks=(check_for_all_sizes.killing("offset"), check_on_numbers.killing("square")),
    mutants=(
        Mutant("offset", GatedProduct(GATE.but(b_f="1")), "b_f = 1"),
        Mutant("square", GatedProduct(GATE.but(W_e="0, 0; 0, I")), "a_2 twice"),
    ),
    notes="So a_1 a_2 if the network behind a_2 ends in a ReLU; that behind a_1 need not.",
)
