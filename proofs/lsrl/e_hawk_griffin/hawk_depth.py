r"""Layers of Gated Linear RNNs with networks of any depth as blocks of Hawk, one after the other.

Each block is proved by itself, from whatever the blocks before it put out; induction over the maps
gives all depths, and induction over the layers all stacks, since outputs are [y; 1] as inputs are
[x; 1]:

    [s; x; 1]                      the state, by a convolution with the kernel A^i [B, b]
    [phi so far; gamma so far; 1]  a map each, with or without a ReLU behind it
    [phi gamma; 1]                 the product
"""

from dataclasses import dataclass, replace

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.hawk_layers import Mended
from proofs.lsrl.e_hawk_griffin.hawk_state import MENDED, proved_convolution
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, HawkTable, spaces
from proofs.lsrl.statements import all_proved, check_all_depths, check_on_numbers
from theorem_checks import Claim, Evidence, Mutant, Source, all_of

__all__ = ["HawkDepth"]

SCOPE = (
    "all numbers of layers, depths k, sizes, weights and inputs; lengths up to that of the kernel"
)
INDUCTION = tuple(f"induction over the {what}" for what in ("tokens", "maps", "layers"))


@dataclass(frozen=True)
class HawkDepth:
    """The blocks of a layer, by the texts of their weights.

    `gate` picks b and -b in the product a relu(b) - a relu(-b); `b_conv` is the bias of the
    convolution, to which `past` adds what the tokens before contribute, A s; `other` is what the
    branch of a gated perceptron is that a map does not use; `keeps_start`: whether s_0 is left out
    where the bias is shifted.
    """

    gate: str = "0, I, 0; 0, - I, 0; 0, 0, 0"
    b_conv: str = "past; 1; 1"
    other: str = "1"
    keeps_start: bool = False

    def start(self, w):
        """Compare layers from s_0, and from 0 with another bias and another network."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        W, c, s, x = w("W", "f n"), w("c", "f"), w("s", "n"), w("x", "m")
        bias = b + A @ s_0 if self.keeps_start else b + A @ s_0 - s_0
        own = RecurrentLayer(A, B, b, s_0, ReLUNetwork((W,), (c,), relu_last=True))
        phi = ReLUNetwork((W,), (W @ s_0 + c,), relu_last=True)
        shifted = RecurrentLayer(A, B, bias, w.zeros("n"), phi)
        (after, y), (found, other) = own.step(s, x), shifted.step(s - s_0, x)
        base = s_0, shifted.initial_state() + s_0
        return {"first state": base, "state": (after, found + s_0), "output": (y, other)}

    def state(self, w):
        """Compare the first block, from any state."""
        A, B, b, s, x = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s", "n"), w("x", "m")
        named = {"A": A, "B": B, "b": w.column(b), "past": A @ s}
        block = self._whole().tables()[0].but(b_conv=self.b_conv).block(w, 1, **named)
        _, found = block.step(block.initial_state(), w.joined([[x], [w.ones("1")]], "m 1"))
        return {"[s; x; 1]": (w.joined([[A @ s + B @ x + b], [x], [w.ones("1")]], "n m 1"), found)}

    def maps(self, w):
        """Compare a map of each network, with a ReLU behind it and without.

        The rows of the two do not mix, so that both may have one, or none. A network that is done
        is passed on by the map I without a ReLU.
        """
        pairs = {}
        a, c, one = w("a", "f"), w("c", "g"), w.ones("1")
        weights = {"W_phi": w("W_phi", "i f"), "W_gamma": w("W_gamma", "j g")}
        weights |= {"b_phi": w("b_phi", "i"), "b_gamma": w("b_gamma", "j")}
        values = (
            weights["W_phi"] @ a + weights["b_phi"],
            weights["W_gamma"] @ c + weights["b_gamma"],
        )
        for bent in ((True, False), (False, True)):
            table = self._map(*bent)
            block = table.block(w, 1, **weights)
            token = w.joined([[a], [c], [one]], "f g 1")
            _, found = block.step(((), w.vector("h", "f g 1")), token)
            wanted = [[relu(v) if on else v] for v, on in zip(values, bent, strict=True)]
            pairs[f"ReLUs: {bent}"] = w.joined([*wanted, [one]], "i j 1"), found
        return pairs

    def one_network(self, w):
        """Compare a map of phi alone, where there is no gate."""
        a, W, b = w("a", "f"), w("W_phi", "i f"), w("b_phi", "i")
        pairs, one = {}, w.ones("1")
        for bent in (True, False):
            used, unused = ("f", "e") if bent else ("e", "f")
            texts = {f"W_{used}": "W_phi, 0; 0, 0", f"b_{used}": "b_phi; 1"}
            texts |= {f"W_{unused}": "0", f"b_{unused}": f"{self.other}; 1"}
            table = HawkTable(spaces("f 1", "f 1", "f 1", "i 1"), PASSING.weights).but(**texts)
            block = table.block(w, 1, W_phi=W, b_phi=b)
            _, found = block.step(((), w.vector("h", "f 1")), w.joined([[a], [one]], "f 1"))
            v = W @ a + b
            pairs[f"ReLU: {bent}"] = w.joined([[relu(v) if bent else v], [one]], "i 1"), found
        return pairs

    def product(self, w):
        """Compare the product."""
        a, c, one = w("a", "p"), w("c", "p"), w.ones("1")
        block = self._whole().tables()[-1].block(w, 1)
        _, found = block.step(((), w.vector("h", "p p 1")), w.joined([[a], [c], [one]], "p p 1"))
        return {"[a c; 1]": (w.joined([[a * c], [one]], "p 1"), found)}

    def proved(self) -> Evidence:
        """Prove each block, and by induction all depths and all numbers of layers."""
        statements = {
            "another first state": self.start,
            "the state": self.state,
            "one map": self.maps,
            "one map without a gate": self.one_network,
            "the product": self.product,
        }
        blocks = all_proved(statements, SCOPE, words=INDUCTION)
        if not blocks.verdict.passes:
            return blocks
        return all_of({"blocks": blocks, "the convolution": proved_convolution(MENDED)}, SCOPE)

    def __call__(self, w):
        """Compare a whole layer with networks of two maps."""
        return self._whole()(w)

    def _whole(self):
        return Mended(2, gate=self.gate, b_conv=self.b_conv)

    def _map(self, phi, gamma):
        """The block with a ReLU behind the map of phi, and behind that of gamma."""
        rows = {"phi": ("W_phi, 0, 0", "b_phi", phi), "gamma": ("0, W_gamma, 0", "b_gamma", gamma)}
        texts = {}
        for branch, bent in (("f", True), ("e", False)):
            W = [text if on == bent else "0, 0, 0" for text, _, on in rows.values()]
            b = [text if on == bent else self.other for _, text, on in rows.values()]
            texts |= {
                f"W_{branch}": "; ".join([*W, "0, 0, 0"]),
                f"b_{branch}": "; ".join([*b, "1"]),
            }
        units = "f g 1"
        return HawkTable(spaces(units, units, units, "i j 1"), PASSING.weights).but(**texts)


MENDED_LAYER = HawkDepth()

mended = Claim(
    id="lsrl/new-hawk-layer",
    title="k + 2 Hawk blocks are any layer of a Gated Linear RNN, up to the kernel's length",
    source=Source(PAPER, "App. E.6, repaired"),
    statement=r"[x_t; 1] \mapsto [\gamma(x_t) \odot \phi(s_t); 1]",
    assumptions=(
        "any s_0, any inputs, networks that end in linear maps; a 1 in the inputs",
        "any depths k, also different ones of phi and gamma; on numbers k = 2",
    ),
    subject=MENDED_LAYER,
    checks=(
        check_all_depths.killing("no-other", "keeps-start"),
        check_on_numbers.killing("no-past", "one-sign"),
    ),
    mutants=(
        Mutant(
            "one-sign",
            replace(MENDED_LAYER, gate="0, I, 0; 0, 0, 0; 0, 0, 0"),
            "a relu(b) without -a relu(-b)",
        ),
        Mutant("no-other", replace(MENDED_LAYER, other="0"), "the other branch is 0"),
        Mutant("keeps-start", replace(MENDED_LAYER, keeps_start=True), "b + A s_0 for the bias"),
        Mutant("no-past", replace(MENDED_LAYER, b_conv="0; 1; 1"), "what came before is forgotten"),
    ),
    repairs=("lsrl/hawk-compose",),
    new=True,
    notes="From s_0 = 0 with b + A s_0 - s_0 for b and phi(u + s_0) for phi.",
)
