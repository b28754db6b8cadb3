r"""Sec. 6: eq. (11), which makes an RNN with ReLUs of a linear one, and what it needs.

The states are two halves, of which only the difference counts: $s = s^+ - s^-$. Every step of both
layers keeps that, so that they are the same on all sequences.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import relu as relu_of_array
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Stated
from proofs.lsrl.gated_machines import says_same
from proofs.lsrl.statements import (
    check_on_numbers,
)
from theorem_checks import (
    All,
    Claim,
    Control,
    ForReals,
    Mutant,
    SameOutputs,
    Source,
    conjunction,
    instances_of,
    proof_of,
    relu,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["EQ_11", "Halves", "no_network", "one_hidden_layer"]

SEC_6 = "Sec. 6"


def one_hidden_layer(w, name, inputs, outputs, *, relu_last=False):
    """Return a network of free weights with a hidden layer of its own size."""
    hidden = f"h_{name}"
    W = w(f"W_{name}", f"{hidden} {inputs}"), w(f"V_{name}", f"{outputs} {hidden}")
    b = w(f"b_{name}", hidden), w(f"c_{name}", outputs)
    return ReLUNetwork(W, b, relu_last=relu_last)


def no_network():
    """Return the identity."""
    return ReLUNetwork((), ())


def _after(network, W):
    """The network of a matrix times its input."""
    return ReLUNetwork((network.W[0] @ W, *network.W[1:]), network.b, network.relu_last)


@dataclass(frozen=True)
class Halves:
    """Eq. (11): the blocks of the layer with ReLUs, of its readout and of its first state.

    `start` has the halves of the first state in free vectors p and q and s = p - q.
    """

    A: str = "A, - A; - A, A"
    B: str = "B; - B"
    b: str = "b; - b"
    read: str = "I, - I"
    start: str = "p; q"
    gated: bool = False

    def layers(self, w):
        """Return the linear layer, that with ReLUs, the matrix that reads it, and a token."""
        A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
        p, q = w("p", "n"), w("q", "n")
        s = p - q
        phi = one_hidden_layer(w, "phi", "n", "o")
        gamma = one_hidden_layer(w, "gamma", "m", "o") if self.gated else None
        linear = RecurrentLayer(A, B, b, s, phi, gamma)
        read = w.read(self.read, "n", "n n")
        layer = RecurrentLayer(
            w.read(self.A, "n n", "n n", A=A),
            w.read(self.B, "n n", "m", B=B),
            w.read(self.b, "n n", b=b),
            w.read(self.start, "n n", p=p, q=q, s=s),
            _after(phi, read),
            gamma,
            relu_state=True,
        )
        return linear, layer, read, w("x", "m")

    def __call__(self, w):
        """Compare first states, and a step from any states that belong together."""
        linear, layer, read, x = self.layers(w)
        p, q = w("p", "n"), w("q", "n")
        state, y = linear.step(p - q, x)
        halves, found = layer.step(w.joined([[p], [q]], "n n"), x)
        return {
            "base, the first state": (p - q, read @ layer.initial_state()),
            "step, s = s+ - s-": (state, read @ halves),
            "the outputs": (y, found),
        }


@dataclass(frozen=True)
class Wide(Halves):
    """The bias is not flipped where n is 90 or more."""

    def layers(self, w):
        """Return the layers, the matrix and a token."""
        b = "b; - b" if w.zeros("n").shape[0] < 90 else "b; b"
        return Halves(b=b, gated=self.gated).layers(w)


@dataclass(frozen=True)
class State:
    """A layer that puts out its state, or what a matrix reads of it."""

    layer: RecurrentLayer
    read: Any = None

    def initial_state(self):
        """Return the first state."""
        return self.layer.initial_state()

    def step(self, state, x):
        """Return the state after a token, and what is read of it."""
        after, _ = self.layer.step(state, x)
        return after, after if self.read is None else self.read @ after


def says_halves(halves, w):
    """On all sequences the difference of the halves is the state, and outputs are the same."""
    linear, layer, read, x = halves.layers(Stated(w))
    states = State(linear), State(layer, read)
    return All(
        tuple(
            SameOutputs(*(w.machine(cell, x) for cell in pair))
            for pair in (states, (linear, layer))
        )
    )


def by_difference(both):
    """Prove it as every step keeps that the state is the difference of the halves."""
    proofs = (simulation(same, _difference(same.other.state)) for same in both.parts)
    return conjunction(both, *proofs)


def _difference(halves):
    (axis,) = halves.axes
    return SymbolicArray((axis[:1],), {(0,): halves.blocks[0,] - halves.blocks[1,]})


check_all_lengths = proof_of(says_halves, by_difference, name="check_all_lengths")


class InTurn:
    """Layers on the same inputs, made of the first one's state; puts out the last one's state."""

    def __init__(self, layers: tuple[RecurrentLayer, ...], inputs: Callable[..., Any]) -> None:
        self.layers, self.inputs = layers, inputs

    def initial_state(self):
        """Return the first states."""
        return tuple(layer.initial_state() for layer in self.layers)

    def step(self, states, token):
        """Return the states after a token, and the last one."""
        x = self.inputs(states[0], token)
        after = tuple(layer.step(s, x)[0] for layer, s in zip(self.layers, states, strict=True))
        return after, after[-1]


@dataclass(frozen=True)
class SameWeights:
    """A linear RNN, and the RNN with its weights, on inputs x and e that they read by [B, I].

    `inputs(linear, x, v)` makes them of an x, of any vector v, and of A s + B x + b of the linear
    RNN. Where e = 0 the input matrix is B.
    """

    inputs: Callable[[Any, Any, Any], tuple[Any, Any]]

    def machines(self, w):
        """Return both on the same inputs, the linear one alone, and a token."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        of_both = w.read("B, I", "n", "m n", B=B)
        linear, layer = (
            RecurrentLayer(A, of_both, b, s_0, no_network(), relu_state=on) for on in (False, True)
        )
        first, second = w.read("I, 0", "m", "m n"), w.read("0, I", "n", "m n")

        def inputs(s, token):
            x = first @ token
            x, e = self.inputs(A @ s + B @ x + b, x, second @ token)
            return w.joined([[x], [e]], "m n")

        token = w.joined([[w("x", "m")], [w("v", "n")]], "m n")
        return InTurn((linear, layer), inputs), InTurn((linear,), inputs), token


