r"""App. E, end: Griffin, in which each third block has local attention for its recurrence.

Identities for queries, keys and values do not make attention the identity, nor do any other
matrices, unless the window is one token. And the block of a state may come third, as the text does
not see; then a block that does nothing goes before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from constructions.arrays import EXACT, balls, contains
from constructions.cells.griffin import GriffinLocalAttentionBlock
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.targets import Model, griffin, hawk
from constructions.lsrl.targets.hawk import HawkWeights
from proofs.lsrl import PAPER
from proofs.lsrl.statements import check_for_all_sizes, check_on_numbers
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_for_all,
    prove_identity,
    reals,
    to_fraction,
)

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
        """Compare what goes in and what comes out."""
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
        a = w("a", "n")
        return {"m": (a, block.step((), a)[1])}


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


@dataclass(frozen=True)
class Places:
    """At which places, from 1 on, the blocks of states are, for L layers of networks of depth k."""

    of: Callable[[int, int], list[int]]


@check("exact")
def check_never_third(places):
    """No state has a place that is a multiple of 3; L and k up to 4, the fewest blocks first."""
    sizes = sorted(product(range(1, 5), repeat=2), key=lambda size: size[0] * (size[1] + 2))
    for L, k in sizes:
        third = [place for place in places.of(L, k) if place % 3 == 0]
        if third:
            at = {"L": L, "k": k}
            return Evidence.refuted(
                Counterexample(at, "a recurrent block", f"block {third[0]}, which has attention")
            )
    return Evidence.holds("L, k = 1, ..., 4")


def printed_places(L, k):
    """Return the places of E.6, one layer after the other."""
    return [1 + j * (k + 2) for j in range(L)]


def mended_places(L, k):
    """Return the places with a block that does nothing before a state that would come third."""
    places, used = [], 0
    for _ in range(L):
        used += (used + 1) % 3 == 0
        places.append(used + 1)
        used += k + 2
    return places


@dataclass(frozen=True)
class Residues:
    """The pairs (j mod 3, k mod 3) for which the state of layer j, from 0 on, comes third."""

    third: frozenset[tuple[int, int]]


@check("proof")
def check_residues(residues):
    """1 + j (k + 2) is a multiple of 3 for just these residues, for all j and k."""
    p, q = sp.symbols("p q", integer=True, nonnegative=True)
    parts = {}
    for a, b in product(range(3), repeat=2):
        rest = (1 + a * (b + 2)) % 3
        j, k = 3 * p + a, 3 * q + b
        whole = (1 + a * (b + 2)) // 3 + 3 * p * q + p * (b + 2) + a * q
        parts[f"j = {a}, k = {b} mod 3"] = prove_identity(1 + j * (k + 2), 3 * whole + rest)
        if (rest == 0) != ((a, b) in residues.third):
            said = ["not third", "third"]
            at = {"j": a, "k": b}
            told = said[(a, b) in residues.third], said[rest == 0]
            return Evidence.refuted(Counterexample(at, *told))
    return all_of(parts, "all layers j = 0, 1, ..., all depths k")


@dataclass(frozen=True)
class Compiled:
    """A compiler to Griffin, and whether states may come third in it."""

    compile: Callable[[ForEach, int], Model]


@check("exact")
def check_models(compiled):
    """Models put out what programs do, attention at each third place, and no state there."""
    for name, program in PROGRAMS.items():
        model = compiled.compile(program, 3)
        tokens = [[1], [-2], [3]]
        if (model(tokens) != program(tokens)).any():
            found = [str(to_fraction(y)) for y in model(tokens)[:, 0]]
            wanted = [str(to_fraction(y)) for y in program(tokens)[:, 0]]
            return Evidence.refuted(Counterexample({"program": name}, str(wanted), str(found)))
        for place, part in enumerate(model.parts[1:-1], 1):
            if isinstance(part, HawkWeights) != (place % 3 > 0):
                told = "attention" if place % 3 == 0 else "a recurrence"
                return Evidence.refuted(Counterexample({"block": place}, told, "the other one"))
    return Evidence.holds(f"{', '.join(PROGRAMS)}; 3 tokens")


def _states(count):
    node = Input(1)
    for _ in range(count):
        node = LinState(ReLU(node) - Fraction(1, 2), A=2, B=1)
    return ForEach(node)


PROGRAMS = {"one state": _states(1), "three states, one of them third": _states(3)}
PRINTED_PLACES, MENDED_PLACES = Places(printed_places), Places(mended_places)
THIRD = frozenset({(1, 0), (2, 2)})

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
    checks=(check_for_all_sizes.killing("negative"), check_on_numbers.killing("offset")),
    mutants=(
        Mutant("negative", OneToken(W_v="- I"), "W_v = -I"),
        Mutant("offset", OneToken(b_o="1"), "b_o = 1"),
    ),
    repairs=("lsrl/griffin",),
    new=True,
)

no_matrices = Claim(
    id="lsrl/new-griffin-no-matrices",
    title="No matrices make local attention over two tokens or more the identity",
    source=Source(PAPER, f"{END_OF_APP_E}, beyond the text"),
    statement=r"a = (v, 0):\quad m_1 = W v + b = v,\ m_2 = \tfrac12 W v + b = 0 \implies v = 0",
    assumptions=("the softmax of equal logits is uniform; without position embeddings",),
    subject=Windows(lambda W, b: W / 2 + b),
    checks=(check_no_matrices,),
    mutants=(Mutant("one-token", Windows(lambda _W, b: b), "a window of one token"),),
    new=True,
    notes="A rotary embedding changes nothing, as it turns the query 0 into 0.",
)

third = Claim(
    id="lsrl/griffin-third",
    title="The blocks without a recurrence are always ones that compute maps",
    source=Source(PAPER, END_OF_APP_E),
    statement=r"3 \nmid 1 + j (k + 2) \text{ for all layers } j = 0, 1, \dots",
    subject=PRINTED_PLACES,
    checks=(check_never_third,),
    controls=(Control("shifted", MENDED_PLACES, "a block that does nothing before it"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-griffin-third",
    notes="For two layers with k = 3 the second state is in block 6, for k = 2 the third in block"
    " 9. For k = 1, 4, 7, ... it never happens.",
)

residues = Claim(
    id="lsrl/new-griffin-third",
    title="A state comes third just if (j, k) is (1, 0) or (2, 2) mod 3, so never for k = 1",
    source=Source(PAPER, f"{END_OF_APP_E}, repaired"),
    statement=r"3 \mid 1 + j (k + 2) \iff (j, k) \equiv (1, 0), (2, 2) \pmod 3",
    subject=Residues(THIRD),
    checks=(check_residues,),
    mutants=(
        Mutant("one-pair", Residues(frozenset({(1, 0)})), "(2, 2) forgotten"),
        Mutant("k-1", Residues(THIRD | {(1, 1)}), "k = 1, too"),
    ),
    repairs=("lsrl/griffin-third",),
    new=True,
    notes="Where it does, one more block that does nothing goes before: lsrl/new-griffin-models.",
)

models = Claim(
    id="lsrl/new-griffin-models",
    title="Griffin with windows of one token, and a block more where a state would come third",
    source=Source(PAPER, f"{END_OF_APP_E}, repaired"),
    statement=r"\text{the compiled models put out what the programs put out}",
    assumptions=("sequences of at most d_conv tokens",),
    subject=Compiled(griffin),
    checks=(check_models,),
    mutants=(Mutant("hawk", Compiled(hawk), "no attention at all"),),
    expect=Verdict.HOLDS,
    new=True,
)
