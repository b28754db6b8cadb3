"""What follows from orders of symmetric matrices at vectors that the author of a proof chooses."""

from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.arithmetic import Premise, arithmetic
from theorem_checks.proving.rules.loewner import follows_at_vectors
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["at_vectors"]


def at_vectors(
    conclusion: Conclusion, *vectors: SymbolicArray, known: tuple[Premise | Evidence, ...] = ()
) -> Evidence:
    """What follows by arithmetic of orders of matrices, taken at vectors.

    **Arguments**

    - `conclusion`, `Implies(H, body)`, where H has `LoewnerAtMost(A, B)` among its parts, and
      relations; the body is of relations, as `arithmetic` takes them, or a `LoewnerAtMost`.
    - `vectors`: of each order that is assumed, v^T A v <= v^T B v is used for each vector v of its
      size. Of a `LoewnerAtMost` that is to be shown take them from
      `quadratic_forms_of(conclusion)`, whose second statement has the array `z.any`.
    - `known`: premises, as of `arithmetic`.

    **Raises** `ArgumentError` where no order is assumed, or no vector has its size.
    """

    def by_arithmetic(said: Conclusion) -> Evidence:
        return arithmetic(said, *known)

    return follows_at_vectors(conclusion, vectors, prove, by_arithmetic)
