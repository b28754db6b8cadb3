r"""App. E.6, beyond the text: k blocks of Hawk, not k + 2, for a layer with networks of k maps.

The block of the state has a gated perceptron of its own, which App. E sets to the identity: it can
compute the first maps. And the perceptron that multiplies has linear maps on both branches: it can
compute the last ones. With k = 1 one block does it all.
"""

from dataclasses import dataclass, replace

from constructions.arrays import relu
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.hawk_depth import HawkDepth
from proofs.lsrl.e_hawk_griffin.hawk_state import MENDED, MENDED_STATE, proved_convolution
from proofs.lsrl.e_hawk_griffin.hawk_tables import PASSING, HawkTable, spaces
from proofs.lsrl.statements import Together, all_proved, check_all_depths, check_on_numbers
from theorem_checks import Claim, Evidence, Mutant, Source, all_of

INPUTS = "n m 1"
SCOPE = (
    "all numbers of layers, depths k >= 1, sizes, weights and inputs; lengths up to the kernel's"
)


@dataclass(frozen=True)
class FewerBlocks:
    """The blocks of a layer, by the texts of their weights.

    `left` is what the last perceptron has on its linear branch, and `right` what it has behind the
    ReLU, twice each; `read` takes the difference; `past` is what the tokens before contribute.
    """

    left: str = "W_phi, 0, 0; W_phi, 0, 0; 0, 0, 0"
    right: str = "0, W_gamma, 0; 0, - W_gamma, 0; 0, 0, 0"
    bias: str = "b_phi; b_phi; 1"
    read: str = "I, - I, 0; 0, 0, I"
    past: str = "past"

    def only(self, w):
        """Compare the one block of a layer with k = 1, from any state."""
        s, x, block = self._state(w, self._product(INPUTS))
        named, v, u = _maps(w, "p n", "p m", s, x)
        return {"[y; 1]": (w.joined([[v * u], [w.ones("1")]], "p 1"), block(named))}

    def first(self, w):
        """Compare the first of several blocks, from any state."""
        table = HawkTable(spaces(INPUTS, "", "", "f g 1"), PASSING.weights).but(
            W_e="0", b_e="1", W_f="W_phi, 0, 0; 0, W_gamma, 0; 0, 0, 0", b_f="b_phi; b_gamma; 1"
        )
        s, x, block = self._state(w, table)
        named, v, u = _maps(w, "f n", "g m", s, x)
        wanted = w.joined([[relu(v)], [relu(u)], [w.ones("1")]], "f g 1")
        return {"[maps; 1]": (wanted, block(named))}

    def last(self, w):
        """Compare the last of several blocks, from any h."""
        a, c = w("a", "f"), w("c", "g")
        named, v, u = _maps(w, "p f", "p g", a, c)
        block = self._product("f g 1").block(w, 1, **named)
        token = w.joined([[a], [c], [w.ones("1")]], "f g 1")
        _, found = block.step(((), w.vector("h", "f g 1")), token)
        return {"[y; 1]": (w.joined([[v * u], [w.ones("1")]], "p 1"), found)}

    def proved(self) -> Evidence:
        """Prove each block, and by induction all depths and all numbers of layers."""
        statements = {
            "k = 1, the only block": self.only,
            "from k to k + 1: the first block": self.first,
            "from k to k + 1: one map more": HawkDepth().maps,
            "from k to k + 1: the last block": self.last,
        }
        words = tuple(f"induction over the {what}" for what in ("tokens", "maps", "layers"))
        blocks = all_proved(statements, SCOPE, words=words)
        if not blocks.verdict.passes:
            return blocks
        return all_of({"blocks": blocks, "the convolution": proved_convolution(MENDED)}, SCOPE)

    def __call__(self, w):
        """Compare all blocks."""
        return Together((self.only, self.first, self.last))(w)

    def _product(self, inputs):
        """The table of a block that passes its input to the last maps and multiplies."""
        table = HawkTable(spaces(inputs, "", "", "p p 1", "p 1"), PASSING.weights)
        gamma = "b_gamma; - b_gamma; 1"
        return table.but(W_e=self.left, b_e=self.bias, W_f=self.right, b_f=gamma, W_m=self.read)

    def _state(self, w, passing):
        """Return s_t and x_t, and the block that computes s_t, with the perceptron of another one.

        The block is a function of the weights of the maps, and puts out its first token.
        """
        A, B, b, s, x = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s", "n"), w("x", "m")
        own = {"A": A, "B": B, "b": w.column(b), "past": A @ s}
        perceptron = {name: passing.weights[name] for name in ("W_e", "b_e", "W_f", "b_f", "W_m")}
        sizes = {**MENDED_STATE.spaces, **{n: passing.spaces[n] for n in ("gates", "outputs")}}
        table = replace(MENDED_STATE, spaces=sizes).but(**perceptron, b_conv=f"{self.past}; 1; 1")

        def put_out(named):
            block = table.block(w, 1, **own, **named)
            return block.step(block.initial_state(), w.joined([[x], [w.ones("1")]], "m 1"))[1]

        return A @ s + B @ x + b, x, put_out


def _maps(w, phi, gamma, a, c):
    """Return the weights of a map of phi and of one of gamma, and their values at a and c."""
    named, values = {}, []
    for f, sizes, value in (("phi", phi, a), ("gamma", gamma, c)):
        named |= {f"W_{f}": w(f"W_{f}", sizes), f"b_{f}": w(f"b_{f}", sizes.split()[0])}
        values.append(named[f"W_{f}"] @ value + named[f"b_{f}"])
    return named, *values


FEWER = FewerBlocks()

fewer = Claim(
    id="lsrl/new-hawk-k-blocks",
    title="k Hawk blocks, not k + 2, are any layer of a Gated Linear RNN with networks of k maps",
    source=Source(PAPER, "App. E.6, beyond the text"),
    statement=r"[x_t; 1] \mapsto [\gamma(x_t) \odot \phi(s_t); 1] \text{ by } k \text{ blocks}",
    assumptions=(
        "networks that end in a linear map; one that ends in a ReLU is one of a map more",
        "sequences up to the kernel's length; s_0 = 0 (another one: lsrl/new-hawk-layer)",
    ),
    subject=FEWER,
    checks=(
        check_all_depths.killing("one-sign", "lost-bias"),
        check_on_numbers.killing("no-past", "both-linear"),
    ),
    mutants=(
        Mutant("one-sign", replace(FEWER, read="I, 0, 0; 0, 0, I"), "v relu(u) for v u"),
        Mutant("lost-bias", replace(FEWER, bias="b_phi; 0; 1"), "b_phi in one half alone"),
        Mutant("no-past", replace(FEWER, past="0"), "what came before is forgotten"),
        Mutant(
            "both-linear",
            replace(FEWER, right="0, W_gamma, 0; 0, W_gamma, 0; 0, 0, 0"),
            "gamma is not flipped",
        ),
    ),
    new=True,
    notes="So L layers take L k blocks of Hawk, and at most L(k + 1) of Griffin, one that does"
    " nothing before each state that would come third: no more than the L(k + 2) of Sec. 2, also"
    " for networks that end in a ReLU. For LSTMs see lsrl/new-lstm-k-plus-1.",
)
