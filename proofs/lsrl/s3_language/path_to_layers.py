r"""A path of Lin, ReLU, LinState and Multi is a stack of layers of a Gated Linear RNN.

A layer begins at each state and at each product; affine maps wait until they are used. Let v be
what the layers so far put out, and P v + p what the last node did: for each kind of node that
comes next it is proved that the layer made of it puts out what the node does. So all paths are
stacks of layers, by induction over their nodes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.arrays import concatenate
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.lsrl import ForEach, Lin, LinState, Multi, ReLU
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.targets import Model
from constructions.lsrl.targets.layers import Layer, layers_of_path
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from proofs.lsrl.any_size import Stated
from proofs.lsrl.compilations import Compilation, says_same
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.gated_depth import AnyNetwork
from proofs.lsrl.gated_machines import Composed
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    EveryChain,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    check,
    conjunction,
    link_by_link,
    proof_of,
    prove,
    simulation,
)

__all__ = ["CUT", "Cut"]

NONE = ReLUNetwork((), ())


@dataclass(frozen=True)
class Cut:
    """How a path is cut: the weights of layers by their texts.

    A state reads `fed` v + `bias`; `memory` is A of a layer that needs no state; `relu_last`:
    whether a network that is closed ends in a ReLU.
    """

    fed: str = "B P"
    bias: str = "B p + b"
    memory: str = "0"
    relu_last: bool = True

    def state(self, w):
        """Return a layer that begins at a LinState, behind an affine map that waits."""
        (P, p), (A, B, b, s_0) = affine(w, "state", "k m"), state_weights(w)
        named = {"B": B, "P": P, "p": p, "b": b}
        fed, bias = w.read(self.fed, "n", "m", **named), w.read(self.bias, "n", **named)
        return RecurrentLayer(A, fed, bias, s_0, NONE)

    def begun(self, w):
        """Return a layer that begins at a ReLU."""
        P, p = affine(w, "begun", "k m")
        phi = ReLUNetwork((P,), (p,), self.relu_last)
        return self._memoryless(w, "m", w.eye("m"), w.zeros("m"), phi=phi)

    def more(self, w):
        """Return a map more in the network of a layer, at a ReLU."""
        W, b = affine(w, "more", "k m")
        return ReLUNetwork((W,), (b,), self.relu_last)

    def product(self, w):
        """Return a layer without memory, with a gate, at a Multi."""
        (P, p), (Q, q) = affine(w, "left", "k m"), affine(w, "right", "k m")
        return self._memoryless(w, "k", P, p, gamma=ReLUNetwork((Q,), (q,)))

    def last(self, w):
        """Return the last map of a network, for what waits at the end."""
        W, b = affine(w, "last", "k m")
        return ReLUNetwork((W,), (b,))

    def end(self, w):
        """Return a layer without memory for it, where there is no network."""
        P, p = affine(w, "end", "k m")
        return self._memoryless(w, "k", P, p)

    def _memoryless(self, w, rows, W, b, phi=NONE, gamma=None):
        return RecurrentLayer(w.read(self.memory, rows, rows), W, b, w.zeros(rows), phi, gamma)


def affine(w, name, sizes):
    """Return the weights of an affine map of this name."""
    return w(f"{name}_W", sizes), w(f"{name}_b", sizes.split()[0])


def state_weights(w):
    """Return A, B, b and s_0 of a LinState."""
    return w("A", "n n"), w("B", "n k"), w("b", "n"), w("s_0", "n")


def says_path(cut, w):
    """In every chain the layers, and maps of their networks, are the path's nodes behind Lins.

    And a layer with any network is its state, and then that; two Lins are one.
    """
    s = Stated(w)
    n, m, k = s.sizes("n m k")
    source = Token(s("v", "m"), m)

    def lin(name):
        W, c = affine(s, name, "k m")
        return Lin(source, Weight(W, k, m), Weight(c, k))

    shapes = (n, n), (n, k), (n,), (n,)
    A, B, b, s_0 = (Weight(a, *sizes) for a, sizes in zip(state_weights(s), shapes, strict=True))
    nodes = {
        "state": ("n", LinState(lin("state"), A, B, b, s_0)),
        "begun": ("k", ReLU(lin("begun"))),
        "more": ("k", ReLU(lin("more"))),
        "last": ("k", lin("last")),
        "end": ("k", lin("end")),
    }
    v, like = w.interface("v", s("v", "m")), s("v", "m")
    ends = {size: w.interface("v", s(f"v_{size}", size)) for size in "nk"}
    links = [
        w.link(v, ends[size], getattr(cut, name)(s), machine_of(node, like))
        for name, (size, node) in nodes.items()
    ]
    factors = affine(s, "left", "k m"), affine(s, "right", "k m")
    made = concatenate([W @ like + c for W, c in factors])
    product = Halves(machine_of(Multi(Token(made, 2 * k)), like), *factors)
    links.append(w.link(v, ends["k"], cut.product(s), product))
    phi = AnyNetwork(s.function("phi", "n", "k"))
    own = s("whole_A", "n n"), s("whole_B", "n m"), s("whole_b", "n"), s("whole_s_0", "n")
    layer = RecurrentLayer(*own, phi)  # pyright: ignore[reportArgumentType]
    parts = Composed(RecurrentLayer(*own, NONE), tell=lambda state, _: phi.at(state))
    whole = SameOutputs(*(w.machine(cell, like) for cell in (layer, parts)))
    (P, p), (W, c) = affine(s, "inner", "k m"), affine(s, "outer", "n k")
    lins = Equal(W @ (P @ like + p) + c, (W @ P) @ like + (W @ p + c))
    return All((EveryChain(tuple(links)), whole, lins))


class Halves:
    """A machine on two affine maps of the token, one behind the other."""

    def __init__(self, cell, *maps):
        self.cell, self.maps = cell, maps

    def initial_state(self):
        """Return the machine's."""
        return self.cell.initial_state()

    def step(self, state, x):
        """Return its state after a token, and its output."""
        return self.cell.step(state, concatenate([W @ x + b for W, b in self.maps]))


