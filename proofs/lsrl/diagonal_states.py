r"""Sec. 7: whether diagonal state matrices are enough.

For continuous functions they are: the hat program needs none but the identity. For tokens they are,
too, if the network behind the state may be as large as it likes: a real diagonal matrix with
distinct entries keeps the whole history. Listing 2's own matrices are not diagonal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sympy as sp

from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.targets import linear_rnn
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
    to_fraction,
)


@check("exact")
def check_diagonal(programs):
    """All state matrices of the compiled models are diagonal."""
    for name, program in programs.items():
        for number, layer in enumerate(linear_rnn(program).parts):
            assert isinstance(layer, Layer)
            off = [(i, j) for i, j, _ in layer.A.entries() if i != j]
            if off:
                entry = to_fraction(layer.A[off[0]])
                at = {"program": name, "layer": number, "entry": off[0]}
                return Evidence.refuted(Counterexample(at, "0", str(entry)))
    return Evidence.holds(", ".join(programs))


@dataclass(frozen=True)
class History:
    """States s_i = sum_t lam_i^(T - t) x_t from 0; `factor` is said to make up the determinant."""

    entry: Callable[[Any, int], Any]
    factor: Callable[[Any, Any], Any]


@check("proof")
def check_history(history):
    """The inputs can be read off: the determinant is the product over pairs; T = 1, ..., 4.

    So it is not 0 for distinct entries of the diagonal. A network of ReLUs then computes any
    function of finitely many prompts.
    """
    parts = {}
    for T in (1, 2, 3, 4):
        lam = sp.symbols(f"lam1:{T + 1}")
        matrix = sp.Matrix(T, T, lambda i, t, lam=lam: history.entry(lam[i], t))
        claimed = sp.prod(history.factor(lam[i], lam[j]) for i, j in combinations(range(T), 2))
        determinant: Any = matrix.det(method="berkowitz")
        parts[f"T = {T}"] = prove_identity(determinant, claimed)
    rests_on = ("Vandermonde's determinant for other T", "ReLU networks interpolate finitely many")
    return all_of(parts, "T = 1, ..., 4, all distinct entries", rests_on=rests_on)


CONTINUOUS = {
    "the hat program, d = 1": hat_program(1, 1),
    "the hat program, d = 2": hat_program(2, 1),
    "Listing 1": listing_1(1, 1),
}
TOKENS = {"Listing 2 as printed, n = 1": listing_2(1)}
VANDERMONDE = History(lambda lam, t: lam**t, lambda one, other: other - one)

continuous = Claim(
    id="lsrl/diag",
    title="Listing 1 and the hat program compile to diagonal state matrices",
    source=Source(PAPER, "Sec. 7, limitations"),
    statement=r"A_{ij} = 0 \text{ for } i \ne j",
    assumptions=("d_in = 1, 2, d_out = 1; the conjecture is that results then translate",),
    subject=CONTINUOUS,
    checks=(check_diagonal,),
    mutants=(
        Mutant("listing-2", TOKENS, "Listing 2, as printed"),
        Mutant("mended", {"Listing 2 mended, n = 2": listing_2_mended(2)}, "and mended"),
    ),
    expect=Verdict.HOLDS,
    notes="So for continuous functions the conjecture holds, by lsrl/new-hat-program. For tokens"
    " see lsrl/new-diag-tokens and lsrl/new-diag-history.",
)

tokens = Claim(
    id="lsrl/new-diag-tokens",
    title="Listing 2 compiles to diagonal state matrices",
    source=Source(PAPER, "Sec. 7, limitations"),
    statement=r"A_{ij} = 0 \text{ for } i \ne j",
    subject=TOKENS,
    checks=(check_diagonal,),
    controls=(Control("listing-1", CONTINUOUS, "Listing 1 and the hat program"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-diag-history",
    new=True,
    notes="Its buffer is a shift, which no basis makes diagonal, and its counters are rotations or"
    " cyclic shifts, which are diagonal over the complex numbers alone.",
)

history = Claim(
    id="lsrl/new-diag-history",
    title="A real diagonal state with distinct entries keeps a whole prompt of tokens",
    source=Source(PAPER, "Sec. 7, limitations, repaired"),
    statement=r"\det(\lambda_i^{T - t})_{i, t} \ne 0",
    assumptions=(
        "T states for prompts of length T, which is at most n + 2 n V^n for a complete dictionary",
        "the network behind them may be large",
    ),
    subject=VANDERMONDE,
    checks=(check_history,),
    mutants=(
        Mutant("sum", History(VANDERMONDE.entry, lambda one, other: other + one), "sums of pairs"),
        Mutant("squares", History(lambda lam, t: lam ** (2 * t), VANDERMONDE.factor), "squares"),
    ),
    repairs=("lsrl/new-diag-tokens",),
    new=True,
    notes="So the conjecture holds for tokens as well, in the weak sense that some model exists."
    " Whether one of the size of Listing 2 does is open.",
)
