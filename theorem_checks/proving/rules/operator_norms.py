"""The rule that bounds an operator norm by what a matrix does to every vector.

The operator norm of A is the largest |A x| over vectors of length 1, and 0 where there are none. So
it is at most m, which is not negative, if |A x| is at most m |x| for every x. The converse is the
fact 'operator-bound'.
"""

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.rules.rewriting import each_under, hypotheses_of
from theorem_checks.statements.arrays.array_functions import norm_2, norm_op
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import family, symbol_array
from theorem_checks.statements.conclusions import AtMost, Conclusion
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["by_vector_norms", "vector_norms_of"]

_VECTOR = "x.any"  # a name that no world gives


def by_vector_norms(
    conclusion: Conclusion, matrix: SymbolicArray, longer: Evidence, positive: Evidence
) -> Evidence:
    """From |A x| <= m |x| for every x, and 0 <= m, that the operator norm of A is at most m.

    **Arguments**: the `conclusion`, `AtMost(norm_op(A), m)`, under hypotheses; the `matrix` A;
    evidence of the two statements of `vector_norms_of(conclusion, matrix)`, in this order.

    **Raises** `CheckError` where a part concludes anything else; `ArgumentError` as
    `vector_norms_of`.
    """
    for_all, not_negative = vector_norms_of(conclusion, matrix)
    require_concluded(longer, for_all, "longer")
    require_concluded(positive, not_negative, "positive")
    whole = all_of({"of every vector": longer, "not negative": positive}, "all vectors")
    return concluded(whole, conclusion, "by lengths")


def vector_norms_of(conclusion: Conclusion, matrix: SymbolicArray) -> tuple[Conclusion, Conclusion]:
    """That |A x| <= m |x|, of a vector x of free entries, and that 0 <= m, under the hypotheses.

    **Raises** `ArgumentError` for another conclusion than `AtMost(norm_op(A), m)`, and for columns
    that are no single range.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if not isinstance(body, AtMost) or not body.is_same(AtMost(norm_op(matrix), body.rhs)):
        raise ArgumentError("conclusion", conclusion.latex, "AtMost(norm_op(A), m) of the matrix")
    taken: set[str] = set()
    conclusion.mapped(lambda part: taken.update(tensor_names(part)) or part)
    columns = matrix.axes[1]
    if _VECTOR in taken or len(columns) != 1 or len(columns[0].sizes) != 1:
        raise ArgumentError("matrix", matrix, "a matrix with columns of one range")
    x = symbol_array(_VECTOR, family("x", columns[0].sizes[0]))
    said = AtMost(norm_2(matrix @ x), norm_2(x) * body.rhs), AtMost(0, body.rhs)
    return each_under(hypotheses, *said)
