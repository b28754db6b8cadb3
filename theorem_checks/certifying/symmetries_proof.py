"""What proofs know of tensors of more than two indices that are symmetric, or antisymmetric.

It is data that `rocq/Symmetries.v` reads, with its lemmas. Nothing here is trusted: the kernel
compares what is written with the statement.
"""

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Symmetry", "symmetry_lines"]


class Symmetry(NamedTuple):
    """A tensor by number, the number of its size, and what is known of it.

    **Fields**: whether the sign changes, `opposite`; the `hypotheses`, one for each two neighbours.
    """

    tensor: int
    size: int
    opposite: bool
    hypotheses: tuple[str, ...]

    @property
    def data(self) -> str:
        """The symmetry as the normaliser reads it."""
        rank = len(self.hypotheses) + 1
        return f"({self.tensor}, {rank}, {self.size}, {str(self.opposite).lower()})%N"

    def lemma(self, name: str) -> str:
        """That the tensor has it, for each two neighbours."""
        places = [f"j{n}'" for n in range(len(self.hypotheses) + 1)]
        listed, ranged, cases = "[|? ?]", "_", "?"
        for place in reversed(places):
            listed = f"[|{place} {listed}]"
            ranged = f"/andP [r{place} {ranged}]"
        for _ in self.hypotheses:
            cases = f"[|{cases}]"
        given = " ".join([*places, *(f"r{place}" for place in places)])
        times = "mulN1r" if self.opposite else "mul1r"
        proofs = " | ".join(
            f"exact: (etrans (@{h} {given}) (esym ({times} _)))" for h in self.hypotheses
        )
        return (
            f"Lemma {name} : is_symmetry sz' T' {self.data}.\nProof.\n"
            f"case=> {listed} p' //= _ {ranged}.\nby case: p' => {cases} //= _; [{proofs}].\nQed."
        )


def symmetry_lines(found: Sequence[Symmetry]) -> list[str]:
    """The symmetries as data, and that they hold; nothing where there are none."""
    if not found:
        return []
    names = [f"symmetric_{n}'" for n in range(len(found))]
    holds = "I"
    for name in reversed(names):
        holds = f"(conj {name} {holds})"
    return [
        f"Definition syms' : seq symmetry := [:: {'; '.join(one.data for one in found)}].",
        *(one.lemma(name) for one, name in zip(found, names, strict=True)),
        "Lemma symmetric' :\n"
        "  foldr (fun v P => is_symmetry sz' T' v /\\ P) True syms'.\n"
        f"Proof. exact: {holds}. Qed.",
    ]