def to_no_negative(linear, x, v):
    """Let the linear state be relu(v): whatever is not negative."""
    return x, relu_of_array(v) - linear


def to_any(linear, x, v):
    """Let the states be what they are; those of the RNN are not negative."""
    return x, 0 * v


def of_no_negative(linear, x, v):
    """Let the inputs not be negative."""
    return relu_of_array(x), 0 * v


def to_no_negative_if_few(linear, x, v):
    """Let the linear state not be negative where there are less than 90 units."""
    return (to_no_negative if v.shape[0] < 90 else to_any)(linear, x, v)


def by_equal_states(same):
    """Prove it as both states are the linear one.

    Linear states that are not negative are relu(v_t) for some v_t, and every sequence with such
    states is one of these, with v_t = s_t and so e_t = 0.
    """
    (linear,) = same.other.state
    return simulation(same, (linear, linear))


@dataclass(frozen=True)
class Fact:
    """Equations between functions of one number, on [`low`, infinity) or everywhere."""

    sides: tuple[tuple[Callable, Callable], ...]
    low: int | None = None


def says_of_one_number(fact, w):
    """The equations hold for all real numbers from `low` on."""
    v = w.real("v")
    if fact.low is not None:
        w.assume(v >= fact.low)
    return All(tuple(ForReals(lhs(v) == rhs(v)) for lhs, rhs in fact.sides))


def _same(v):
    return v


