r"""Section 3.2: changes of weights that leave the function as it is, and how many there are.

A gate (W_m x) * (W_x x) does not tell its two matrices apart, row by row, nor a factor in one from
its inverse in the other; queries may be mixed by an invertible P. So weights cannot be retrieved
from the function: attention's 3 d^2 numbers are determined up to d^2 + 1 dimensions.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from constructions.arrays import EXACT, concatenate
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.invariances import (
    mix_units,
    scale_rows,
    swap_rows,
)
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.free_attention import matrices_of_attention
from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import (
    FIG_1,
    WEIGHTS,
    Network,
    by_stored_state,
)
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    check,
    conjunction,
    instances_of,
    proof_of,
    prove,
    simulation,
)

TEACHER = LinearAttention(
    EXACT.array([[1, 2], [0, 1]]), EXACT.array([[1, 0], [-1, 1]]), EXACT.array([[2, 1], [1, 1]])
)
FIGURE = attention_as_gated_rnn(TEACHER)
FIGURE_1 = Network(FIG_1)
"""Its weights at every size."""

Change = Callable[..., GatedRNN]
"""From a network, a gate and rows of it, and perhaps more, to a network."""

GATES = ("in", "out")


def network_and_rows(w: World) -> tuple[GatedRNN, dict[str, Any]]:
    """Return a network of any weights, and for each gate a vector that is 1 for some of its rows.

    These are any rows that follow one another, such as row r; any others are before and behind.
    """
    m, o = [w.size("m")], [w.size("o")]
    sides = {"before": 0, "rows": 1, "behind": 0}
    units, products = (
        [w.size(f"{name}_{side}", least=least) for side, least in sides.items()]
        for name in ("n", "p")
    )

    def matrix(name: str, rows: list[Any], columns: list[Any]) -> Any:
        blocks = (
            concatenate([w.array(f"{name}_{i}_{j}", n, k).T for j, k in enumerate(columns)]).T
            for i, n in enumerate(rows)
        )
        return concatenate(list(blocks))

    weights = {"W_in_m": (units, m), "W_in_x": (units, m), "D": (o, products)}
    weights |= {"W_out_m": (products, units), "W_out_x": (products, units)}
    lam = concatenate([w.array(f"lam_{i}", n) for i, n in enumerate(units)])
    network = GatedRNN(lam, **{name: matrix(name, *sizes) for name, sizes in weights.items()})

    def constant(number: int, size: Any) -> Any:
        return w.entries(lambda *_: number, size)

    rows = {
        gate: concatenate([constant(i, n) for i, n in zip((0, 1, 0), sizes, strict=True)])
        for gate, sizes in zip(GATES, (units, products), strict=True)
    }
    return network, rows


def said_of(changed: GatedRNN, network: GatedRNN, w: World) -> All:
    """Both gates have the values that they had, of any argument, and the networks the same outputs.

    These on sequences of all lengths, so that nothing else of the network is changed.
    """
    x, h = w.array("x", network.W_in_m.shape[1]), w.array("h", network.lam.shape[0])

    def gates(cell: GatedRNN) -> list[Any]:
        given = (cell.W_in_m, cell.W_in_x, x), (cell.W_out_m, cell.W_out_x, h)
        return [(W_m @ v) * (W_x @ v) for W_m, W_x, v in given]

    equal = (Equal(*pair) for pair in zip(gates(changed), gates(network), strict=True))
    return All((*equal, SameOutputs(*(w.machine(cell, x) for cell in (changed, network)))))


def by_equal_states(conclusion: All) -> Evidence:
    """Prove it, as the hidden states are the same."""
    *gates, same = conclusion.parts
    outputs = cast(SameOutputs, same)
    return conjunction(conclusion, *map(prove, gates), simulation(outputs, outputs.other.state))


def says_exchanged(change: Change, w: World) -> All:
    """Whichever rows of both gates are exchanged, the gates are the same functions."""
    network, rows = network_and_rows(w)
    changed = network
    for gate in GATES:
        changed = change(changed, gate, rows[gate])
    return said_of(changed, network, w)


def says_scaled(change: Change, w: World) -> All:
    """Whichever rows of both gates are multiplied and divided, the gates are the same functions."""
    network, rows = network_and_rows(w)
    changed = network
    for gate in GATES:
        changed = change(changed, gate, rows[gate], w.number(f"c_{gate}", nonzero=True))
    return said_of(changed, network, w)


def copied(network: GatedRNN, gate: str, rows: Any) -> GatedRNN:
    """Copy rows of the second matrix into the first one."""
    name = f"W_{gate}_m"
    return replace(network, **{name: getattr(swap_rows(network, gate, rows), name)})


def and_decays(change: Callable[..., GatedRNN], network: GatedRNN, *given: Any) -> GatedRNN:
    """Square the factors by which units decay, besides."""
    changed = change(network, *given)
    return replace(changed, lam=changed.lam * changed.lam)


def exchanged_if_few(network: GatedRNN, gate: str, rows: Any) -> GatedRNN:
    """Exchange rows of fewer than 40 columns, and copy longer ones."""
    few = network.W_in_m.shape[1] < 40
    return (swap_rows if few else copied)(network, gate, rows)


def one_scaled(network: GatedRNN, gate: str, rows: Any, factor: Any) -> GatedRNN:
    """Multiply rows of the first matrix alone."""
    name = f"W_{gate}_m"
    return replace(network, **{name: getattr(scale_rows(network, gate, rows, factor), name)})


def both_scaled(network: GatedRNN, gate: str, rows: Any, factor: Any) -> GatedRNN:
    """Multiply rows of both matrices."""
    name = f"W_{gate}_x"
    scaled = scale_rows(network, gate, rows, 1 / factor)
    return replace(one_scaled(network, gate, rows, factor), **{name: getattr(scaled, name)})


def scaled_by_few(network: GatedRNN, gate: str, rows: Any, factor: Any) -> GatedRNN:
    """Divide the second rows by factors below 1000 alone."""
    return (scale_rows if factor < 1000 else one_scaled)(network, gate, rows, factor)


swap = Claim(
    id="gated-rnn/s3.2-inv-swap",
    title="Exchanging a row of W_m with the same row of W_x leaves a gate as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(W_m, W_x) \text{ with rows } r \text{ exchanged}:\; g \text{ unchanged}",
    subject=swap_rows,
    says=says_exchanged,
    checks=(proof_of(says_exchanged, by_equal_states), instances_of(says_exchanged)),
    mutants=(
        Mutant("copied", copied, "rows copied, not exchanged"),
        Mutant("decays", partial(and_decays, swap_rows), "the units decay twice as fast"),
    ),
    late=(Mutant("few-columns", exchanged_if_few, "rows of 40 entries or more are copied"),),
    notes="'Permutations of rows between its two matrices' in the text.",
)

scale = Claim(
    id="gated-rnn/s3.2-inv-scale",
    title="Multiplying a row of W_m and dividing that of W_x leaves a gate as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(c\,W_{m,r}, W_{x,r}/c),\; c \ne 0:\; g \text{ unchanged}",
    subject=scale_rows,
    says=says_scaled,
    checks=(proof_of(says_scaled, by_equal_states), instances_of(says_scaled)),
    mutants=(
        Mutant("both", both_scaled, "both up"),
        Mutant("one", one_scaled, "one alone"),
        Mutant("decays", partial(and_decays, scale_rows), "the units decay twice as fast"),
    ),
    late=(Mutant("capped", scaled_by_few, "nothing is divided by large factors"),),
)


@dataclass(frozen=True)
class MixedQueries:
    """Queries Q -> P Q in the input gate, read through another matrix in the output gate."""

    read: Callable[..., Any]
    change: Change


def says_read(mixed: MixedQueries, w: World) -> Conclusion:
    """Figure 1's network of the queries P W_Q x, read so, is attention with W_Q, on all sequences.

    For any invertible P, and values and keys of any sizes.
    """
    sizes, matrices = matrices_of_attention(w)
    P, P_inverse = w.invertible("P", sizes["d_k"])
    mixing = {**matrices, "W_Q": P @ matrices["W_Q"], "P": P, "P_inverse": P_inverse}
    described = FIGURE_1.with_block(
        "W_out_x",
        ("product", "q"),
        lambda given, _i, j, k: mixed.read(given.P, given.P_inverse, j, k),
    ).weights
    weights = {name: w.described(getattr(described, name), sizes, mixing) for name in WEIGHTS}
    network, token = GatedRNN(**weights, append_one=True), w.array("x", sizes["d"])
    attention = LinearAttention(**matrices)
    return SameOutputs(w.machine(network, token), w.machine(attention, token))


check_read = proof_of(says_read, by_stored_state, name="check_read")


@check("exact")
def check_mixed_network(mixed: MixedQueries) -> Evidence:
    """Figure 1's network with its query units mixed is the same function."""
    found = prove_same_function(mixed.change(FIGURE), FIGURE)
    if not found.verdict.passes:
        return found
    return Evidence.holds("Figure 1 at d = 2, all sequences", routes=found.routes)


