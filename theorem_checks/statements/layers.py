"""What passes through random layers of any number: linear networks at initialisation."""

from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.sequences import Sequence
from theorem_checks.statements.terms import Term, term

__all__ = ["SecondMoment"]


@dataclass(frozen=True, eq=False)
class SecondMoment(Conclusion):
    """E h h^T = scale |x|^2 I for h = W_L ... W_1 x, for every x, and random matrices W_l.

    They are independent of each other. W_l has n[l] rows and n[l - 1] columns, and independent
    entries of one law, any one with mean 0 and variance s[l].

    **Fields**: `sizes`, the sequence n, and `variances`, s, which are kept by their names in the
    world; `depth`, L, the number of layers, at least 1; `scale`, a number.
    """

    sizes: Any
    variances: Any
    depth: Term
    scale: Term

    def __post_init__(self) -> None:
        for name in ("sizes", "variances"):
            given = getattr(self, name)
            if not isinstance(given, Sequence | str):
                hint = "Take it from the world: w.sequence('n', integer=True, positive=True)."
                raise ArgumentError(name, given, "a sequence", hint)
            object.__setattr__(self, name, str(given) if isinstance(given, str) else repr(given))
        for name in ("depth", "scale"):
            object.__setattr__(self, name, term(getattr(self, name), name))

    @property
    def latex(self) -> str:  # noqa: D102
        n, s, depth = self.sizes, self.variances, latex_of(self.depth)
        layers = rf"W_l \in \mathbb{{R}}^{{{n}_l \times {n}_{{l-1}}}}"
        said = rf"\mathbb{{E}}\, h h^\top = {latex_of(self.scale)}\, \lVert x \rVert^2 I"
        law = rf"\mathbb{{E}}\, (W_l)_{{ij}} = 0,\; \mathbb{{E}}\, (W_l)_{{ij}}^2 = {s}_l"
        return rf"{said} \;\text{{for}}\; h = W_{{{depth}}} \cdots W_1 x,\; {layers},\; {law}"
