"""What every rule asks of the evidence of its parts."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import sympy as sp

from theorem_checks.errors import CheckError
from theorem_checks.statements.formulas import formula_of
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "require_free_of",
    "sufficient",
]


def sufficient(parts: Mapping[str, Evidence], scope: str, **more: Any) -> Evidence:
    """Evidence by obligations that are enough: one that is false says nothing of the conclusion.

    **Arguments**: as those of `all_of`.
    """
    whole = all_of(parts, scope, **more)
    if whole.verdict is not Verdict.REFUTED:
        return whole
    reason = f"An obligation is false, which does not refute the conclusion: {whole.reason}"
    return dataclasses.replace(whole, verdict=Verdict.UNDECIDED, reason=reason)


def require_free_of(variable: sp.Symbol, *parts: Evidence) -> None:
    """Raise `CheckError` for a condition on a variable that the conclusion binds."""
    for part in parts:
        for condition in part.conditions:
            if variable in formula_of(condition).free_symbols:
                raise CheckError(
                    f"A part holds only where {condition.text}, and the conclusion is for every"
                    f" {variable}. Prove the values apart at which that fails."
                )