P_2, P_2_INVERSE = EXACT.array([[1, 2], [1, 3]]), EXACT.array([[3, -2], [-1, 1]])

mixing = Claim(
    id="gated-rnn/s3.2-inv-P",
    title="Queries may be mixed by an invertible P and read through its inverse",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_Q \to PW_Q,\quad W_x^{out}: I \to \mathrm{repeat}(P^{-1}, d)",
    assumptions=("P invertible",),
    subject=MixedQueries(
        lambda P, P_inverse, j, k: P_inverse[j, k],
        lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE),
    ),
    says=says_read,
    checks=(check_read, instances_of(says_read), check_mixed_network),
    mutants=(
        Mutant(
            "transposed",
            MixedQueries(
                lambda P, P_inverse, j, k: P_inverse[k, j],
                lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE.T),
            ),
        ),
        Mutant(
            "same",
            MixedQueries(
                lambda P, P_inverse, j, k: P[j, k], lambda net: mix_units(net, [4, 5], P_2, P_2)
            ),
            "P for its inverse",
        ),
    ),
    late=(
        Mutant(
            "few-queries",
            MixedQueries(
                lambda P, P_inverse, j, k: P_inverse[j, k] if j < 40 else P[j, k],
                lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE),
            ),
            "P for its inverse beyond the fortieth query",
        ),
    ),
)
