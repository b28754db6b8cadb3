r"""Beyond Table 3: how near LRU layers with true sigmoids come to a gated RNN, for every size.

As `mlp_error_bound` says it of perceptrons, with kappa = 1/12: sigma(z) is 1/2 + z/4 up to |z|^3/48
(gated-rnn/s2.2-linearised-glu), and products are read with a factor 4 / eps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import flint
import sympy as sp

from constructions.arrays import EXACT, balls
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.glu import GLU
from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from constructions.weights.layers import NetworkDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_bound import (
    SCALES,
    SIZES_OF_NUMBERS,
    numbers_of,
    ones_of,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_steps import (
    EPS,
    LEAK,
    ErrorBound,
    S,
    errors_of_outputs,
    errors_of_states,
    on_symbols,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.row_sums import row_sums
from proofs.gated_rnn.simulations import GATED_INSTANCE
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    Tensor,
    all_of,
    array_of,
    check,
    prove_equal_arrays,
    prove_identity,
    symbol_array,
)
from theorem_checks.facts.inequalities import TRIANGLE

R = Tensor("R", 1)


class FreeSigmoid:
    """A sigmoid by its linear part at eps s, with a free remainder R, and at 0; s is free.

    It keeps its argument. The rows `main` of a gate have the argument eps s, the rows `half` 0.
    """

    def __init__(self) -> None:
        self.arguments: list[Any] = []

    def __call__(self, argument: Any) -> Any:
        """Return 1/2 + eps s / 4 + R, and 1/2."""
        self.arguments.append(argument)
        half = sp.Rational(1, 2)
        main = lambda k: half + EPS * S[k] * sp.Rational(1, 4) + R[k]  # noqa: E731
        return array_of({("main",): main, ("half",): lambda _k: half}, argument.axes[0])


def layers_for_all_sizes(describe: Callable[[], NetworkDescription]) -> Iterator[Any]:
    """Yield what each layer does, for symbolic sizes: a name and two arrays."""
    network, w, axes = on_symbols(describe())
    sigmoid = FreeSigmoid()
    cells: list[Any] = [
        replace(cell, gate=sigmoid) if isinstance(cell, GLU) else cell for cell in network.cells
    ]
    *before, into, recurrence, out, readout = cells
    for idle in before:
        x, state = symbol_array("x", axes["m"]), idle.initial_state()
        yield "a layer before that idles", idle.step(state, x)[1], x
    h, idle_part = symbol_array("h", axes["n"]), symbol_array("idle", axes["n"])
    x = symbol_array("x", axes["m"])
    (kept, _), seen = recurrence.step((h, idle_part), into.step((), x)[1])
    yield "in: arguments", sigmoid.arguments.pop(), _arguments(into, w["W_in_m"] @ x)
    made = products_and_remainder(w["W_in_x"] @ x, axes["n"])
    yield "the recurrence", kept, (w["lam"] * (1 - LEAK) + LEAK**2) * h + made
    yield "what is read of it", seen, kept
    output = readout.step((), out.step((), h)[1])[1]
    yield "out: arguments", sigmoid.arguments.pop(), _arguments(out, w["W_out_m"] @ h)
    made = products_and_remainder(w["W_out_x"] @ h, axes["p"])
    yield "the readout", output, w["D"] @ made


def _arguments(gate: Any, factor: Any) -> Any:
    """Eps times a factor in the rows `main`, and 0 in the rows `half`."""
    return array_of({("main",): lambda k: EPS * factor[k]}, gate.W_m.axes[0])


def products_and_remainder(t: Any, rows: Any) -> Any:
    """Return s t + (4 / eps) R t."""
    s, rest = (array_of({(rows.name,): lambda k, e=e: e[k]}, rows) for e in (S, R))
    return s * t + rest * t * (4 / EPS)


def errors_of_products(bound: ErrorBound) -> dict[str, Evidence]:
    """That (4 / eps) R t is at most kappa M^4 eps^2, if |R| <= |eps s|^3 / 48 and |s|, |t| <= M."""
    eps, M = sp.symbols("eps M", positive=True)
    most = 4 / eps * (eps * M) ** 3 / 48 * M
    return {"kappa": prove_identity(most, bound.kappa() * M**4 * eps**2)}


INSTANCES = (ones_of(1, 1), ones_of(2, 1), ones_of(3, -1), GATED_INSTANCE)


@check("bound")
def check_bound_on_instances(bound: ErrorBound) -> Evidence:
    """Networks of rational weights with true sigmoids, in balls."""
    system = balls(192)
    for given in INSTANCES:
        exact: dict[str, Any] = {name: EXACT.array(value) for name, value in given.items()}
        numbers = numbers_of(exact, exact["xs"])
        w: dict[str, Any] = {name: system.array(value) for name, value in given.items()}
        xs = w.pop("xs")
        for eps in SCALES:
            network = bound.describe().network(
                "real", **w, eps=system.array(eps), leak=system.array(eps**2)
            )
            allowed = bound.at(eps, **numbers)
            with system.scope():
                gaps = [abs(gap) for gap in (network(xs) - GatedRNN(**w)(xs)).flat]
                most = flint.arb(flint.fmpq(allowed.numerator, allowed.denominator))
                above = [gap for gap in gaps if gap > most]
                unclear = [gap for gap in gaps if not (gap > most or gap <= most)]
            if above:
                claimed, found = f"an error of at most {allowed}", above[0].str(8, radius=False)
                return Evidence.refuted(Counterexample({**given, "eps": eps}, claimed, found))
            if unclear:
                return Evidence.undecided("The balls do not tell the error from the bound.")
    return Evidence.holds("four networks, eps = 1, 1/10 and 1/100")


@check("proof")
def check_bound_for_all_sizes(bound: ErrorBound) -> Evidence:
    """Each layer for symbolic sizes, with a free remainder of the sigmoid; then its size."""
    instances = check_bound_on_instances.function(bound)
    if not instances.verdict.passes:
        return instances
    if bound.power != 2:
        return Evidence.undecided("The steps are about eps^2.")
    parts = {
        f"{describe.__name__}, {name}": prove_equal_arrays(*sides)
        for describe in (gated_rnn_as_lru_in_out, gated_rnn_as_lrus)
        for name, *sides in layers_for_all_sizes(describe)
    }
    for errors in (errors_of_products, errors_of_states, errors_of_outputs):
        topic = errors.__name__.replace("_", " ")
        parts |= {f"{topic}: {name}": part for name, part in errors(bound).items()}
    parts["row sums"] = row_sums()
    return all_of(
        parts,
        "all sizes, T, weights and tokens; one LRU In-Out layer, two LRU layers",
        words=(
            "gated-rnn/s2.2-linearised-glu: |sigma(z) - 1/2 - z/4| <= |z|^3 / 48",
            "induction over time, for errors and states",
        ),
        rests_on=(
            Ground.claim("gated-rnn/s2.2-linearised-glu"),
            TRIANGLE,
        ),
    )


@dataclass(frozen=True)
class GateBound(ErrorBound):
    """The bound for gated linear units, with a kappa that depends on nothing."""

    describe: Callable[..., NetworkDescription] = gated_rnn_as_lru_in_out
    kappa: Callable[..., Any] = lambda: Fraction(1, 12)


BOUND = GateBound()

gated = Claim(
    id="gated-rnn/new-tab3-lru-bound",
    title="One LRU In-Out layer, or two LRU layers, are within C eps^2 of a gated RNN, at any size",
    source=Source(PAPER, "Table 3 and App. A.1, beyond the text"),
    statement=r"|y'_t - y_t| \le \delta\,\big(\tfrac{1}{12} N^4 + a E (N + a H)\big)\,\epsilon^2,"
    r"\quad H = T M^2,\; E = \tfrac{1}{12} T M^4 + T(T-1) M^2,\; N = a (H + E \epsilon^2)",
    assumptions=(
        r"true $\sigma$",
        r"$|W^{in}_m x_t|, |W^{in}_x x_t| \le M$ entry by entry; $a$ and $\delta$ bound the sums of"
        r" absolute values in the rows of $W^{out}_m$, $W^{out}_x$ and of $D$",
        SIZES_OF_NUMBERS,
    ),
    subject=BOUND,
    checks=(check_bound_for_all_sizes, check_bound_on_instances),
    mutants=(
        Mutant("cubic", replace(BOUND, power=3), "eps^3"),
        Mutant("smaller", replace(BOUND, kappa=lambda: Fraction(1, 13)), "1/13 for 1/12"),
        Mutant(
            "no-leak",
            replace(BOUND, hidden=lambda kappa, M, T: T * kappa * M**4),
            "forgets that the factor is not lambda",
        ),
        Mutant("one-factor", replace(BOUND, crossed=lambda a, E, N, H: a * E * N), "one of u, v"),
    ),
    new=True,
    notes="For attention a = 1 and delta = d_k, as in gated-rnn/new-tab3-mlp-attn-bound. The orders"
    " are measured in gated-rnn/new-tab3-lru-gated-limit and the three claims beside it.",
)
