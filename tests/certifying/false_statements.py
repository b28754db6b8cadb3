"""What of the corpus of false statements can be exported, as conclusions.

The engines that a case asks are handed two sides of an equation. In their place stands what makes a
conclusion of these.
"""

import contextlib
import importlib
from collections.abc import Iterator
from typing import Any

import sympy as sp

from tests.soundness.cases import Truth
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.conclusions import Conclusion, Equal

FILES = (
    *("prove_index_identity", "prove_index_products", "prove_equal_arrays"),
    *("prove_identity", "prove_identity_sizes", "prove_zero"),
)
ENGINES = {
    "prove_index_identity": Equal,
    "prove_equal_arrays": Equal,
    "prove_identity": lambda lhs, rhs: Equal(sp.sympify(lhs), sp.sympify(rhs)),
    "prove_zero": lambda lhs: Equal(sp.sympify(lhs), sp.Integer(0)),
}


def false_statements() -> Iterator[tuple[str, Conclusion]]:
    """The false statements of these files that are equations, with their words."""
    for name in FILES:
        module: Any = importlib.import_module(f"tests.soundness.corpus.{name}")
        engines = {engine: vars(module)[engine] for engine in ENGINES if engine in vars(module)}
        for case in module.CASES:
            if case.truth is not Truth.FALSE:
                continue
            try:
                vars(module).update({engine: ENGINES[engine] for engine in engines})
                with contextlib.suppress(Exception):  # asked with more than two sides
                    said = case.ask()
                    if isinstance(said, Equal):
                        yield str(case), said
            finally:
                vars(module).update(engines)


def refutations() -> Iterator[tuple[str, Conclusion, Any]]:
    """Those that can be exported, with a certificate that they are false."""
    for words, said in false_statements():
        with contextlib.suppress(TheoremChecksError):
            yield words, said, refutation_for(said)
