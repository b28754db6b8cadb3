r"""App. E.6, beyond the text: a block of Hawk for each map of a layer is enough.

The block of the state has a gated perceptron of its own, which App. E sets to the identity: it can
compute the first maps. And the perceptron that multiplies has linear maps on both branches: it can
compute the last ones; where phi and gamma are single maps one block does it all. What is proved is
that every chain of such blocks is one of parts of layers; how many blocks it has is not said.
"""

from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_depth import (
    FEW,
    HawkDepth,
    any_networks,
    by_block,
    pair,
    vector,
)
from proofs.lsrl.e_hawk_griffin.hawk_state import MENDED_STATE, forgetting, thousand, three
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, HawkTable, spaces
from proofs.lsrl.e_hawk_griffin.kernels import (
    Age,
    age,
    beside,
    by_sums,
    linear_state,
    one_each,
    state_from_zero,
)
from proofs.lsrl.gated_depth import Part
from proofs.lsrl.gated_machines import Composed
from theorem_checks import (
    All,
    Claim,
    EveryFirstChain,
    Evidence,
    Mutant,
    SameFirstOutputs,
    SameOutputs,
    Source,
    certificate,
    conjunction,
    instances_of,
    link_by_link,
    ones,
    outer,
    proof_of,
    simulation,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["FewerBlocks", "says_fewer"]

INPUTS = "n m 1"
MAPS = {"first": ("f n", "g m"), "last": ("p f", "p g"), "only": ("p n", "p m")}
"""The sizes of the maps of phi and of gamma that a block computes."""

MAPPED = "phi", "gamma"


@dataclass(frozen=True)
class FewerBlocks:
    """The blocks of a layer, by the texts of their weights.

    `left` is what the last perceptron has on its linear branch, and `right` what it has behind the
    ReLU, twice each; `read` takes the difference; `power` is what stands for the powers of A.
    """

    left: str = "W_phi, 0, 0; W_phi, 0, 0; 0, 0, 0"
    right: str = "0, W_gamma, 0; 0, - W_gamma, 0; 0, 0, 0"
    bias: str = "b_phi; b_phi; 1"
    read: str = "I, - I, 0; 0, 0, I"
    power: Age = age

    def links(self, w: WorldOfStatement, s: Stated) -> tuple[Any, ...]:
        """Return the blocks as links, each beside what it has to be."""
        x, y = vector(w, s, "x", "m"), vector(w, s, "y", "p")
        few, more = pair(w, s, *FEW), pair(w, s, "d e", "i j")
        kernel, layer = state_from_zero(w, s, self.power)

        def with_state(of: str, perceptron: HawkTable) -> Any:
            own, both = maps(s, of)
            block = _behind_state(perceptron).with_kernel(s, kernel, **own)
            return block, Composed(layer, tell=lambda state, x: both((state, x)))

        own, both = maps(s, "last")
        last = self.product("f g 1").block(s, 1, **own), Part(both)
        return (
            w.link(x, few, *with_state("first", FIRST)),
            w.link(few, more, *HawkDepth().maps(s, (True, True), "i j")),
            w.link(few, y, *last),
            w.link(x, y, *with_state("only", self.product(INPUTS))),
        )

    def product(self, inputs: str) -> HawkTable:
        """Return the table of a block that passes its input to the last maps and multiplies."""
        table = HawkTable(spaces(inputs, "", "", "p p 1", "p 1"), PASSING.weights)
        gamma = "b_gamma; - b_gamma; 1"
        return table.but(W_e=self.left, b_e=self.bias, W_f=self.right, b_f=gamma, W_m=self.read)


FIRST = HawkTable(spaces(INPUTS, "", "", "f g 1"), PASSING.weights).but(
    W_e="0", b_e="1", W_f="W_phi, 0, 0; 0, W_gamma, 0; 0, 0, 0", b_f="b_phi; b_gamma; 1"
)
"""The first maps, with a ReLU behind each."""


def _behind_state(table: HawkTable) -> HawkTable:
    """The table of the block of the state, with the perceptron of another one."""
    perceptron = {name: table.weights[name] for name in ("W_e", "b_e", "W_f", "b_f", "W_m")}
    sizes = {**MENDED_STATE.spaces, **{n: table.spaces[n] for n in ("gates", "outputs")}}
    return replace(MENDED_STATE, spaces=sizes).but(**perceptron)


def maps(s: Stated, of: str) -> tuple[dict[str, Any], Any]:
    """Return the weights of a block's maps, and what they make of (a, c).

    The values of both behind ReLUs, of the first ones; of the last, and the only, the product.
    """
    own: dict[str, Any] = {}
    for name, sizes in zip(MAPPED, MAPS[of], strict=True):
        own |= {f"W_{name}": s(f"W_{name}_{of}", sizes)}
        own |= {f"b_{name}": s(f"b_{name}_{of}", sizes.split()[0])}

    def both(pair: Any) -> Any:
        v, u = (own[f"W_{f}"] @ a + own[f"b_{f}"] for f, a in zip(MAPPED, pair, strict=True))
        return (relu(v), relu(u)) if of == "first" else v * u

    return own, both


def says_fewer(blocks: FewerBlocks, w: WorldOfStatement) -> All:
    """On T tokens every chain of blocks is one of parts of layers, and a layer is its parts."""
    s = Stated(w)
    links, (T,) = blocks.links(w, s), s.sizes("T")
    phi, gamma, networks = any_networks(s, "whole")
    own, x = (s("A", "n n"), s("B", "n m"), s("b", "n"), s.zeros("n")), s("x", "m")
    layer = RecurrentLayer(*own, phi, gamma)  # pyright: ignore[reportArgumentType]
    parts = Composed(linear_state(s, *own), tell=lambda state, token: networks.of((state, token)))
    whole = SameOutputs(w.machine(layer, x), w.machine(parts, x))
    return All((EveryFirstChain(links, T), whole))


def by_links(said: Any) -> Evidence:
    """Prove it link by link: induction over the tokens, over the maps, and over the layers."""
    chain, whole = said.parts
    return conjunction(
        said, link_by_link(chain, by_sums_or_now), simulation(whole, whole.other.state)
    )


def by_sums_or_now(first: SameFirstOutputs) -> Evidence:
    """Prove one link: by powers, told as the block's own perceptron tells it, or by what is now."""
    if not isinstance(first.other.state, SymbolicArray):
        return by_block(first)
    of = "first" if len(first.one.output.axes[0]) == 3 else "only"

    def tell(states: SymbolicArray, xs: SymbolicArray) -> SymbolicArray:
        v, u = (_values(first, f"{f}_{of}", a) for f, a in (("phi", states), ("gamma", xs)))
        both = (relu(v), relu(u)) if of == "first" else (v * u,)
        return beside(*both, one_each(xs))

    return by_sums(first, tell)


def _values(first: SameFirstOutputs, of: str, rows: SymbolicArray) -> SymbolicArray:
    """The values of a map at each row."""
    W, b = first.array(f"W_{of}"), first.array(f"b_{of}")
    return rows @ W.T + outer(ones((rows.axes[0],)), b)


FEWER = FewerBlocks()

fewer = Claim(
    id="lsrl/new-hawk-k-blocks",
    title="A Hawk block for each map, with the state or the product in it, is a Gated Linear RNN",
    source=Source(PAPER, "App. E.6, beyond the text"),
    statement=r"[x_t; 1] \mapsto [\gamma(x_t) \odot \phi(s_t); 1]"
    r" \text{ by a block for each map of } \phi \text{ and } \gamma",
    assumptions=(
        "networks that end in a linear map; one that ends in a ReLU is one of a map more",
        "sequences up to the kernel's length; s_0 = 0 (another one: lsrl/new-hawk-layer)",
    ),
    subject=FEWER,
    says=says_fewer,
    checks=(
        proof_of(says_fewer, by_links).killing("one-sign", "lost-bias"),
        certificate(
            says_fewer,
            proof=("hawk_entries.v", "hawk_window.v", "hawk_fewer_blocks.v"),
            part=1,
            by=by_links,
        ).killing("forgets", "both-linear"),
        instances_of(says_fewer).killing("forgets", "both-linear"),
    ),
    mutants=(
        Mutant("one-sign", replace(FEWER, read="I, 0, 0; 0, 0, I"), "v relu(u) for v u"),
        Mutant("lost-bias", replace(FEWER, bias="b_phi; 0; 1"), "b_phi in one half alone"),
        Mutant("forgets", replace(FEWER, power=forgetting), "what came before is forgotten"),
        Mutant(
            "both-linear",
            replace(FEWER, right="0, W_gamma, 0; 0, W_gamma, 0; 0, 0, 0"),
            "gamma is not flipped",
        ),
    ),
    late=(
        Mutant("three", replace(FEWER, power=three), "a kernel 0 from the fourth token on"),
        Mutant("thousand", replace(FEWER, power=thousand), "a kernel 0 from 1,000 on"),
    ),
    new=True,
    notes="How many blocks a chain has is not part of the statement. By hand: state and first"
    " maps are one, the maps between one each, last maps and product one, so that a layer with"
    " networks of k maps takes k of them, where App. E.6 has k + 2; of Griffin one more at most,"
    " which does nothing, before a state that would come third."
    " For LSTMs see lsrl/new-lstm-k-plus-1.",
)
