"""An implication as LaTeX, its hypotheses one by one."""

from dataclasses import dataclass

__all__ = ["Implication"]


@dataclass(frozen=True)
class Implication:
    """What is assumed, one by one, and what follows, as LaTeX."""

    hypotheses: tuple[str, ...]
    consequence: str

    @property
    def latex(self) -> str:
        """The whole as one formula."""
        given = r" \quad\text{and}\quad ".join(self.hypotheses)
        return rf"{given} \implies {self.consequence}" if given else self.consequence
