r"""Layers of Gated Linear RNNs with networks of any depth as blocks of Hawk, one after the other.

Each block is a link of two chains: beside it stands what it has to be, a part of a layer. What
passes between the blocks, and what it stands for, is this:

    [x; 1]                         x       before a layer, and behind it
    [s; x; 1]                      (s, x)  behind the block of the state
    [phi so far; gamma so far; 1]  (a, c)  behind a map of each, with or without a ReLU

The first of these two is of the kind of the second. So a layer with networks of k maps takes k + 2
blocks; a network that is done is passed on by the map I. All is said of T tokens, and kernels of T.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.e_hawk_griffin.hawk_layers import Mended
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
from proofs.lsrl.gated_depth import AnyNetwork, Part
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
    at_first_tokens,
    certificate,
    conjunction,
    instances_of,
    link_by_link,
    proof_of,
    simulation,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = [
    "FEW",
    "HawkDepth",
    "any_networks",
    "by_block",
    "by_links",
    "links_of",
    "pair",
    "proved_layers",
    "says_layers",
    "vector",
]


@dataclass(frozen=True)
class HawkDepth:
    """The blocks of a layer, by the texts of their weights.

    `gate` picks b and -b in the product a relu(b) - a relu(-b); `power` is what stands for the
    powers of A in the kernel, entry by entry; `other` is what the branch of a gated perceptron is
    that a map does not use; `keeps_start`: whether s_0 is left out where the bias is shifted.
    """

    gate: str = "0, I, 0; 0, - I, 0; 0, 0, 0"
    power: Age = age
    other: str = "1"
    keeps_start: bool = False

    def state(self, w: WorldOfStatement, s: Stated) -> tuple[Any, Any]:
        """Return the block of the state, and the state of a layer, from 0, beside the input."""
        kernel, layer = state_from_zero(w, s, self.power)
        beside = Composed(layer, tell=lambda state, x: (state, x))
        return MENDED_STATE.with_kernel(s, kernel), beside

    def maps(self, s: Stated, bent: tuple[bool, bool], sizes: str) -> tuple[Any, Any]:
        """Return the block of a map of each network, with ReLUs behind those that bend; and both.

        **Arguments**: whether they bend, phi and gamma; the letters of their sizes.
        """
        texts = {"phi": "W_phi, 0, 0", "gamma": "0, W_gamma, 0"}
        on = dict(zip(texts, bent, strict=True))
        shapes = {n: f"{i} {f}" for n, i, f in zip(texts, sizes.split(), "fg", strict=True)}
        of = f"{sizes[0]}{''.join(str(int(one)) for one in bent)}"
        weights = _weights(s, of, shapes)
        table = self._table("f g 1", f"{sizes} 1", texts, on)
        phi, gamma = (_map_of(weights, name, bends=on[name]) for name in texts)
        return table.block(s, 1, **weights), Part(lambda pair: (phi(pair[0]), gamma(pair[1])))

    def one_map(self, s: Stated, inputs: str, bent: bool) -> tuple[Any, Any]:
        """Return the block of a map of phi alone, where there is no gate, and the map."""
        first = inputs == "f g 1"
        weights = _weights(s, f"alone{int(bent)}{int(first)}", {"phi": "i f"})
        text = "W_phi, 0, 0" if first else "W_phi, 0"
        table = self._table(inputs, "i 1", {"phi": text}, {"phi": bent})
        phi = _map_of(weights, "phi", bends=bent)
        return table.block(s, 1, **weights), Part(lambda a: phi(a[0] if first else a))

    def product(self, s: Stated) -> tuple[Any, Any]:
        """Return the block of the products, and these."""
        table = Mended(2, gate=self.gate).tables()[-1]
        return table.block(s, 1), Part(lambda pair: pair[0] * pair[1])

    def start(self, w: WorldOfStatement, s: Stated) -> SameOutputs:
        """Say that from s_0 it is a layer from 0, with another bias and phi of what s_0 is to."""
        A, B, b, s_0 = s("A_s", "n n"), s("B_s", "n m"), s("b_s", "n"), s("s_0", "n")
        bias = b + A @ s_0 if self.keeps_start else b + A @ s_0 - s_0
        phi, gamma, _ = any_networks(s, "shift")
        shifted = AnyNetwork(lambda state: phi.at(state + s_0))
        own = _layer(A, B, b, s_0, phi, gamma)
        from_0 = _layer(A, B, bias, s.zeros("n"), shifted, gamma)
        x = s("x_s", "m")
        return SameOutputs(w.machine(own, x), w.machine(from_0, x))

    def _table(
        self, inputs: str, outputs: str, texts: dict[str, str], bent: dict[str, bool]
    ) -> HawkTable:
        """The table of a block with these rows of blocks in W_f, if bent, else in W_e."""
        none = ", ".join("0" for _ in inputs.split())
        made = {}
        for branch, on in (("f", True), ("e", False)):
            own = {name: bent[name] == on for name in texts}
            rows = [texts[name] if own[name] else none for name in texts]
            biases = [f"b_{name}" if own[name] else self.other for name in texts]
            made |= {
                f"W_{branch}": "; ".join([*rows, none]),
                f"b_{branch}": "; ".join([*biases, "1"]),
            }
        return HawkTable(spaces(inputs, inputs, inputs, outputs), PASSING.weights).but(**made)


def _weights(s: Stated, of: str, sizes: dict[str, str]) -> dict[str, Any]:
    """Free weights of maps, by their names in tables."""
    found = {}
    for name, shape in sizes.items():
        found[f"W_{name}"] = s(f"W_{name}_{of}", shape)
        found[f"b_{name}"] = s(f"b_{name}_{of}", shape.split()[0])
    return found


def _map_of(weights: dict[str, Any], name: str, *, bends: bool) -> Callable[[Any], Any]:
    W, b = weights[f"W_{name}"], weights[f"b_{name}"]
    return lambda a: relu(W @ a + b) if bends else W @ a + b


def any_networks(s: Stated, of: str) -> tuple[AnyNetwork, AnyNetwork, Part]:
    """Return any networks phi and gamma, and the product of their values at (s, x)."""
    phi, gamma = (
        AnyNetwork(s.function(f"{name}_{of}", inputs, "p"))
        for name, inputs in (("phi", "n"), ("gamma", "m"))
    )
    return phi, gamma, Part(lambda pair: gamma.at(pair[1]) * phi.at(pair[0]))


def _layer(A: Any, B: Any, b: Any, s_0: Any, phi: Any, gamma: Any) -> RecurrentLayer:
    return RecurrentLayer(A, B, b, s_0, phi, gamma)


FEW = "a c", "f g"


def links_of(cells: HawkDepth, w: WorldOfStatement, s: Stated) -> tuple[Any, ...]:
    """Return the blocks as links, each beside what it has to be."""
    x, y = vector(w, s, "x", "m"), vector(w, s, "y", "p")
    state, few, more = (pair(w, s, *named) for named in (("s x", "n m"), FEW, ("d e", "i j")))
    ends = pair(w, s, "v u", "p p", name="ends")
    alone, next_alone = vector(w, s, "a", "f"), vector(w, s, "d", "i")
    links = [w.link(x, state, *cells.state(w, s)), w.link(ends, y, *cells.product(s))]
    for bent in ((True, True), (True, False), (False, True), (False, False)):
        links.append(w.link(few, more, *cells.maps(s, bent, "i j")))
        links.append(w.link(few, ends, *cells.maps(s, bent, "p p")))
    for bent in (True, False):
        links.append(w.link(few, next_alone, *cells.one_map(s, "f g 1", bent)))
        links.append(w.link(alone, next_alone, *cells.one_map(s, "f 1", bent)))
    return tuple(links)


def vector(w: WorldOfStatement, s: Stated, name: str, size: str) -> Any:
    """Return [v; 1] for v."""
    one = lambda v: s.joined([[v], [s.ones("1")]], f"{size} 1")  # noqa: E731
    return w.interface("vector", s(name, size), one=one)


def pair(w: WorldOfStatement, s: Stated, names: str, sizes: str, name: str = "pair") -> Any:
    """Return [a; c; 1] for (a, c)."""
    free = tuple(s(*named) for named in zip(names.split(), sizes.split(), strict=True))
    one = lambda both: s.joined([*([v] for v in both), [s.ones("1")]], f"{sizes} 1")  # noqa: E731
    return w.interface(name, free, one=one)


def says_layers(cells: HawkDepth, w: WorldOfStatement) -> All:
    """On T tokens every chain of blocks is one of parts of layers, and a layer is its parts.

    Networks are chains of maps. Of a layer they may be any functions; from another first state it
    is a layer from 0.
    """
    s = Stated(w)
    links, (T,) = links_of(cells, w, s), s.sizes("T")
    A, B, b, x = s("A", "n n"), s("B", "n m"), s("b", "n"), s("x", "m")
    phi, gamma, networks = any_networks(s, "whole")
    wholes = []
    for gate, tell in (
        (gamma, lambda state, token: networks.of((state, token))),
        (None, lambda state, _: phi.at(state)),
    ):
        layer = _layer(A, B, b, s.zeros("n"), phi, gate)
        parts = Composed(linear_state(s, A, B, b, s.zeros("n")), tell=tell)
        wholes.append(SameOutputs(w.machine(layer, x), w.machine(parts, x)))
    return All((EveryFirstChain(links, T), *wholes, cells.start(w, s)))


def by_links(said: Any) -> Evidence:
    """Prove it link by link: induction over the tokens, over the maps, and over the layers."""
    return conjunction(said, *map(_by_sort, said.parts))


def _by_sort(part: Any) -> Evidence:
    if isinstance(part, EveryFirstChain):
        return link_by_link(part, by_block)
    started = _not_0(part.one.start)
    return simulation(part, part.other.state + started if started is not None else part.other.state)


def _not_0(start: SymbolicArray) -> SymbolicArray | None:
    """The first state, if it is not 0."""
    return start if start.blocks else None


def by_block(first: SameFirstOutputs) -> Evidence:
    """Prove one link: by powers where the layer has a state, else by what the block reads now."""
    if isinstance(first.other.state, SymbolicArray):
        return by_sums(first, lambda states, xs: beside(states, xs, one_each(xs)))
    same = SameOutputs(first.one, first.other)
    return at_first_tokens(first, simulation(same, first.one.state))


proved_layers = proof_of(says_layers, by_links, seconds=180)

MENDED_LAYER = HawkDepth()

mended = Claim(
    id="lsrl/new-hawk-layer",
    title="Hawk blocks for the state, each map and the product are a Gated Linear RNN, on T tokens",
    source=Source(PAPER, "App. E.6, repaired"),
    statement=r"[x_t; 1] \mapsto [\gamma(x_t) \odot \phi(s_t); 1]",
    assumptions=(
        "any s_0, any inputs, networks that end in linear maps or in ReLUs; a 1 in the inputs",
        "any depths k >= 1, also different ones of phi and gamma; any number of layers",
    ),
    subject=MENDED_LAYER,
    says=says_layers,
    checks=(
        proved_layers.killing("no-other"),
        certificate(
            says_layers,
            proof=("hawk_entries.v", "hawk_window.v", "hawk_depth.v"),
            part=1,
            by=by_links,
            tier="deep",
            seconds=600,
        ).killing("keeps-start", "forgets", "one-sign"),
        instances_of(says_layers).killing("keeps-start", "forgets", "one-sign"),
    ),
    mutants=(
        Mutant(
            "one-sign",
            replace(MENDED_LAYER, gate="0, I, 0; 0, 0, 0; 0, 0, 0"),
            "a relu(b) without -a relu(-b)",
        ),
        Mutant("no-other", replace(MENDED_LAYER, other="0"), "the other branch is 0"),
        Mutant("keeps-start", replace(MENDED_LAYER, keeps_start=True), "b + A s_0 for the bias"),
        Mutant("forgets", replace(MENDED_LAYER, power=forgetting), "what came before is forgotten"),
    ),
    late=(
        Mutant("three", replace(MENDED_LAYER, power=three), "a kernel 0 from the fourth token on"),
        Mutant("thousand", replace(MENDED_LAYER, power=thousand), "a kernel 0 from 1,000 on"),
    ),
    repairs=("lsrl/hawk-compose",),
    new=True,
    notes="From s_0 = 0 with b + A s_0 - s_0 for b and phi(u + s_0) for phi. The blocks are links"
    " of chains: one for the state, one for each map of both, one for the product. How many that"
    " are, k + 2 for networks of k maps, is not said: see lsrl/new-hawk-count.",
)
