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
from proofs.lsrl.statements import Equations
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    prove_for_all,
    reals,
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
    """The second output of attention on (v, 0), where W_o W_v v + b would be the first one."""

    second: Callable[[Any, Any], Any]


@check("solver")
def check_no_matrices(windows):
    """There are no W and b with outputs v, 0 on (v, 0) for every v, given those on (1, 0), (0, 0).

    The query of the second token is 0, so that all weights are equal. One entry stands for all.
    """
    W, b = reals("W b")
    identity = (W + b == 1) & (b == 0) & (windows.second(W, b) == 0)
    found = prove_for_all(~identity)
    if found.counterexample:
        return Evidence.refuted(found.counterexample, scope="the identity is attained")
    return found


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
    statement=r"a = (v, 0):\quad \nexists\, W, b\; \forall v:"
    r" m_1 = W v + b = v,\ m_2 = \tfrac12 W v + b = 0",
    assumptions=("the softmax of equal logits is uniform; without position embeddings",),
    subject=Windows(lambda W, b: W / 2 + b),
    checks=(check_no_matrices,),
    mutants=(Mutant("one-token", Windows(lambda _W, b: b), "a window of one token"),),
    new=True,
    notes="A rotary embedding changes nothing, as it turns the query 0 into 0; nor do several"
    " heads, as all have the query 0, and W is the sum over them.",
)
