r"""Griffin mended, block by block: all layers of Gated Linear RNNs, and the programs.

It is Hawk (`hawk_depth`) but for two things. A block whose recurrent part passes its input may have
attention in its place, over a window of one token. And where a block that does compute a state
would come third, a block that does nothing goes before it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

import sympy as sp

from constructions.cells.griffin import GriffinAttentionBlock, GriffinLocalAttentionBlock
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.targets import Model, griffin, hawk
from constructions.lsrl.targets.griffin import Kind, kinds_of
from constructions.lsrl.targets.hawk import HawkWeights
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.griffin_attention import IDENTITY, OneToken
from proofs.lsrl.e_hawk_griffin.hawk_depth import HawkDepth, proved_layers
from proofs.lsrl.e_hawk_griffin.hawk_tables import RECURRENT_IDENTITY, HawkTable, one_step, spaces
from proofs.lsrl.statements import all_proved
from theorem_checks import (
    Claim,
    Counterexample,
    Engine,
    Evidence,
    Mutant,
    Route,
    Source,
    all_of,
    check,
    to_fraction,
    witnessed,
)

PERCEPTRON = {"W_e": "k n", "b_e": "k", "W_f": "k n", "b_f": "k", "W_m": "p k", "b_m": "p"}
FREE = {name: name for name in PERCEPTRON}


@dataclass(frozen=True)
class Attended:
    """Blocks with attention over one token: `W_v` and `b_o`, by their texts; queries, keys free."""

    W_v: str = "I"
    b_o: str = "0"

    def __call__(self, w):
        """Compare a block of Hawk that passes its input to any perceptron with one of attention."""
        perceptron, a = {name: w(name, shape) for name, shape in PERCEPTRON.items()}, w("a", "n")
        table = HawkTable(spaces("n", "n", "n", "k", "p"), {**RECURRENT_IDENTITY, **FREE})
        wanted = one_step(table.block(w, 1, **perceptron), w("h", "n"), a)
        own = {"W_v": w.read(self.W_v, "n", "n"), "W_o": w.eye("n"), "b_o": w.read(self.b_o, "n")}
        asking = {"W_q": w("W_q", "h n"), "W_k": w("W_k", "h n")}
        blocks = {
            "without queries": GriffinAttentionBlock(**own, **perceptron),
            "with queries": GriffinLocalAttentionBlock(**own, **asking, **perceptron, window=1),
        }
        return {name: (wanted, block.step((), a)[1]) for name, block in blocks.items()}


@dataclass(frozen=True)
class Compiled:
    """A compiler to Griffin, its rule for what comes third, and its blocks."""

    compile: Callable[[ForEach, int], Model]
    kinds: Callable[..., tuple[Kind, ...]] = kinds_of
    attended: Attended = field(default_factory=Attended)
    hawk: HawkDepth = field(default_factory=HawkDepth)


@check("proof")
def check_blocks(compiled):
    """Each block puts out what it should, for all sizes: those of Hawk, and those of attention."""
    attention = {
        "in place of a recurrence": compiled.attended,
        "doing nothing": IDENTITY.statement(OneToken()),
    }
    parts = {"attention": all_proved(attention, "all sizes, perceptrons, queries and keys")}
    if parts["attention"].verdict.passes:
        parts["Hawk"] = proved_layers(compiled.hawk)
    return all_of(parts, "as for Hawk; windows of one token")


@check("proof")
def check_kinds(compiled):
    """Attention comes third, and only there; a block that computes a state is never attention.

    By induction over the blocks: after 3 q + r blocks for a symbol q, for each r; and on all
    sequences of up to 7 blocks, in the place of each block.
    """
    q = sp.Symbol("q", integer=True, nonnegative=True)
    for r, passes in product(range(3), (True, False)):
        if wrong := _wrong(compiled.kinds, 3 * q + r, r, passes):
            return Evidence.refuted(Counterexample({"blocks before": f"3 q + {r}"}, *wrong))
    symbols = Route.deciding("the rule run behind 3 q + r blocks", Engine.SYMPY)
    for length in range(1, 8):
        for flags in product((True, False), repeat=length):
            number = 0
            for passes in flags:
                if wrong := _wrong(compiled.kinds, number, number, passes):
                    return Evidence.refuted(Counterexample({"passes": flags}, *wrong))
                number += len(compiled.kinds(number, passes=passes))
    words = Route.testing("all sequences of up to 7 blocks", Engine.INTEGERS)
    return witnessed(
        Evidence.argued("induction over the blocks", scope="all sequences", routes=(symbols,)),
        Evidence.holds("up to 7 blocks", routes=(words,)),
    )


def _wrong(kinds_of, number, residue, passes):
    """Return what was expected and what is there, or None; `residue` is that of the number."""
    kinds = kinds_of(number, passes=passes)
    own = Kind.ATTENTION if Kind.ATTENTION in kinds else Kind.RECURRENT
    if [kind for kind in kinds if kind is not Kind.IDLE] != [own]:
        return "the block once", ", ".join(kinds)
    if own is Kind.ATTENTION and not passes:
        return "a recurrence for a state", str(own)
    for n, kind in enumerate(kinds):
        third = (residue + n) % 3 == 2
        if (kind is not Kind.RECURRENT) != third:
            return f"attention just at each third place, here {third}", str(kind)
    return None


@check("exact")
def check_models(compiled):
    """Models put out what programs do, attention at each third place, and no state there."""
    for name, program in PROGRAMS.items():
        tokens = [[1], [-2], [3], [0], [2], [-1], [1]]
        model = compiled.compile(program, len(tokens))
        if (model(tokens) != program(tokens)).any():
            found = [str(to_fraction(y)) for y in model(tokens)[:, 0]]
            wanted = [str(to_fraction(y)) for y in program(tokens)[:, 0]]
            return Evidence.refuted(Counterexample({"program": name}, str(wanted), str(found)))
        for place, part in enumerate(model.parts[1:-1], 1):
            if isinstance(part, HawkWeights) != (place % 3 > 0):
                told = "attention" if place % 3 == 0 else "a recurrence"
                return Evidence.refuted(Counterexample({"block": place}, told, "the other one"))
    return Evidence.holds(f"{', '.join(PROGRAMS)}; 7 tokens")


def _states(count):
    node = Input(1)
    for _ in range(count):
        node = LinState(ReLU(node) - Fraction(1, 2), A=2, B=1)
    return ForEach(node)


PROGRAMS = {"one state": _states(1), "three states, one of them third": _states(3)}


PROGRAMS = {"one state": _states(1), "three states, one of them third": _states(3)}
GRIFFIN = Compiled(griffin)


def one_place_late(number, *, passes):
    """Return the kinds as for one block less."""
    return kinds_of(number + 2, passes=passes)


def states_too(number, *, passes):
    """Return attention at each third place, whatever the block does."""
    return kinds_of(number, passes=True)


models = Claim(
    id="lsrl/new-griffin-models",
    title="Griffin with windows of one token, and a block more where a state would come third",
    source=Source(PAPER, "App. E, end, repaired"),
    statement=r"\text{the blocks, and the compiled models, put out what the programs put out}",
    assumptions=(
        "sequences of at most d_conv tokens; any s_0, any inputs, any networks",
        "programs are Gated Linear RNNs by lsrl/new-levelised-compiler and lsrl/new-layers-of-path",
    ),
    subject=GRIFFIN,
    checks=(
        check_blocks.killing("negative", "offset", "one-sign"),
        check_kinds.killing("late", "states-too"),
        check_models.killing("hawk"),
    ),
    mutants=(
        Mutant("negative", replace(GRIFFIN, attended=Attended(W_v="- I")), "W_v = -I"),
        Mutant("offset", replace(GRIFFIN, attended=Attended(b_o="1")), "b_o = 1"),
        Mutant(
            "one-sign",
            replace(GRIFFIN, hawk=HawkDepth(gate="0, I, 0; 0, 0, 0; 0, 0, 0")),
            "a relu(b) without -a relu(-b)",
        ),
        Mutant("late", replace(GRIFFIN, kinds=one_place_late), "counted from 1"),
        Mutant("states-too", replace(GRIFFIN, kinds=states_too), "states that come third are lost"),
        Mutant("hawk", replace(GRIFFIN, compile=hawk), "no attention at all"),
    ),
    new=True,
    notes="Compiled models are checked on two programs, one with a state that would come third.",
)