READ = Fact(((lambda v: relu(v) - relu(-v), _same),))
WHY = Fact(((relu, _same), (lambda v: relu(-v), lambda v: -v)))

ONE_NUMBER = (proof_of(says_of_one_number), instances_of(says_of_one_number))


def _far(v):
    """The ReLU, up to a number that is far out."""
    return relu(v) if v < 10**9 else 2 * v


FAR = (Mutant("far", Fact(((lambda v: _far(v) - _far(-v), _same),)), "2 v far out"),)
EQ_11 = Halves()
GATED = replace(EQ_11, gated=True)


def _mutants(halves):
    return (
        Mutant("no-flip", replace(halves, A="A, - A; A, - A"), "A is not flipped below"),
        Mutant("no-fusion", replace(halves, A="A, 0; 0, A"), "the halves go on by themselves"),
        Mutant("one-bias", replace(halves, b="b; b"), "the bias is not flipped"),
        Mutant("one-input", replace(halves, B="B; 0"), "the input reaches one half"),
        Mutant("sum", replace(halves, read="I, I"), "the halves are added"),
    )


eq_11 = Claim(
    id="lsrl/eq-11",
    title="With two halves for each state every linear RNN is an RNN with ReLUs",
    source=Source(PAPER, f"{SEC_6}, eq. (11)"),
    statement=r"\begin{bmatrix} s^+_t \\ s^-_t \end{bmatrix} = \mathrm{relu}\left("
    r"\begin{bmatrix} A & -A \\ -A & A \end{bmatrix}"
    r"\begin{bmatrix} s^+_{t-1} \\ s^-_{t-1} \end{bmatrix}"
    r"+ \begin{bmatrix} B \\ -B \end{bmatrix} x_t + \begin{bmatrix} b \\ -b \end{bmatrix}\right)"
    r"\implies s^+_t - s^-_t = s_t",
    assumptions=("any sizes, weights, inputs and lengths; $s^+_0 - s^-_0 = s_0$",),
    subject=EQ_11,
    says=says_halves,
    checks=(check_all_lengths, check_on_numbers),
    late=(Mutant("wide", Wide(gated=EQ_11.gated), "the bias is not flipped in wide layers"),),
    mutants=_mutants(EQ_11),
    repairs=("lsrl/new-eq-11-index",),
    notes="Printed with s_t for s_{t-1} on the right, and h for phi in the last line."
    " The network is proved with one hidden layer; any other reads the same difference.",
)

gated = Claim(
    id="lsrl/eq-11-gated",
    title="The same with gates: each Gated Linear RNN is a Gated RNN",
    source=Source(PAPER, SEC_6),
    statement=r"y_t = \gamma(x_t) \odot \phi(s^+_t - s^-_t)",
    assumptions=("as for lsrl/eq-11",),
    subject=GATED,
    says=says_halves,
    checks=(check_all_lengths, check_on_numbers),
    late=(Mutant("wide", Wide(gated=GATED.gated), "the bias is not flipped in wide layers"),),
    mutants=_mutants(GATED),
)

first_state = Claim(
    id="lsrl/eq-11-init",
    title="Any two halves will do for the first state, also negative ones",
    source=Source(PAPER, f"{SEC_6}, eq. (11), implicit"),
    statement=r"s^+_0 - s^-_0 = s_0",
    assumptions=("p and q are any vectors with p - q = s_0",),
    subject=EQ_11,
    says=says_halves,
    checks=(check_all_lengths, check_on_numbers),
    late=(Mutant("wide", Wide(gated=EQ_11.gated), "the bias is not flipped in wide layers"),),
    mutants=(
        Mutant("twice", replace(EQ_11, start="s; s"), "s_0 in both halves"),
        Mutant("flipped", replace(EQ_11, start="s; - s"), "halves s_0 and -s_0"),
        Mutant("exchanged", replace(EQ_11, start="q; p"), "the halves exchanged"),
    ),
    notes="The text does not say from what the halves start.",
)

