r"""Rules about the order of symmetric matrices, :math:`A \preceq B`.

What it says is its definition: B - A is symmetric and :math:`z^T A z \le z^T B z` for every z. So
it is concluded from these two, of a vector z of free entries; and where it is assumed, the second
is known of any vector, which may be made of whatever stands in the statement.

What decides these parts is handed in: `prove` itself concludes orders by this file.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.rewriting import each_under, hypotheses_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import family, symbol_array
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Implies, Relation
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["by_quadratic_forms", "follows_at_vectors", "order_of_forms", "quadratic_forms_of"]

_VECTOR = "z.any"  # a name that no world gives

Decide = Callable[[Conclusion], Evidence]
"""What decides a statement: `prove`, or of relations under relations `arithmetic`."""


def quadratic_forms_of(conclusion: Conclusion) -> tuple[Conclusion, Conclusion]:
    """That B - A is symmetric, and z^T A z <= z^T B z of a vector z of free entries, `z.any`.

    Both under the hypotheses of the `conclusion`, which is a `LoewnerAtMost(A, B)` under some or
    none.

    **Raises** `ArgumentError` for another conclusion, and for rows that are no single range.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if not isinstance(body, LoewnerAtMost):
        raise ArgumentError("conclusion", conclusion.latex, "a LoewnerAtMost, under hypotheses")
    rows: Any = body.rhs.axes[0]
    taken: set[str] = set()
    conclusion.mapped(lambda part: taken.update(tensor_names(part)) or part)
    if _VECTOR in taken or len(rows) != 1 or len(rows[0].sizes) != 1:
        raise ArgumentError("conclusion", conclusion.latex, "matrices with rows of one range")
    z = _any_vector(rows[0].sizes[0])
    apart = body.rhs - body.lhs
    said = Equal(apart, apart.T), AtMost(z @ (body.lhs @ z), z @ (body.rhs @ z))
    return each_under(hypotheses, *said)


@lru_cache(maxsize=1 << 8)
def _any_vector(size: Any) -> SymbolicArray:
    """A vector of free entries, made once: that of two calls of `quadratic_forms_of` is one."""
    return symbol_array(_VECTOR, family("z", size))


def order_of_forms(conclusion: Conclusion, prove: Decide, arithmetic: Decide) -> Evidence:
    """One matrix is at most another, by what engines say of every vector.

    **Arguments**: `conclusion`, a `LoewnerAtMost`, under hypotheses or none; of orders among these
    it is used what they say of the same vector. `prove` and `arithmetic` decide the parts.
    """
    hypotheses, body = hypotheses_of(conclusion)
    turned, of_any = quadratic_forms_of(conclusion)
    if any(isinstance(said, LoewnerAtMost) for said in hypotheses):
        assert isinstance(body, LoewnerAtMost)
        rows: Any = body.rhs.axes[0]  # pyright: ignore[reportAttributeAccessIssue]
        vector = _any_vector(rows[0].sizes[0])
        return follows_at_vectors(conclusion, (vector,), prove, arithmetic)
    return by_quadratic_forms(conclusion, _without_orders(turned, prove), prove(of_any))


def by_quadratic_forms(conclusion: Conclusion, symmetric: Evidence, ordered: Evidence) -> Evidence:
    """From what `quadratic_forms_of` says, that one matrix is at most another.

    **Arguments**: the `conclusion`, a `LoewnerAtMost` under hypotheses or none; evidence of the two
    statements of `quadratic_forms_of(conclusion)`, in this order.

    **Raises** `CheckError` where a part concludes anything else; `ArgumentError` as
    `quadratic_forms_of` does.
    """
    turned, of_any = quadratic_forms_of(conclusion)
    require_concluded(symmetric, turned, "symmetric")
    require_concluded(ordered, of_any, "ordered")
    whole = all_of({"symmetric": symmetric, "of every vector": ordered}, "all vectors")
    return concluded(whole, conclusion, "by quadratic forms")


def follows_at_vectors(
    conclusion: Conclusion,
    vectors: Sequence[SymbolicArray],
    prove: Decide,
    arithmetic: Decide,
) -> Evidence:
    """What follows by arithmetic of orders of matrices, taken at vectors: see `at_vectors`.

    **Arguments**: `conclusion` and `vectors`, as of `at_vectors`; `prove`, which decides whether a
    matrix is symmetric, and `arithmetic`, which decides relations under relations.

    **Raises** `ArgumentError` where no order is assumed, or no vector has its size.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if isinstance(body, LoewnerAtMost):
        turned, of_any = quadratic_forms_of(conclusion)
        ordered = follows_at_vectors(of_any, vectors, prove, arithmetic)
        return by_quadratic_forms(conclusion, _without_orders(turned, prove), ordered)
    orders = [said for said in hypotheses if isinstance(said, LoewnerAtMost)]
    taken = [_at(said, v) for said in orders for v in vectors if _fits(said, v)]
    if not taken:
        expected = "a LoewnerAtMost among the hypotheses, and a vector of its size"
        raise ArgumentError("conclusion", conclusion.latex, expected)
    others = [said for said in hypotheses if isinstance(said, Relation)]
    follows = arithmetic(Implies(All((*others, *taken)), body))
    whole = all_of({"what follows at these vectors": follows}, "all values")
    if whole.verdict is Verdict.REFUTED:  # it may follow at others
        whole = Evidence.undecided(f"It does not follow at these vectors: {follows}")
    return concluded(whole, conclusion, "at vectors")


def _without_orders(said: Conclusion, prove: Decide) -> Evidence:
    """That B - A is symmetric, by what stands in it alone."""
    body = said.body if isinstance(said, Implies) else said
    found = prove(body)
    if body is said:
        return found
    whole = all_of({"under nothing": found}, found.scope)
    if whole.verdict is Verdict.REFUTED:
        whole = Evidence.undecided(f"It is not seen to be symmetric: {found}")
    return concluded(whole, said, "given")


def _at(said: LoewnerAtMost, v: SymbolicArray) -> Conclusion:
    lhs, rhs = (only(v @ (side @ v)) for side in (said.lhs, said.rhs))  # pyright: ignore
    return AtMost(lhs, rhs)


def _fits(said: LoewnerAtMost, v: SymbolicArray) -> bool:
    rows: Any = said.rhs.axes[0]  # pyright: ignore[reportAttributeAccessIssue]
    sizes = [[part.sizes for part in axis] for axis in (rows, *v.axes)]
    return len(sizes) == 2 and sizes[0] == sizes[1]
