"""Conjunctions whose parts need several forms: a theorem for each part, in a module of its own.

A part is for all that it names; so is the conjunction, in which a name that two parts share is
bound twice. What a form opens and imports holds within the module alone.
"""

from collections.abc import Iterable, Sequence

from theorem_checks.certifying.chains import module

__all__ = ["JOINED", "several_texts"]

JOINED = frozenset(
    [
        *("index sums", "machines", "machines with orders", "machines with long runs"),
        *("sequences", "programs", "real numbers", "numbers", "exponentials"),
    ]
)
"""The forms that may stand beside each other."""


def several_texts(parts: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """The statement of a conjunction and its proof.

    **Arguments**: of each part what a file of its form begins with, its statement and its proof.
    """
    stated = [module(f"Part{n}'", f"{header}{said}") for n, (header, said, _) in enumerate(parts)]
    proved = [
        module(f"Proof{n}'", f"{header}Import Part{n}'.\n{proof}")
        for n, (header, _, proof) in enumerate(parts)
    ]
    together = " /\\ ".join(f"Part{n}'.statement" for n in range(len(parts)))
    whole = _conjunction(f"Proof{n}'.proved" for n in range(len(parts)))
    return (
        "\n".join([*stated, f"Definition statement : Prop := {together}."]),
        "\n".join([*proved, f"Theorem proved : statement.\nProof. exact {whole}. Qed."]),
    )


def _conjunction(proofs: Iterable[str]) -> str:
    *rest, found = proofs
    for one in reversed(rest):
        found = f"(conj {one} {found})"
    return found
