r"""App. E, end: local attention, which is to be the identity where a recurrence would have been.

Identities for queries, keys and values do not make attention the identity, nor do any other
matrices, unless the window is one token.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from constructions.arrays import EXACT, balls, contains
from constructions.cells.griffin import GriffinLocalAttentionBlock
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_maps import Passes
from proofs.lsrl.statements import Equations
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    check,
    conjunction,
    instances_of,
    linear_combination,
    proof_of,
    prove,
)

__all__ = ["IDENTITY", "OneToken"]

END_OF_APP_E = "App. E, end"


@dataclass(frozen=True)
class Attention:
    """A block with identities for W_q, W_k, W_v, W_o and E.4's perceptron, and a window."""

    window: int

    def block(self, system):
        """Return the block for numbers, one on each side."""
        one, zero = system.array([[1]]), system.array([[0]])
        maps = {f"W_{name}": one for name in "qkvoem"} | {"W_f": zero}
        biases = {"b_o": zero[0], "b_e": zero[0], "b_f": one[0], "b_m": zero[0]}
        return GriffinLocalAttentionBlock(**maps, **biases, window=self.window)


@check("bound")
def check_passes(attention):
    """The block puts out its input, on all sequences of up to 3 tokens 0 and 1."""
    system = EXACT if attention.window == 1 else balls(64)
    block = attention.block(system)
    for length in (1, 2, 3):
        for tokens in product((1, 0), repeat=length):
            outputs = block(system.array([[x] for x in tokens]))
            for t, x in enumerate(tokens):
                if system == EXACT:
                    same = outputs[t, 0] == x
                else:
                    same = contains(outputs[t], EXACT.array([x]))
                if not same:
                    at = {"window": attention.window, "a": tokens[: t + 1]}
                    return Evidence.refuted(Counterexample(at, str(x), str(outputs[t, 0])))
    return Evidence.holds("windows as given; tokens 0 and 1, up to 3 of them")


@dataclass(frozen=True)
class OneToken:
    """A window of one token: `W_v` and `W_o` of the block, by their texts; queries, keys free."""

    W_v: str = "I"
    b_o: str = "0"

    def __call__(self, w):
        """Return what comes out."""
        zero, eye = w.zeros("n"), w.eye("n")
        block = GriffinLocalAttentionBlock(
            W_q=w("W_q", "h n"),
            W_k=w("W_k", "h n"),
            W_v=w.read(self.W_v, "n", "n"),
            W_o=eye,
            b_o=w.read(self.b_o, "n"),
            W_e=eye,
            b_e=zero,
            W_f=w.zeros("n n"),
            b_f=w.ones("n"),
            W_m=eye,
            b_m=zero,
        )
        return {"m": block.step((), w("a", "n"))[1]}


IDENTITY = Equations(lambda w: {"m": w("a", "n")})


@dataclass(frozen=True)
class Windows:
    """The window of a block of local attention with any matrices, from any number K >= 1."""

    window: Callable[[Any], Any] = lambda K: K + 1

    def block(self, s: Stated) -> GriffinLocalAttentionBlock:
        """Return the block, with the perceptron of E.4, which passes what is attended to."""
        eye, none = s.eye("n"), s.zeros("n")
        own = {"W_q": s("W_q", "h n"), "W_k": s("W_k", "h n"), "W_v": s("W_v", "d n")}
        own |= {"W_o": s("W_o", "n d"), "b_o": s("b_o", "n")}
        passing = {"W_e": eye, "b_e": none, "W_f": s.zeros("n n"), "b_f": s.ones("n")}
        (K,) = s.sizes("K")
        window = self.window(K)
        return GriffinLocalAttentionBlock(**own, **passing, W_m=eye, b_m=none, window=window)


def says_no_matrices(windows: Windows, w: World) -> All:
    """On (v, 0) it puts out W v + b and W v / 2 + b; if it is the identity, u . v = 0.

    For any u and v, so that every v is 0.
    """
    s = Stated(w)
    block, x, u, v, none = windows.block(s), s("x", "n"), s("u", "n"), s("v", "n"), s.zeros("n")
    after, first = block.step(block.initial_state(), v)
    _, second = block.step(after, none)
    value, b = block.W_o @ (block.W_v @ v), block.b_o
    same = SameOutputs(w.machine(block, x), w.machine(Passes(), x))
    outputs = Equal(first, value + b), Equal(second + second, value + b + b)
    return All((*outputs, Implies(same, Equal(u @ v, 0))))


def by_two_tokens(said: Any) -> Evidence:
    """Prove it from what is put out on (v, 0), on v and on 0."""
    u, v = said.array("u"), said.array("v")
    *outputs, never = said.parts
    runs = [(2 * u, [v, 0 * v]), (-1 * u, [v]), (-1 * u, [0 * v])]
    return conjunction(said, *map(prove, outputs), linear_combination(never, runs))


identity = Claim(
    id="lsrl/griffin",
    title="With identities for queries, keys and values local attention is the identity",
    source=Source(PAPER, END_OF_APP_E),
    statement=r"W_q = W_k = W_v = I \implies \sum_j \alpha_{tj} a_j = a_t",
    assumptions=("a window of two tokens",),
    subject=Attention(window=2),
    checks=(check_passes,),
    controls=(Control("one-token", Attention(window=1), "a window of one token"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-griffin-window",
    notes="On 1, 0 the second output is 1/2: the query is 0, and both tokens count the same. No"
    " other matrices do it either (lsrl/new-griffin-no-matrices).",
)

window = Claim(
    id="lsrl/new-griffin-window",
    title="In a window of one token attention with W_v = W_o = I is the identity",
    source=Source(PAPER, f"{END_OF_APP_E}, repaired"),
    statement=r"w = 1 \implies \alpha_{tt} = 1 \implies m_t = a_t",
    assumptions=("any queries and keys",),
    subject=OneToken(),
    says=IDENTITY.says,
    checks=(IDENTITY.for_all_sizes.killing("negative"), IDENTITY.on_numbers.killing("offset")),
    mutants=(
        Mutant("negative", OneToken(W_v="- I"), "W_v = -I"),
        Mutant("offset", OneToken(b_o="1"), "b_o = 1"),
    ),
    repairs=("lsrl/griffin",),
    new=True,
    late=IDENTITY.late(OneToken()),
)

no_matrices = Claim(
    id="lsrl/new-griffin-no-matrices",
    title="No matrices make local attention over two tokens or more the identity",
    source=Source(PAPER, f"{END_OF_APP_E}, beyond the text"),
    statement=r"a = (v, 0) \implies m_1 = W v + b,\ m_2 = \tfrac12 W v + b:\quad"
    r" (\forall a:\ m = a) \implies \forall v:\ v = 0",
    assumptions=("windows of two tokens or more; without position embeddings",),
    subject=Windows(),
    says=says_no_matrices,
    checks=(proof_of(says_no_matrices, by_two_tokens), instances_of(says_no_matrices)),
    mutants=(Mutant("one-token", Windows(lambda _: 1), "a window of one token"),),
    late=(
        Mutant("wide", Windows(lambda K: K + 1 if K < 1000 else 1), "one token from K = 1,000 on"),
    ),
    new=True,
    notes="A rotary embedding changes nothing, as it turns the query 0 into 0; nor do several"
    " heads, as all have the query 0, and W is the sum over them.",
)