why = Claim(
    id="lsrl/eq-11-why",
    title="The ReLU of eq. (11) is the identity, as all that it is applied to is non-negative",
    source=Source(PAPER, SEC_6),
    statement=r"\mathrm{relu}(v) = v,\quad \mathrm{relu}(-v) = -v",
    assumptions=("v is an entry of A s + B x + b, which may be any number",),
    subject=WHY,
    says=says_of_one_number,
    checks=(instances_of(says_of_one_number),),
    controls=(Control("difference", READ, "relu(v) - relu(-v) = v"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-relu-halves",
    notes="The arguments are v and -v, so that one of them is negative unless both are 0. It is not"
    " that nothing is cut off, but that what one half loses the other one has.",
)

halves = Claim(
    id="lsrl/new-relu-halves",
    title="The difference of the halves is v, whatever its sign",
    source=Source(PAPER, f"{SEC_6}, repaired"),
    statement=r"\mathrm{relu}(v) - \mathrm{relu}(-v) = v",
    subject=READ,
    says=says_of_one_number,
    checks=ONE_NUMBER,
    late=FAR,
    mutants=(
        Mutant("sum", Fact(((lambda v: relu(v) + relu(-v), _same),)), "that is |v|"),
        Mutant("one-half", Fact(((relu, _same),)), "the positive half alone"),
    ),
    repairs=("lsrl/eq-11-why",),
    new=True,
)

positive = Claim(
    id="lsrl/new-relu-positive",
    title="The ReLU is the identity for numbers that are at least 0",
    source=Source(PAPER, SEC_6),
    statement=r"v \ge 0 \implies \mathrm{relu}(v) = v",
    subject=Fact(((relu, _same),), low=0),
    says=says_of_one_number,
    checks=ONE_NUMBER,
    late=FAR,
    mutants=(Mutant("from-minus-one", Fact(((relu, _same),), low=-1), "for v >= -1"),),
    new=True,
    notes="Printed for positive numbers; 0 is as good.",
)

nonnegative = Claim(
    id="lsrl/nonneg-states",
    title="An RNN is the linear RNN with its weights where the linear states are not negative",
    source=Source(PAPER, SEC_6),
    statement=r"s_t \ge 0 \text{ for all } t \ge 1 \text{ with } s_t = A s_{t-1} + B x_t + b"
    r" \implies \mathrm{relu}(A s_{t-1} + B x_t + b) = s_t",
    assumptions=("the states of the linear RNN are meant; $s_0$ may be any",),
    subject=SameWeights(to_no_negative),
    says=says_same,
    checks=(proof_of(says_same, by_equal_states), instances_of(says_same)),
    late=(Mutant("wide", SameWeights(to_no_negative_if_few), "any states for 90 units and more"),),
    mutants=(
        Mutant(
            "inputs",
            SameWeights(of_no_negative),
            "the inputs are not negative, in place of the states",
        ),
        Mutant("the-rnns-own", SameWeights(to_any), "the states of the RNN are not negative"),
    ),
    repairs=("lsrl/new-nonneg-states-of-the-rnn",),
    notes="Of the states of the RNN itself it would be false: lsrl/new-nonneg-states-of-the-rnn.",
)

own_states = Claim(
    id="lsrl/new-nonneg-states-of-the-rnn",
    title="An RNN is the linear RNN with its weights where the RNN's own states are not negative",
    source=Source(PAPER, f"{SEC_6}, the other reading"),
    statement=r"s_t \ge 0 \implies s_t = A s_{t-1} + B x_t + b"
    r"\quad\text{with } s_t = \mathrm{relu}(\cdot)",
    subject=SameWeights(to_any),
    says=says_same,
    checks=(proof_of(says_same, by_equal_states), instances_of(says_same)),
    controls=(
        Control("linear-states", SameWeights(to_no_negative), "the linear states are not negative"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/nonneg-states",
    new=True,
    notes="Behind a ReLU no state is ever negative.",
)
