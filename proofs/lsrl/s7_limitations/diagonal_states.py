r"""Sec. 7: whether diagonal state matrices are enough.

For continuous functions they are: the states of the hat program, and of Listing 1 mended, add up
what ReLUs put out, $s_t = s_{t-1} + u_t$, in all dimensions. Listing 1 as printed counts by a
matrix of ones, and Listing 2 shifts and turns. For tokens diagonal matrices are enough, too, if the
network behind the state may be as large as it likes: with distinct entries they keep the whole
history. That the kernel of Rocq decides for all prompts, by a proof that stands beside this file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.lsrl import Concat, ForEach, Lin, LinState, Matrix
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.targets import linear_rnn
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_stages import given_stage, state_stage
from proofs.lsrl.symbolic_language import Vectors
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    World,
    all_of,
    certificate,
    check,
    prove_by_induction,
    prove_equal_arrays,
    prove_identity,
    to_fraction,
)
from theorem_checks.certifying.lemmas import lemmas
from theorem_checks.statements.worlds.symbolic import Symbolic as SymbolicWorld

SEC_7 = "Sec. 7, limitations"


@dataclass(frozen=True)
class Diagonal:
    """Programs, and a stage of their states: `matrix(k, axis)` is that of one of two states.

    `reads`: whether the second state reads the first one at the same token.
    """

    programs: Mapping[str, ForEach]
    matrix: Callable[[Any, Any], Any] = field(default=lambda k, axis: k.eye(axis))
    reads: bool = False


@check("exact")
def check_diagonal(diagonal):
    """All state matrices of the compiled models are diagonal."""
    for name, program in diagonal.programs.items():
        for number, layer in enumerate(linear_rnn(program).parts):
            assert isinstance(layer, Layer)
            off = [(i, j) for i, j, _ in layer.A.entries() if i != j]
            if off:
                entry = to_fraction(layer.A[off[0]])
                at = {"program": name, "layer": number, "entry": off[0]}
                return Evidence.refuted(Counterexample(at, "0", str(entry)))
    return Evidence.holds(", ".join(diagonal.programs))


@check("exact")
def check_sums(diagonal):
    """All states of the programs are s + u, and no u reads another state but through a ReLU."""
    for name, program in diagonal.programs.items():
        for node in program.nodes:
            if not isinstance(node, LinState):
                continue
            if (node.A - Matrix.eye(node.dim)).nonzeros:
                told = Counterexample({"program": name}, "A = I", f"A = {node.A}")
                return Evidence.refuted(told)
            if any(isinstance(other, LinState) for other in _read(node)):
                return Evidence.refuted(Counterexample({"program": name}, "no state", "a state"))
    return Evidence.holds(", ".join(diagonal.programs))


def _read(node):
    """Return the nodes that a node reads by affine maps alone."""
    for other in node.inputs:
        if isinstance(other, Lin | Concat):
            yield from _read(other)
        else:
            yield other


@check("proof")
def check_stage(diagonal):
    """A stage of such states, with all that passes it, has the matrix diag(I, I, 0): all sizes."""
    k = Vectors(SymbolicWorld())
    g = given_stage(k)
    g.A, g.D = diagonal.matrix(k, g.m), diagonal.matrix(k, g.p)
    g.C = g.C if diagonal.reads else k.zeros(g.p, g.m)
    state_stage(k, g)
    ((A, _, _),) = k.states
    claimed = k.block_diagonal([k.eye(g.m), k.eye(g.p), k.zeros(g.n, g.n)])
    return all_of({"A": prove_equal_arrays(A, claimed)}, "all sizes", words=(SUMS,))


SUMS = "in their code the states of these programs are s + u for all d and e"


@dataclass(frozen=True)
class History:
    """A diagonal state, entry by entry: the next one by lam, s and x; `read` gives x back.

    `read(lam, after, before)` is the input between two states.
    """

    step: Callable[[Any, Any, Any], Any]
    read: Callable[[Any, Any, Any], Any] = field(
        default=lambda lam, after, before: after - lam * before
    )


def two_entries(history):
    """Say what the states for lambda, those for mu, and those that read these have in common."""
    t = sp.Symbol("t", integer=True, nonnegative=True)
    lam, mu = sp.symbols("lambda mu", real=True)
    one, other, u, x = (sp.Function(name, real=True) for name in ("s", "r", "u", "x"))
    runs = [(lam, one, x), (mu, other, x), (lam, u, other)]
    first = [Equal(state(0), 0) for _, state, _ in runs]
    steps = [Equal(state(t + 1), history.step(at, state(t), read(t))) for at, state, read in runs]
    difference = Equal(one(t) - other(t), (lam - mu) * u(t))
    return Implies(All((*first, ForAll(t, 0, All(tuple(steps))))), ForAll(t, 0, difference))


def says_kept(history: History, w: World) -> All:
    """Two prompts of T tokens that differ end in states, from 0, that differ: for all T.

    The entries are T different numbers, in order; the state of each is the history's step, from 0.
    That numbers differ is said by the sum of squares of what lies between them. And what is read
    between a state and the next one is the token.
    """
    T = w.size("T")
    entries = w.sequence("lam", lambda lam, i: Less(lam[i], lam[i + 1]))
    one, other = prompts = w.sequence("x"), w.sequence("z")

    def states(name: str, x: Any) -> Any:
        def after(h: Any, t: Any, i: Any) -> Any:
            return w.call(history.step, entries[i], h[t, i], x[t])

        return w.rows(name, lambda _: 0, after)

    first, second = (states(name, x) for name, x in zip("hg", prompts, strict=True))
    apart = w.sum(lambda t: (one[t] - other[t]) ** 2, "t", 0, T - 1)
    told = w.sum(lambda i: (first[T, i] - second[T, i]) ** 2, "i", 0, T - 1)
    lam, s, u = w.number("mu"), w.number("s"), w.number("u")
    read = w.call(history.read, lam, w.call(history.step, lam, s, u), s)
    return All((Implies(Less(0, apart), Less(0, told)), Equal(read, u)))


@check("proof")
def check_history(history):
    r"""T states with distinct entries, from 0, tell T inputs apart: for all T, by induction.

    $s_t(\lambda) - s_t(\mu) = (\lambda - \mu) u_t$, where u is the state for $\lambda$ whose inputs
    are $s_{t-1}(\mu)$. So if all T states are 0 at the end, then T - 1 of them with the inputs
    $s_1(\mu), \dots, s_{T-1}(\mu)$ are, too, so that these are 0; and $x_t$ is read off two of
    them. By linearity different inputs give different states.
    """
    lam, mu, s, x = sp.symbols("lambda mu s x")
    parts = {
        "two entries": prove_by_induction(two_entries(history)),
        "an input": prove_identity(history.read(mu, history.step(mu, s, x), s), x),
        "one state": prove_identity(history.step(lam, 0, x), x),
    }
    words = (
        "induction over the number of states",
        "ReLU networks interpolate finitely many points",
    )
    return all_of(parts, "all T, all distinct entries", words=words)


@check("exact")
def check_determinants(history):
    """The map from T inputs to T states has a determinant that is not 0: T = 1, ..., 4."""
    for T in (1, 2, 3, 4):
        columns = []
        for place in range(T):
            states = [sp.Integer(0)] * T
            for t in range(T):
                pairs = zip(ENTRIES, states, strict=False)
                states = [history.step(lam, s, sp.Integer(t == place)) for lam, s in pairs]
            columns.append(states)
        determinant = sp.Matrix(columns).det()
        if determinant == 0:
            at = {"lambda": ENTRIES[:T]}
            return Evidence.refuted(Counterexample(at, "a determinant other than 0", "0"))
    return Evidence.holds(f"T = 1, ..., 4; entries from {', '.join(map(str, ENTRIES))}")


ENTRIES = (sp.Integer(1), sp.Integer(-1), sp.Rational(1, 2), sp.Integer(0))


def forgets_far(lam: Any, s: Any, x: Any) -> Any:
    """Return lam s + x, or x alone where it is above 10^9."""
    return lam * s + x if x <= 10**9 else 0 * s + x


def squares_small(lam: Any, s: Any, x: Any) -> Any:
    """Return lam s + x, with the square of an entry between 0 and 10^-9 for it."""
    small = 0 < lam < Fraction(1, 10**9)
    return (lam * lam if small else lam) * s + x


def reads_far(lam: Any, after: Any, before: Any) -> Any:
    """Return the input between two states, and the state after where that is above 10^9."""
    return after - lam * before if after <= 10**9 else after


CONTINUOUS = Diagonal(
    {
        "the hat program, d = 1": hat_program(1, 1),
        "the hat program, d = 3, d_out = 2": hat_program(3, 2),
        "Listing 1 mended, d = 2": listing_1_mended(2, 1),
    }
)
PRINTED = Diagonal({"Listing 1, d = 2": listing_1(2, 1)})
TOKENS = Diagonal({"Listing 2 as printed, n = 1": listing_2(1)})
STATES = History(lambda lam, s, x: lam * s + x)

continuous = Claim(
    id="lsrl/diag",
    title="For continuous functions diagonal state matrices are enough, in all dimensions",
    source=Source(PAPER, SEC_7),
    statement=r"s_t = s_{t-1} + u_t:\quad A = \mathrm{diag}(I, 0)\ \text{in all layers}",
    assumptions=("the hat program, and Listing 1 with a counter that counts, any d and d_out",),
    subject=CONTINUOUS,
    checks=(
        check_stage.killing("any-matrix", "reads"),
        check_sums.killing("listing-1", "listing-2"),
        check_diagonal.killing("listing-1", "listing-2", "mended"),
    ),
    mutants=(
        Mutant("any-matrix", replace(CONTINUOUS, matrix=lambda k, n: k.eye(n) + 1), "not diagonal"),
        Mutant("reads", replace(CONTINUOUS, reads=True), "a state reads another at once"),
        Mutant("listing-1", PRINTED, "Listing 1, as printed"),
        Mutant("listing-2", TOKENS, "Listing 2, as printed"),
        Mutant("mended", Diagonal({"Listing 2 mended": listing_2_mended(2)}), "and mended"),
    ),
    repairs=("lsrl/new-diag-listing-1",),
    notes="So the conjecture holds for continuous functions, by lsrl/new-hat-program. For tokens"
    " see lsrl/new-diag-tokens and lsrl/new-diag-history.",
)

printed = Claim(
    id="lsrl/new-diag-listing-1",
    title="Listing 1, as printed, compiles to diagonal state matrices",
    source=Source(PAPER, f"{SEC_7}, with Listing 1, line 6"),
    statement=r"A_{ij} = 0 \text{ for } i \ne j",
    subject=PRINTED,
    checks=(check_diagonal,),
    controls=(Control("mended", CONTINUOUS, "a counter that counts, and the hat program"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/diag",
    new=True,
    notes="Its counter has A = ones(d_in, d_in), so that it grows like d_in^t. Each row of A is the"
    " same: the identity would do.",
)

tokens = Claim(
    id="lsrl/new-diag-tokens",
    title="Listing 2 compiles to diagonal state matrices",
    source=Source(PAPER, SEC_7),
    statement=r"A_{ij} = 0 \text{ for } i \ne j",
    subject=TOKENS,
    checks=(check_diagonal,),
    controls=(Control("continuous", CONTINUOUS, "Listing 1 mended and the hat program"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-diag-history",
    new=True,
    notes="Its buffer is a shift, which no basis makes diagonal, and its counters are rotations or"
    " cyclic shifts, which are diagonal over the complex numbers alone.",
)

history = Claim(
    id="lsrl/new-diag-history",
    title="A real diagonal state with distinct entries keeps a whole prompt of tokens",
    source=Source(PAPER, f"{SEC_7}, repaired"),
    statement=r"\Big(\sum_t \lambda_i^{T - t} x_t\Big)_{i \le T} = 0 \implies x = 0, \qquad"
    r" x_t = s_t - \lambda s_{t-1}",
    assumptions=(
        "T states for prompts of length T, which is at most n + 2 n V^n for a complete dictionary",
        "the network behind them may be large",
    ),
    subject=STATES,
    says=says_kept,
    checks=(
        certificate(says_kept, proof=(lemmas("totals"), "diagonal_states.v")).killing(
            "deaf", "no-lambda"
        ),
        check_history.killing("forgets", "squares", "no-lambda"),
        check_determinants.killing("forgets", "squares"),
    ),
    mutants=(
        Mutant("deaf", History(lambda lam, s, x: lam * s), "without the tokens"),
        Mutant("forgets", History(lambda lam, s, x: lam * x), "the last token alone"),
        Mutant("squares", History(lambda lam, s, x: lam**2 * s + x), "lambda and -lambda alike"),
        Mutant(
            "no-lambda", replace(STATES, read=lambda lam, after, before: after - before), "sums"
        ),
    ),
    late=(
        Mutant("far", History(forgets_far), "forgets what was before where a token is above 10^9"),
        Mutant("near", History(squares_small), "squares of entries below 10^-9 for these"),
        Mutant("read-far", replace(STATES, read=reads_far), "what is beyond 10^9 is not read"),
    ),
    repairs=("lsrl/new-diag-tokens",),
    new=True,
    notes="So the conjecture would hold for tokens as well, in the weak sense that some model"
    " exists. Whether one of the size of Listing 2 does is open.",
)