def by_nodes(said):
    """Prove it link by link: a state is the layer's, and layers without memory have any."""

    def by_state(same):
        held = same.other.state
        return simulation(same, held[0] if held else same.one.state)

    chain, whole, lins = said.parts
    return conjunction(
        said, link_by_link(chain, by_state), simulation(whole, whole.other.state), prove(lins)
    )


@check("exact")
def check_layers(layers_of: Callable[[ForEach], list[Layer]]):
    """The layers of five paths put out what the paths do."""
    for name, program in DEEP.items():
        path = levelised(program)
        tokens = [[(3 * t + i) % 5 - 2 for i in range(program.input.dim)] for t in range(5)]
        layers = layers_of(path)
        wanted = path(tokens)
        found = Model("Gated Linear RNN", tuple(layers), len(layers))(tokens)
        if (wanted != found).any():
            at = {"path of": name, "tokens": tokens}
            return Evidence.refuted(Counterexample(at, str(wanted.tolist()), str(found.tolist())))
    return Evidence.holds(", ".join(DEEP))


def says_cut(layers_of: Callable[[ForEach], list[Layer]], w: World) -> All:
    """The layers of four paths have the outputs of the programs, on all sequences."""
    made = (Compilation(program, model_of(layers_of, program)) for program in PROVED_OF)
    return All(tuple(says_same(each, w) for each in made))


def model_of(layers_of: Callable[[ForEach], list[Layer]], program: ForEach) -> Model:
    """Return the model of the layers into which the path of a program is cut."""
    layers = layers_of(levelised(program))
    return Model("Gated Linear RNN", tuple(layers), len(layers))


PROVED_OF = tuple(program for name, program in DEEP.items() if name != "Listing 2")
"""The programs without irrational numbers."""


def from_zero(path):
    """Cut a path, and let all states start from 0."""
    return [replace(layer, s_0=0 * layer.s_0) for layer in layers_of_path(path)]


def without_last_maps(path):
    """Cut a path, and lose what follows the last ReLU, state or product."""
    *layers, last = layers_of_path(path)
    return [*layers, replace(last, phi=replace(last.phi, maps=last.phi.maps[:-1]))]


@dataclass(frozen=True)
class Wide(Cut):
    """States without their bias where there are 90 units or more."""

    def state(self, w):
        """Return a layer that begins at a LinState."""
        cut = self if w.zeros("n").shape[0] < 90 else replace(self, bias="b")
        return Cut.state(cut, w)


CUT = Cut()

layers = Claim(
    id="lsrl/new-layers-of-path",
    title="Each path is a stack of layers of a Gated Linear RNN",
    source=Source(PAPER, "Sec. 3, Compilation, beyond the text"),
    statement=r"\text{Lin, ReLU, LinState and Multi, one behind the other} = \text{layers }"
    r" y_t = \gamma(x_t) \odot \phi(s_t),\ s_t = A s_{t-1} + B x_t + b",
    assumptions=(
        "a path has no Concat: its numbers are in the rows of a Lin",
        "each node behind an affine map, which is any number of Lins; any number of nodes",
        "on arrays, of NumPy or JAX",
    ),
    subject=CUT,
    says=says_path,
    checks=(proof_of(says_path, by_nodes),),
    mutants=(
        Mutant("lost-bias", replace(CUT, bias="b"), "the bias of a Lin before a state is lost"),
        Mutant("remembers", replace(CUT, memory="I"), "A = I in a layer without memory"),
        Mutant("linear", replace(CUT, relu_last=False), "no ReLU where a network is closed"),
    ),
    new=True,
    late=(Mutant("wide", Wide(), "no bias from 90 units on"),),
    notes="With lsrl/new-levelised-compiler each program is such a stack; without products in the"
    " program there are no gates. The shipped function that cuts paths: lsrl/new-paths-cut.",
)

cuts = Claim(
    id="lsrl/new-paths-cut",
    title="The layers into which four paths are cut put out what their programs do",
    source=Source(PAPER, "Sec. 3, Compilation, beyond the text"),
    statement=r"y_{\mathrm{layers}} = y_{\mathrm{program}} \text{ on all sequences}",
    assumptions=("the paths of four programs, on all sequences; one more is run on five tokens",),
    subject=layers_of_path,
    says=says_cut,
    checks=(proof_of(says_cut).killing("from-zero"), check_layers),
    mutants=(
        Mutant("from-zero", from_zero, "first states lost"),
        Mutant("lost-end", without_last_maps, "the last map is lost"),
    ),
    late=(
        Mutant(
            "far",
            lambda path: layers_of_path(ForEach(path.output + ReLU(path.input[0] - 10**9))),
            "another one beyond 10^9",
        ),
    ),
    new=True,
    notes="Of any number of nodes, each as a layer made of it: lsrl/new-layers-of-path.",
)
