"""What a careless author would get wrong in bounds of errors of pairs of gated units."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from constructions.indexed import Entry
from constructions.weights.layers import NetworkDescription
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import ErrorBound
from proofs.gated_rnn.realisation import few
from theorem_checks import Mutant

__all__ = ["late_unit", "mutants_of_pairs"]


def mutants_of_pairs(bound: ErrorBound, candidate: str, gate: str) -> tuple[Mutant, ...]:
    """Return mutants of a bound, and of its network.

    `candidate` is the weight by which a candidate reads the units, and `gate` that by which an
    update gate reads its inputs.
    """

    def right_products(_kappa: Any, M: Any, T: Any) -> Any:
        return bound.hidden(bound.kappa(T), M, T)

    return (
        Mutant("cubic", replace(bound, power=3), "eps^3"),
        Mutant(
            "right-states",
            replace(bound, hidden=lambda kappa, M, T: 0),
            "forgets that hidden states are off",
        ),
        Mutant(
            "right-products",
            replace(bound, kappa=lambda T: 0, hidden=right_products),
            "forgets that products are off",
        ),
        Mutant(
            "one-unit",
            _with_block(bound, 0, candidate, ("plus", "minus"), None),
            "a candidate that reads one unit of its pair",
        ),
        Mutant(
            "one-gate",
            _with_block(bound, 1, gate, ("minus", "plus"), None),
            "a gate that reads one unit of each pair",
        ),
    )


def late_unit(bound: ErrorBound, candidate: str, crossed: Entry) -> Mutant:
    """Return a late mutant; `crossed` is what the unit with plus reads of that with minus."""

    def entry(w: Any, k: Any, k2: Any) -> Any:
        return crossed(w, k, k2) * few(k)

    return Mutant(
        "late-units",
        _with_block(bound, 0, candidate, ("plus", "minus"), entry),
        "a candidate that reads one unit of its pair, from the fortieth pair on",
    )


def _with_block(
    bound: ErrorBound, layer: int, weight: str, block: tuple[str, str], entry: Entry | None
) -> ErrorBound:
    """Return the bound, of networks with another entry in one block."""

    def changed(describe: Callable[[], NetworkDescription]) -> Callable[[], NetworkDescription]:
        return lambda: describe().replace(layer, weight, block, entry)

    return replace(bound, networks=tuple(map(changed, bound.networks)))
