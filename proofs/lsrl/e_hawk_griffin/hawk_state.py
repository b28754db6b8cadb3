r"""App. E.1: the state of a Gated Linear RNN by a block of Hawk, as printed and mended.

The convolution as printed forgets, since $\tilde A \tilde B = 0$, and has no place for the bias of
the state. With $\tilde A$ in its right block and a 1 in the inputs it is right.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp

from constructions.arrays import stack
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated, World, proved_for_all_sizes
from proofs.lsrl.e_hawk_griffin.hawk_tables import (
    GATED_IDENTITY,
    HALVES,
    LRU_IDENTITY,
    HawkTable,
    spaces,
)
from proofs.lsrl.e_hawk_griffin.kernels import (
    Age,
    age,
    beside,
    by_sums,
    kernel_of,
    linear_state,
    one_each,
    up_to,
)
from proofs.lsrl.gated_machines import Composed
from proofs.lsrl.statements import Equations, check_on_numbers
from theorem_checks import (
    All,
    Claim,
    Control,
    Evidence,
    Index,
    Mutant,
    SameFirstOutputs,
    Source,
    Sum,
    Tensor,
    Verdict,
    all_of,
    certificate,
    check,
    conjunction,
    instances_of,
    ones,
    proof_of,
    prove_index_identity,
)
from theorem_checks import World as WorldOfStatement

__all__ = ["MENDED_STATE", "PRINTED_STATE", "StateBlock", "one_each", "with_one"]

APP_E1 = "App. E.1"

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
        block = with_z(self.table).block(w, self.length, A=A, B=B, b=w.column(b))
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

    def _input(self, w, x):
        if self.carries:
            return w.joined([[x], [w.ones("1")]], f"{self.size} 1")
        return w.joined([[w.zeros("n")], [x]], f"n {self.size}")


def shifted_window() -> Evidence:
    """Prove that a convolution with the kernel B, A B, A^2 B, ... is a linear recurrence.

    From t to t + 1 tokens: the new token meets the kernel's first matrix, and the t others each
    meet the next one, which is A times theirs. For symbolic t and sizes.
    """
    n, m, t = sp.symbols("n m t", integer=True, positive=True)
    p, r, q, tau = Index("p", n), Index("r", n), Index("q", m), Index("tau", t)
    A, B, kernel = Tensor("A", 2), Tensor("B", 2), Tensor("K", 3)
    old, new = Tensor("X", 2), Tensor("x", 1)
    first = Sum(B[p, q] * new[q], q)
    others = Sum(Sum(A[p, r] * kernel[tau, r, q], r) * old[tau, q], tau, q)
    convolution = Sum(kernel[tau, r, q] * old[tau, q], tau, q)
    return prove_index_identity(first + others, first + Sum(A[p, r] * convolution, r))


def proved_convolution(statement: Convolved) -> Evidence:
    """Prove z_t for all sizes: for the first 3 tokens, and by induction for any number of them."""
    found = proved_for_all_sizes(statement, words=("induction over the tokens",))
    if not found.verdict.passes:
        return found
    parts = {
        "the first 3 tokens": found,
        "one token more": shifted_window(),
        "the recurrence": proved_for_all_sizes(statement.step),
    }
    return all_of(parts, f"{found.scope}; kernels at least as long as the sequence")


@check("proof")
def check_convolution(statement):
    """z_t is right for all sizes: up to 3 tokens, and by induction for any number of them."""
    return proved_convolution(statement)


@dataclass(frozen=True)
class StateBlock:
    """E.1 mended, with a kernel of any length T: the powers of A times [B, b].

    **Fields**: its table; `matrix`, [B, b]; `power`, what stands for the powers, entry by entry;
    `tokens`, for how many tokens it is said, of T.
    """

    table: HawkTable = MENDED_STATE
    matrix: str = "B, b"
    power: Age = age
    tokens: Callable[[Any], Any] = lambda T: T

    def same(self, w: WorldOfStatement, s: Stated) -> All:
        """Say that z is [s; 1], where it is passed, and that the block puts out [s; x; 1]."""
        A, B, b = s("A", "n n"), s("B", "n m"), s("b", "n")
        (T,) = s.sizes("T")
        matrix = s.read(self.matrix, "n", "m 1", B=B, b=s.column(b))
        kernel = kernel_of(w, s, matrix, "m m", own=self.power)
        x, parts = s("x", "m"), []
        for table, told in ((with_z(self.table), "n m m"), (self.table, "n m 1")):
            block = Composed(table.with_kernel(s, kernel), read=partial(with_one, s))
            put_out = partial(state_and_ones if told == "n m m" else state_and_input, s)
            layer = Composed(linear_state(s, A, B, b, s.zeros("n")), tell=put_out)
            machines = w.machine(block, x), w.machine(layer, x)
            parts.append(SameFirstOutputs(*machines, self.tokens(T)))
        return All(tuple(parts))


def with_one(s: World, x: Any) -> Any:
    """Return [x; 1]."""
    return s.joined([[x], [s.ones("1")]], "m 1")


def state_and_ones(s: World, state: Any, _x: Any) -> Any:
    """Return [s; 1]."""
    return s.joined([[state], [s.ones("m")], [s.ones("m")]], "n m m")


def state_and_input(s: World, state: Any, x: Any) -> Any:
    """Return [s; x; 1]."""
    return s.joined([[state], [x], [s.ones("1")]], "n m 1")


def with_z(table: HawkTable) -> HawkTable:
    """Return the table with its first branch alone, so that the block puts out z."""
    passed = {"W_g": "0", "b_g": "1", "W_o": "I", "b_o": "0"}
    units = spaces(table.spaces["inputs"], table.spaces["units"])
    return HawkTable(units, {**table.weights, **passed})


def says_states(block: StateBlock, w: WorldOfStatement) -> All:
    """On T tokens the block with a kernel of T has the states of the recurrence, from 0."""
    return block.same(w, Stated(w))


def by_powers(said: Any) -> Evidence:
    """Prove it as both are sums of powers of A times tokens."""
    ones_of = lambda xs: ones(xs.axes)  # noqa: E731
    passed, whole = said.parts
    return conjunction(
        said,
        by_sums(passed, lambda states, xs: beside(states, ones_of(xs), ones_of(xs))),
        by_sums(whole, lambda states, xs: beside(states, xs, one_each(xs))),
    )


def forgetting(_T, at, _powers, place):
    """Return I for A^0, and 0 for all others."""
    j, i, k = place
    return at.delta(j, 0) * at.delta(i, k)


def three(_T, at, powers, place):
    """Return the powers A^0, A^1, A^2, and 0 for all others."""
    return up_to(at, place[0], 3) * powers[place]


def thousand(T, at, powers, place):
    """Return the powers up to A^999, and 0 for all others."""
    return powers[place] if T < 1000 else up_to(at, place[0], 1000) * powers[place]


@dataclass(frozen=True)
class Branches:
    """E.1, eqs. (54) to (56): from z = [s; 1] and a = [0; x] the block puts out [s; x]."""

    table: HawkTable = PRINTED_STATE

    def __call__(self, w):
        """Return what comes out, with s put into the window by hand."""
        k, s = w("k", "m"), w("s", "n")
        by_hand = self.table.but(A_tilde="0", B_tilde="0").block(w, 1, k=k)
        kernel = (by_hand.W_M[0], w.read("I, 0; 0, I", "n m", "n m"))
        block = replace(by_hand, W_M=kernel)
        past = w.joined([[s], [w.zeros("m")]], "n m")
        token = w.joined([[w.zeros("n")], [bounded(w)]], "n m")
        window = stack([past, w.vector("forgotten", "n m")])
        return {"[s; x]": block.step((window, w.vector("h", "n m")), token)[1]}


def bounded(w):
    """Return an input that is at least k."""
    return w("k", "m") + w("u", "m", nonnegative=True)


STATE_AND_INPUT = Equations(lambda w: {"[s; x]": w.joined([[w("s", "n")], [bounded(w)]], "n m")})


EQUAL_SIZES = replace(PRINTED_STATE, spaces=spaces("n n"))  # as A stands above x in A~
UNBIASED = Convolved(EQUAL_SIZES, biased=False, size="n")
RIGHT_BLOCK = PRINTED_STATE.but(A_tilde="A, 0; 0, 0")
MENDED = Convolved(MENDED_STATE, carries=True)

state = Claim(
    id="lsrl/hawk-state",
    title="The convolution with the printed kernel gives [s_t; 1], where b = 0",
    source=Source(PAPER, f"{APP_E1}, eqs. (51) to (53)"),
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
    source=Source(PAPER, f"{APP_E1}, eqs. (51) to (53)"),
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
    title="With A in the right block, and a 1 in the inputs for b, the convolution gives [s_t; 1]",
    source=Source(PAPER, f"{APP_E1}, repaired"),
    statement=r"W_M[i] = \begin{bmatrix} A^i B & A^i b \\ 0 & 0 \end{bmatrix}"
    r" \text{ on } [x_t; 1] \implies z_t = [s_t; 1]",
    assumptions=(
        "$s_0 = 0$ (another s_0 goes into b and phi); sequences up to the kernel's length",
    ),
    subject=StateBlock(),
    says=says_states,
    checks=(
        proof_of(says_states, by_powers).killing("short"),
        certificate(
            says_states, proof=("hawk_entries.v", "hawk_window.v", "hawk_state.v"), tier="deep"
        ),
        instances_of(says_states).killing("printed-block", "no-b"),
    ),
    mutants=(
        Mutant("short", StateBlock(tokens=lambda T: T + 1), "a kernel of T for T + 1 tokens"),
        Mutant("printed-block", StateBlock(power=forgetting), "nothing is remembered"),
        Mutant("no-b", StateBlock(matrix="B, 0"), "no b"),
    ),
    late=(
        Mutant("three", StateBlock(power=three), "a kernel that is 0 from the fourth token on"),
        Mutant("thousand", StateBlock(power=thousand), "a kernel that is 0 from 1,000 on"),
    ),
    repairs=("lsrl/hawk-state", "lsrl/new-hawk-state-bias"),
    new=True,
    notes="The block puts out [s_t; x_t; 1] besides, which is said as well.",
)

branch = Claim(
    id="lsrl/hawk-branch",
    title="From z_t = [s_t; 1] the second branch makes [s_t; x_t]",
    source=Source(PAPER, f"{APP_E1}, eqs. (54) to (56)"),
    statement=r"o_t = [s_t; x_t]",
    assumptions=(r"$x_t \ge k_{lb}$; r = 1",),
    subject=Branches(),
    says=STATE_AND_INPUT.says,
    checks=(
        STATE_AND_INPUT.for_all_sizes.killing("not-back"),
        STATE_AND_INPUT.on_numbers.killing("no-ones"),
    ),
    mutants=(
        Mutant("not-back", Branches(PRINTED_STATE.but(b_o="0; 0")), "k is not added back"),
        Mutant("no-ones", Branches(PRINTED_STATE.but(b_conv="0; 0")), "z = [s; 0]"),
    ),
    late=STATE_AND_INPUT.late(Branches()),
)
