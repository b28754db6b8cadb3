"""The degree in the current token of one linearised layer of each kind of Table 3.

A polynomial in the token x is of degree n at most if on each line k x, k = 0, ..., n + 1, its
differences of order n + 1 are 0; it is not of degree n - 1 where those of order n are not 0.
For layers of one unit whose weights and token are 1 these are given as numbers: n! times the
coefficient of x^n.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb
from typing import Any

from constructions.activations import identity, linear_sigmoid
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import SENSE
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    ATTENTION,
    GATED,
    degree_at_integers,
    degree_of_target,
)
from theorem_checks import (
    All,
    ArgumentError,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    check,
    instances_of,
    proof_of,
)

TARGETS = (ATTENTION, GATED)
TABLE = {
    "LRU": 2,
    "LRU In-Out": 4,
    "LRU In-Out (MLP)": 1,
    "LSTM": 3,
    "GRU": 2,
    ATTENTION: 3,
    GATED: 4,
}
OF_ONES = {
    "LRU": Fraction(1, 2),
    "LRU In-Out": Fraction(3, 8),
    "LRU In-Out (MLP)": Fraction(1),
    "LSTM": Fraction(3, 8),
    "GRU": Fraction(1, 2),
    ATTENTION: Fraction(6),
    GATED: Fraction(24),
}


@dataclass(frozen=True)
class Table:
    """The degrees n of layers, by their names, with a function for their sigmoids.

    `of_ones` are the differences of order n of layers of one unit with weights and token 1; none
    is 0, as a degree would else not be reached.
    """

    degrees: dict[str, int] = field(default_factory=lambda: TABLE)
    of_ones: dict[str, Fraction] = field(default_factory=lambda: OF_ONES)
    sigma: Callable[[Any], Any] = linear_sigmoid

    def __post_init__(self) -> None:
        for name in self.degrees:
            if not self.of_ones[name]:
                raise ArgumentError(f"of_ones[{name!r}]", 0, "another number: 0 shows no degree")

    def but(self, **degrees: int) -> "Table":
        """Return the table with other degrees."""
        return replace(self, degrees={**self.degrees, **degrees})


Arrays = Callable[..., Any]
"""Makes the array of a name and sizes: a free one, or one of ones."""


def _mlp(array: Arrays, name: str, rows: Any, hidden: Any, columns: Any) -> MLP:
    given = array(f"{name}_1", hidden, columns), array(f"{name}_b", hidden)
    return MLP(*given, array(f"{name}_2", rows, hidden), activation=identity)


def _lru(array: Arrays, units: Any, made: Any, inputs: Any) -> LinearRecurrentUnit:
    weights = {name: array(name, units) for name in ("lam_re", "lam_im", "gamma")}
    weights |= {name: array(name, units, inputs) for name in ("B_re", "B_im")}
    weights |= {name: array(name, made, units) for name in ("C_re", "C_im")}
    return LinearRecurrentUnit(**weights, D=array("D", made, inputs))


def _gated_cell(
    kind: type, parts: str, array: Arrays, units: Any, inputs: Any, activations: Any
) -> Any:
    weights = {f"U_{q}": array(f"U_{q}", units, inputs) for q in parts}
    weights |= {f"V_{q}": array(f"V_{q}", units, units) for q in parts}
    weights |= {f"b_{q}": array(f"b_{q}", units) for q in parts}
    return kind(**weights, activations=activations)


def layer_of(name: str, array: Arrays, size: Callable[[str], Any], sigma: Any) -> tuple[Any, Any]:
    """Return one layer of a kind, or a target, and the size of its token."""
    m = size("inputs")
    if name == ATTENTION:
        d_v, d_k = size("values"), size("keys")
        return LinearAttention(array("V", d_v, m), array("K", d_k, m), array("Q", d_k, m)), m
    n = size("units")
    if name == GATED:
        p, gates = size("products"), (array("G_m", n, m), array("G_x", n, m))
        read = array("O_m", p, n), array("O_x", p, n), array("D", size("outputs"), p)
        return GatedRNN(array("lam", n), *gates, *read), m
    if name == "LSTM":
        return _gated_cell(LSTM, "fcgo", array, n, m, LSTMActivations.with_gates(sigma)), m
    if name == "GRU":
        return _gated_cell(GRU, "rzh", array, n, m, GRUActivations.with_gates(sigma)), m
    made, o = size("made"), size("outputs")
    if name == "LRU In-Out (MLP)":
        hidden, told, wide = size("hidden"), size("told"), size("wide")
        below = _mlp(array, "below", made, hidden, m)
        return Stack((below, _lru(array, n, told, made), _mlp(array, "above", o, wide, told))), m
    out = GLU(array("W_m", o, made), array("W_x", o, made), gate=sigma)
    if name == "LRU":
        return Stack((_lru(array, n, made, m), out)), m
    fed = size("fed")
    into = GLU(array("E_m", fed, m), array("E_x", fed, m), gate=sigma)
    return Stack((into, _lru(array, n, made, fed), out)), m


def differences(outputs: Sequence[Any]) -> Any:
    """Return the sum of outputs 0, ..., n with the signs and sizes of a difference of order n."""
    order = len(outputs) - 1
    signed = [y * ((-1) ** (order - k) * comb(order, k)) for k, y in enumerate(outputs)]
    return sum(signed[1:], start=signed[0])


def says_degrees(table: Table, w: World) -> Conclusion:
    """Each layer has its degree at most, for all sizes, weights and states; and of ones has it.

    The latter from the first state, for layers of one unit whose weights and token are 1: their
    differences of that order are the numbers of the table, none of them 0.
    """
    parts: list[Conclusion] = []
    for number, (name, degree) in enumerate(table.degrees.items()):

        def named(part: str, number: int = number) -> str:
            return f"{part}_of_{number}"

        def ones(_: str, *axes: Any) -> Any:
            return w.ones(*axes)

        free, inputs = layer_of(
            name,
            lambda part, *axes, named=named: w.array(named(part), *axes),
            lambda part, named=named: w.size(named(part)),
            table.sigma,
        )
        token = w.array(named("x"), inputs)
        state = _free_like(free.initial_state(), named("h"), w)
        outputs = [free.step(state, token * k)[1] for k in range(degree + 2)]
        parts.append(Equal(differences(outputs), outputs[0] * 0))
        single, _ = layer_of(name, ones, lambda _: 1, table.sigma)
        start, one = single.initial_state(), ones("x", 1)
        found = differences([single.step(start, one * k)[1] for k in range(degree + 1)])
        parts.append(Equal(found, one * table.of_ones[name]))
    return All(tuple(parts))


def _free_like(state: Any, name: str, w: World) -> Any:
    if isinstance(state, tuple):
        return tuple(_free_like(part, f"{name}_{k}", w) for k, part in enumerate(state))
    return w.array(name, *state.shape)


@check("exact")
def check_degrees_at_integers(table: Table) -> Evidence:
    """The degree of one layer with given integer weights, and of the targets with weights 1."""
    for name, degree in table.degrees.items():
        found = degree_of_target(name) if name in TARGETS else degree_at_integers(name, 1)
        if found != degree:
            told = f"degree {degree}"
            return Evidence.refuted(Counterexample({"map": name}, told, f"degree {found}"))
    return Evidence.holds("sizes and weights as given")


def _squared_late(u: Any) -> Any:
    return linear_sigmoid(u) if u.shape[0] < 40 else linear_sigmoid(u * u)


degree_table = Claim(
    id="gated-rnn/x8-degree-table",
    title="Degrees in the current token: LRU 2, LRU In-Out 4 or (MLP) 1, LSTM 3, GRU 2; attention"
    " 3, (2) 4",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"\max \deg_{x_t} y_t = 2, 4, 1, 3, 2 \text{ for one layer of each kind};\quad"
    r" 3 \text{ for attention},\; 4 \text{ for eq. (2)}",
    assumptions=(SENSE,),
    subject=Table(),
    says=says_degrees,
    checks=(
        proof_of(says_degrees, seconds=240),
        instances_of(says_degrees),
        check_degrees_at_integers.killing(
            "lru-four", "lstm-two", "gru-one", "gru-three", "attention-two"
        ),
    ),
    mutants=(
        Mutant("lru-four", Table().but(LRU=4), "counts an input gate"),
        Mutant("lstm-two", Table().but(LSTM=2), "forgets the output gate"),
        Mutant("gru-one", Table().but(GRU=1), "no product in a GRU"),
        Mutant("gru-three", Table().but(GRU=3), "counts the reset gate of the state"),
        Mutant("attention-two", Table().but(**{ATTENTION: 2}), "forgets the query"),
        Mutant(
            "another-number",
            replace(Table(), of_ones=OF_ONES | {"LSTM": Fraction(1, 4)}),
            "another coefficient of x^3 in the LSTM",
        ),
    ),
    late=(
        Mutant(
            "squared-gates",
            replace(Table(), sigma=_squared_late),
            "gates of squares from 40 units on",
        ),
    ),
    repairs=("gated-rnn/s3.3-gru-no-product",),
    notes="So at least 2, 1, 2, 2 layers for the gated RNN and 2, 1, 1, 2 for attention, with LRU,"
    " LRU In-Out, LSTM and GRU. The claims of the table's cells show that these are enough.",
    new=True,
)
