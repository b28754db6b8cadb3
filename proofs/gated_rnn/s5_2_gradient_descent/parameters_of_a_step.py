"""How many dense parameters a gradient step takes: the smallest network for it, at all sizes.

The tokens are m inputs x and m outputs y. Of V = diag(0, I) the forms are the outputs, of
K^T Q = eta diag(I, 0) the inputs, and none is common. So the network of
`constructions.weights.minimal_attention` stores the m^2 products y_i x_a, and holds m queries.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from constructions.arrays import concatenate
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn, fig1_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.gradient_step_as_attention import (
    gradient_step_as_attention,
    gradient_step_weights,
)
from constructions.weights.minimal_attention import minimal_attention, minimal_weights
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import WEIGHTS
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_invertible_values import few_families
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Limit,
    Mutant,
    SameOutputs,
    Source,
    World,
    array_of,
    check,
    conjunction,
    proof_of,
    prove,
    simulation,
)

SMALLEST = minimal_weights()
STEP = gradient_step_weights()
TOKEN = STEP.W_V.axes[0]
"""The families of a token: inputs and outputs."""


def _part(array: IndexedArray) -> IndexedArray:
    """Return an array with the two families of a token in the place of one, `x` or `y`."""
    axes = tuple(
        tuple(own for part in axis for own in (TOKEN if part.name in "xy" else (part,)))
        for axis in array.axes
    )
    entries = {}
    for names, entry in array.entries.items():
        place = next((k for k, name in enumerate(names) if name in ("x", "y")), None)
        if place is None:
            entries[names] = _entry(entry, None)
            continue
        for own in TOKEN:
            put = (*names[:place], own.name, *names[place + 1 :])
            entries[put] = _entry(entry, own.name)
    return IndexedArray(axes, entries)


def _entry(entry: Callable[..., Any], part: str | None) -> Callable[..., Any]:
    """Return an entry function that is handed the forms of a step, at a part of the token."""
    return lambda w, *at: entry(_forms(w, part), *at)


class _Matrix:
    """A matrix by its entry function."""

    def __init__(self, entry: Callable[[Any, Any], Any]) -> None:
        self._entry = entry

    def __getitem__(self, at: tuple[Any, Any]) -> Any:
        return self._entry(*at)


def _forms(w: Any, part: str | None) -> SimpleNamespace:
    """Return the factors V = P_f F and K^T Q = H^T R_h of a step, at inputs or at outputs."""

    def of(own: str, factor: Any = 1) -> _Matrix:
        return _Matrix(lambda i, j: w.delta(i, j) * factor if part == own else 0)

    return SimpleNamespace(delta=w.delta, F=of("y"), P_f=of("y"), H=of("x"), R_h=of("x", w.eta))


@dataclass(frozen=True)
class Growth:
    """Dense parameters of the smallest network for a gradient step with d_x = d_y = d/2 = m.

    `weights`, of which it has the families without common forms; `share` of d^4 for large d, for
    this network and for Figure 1's.
    """

    entries: Callable[[Any], Any] = lambda m: 2 * m**4 + 8 * m**3 + 7 * m**2 + 3 * m
    weights: GatedRNNDescription = SMALLEST
    share: tuple[Any, Any] = ("1/8", 2)

    def network(self, w: World, sizes: dict[str, Any], eta: Any) -> GatedRNN:
        """Return the network for a step, in a world."""
        made = {}
        for name in WEIGHTS:
            few = few_families(getattr(self.weights, name), ("fh", "q_h", "x", "y", "one"))
            made[name] = w.described(_part(few), sizes, {"eta": eta})
        return GatedRNN(**made, append_one=True)


def says_enough(growth: Growth, w: World) -> Conclusion:
    """The network is the gradient step, and has so many entries: a share of d^4, as has Figure 1's.

    Figure 1's network is for any attention with tokens, keys and values of size d.
    """
    m, d, eta = w.size("m"), w.size("d"), w.number("eta")
    sizes = {"d_x": m, "d_y": m, "f": m, "h": m}
    step = LinearAttention(
        *(w.described(own, sizes, {"eta": eta}) for own in (STEP.W_V, STEP.W_K, STEP.W_Q))
    )
    small = growth.network(w, sizes, eta)
    token = concatenate([w.array("x", m), w.array("y", m)])
    matrices = {name: w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")}
    figure, of_d = fig1_weights(), {"d": d, "d_v": d, "d_k": d}
    count = _counted(w, (w.described(getattr(figure, n), of_d, matrices) for n in WEIGHTS))
    claimed = w.call(growth.entries, m)
    return All(
        (
            SameOutputs(*(w.machine(cell, token) for cell in (step, small))),
            Equal(_counted(w, small.weights().values()), claimed),
            *_shares(growth, w, m, claimed, d, count),
        )
    )


def _counted(w: World, weights: Iterable[Any]) -> Any:
    """Return how many entries arrays have in all."""
    first, *others = map(w.count, weights)
    return sum(others, start=first)


def _shares(growth: Growth, w: World, m: Any, small: Any, d: Any, figure: Any) -> Iterator[Limit]:
    """Of d^4 both have such a share in the limit; d = 2 m for the small one."""
    few, most = map(Fraction, growth.share)
    yield Limit(m, small / (2 * m) ** 4, "oo", few)
    yield Limit(d, figure / d**4, "oo", most)


def by_stored_products(whole: Any) -> Evidence:
    """Prove it: the layer's state holds the products y_i x_a, and zeros elsewhere."""
    same, *others = whole.parts
    stored = same.other.state.part("fh")
    held = array_of({("y", "x"): lambda i, a: stored[i, a]}, *same.one.state.axes)
    return conjunction(whole, simulation(same, held), *map(prove, others))


