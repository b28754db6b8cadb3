r"""A path of Lin, ReLU, LinState and Multi is a stack of layers of a Gated Linear RNN.

A layer begins at each state and at each product; affine maps wait until they are used. Let v be
what the layers so far put out, and P v + p what the last node did: for each kind of node that
comes next it is proved that the layer made of it puts out what the node does. So all paths are
stacks of layers, by induction over their nodes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.lsrl import ForEach
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.targets import Model
from constructions.lsrl.targets.layers import Layer, layers_of_path
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from proofs.lsrl.statements import all_proved
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, check

__all__ = ["CUT", "Cut"]

NONE = ReLUNetwork((), ())


@dataclass(frozen=True)
class Cut:
    """How a path is cut: the weights of layers by their texts, and the function that does it.

    A state reads `fed` v + `bias`; `memory` is A of a layer that needs no state; `relu_last`:
    whether a network that is closed ends in a ReLU.
    """

    fed: str = "B P"
    bias: str = "B p + b"
    memory: str = "0"
    relu_last: bool = True
    layers: Callable[[ForEach], list[Layer]] = layers_of_path

    def lin(self, w):
        """Compare a Lin behind an affine map that waits."""
        v, P, p = w("v", "m"), w("P", "k m"), w("p", "k")
        W, b = w("W", "n k"), w("b", "n")
        return {"Lin": (W @ (P @ v + p) + b, (W @ P) @ v + (W @ p + b))}

    def state(self, w):
        """Compare a LinState: a layer that begins, from any state."""
        v, P, p, s = w("v", "m"), w("P", "k m"), w("p", "k"), w("s", "n")
        A, B, b = w("A", "n n"), w("B", "n k"), w("b", "n")
        named = {"B": B, "P": P, "p": p, "b": b}
        fed, bias = w.read(self.fed, "n", "m", **named), w.read(self.bias, "n", **named)
        layer = RecurrentLayer(A, fed, bias, s, NONE)
        after = A @ s + B @ (P @ v + p) + b
        state, y = layer.step(s, v)
        return {"first state": (s, layer.initial_state()), "state": (after, state), "y": (after, y)}

    def relu(self, w):
        """Compare a ReLU: a map more in the network of the last layer, or the first of a layer."""
        v, P, p = w("v", "m"), w("P", "k m"), w("p", "k")
        W, b = w("W", "n k"), w("b", "n")
        one = ReLUNetwork((P,), (p,), self.relu_last)
        two = ReLUNetwork((P, W), (p, b), self.relu_last)
        begun = self._memoryless(w, "m", w.eye("m"), w.zeros("m"), phi=one)
        first = relu(P @ v + p)
        return {
            "first map": (first, one.at(v)),
            "one map more": (relu(W @ first + b), two.at(v)),
            "a layer that begins": (first, begun.step(w("s", "m"), v)[1]),
        }

    def multi(self, w):
        """Compare a Multi: a layer without memory, with a gate."""
        v, P, p = w("v", "m"), w("P", "n m"), w("p", "n")
        Q, q = w("Q", "n m"), w("q", "n")
        layer = self._memoryless(w, "n", P, p, gamma=ReLUNetwork((Q,), (q,)))
        return {"Multi": ((P @ v + p) * (Q @ v + q), layer.step(w("s", "n"), v)[1])}

    def end(self, w):
        """Compare the end: the map that waits is the last of the network, or a layer."""
        v, P, p = w("v", "m"), w("P", "k m"), w("p", "k")
        W, b = w("W", "n k"), w("b", "n")
        network = ReLUNetwork((P, W), (p, b))
        layer = self._memoryless(w, "k", P, p)
        return {
            "in the network": (W @ relu(P @ v + p) + b, network.at(v)),
            "in a layer": (P @ v + p, layer.step(w("s", "k"), v)[1]),
        }

    def proved(self) -> Evidence:
        """Prove all kinds of nodes, for all sizes and numbers, and so all paths by induction."""
        statements = {
            "a Lin": self.lin,
            "a LinState": self.state,
            "a ReLU": self.relu,
            "a Multi": self.multi,
            "the end": self.end,
        }
        words = ("induction over the tokens", "induction over the nodes of the path")
        return all_proved(statements, "all paths, sizes, numbers and tokens", words=words)

    def _memoryless(self, w, rows, W, b, phi=NONE, gamma=None):
        return RecurrentLayer(w.read(self.memory, rows, rows), W, b, w.zeros(rows), phi, gamma)


@check("proof")
def check_nodes(cut):
    """A layer puts out what the next node does: all sizes, numbers and values before it."""
    return cut.proved()


@check("exact")
def check_layers(cut):
    """The layers of five paths put out what the paths do."""
    for name, program in DEEP.items():
        path = levelised(program)
        tokens = [[(3 * t + i) % 5 - 2 for i in range(program.input.dim)] for t in range(5)]
        layers = cut.layers(path)
        wanted = path(tokens)
        found = Model("Gated Linear RNN", tuple(layers), len(layers))(tokens)
        if (wanted != found).any():
            at = {"path of": name, "tokens": tokens}
            return Evidence.refuted(Counterexample(at, str(wanted.tolist()), str(found.tolist())))
    return Evidence.holds(", ".join(DEEP))


def without_last_maps(path):
    """Cut a path, and lose what follows the last ReLU, state or product."""
    *layers, last = layers_of_path(path)
    return [*layers, replace(last, phi=replace(last.phi, maps=last.phi.maps[:-1]))]


CUT = Cut()

layers = Claim(
    id="lsrl/new-layers-of-path",
    title="Each path is a stack of layers of a Gated Linear RNN",
    source=Source(PAPER, "Sec. 3, Compilation, beyond the text"),
    statement=r"\text{Lin, ReLU, LinState and Multi, one behind the other} = \text{layers }"
    r" y_t = \gamma(x_t) \odot \phi(s_t),\ s_t = A s_{t-1} + B x_t + b",
    assumptions=("a path has no Concat: its numbers are in the rows of a Lin",),
    subject=CUT,
    checks=(
        check_nodes.killing("lost-bias", "remembers", "linear"),
        check_layers.killing("lost-end"),
    ),
    mutants=(
        Mutant("lost-bias", replace(CUT, bias="b"), "the bias of a Lin before a state is lost"),
        Mutant("remembers", replace(CUT, memory="I"), "A = I in a layer without memory"),
        Mutant("linear", replace(CUT, relu_last=False), "no ReLU where a network is closed"),
        Mutant("lost-end", replace(CUT, layers=without_last_maps), "the last map is lost"),
    ),
    new=True,
    notes="With lsrl/new-levelised-compiler each program is such a stack; without products in the"
    " program there are no gates.",
)
