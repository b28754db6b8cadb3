r"""Sec. 6: eq. (11), which makes an RNN with ReLUs of a linear one, and what it needs.

The states are two halves, of which only the difference counts: $s = s^+ - s^-$. One step of both
layers, from any state, is compared for all sizes; that is the step of an induction over t, and what
is said of the first states is its base.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import on_numbers, proved_for_all_sizes
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    check,
    prove_for_all,
    prove_piecewise_equal,
    reals,
    relu,
    witnessed,
)
from theorem_checks.verdicts import Verdict, all_of

__all__ = ["EQ_11", "Halves", "no_network", "one_hidden_layer"]

SEC_6 = "Sec. 6"
INDUCTION = ("induction over the tokens",)


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

    def __call__(self, w):
        """Compare first states, and a step from any states that belong together."""
        A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
        p, q, x = w("p", "n"), w("q", "n"), w("x", "m")
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
        state, y = linear.step(s, x)
        halves, found = layer.step(w.joined([[p], [q]], "n n"), x)
        return {
            "base, the first state": (s, read @ layer.initial_state()),
            "step, s = s+ - s-": (state, read @ halves),
            "the outputs": (y, found),
        }


@check("proof")
def check_for_all_sizes(statement):
    """Both are equal after a step, for all sizes, weights, states and inputs."""
    return proved_for_all_sizes(statement, words=INDUCTION)


@check("search")
def check_on_numbers(statement):
    """Both are equal after a step in exact arithmetic, sizes 1 and 2."""
    return on_numbers(statement)


def same_weights(w):
    """Compare a layer with and without ReLU, where the linear state is not negative: u."""
    A, B, s, x = w("A", "n n"), w("B", "n m"), w("s", "n"), w("x", "m")
    b = w("u", "n", nonnegative=True) - A @ s - B @ x
    return _with_and_without(A, B, b, s, x)


def any_states(w):
    """Compare them where the state of the RNN is not negative, which it always is."""
    A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
    return _with_and_without(A, B, b, w("s", "n", nonnegative=True), w("x", "m"))


def bounded_inputs(w):
    """Compare them where the input is not negative, rather than the state."""
    A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
    return _with_and_without(A, B, b, w("s", "n"), w("x", "m", nonnegative=True))


def _with_and_without(A, B, b, s, x):
    layers = [RecurrentLayer(A, B, b, s, no_network(), relu_state=on) for on in (False, True)]
    (linear, _), (found, _) = (layer.step(s, x) for layer in layers)
    return {"step": (linear, found)}


v = reals("v")


@dataclass(frozen=True)
class Fact:
    """Equations between functions of one number, on [`low`, infinity) or everywhere."""

    sides: tuple[tuple[Callable, Callable], ...]
    low: int | None = None


@check("proof")
def check_one_number(fact):
    """By a solver, and by the unique form of a piecewise-linear function."""
    assume = [] if fact.low is None else [v >= fact.low]
    by_solver = {}
    by_form = {}
    for n, (lhs, rhs) in enumerate(fact.sides):
        by_solver[f"equation {n}"] = prove_for_all(lhs(v) == rhs(v), assume=assume)
        by_form[f"equation {n}"] = prove_piecewise_equal(lhs, rhs, on=(fact.low, None))
    scope = "all v" if fact.low is None else f"all v >= {fact.low}"
    return witnessed(all_of(by_solver, scope), all_of(by_form, scope))


def _same(v):
    return v


READ = Fact(((lambda v: relu(v) - relu(-v), _same),))
WHY = Fact(((relu, _same), (lambda v: relu(-v), lambda v: -v)))

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
    title="With two halves for each state an RNN with ReLUs is a linear RNN",
    source=Source(PAPER, f"{SEC_6}, eq. (11)"),
    statement=r"\begin{bmatrix} s^+_t \\ s^-_t \end{bmatrix} = \mathrm{relu}\left("
    r"\begin{bmatrix} A & -A \\ -A & A \end{bmatrix}"
    r"\begin{bmatrix} s^+_{t-1} \\ s^-_{t-1} \end{bmatrix}"
    r"+ \begin{bmatrix} B \\ -B \end{bmatrix} x_t + \begin{bmatrix} b \\ -b \end{bmatrix}\right)"
    r"\implies s^+_t - s^-_t = s_t",
    assumptions=("any sizes, weights, inputs and lengths; $s^+_0 - s^-_0 = s_0$",),
    subject=EQ_11,
    checks=(check_for_all_sizes.killing("no-flip", "one-bias"), check_on_numbers),
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
    checks=(check_for_all_sizes.killing("no-flip", "one-bias"), check_on_numbers),
    mutants=_mutants(GATED),
)

first_state = Claim(
    id="lsrl/eq-11-init",
    title="Any two halves will do for the first state, also negative ones",
    source=Source(PAPER, f"{SEC_6}, eq. (11), implicit"),
    statement=r"s^+_0 - s^-_0 = s_0",
    assumptions=("p and q are any vectors with p - q = s_0",),
    subject=EQ_11,
    checks=(check_for_all_sizes.killing("flipped"), check_on_numbers),
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
    checks=(check_one_number,),
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
    checks=(check_one_number,),
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
    checks=(check_one_number,),
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
    subject=same_weights,
    checks=(check_for_all_sizes, check_on_numbers),
    mutants=(
        Mutant("inputs", bounded_inputs, "the inputs are not negative, in place of the states"),
        Mutant("the-rnns-own", any_states, "the states of the RNN are not negative"),
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
    subject=any_states,
    checks=(check_for_all_sizes, check_on_numbers),
    controls=(Control("linear-states", same_weights, "the linear states are not negative"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/nonneg-states",
    new=True,
    notes="Behind a ReLU no state is ever negative.",
)