@check("exact")
def check_growth(growth: Growth) -> Evidence:
    """Count the entries of the smallest network, and compare them with Figure 1's, m = 1, 2, 3."""
    for m in (1, 2, 3):
        step = gradient_step_as_attention(m, m, 1)
        small, figure = (
            sum(weight.size for weight in build(step).weights().values())
            for build in (minimal_attention, attention_as_gated_rnn)
        )
        if growth.entries(m) != small or not small < figure:
            values = {"d_x": m, "d_y": m, "Figure 1": figure}
            return Evidence.refuted(Counterexample(values, str(growth.entries(m)), str(small)))
    return Evidence.holds("m = 1, 2, 3")


GROWTH = Growth()

sparse_growth = Claim(
    id="gated-rnn/s5.2-sparse-hope",
    title="For a gradient step 2 m^4 + 8 m^3 + ... dense parameters do, m = d/2: 1/8 of d^4",
    source=Source(PAPER, "Secs. 5.2, 6"),
    statement=r"d_x = d_y = m = d/2:\quad 2m^4 + 8m^3 + 7m^2 + 3m \;\approx\; \tfrac18 d^4,"
    r"\text{ against } 2d^4 + \dots",
    assumptions=("any rate; the share of $d^4$ is the limit for large $d$",),
    subject=GROWTH,
    says=says_enough,
    checks=(
        proof_of(says_enough, by_stored_products),
        check_growth.killing("quadratic", "figure"),
    ),
    mutants=(
        Mutant(
            "quadratic", replace(GROWTH, entries=lambda m: 12 * m**2), "as many as attention, 3 d^2"
        ),
        Mutant(
            "figure",
            replace(GROWTH, entries=lambda m: 32 * m**4 + 40 * m**3 + 20 * m**2 + 6 * m),
            "Fig. 1",
        ),
        Mutant(
            "forgets",
            replace(GROWTH, weights=replace(SMALLEST, lam=SMALLEST.lam.replace(("fh",), None))),
            "the products are forgotten",
        ),
        Mutant("half", replace(GROWTH, share=("1/4", 2)), "twice the share"),
    ),
    late=(
        Mutant(
            "far-products",
            replace(
                GROWTH,
                weights=replace(
                    SMALLEST, lam=SMALLEST.lam.replace(("fh",), lambda _w, i, _j: (i < 40) * 1)
                ),
            ),
            "products with outputs beyond the fortieth are forgotten",
        ),
    ),
    notes="Sixteen times fewer than Figure 1 for large d, but of the same order in dense form.",
)
