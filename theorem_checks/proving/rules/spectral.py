r"""The spectral theorem as a rule: from numbers between two bounds to symmetric matrices.

A symmetric matrix A with eigenvalues between a and b is :math:`Q \Lambda Q^T` with an orthogonal Q,
so that :math:`z^T p(A) z = \sum_i p(\lambda_i) (Q^T z)_i^2` for every polynomial p. If p is not
negative between a and b, neither is this. Which polynomial it is, is read off the statement at the
size 1; that the statement is about it at every size is then an identity, which an engine decides.
"""

from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.applying import apply_fact
from theorem_checks.facts.linear_algebra import NORMAL_SPECTRUM, POWERS_BY_RADIUS
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.arithmetic import Premise, arithmetic
from theorem_checks.proving.rules.connectives import given, given_each
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_relations import AtMost as IndexAtMost
from theorem_checks.statements.arrays.index_relations import Delta, delta
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.classes import within
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
    symbols_of,
)
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.spectra import PowersVanish, RadiusBelow, SpectrumWithin
from theorem_checks.statements.terms import data_of, entries_of, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["by_eigenvalues", "by_normality", "vanishing"]

_DEGREE = 8  # of the polynomial of a matrix, at most


def by_eigenvalues(conclusion: Conclusion, vector: SymbolicArray) -> Evidence:
    """A number is at most another, as they differ by z^T p(A) z for a polynomial p >= 0.

    **Arguments**

    - `conclusion`, `Implies(H, AtMost(f, g))` of numbers, where H says of one symmetric matrix A
      between which numbers its eigenvalues lie, a `SpectrumWithin`; other hypotheses may be
      relations of numbers, joined by `All`, or stand before the inequality as `Implies`. Several
      inequalities may be joined by `All`; one without the matrix has to follow by `arithmetic`,
      where what is a multiple of |z|^2 is taken for that.
    - `vector`: z, an array in which the inequality is a quadratic form.

    **Returns** Evidence in parts: that g - f is z^T p(A) z, at all sizes; and that p is not
    negative between the bounds, by `arithmetic`.

    **Raises** `ArgumentError` for another conclusion, and for numbers that are not known to be
    real.
    """
    if not isinstance(conclusion, Implies):
        expected = "an Implies of a SpectrumWithin and an inequality"
        raise ArgumentError("conclusion", conclusion.latex, expected)
    if (ends := _ends_of_one(conclusion.hypothesis)) is not None:
        spectrum, multiples, others = ends
        known = All((spectrum, *others)) if others else spectrum
        found = by_eigenvalues(Implies(known, conclusion.body), vector)
        parts = {said.latex: prove(said) for said in multiples}
        whole = all_of({**parts, "with such eigenvalues": found}, found.scope)
        if whole.verdict is Verdict.REFUTED:
            whole = Evidence.undecided(f"It does not follow so: {whole.reason}")
        return concluded(whole, conclusion, "by eigenvalues")
    if isinstance(conclusion.body, All):
        each = [Implies(conclusion.hypothesis, part) for part in conclusion.body.parts]
        return given_each(conclusion, *(by_eigenvalues(part, vector) for part in each))
    if isinstance(conclusion.hypothesis, SpectrumWithin) and not (
        entries_of(conclusion.hypothesis.matrix).keys() & _names(conclusion.body)
    ):
        premises = _multiples(conclusion.body, vector)
        return given(conclusion, arithmetic(conclusion.body, *premises))
    return _by_eigenvalues(conclusion, vector)


def by_normality(conclusion: Conclusion, vector: SymbolicArray) -> Evidence:
    """What follows from |W z| <= q |z| with some q < r, for normal W of a spectral radius below r.

    That the radius is below r says that it is below some positive q < r, of which nothing else is
    known: the fact is used of r and of a new number q.

    **Arguments**

    - `conclusion`, `Implies(H, body)`, where H says of W that its spectral radius is below r
      (`RadiusBelow`) and that W W^T = W^T W, as `w.with_radius("W", d, r, normal=True)` does; the
      body is of relations of numbers, in which |W z|^2 and |z|^2 stand.
    - `vector`: z, an array of one axis.

    **Returns** Evidence in parts: the fact that 0 <= W^T W <= r^2, and with q; that |W z|^2 is
    z^T W^T W z, and |z|^2 >= 0, at all sizes; and that the body follows by `arithmetic`.

    **Raises** `ArgumentError` for another conclusion.
    """
    known, radius = _radius_in(conclusion)
    W, r = radius.matrix, radius.most
    fact = apply_fact(NORMAL_SPECTRUM, {"W": W, "r": r})
    spectrum = _body_under(fact, known)
    if spectrum is None:
        hint = 'Take it from the world: w.with_radius("W", d, r, normal=True).'
        raise ArgumentError("conclusion", conclusion.latex, "a matrix that is known normal", hint)
    q = sp.Symbol(_fresh(All((conclusion, Equal(vector, vector))), "q"), positive=True)
    smaller = apply_fact(NORMAL_SPECTRUM, {"W": W, "r": q})
    assert smaller.statement is not None
    of_smaller = cast(Any, smaller.statement.conclusion).body
    form, square = only(vector @ (spectrum.matrix @ vector)), only(vector @ vector)
    same = Equal(only((W @ vector) @ (W @ vector)), form)
    between = AtMost(square * spectrum.least, form), AtMost(form, square * spectrum.most)
    below = Less(q, r), AtMost(form, square * of_smaller.most)
    assert isinstance(conclusion, Implies)
    numbers = [said for said in known if _is_of_numbers(said)]
    wanted = Implies(All((*numbers, *between, *below)), conclusion.body)
    positive = AtMost(scalar(0), square)
    premises = [(said, prove(said)) for said in (same, positive)]
    parts = {"the spectrum of W^T W": fact, "and with q": smaller}
    parts["what follows"] = arithmetic(wanted, *premises)
    return concluded(all_of(parts, "all sizes, and normal matrices"), conclusion, "by normality")


def vanishing(conclusion: Conclusion) -> Evidence:
    """The powers of a matrix go to 0, as its spectral radius is below a number that is at most 1.

    **Arguments**: `conclusion`, a `PowersVanish` under the hypotheses `RadiusBelow` of the same
    matrix and a number r, and others of numbers, from which r <= 1 has to follow.

    **Returns** Evidence in parts: the fact that |W^t x| <= C q^t |x| with some C and some q < r,
    and that r <= 1, so that this goes to 0.

    **Raises** `ArgumentError` for another conclusion.
    """
    known, radius = _radius_in(conclusion)
    body = conclusion
    while isinstance(body, Implies):
        known += conjuncts_of(body.hypothesis)
        body = body.body
    if not isinstance(body, PowersVanish):
        raise ArgumentError("conclusion", conclusion.latex, "PowersVanish under a RadiusBelow")
    if data_of(body.matrix) != data_of(radius.matrix):
        said = "It is about another matrix than the one of which the spectral radius is known."
        return concluded(Evidence.undecided(said), conclusion, "vanishing")
    fact = apply_fact(POWERS_BY_RADIUS, {"W": radius.matrix, "r": radius.most})
    assert _body_under(fact, known) is not None
    numbers = tuple(said for said in known if _is_of_numbers(said))
    below = AtMost(radius.most, 1)
    small = arithmetic(Implies(All(numbers), below) if numbers else below)
    whole = all_of({"powers of a ratio": fact, "which is at most 1": small}, "all square matrices")
    if whole.verdict is Verdict.REFUTED:
        whole = Evidence.undecided(f"Powers of that ratio do not vanish: {whole.reason}")
    return concluded(whole, conclusion, "vanishing")


def _radius_in(conclusion: Conclusion) -> tuple[list[Conclusion], RadiusBelow]:
    """The outermost hypotheses of a conclusion, and the one of them about a spectral radius."""
    known = conjuncts_of(conclusion.hypothesis) if isinstance(conclusion, Implies) else []
    radii = [said for said in known if isinstance(said, RadiusBelow)]
    if len(radii) != 1:
        expected = "an Implies of the RadiusBelow of one matrix"
        raise ArgumentError("conclusion", conclusion.latex, expected)
    return known, radii[0]


def _body_under(fact: Evidence, known: list[Conclusion]) -> Any:
    """What a fact says, if all its hypotheses are known; else None."""
    assert fact.statement is not None
    said = fact.statement.conclusion
    keys = {one.key for one in known}
    return said.body if all(one.key in keys for one in conjuncts_of(said.hypothesis)) else None


def _names(said: Conclusion) -> set[str]:
    """The names of the tensors in a conclusion."""
    found: set[str] = set()
    said.mapped(lambda part: found.update(tensor_names(part)) or part)
    return found


def _multiples(said: Conclusion, vector: SymbolicArray) -> list[Premise]:
    """What is proved to be a number times |z|^2 of the sides of relations in a conclusion."""
    found: list[Premise] = []
    square = only(vector @ vector)
    for part in within(said):
        for side in (part.lhs, part.rhs) if isinstance(part, Relation) else ():
            if isinstance(side, SymbolicArray | IndexExpression):
                same = Equal(only(side), square * _ratio(only(side), vector, {}))
                evidence = prove(same)
                found += [(same, evidence)] if evidence.verdict is Verdict.PROVED else []
    return found


def _by_eigenvalues(conclusion: Implies, vector: SymbolicArray) -> Evidence:
    hypotheses, body = [], cast(Conclusion, conclusion)
    while isinstance(body, Implies):
        hypotheses += conjuncts_of(body.hypothesis)
        body = body.body
    spectra = [said for said in hypotheses if isinstance(said, SpectrumWithin)]
    if len(spectra) != 1 or not isinstance(body, AtMost):
        hint = "Prove parts of `All` one by one, and join them by `given_each`."
        expected = "an AtMost under the hypothesis SpectrumWithin about one matrix"
        raise ArgumentError("conclusion", conclusion.latex, expected, hint)
    (spectrum,) = spectra
    excess = only(body.rhs) - only(body.lhs)
    _require_real(conclusion, spectrum, excess, vector)
    eigenvalue = sp.Symbol(_fresh(conclusion), real=True)
    polynomial = _polynomial(excess, spectrum.matrix, vector, eigenvalue)
    form = _form(polynomial, spectrum.matrix, vector)
    between = [AtMost(spectrum.least, eigenvalue), AtMost(eigenvalue, spectrum.most)]
    numbers = [said for said in hypotheses if _is_of_numbers(said)]
    positive = Implies(All((*numbers, *between)), AtMost(0, polynomial.as_expr()))
    parts = {
        "the difference is a polynomial of the matrix": prove(Equal(excess, only(form))),
        "which is not negative at its eigenvalues": arithmetic(positive),
    }
    whole = all_of(parts, "all sizes, and matrices with such eigenvalues")
    if whole.verdict is Verdict.REFUTED:  # the inequality may be true for another reason
        whole = Evidence.undecided(f"It is not such a form, or not this one: {whole.reason}")
    return concluded(whole, conclusion, "by eigenvalues")


def _ends_of_one(
    said: Conclusion,
) -> tuple[SpectrumWithin, list[Equal], list[Conclusion]] | None:
    """Where a I <= A <= b I is assumed of a matrix A by itself: what that says of its spectrum.

    **Returns** that, by its definition; that what stands on the two sides is a I and b I, which is
    to be proved; and what else is assumed.
    """
    known = conjuncts_of(said)
    orders = [one for one in known if isinstance(one, LoewnerAtMost)]
    if len(orders) != 2 or data_of(orders[0].rhs) != data_of(orders[1].lhs):
        return None
    below, above = cast(Any, orders[0].lhs), cast(Any, orders[1].rhs)
    if entries_of(below) or entries_of(above) or any(len(axis) > 1 for axis in below.axes):
        return None
    least, most = (_at_one(end.blocks.get((0, 0), scalar(0)), {}) for end in (below, above))
    (row,), (column,) = (axis[0].indices(n) for n, axis in enumerate(below.axes))
    one = SymbolicArray(below.axes, {(0, 0): delta(row, column)})
    multiples = [Equal(below, one * least), Equal(above, one * most)]
    others = [one for one in known if not isinstance(one, LoewnerAtMost)]
    return SpectrumWithin(orders[0].rhs, least, most), multiples, others


def _is_of_numbers(said: Conclusion) -> bool:
    """Whether a hypothesis is a relation of numbers without arrays."""
    return isinstance(said, Relation) and all(
        isinstance(side, sp.Expr) for side in (said.lhs, said.rhs)
    )


def _require_real(
    conclusion: Conclusion, spectrum: SpectrumWithin, excess: IndexExpression, vector: SymbolicArray
) -> None:
    """Raise `ArgumentError` for what is not known to be real, or is no matrix of the world."""
    block = spectrum.matrix.blocks.get((0, 0)) if len(spectrum.matrix.blocks) == 1 else None
    if not isinstance(block, Entry) or block.tensor.symmetry != "symmetric":
        hint = "Take it from the world: w.symmetric('A', d, least, most)."
        raise ArgumentError("conclusion", conclusion.latex, "a symmetric matrix by itself", hint)
    scalars = [p.value for p in nodes([excess, *vector.blocks.values()]) if isinstance(p, Scalar)]
    for value in (*scalars, spectrum.least, spectrum.most):
        if value.is_real is not True:
            raise ArgumentError("conclusion", value, "what is known to be real")
    if len(vector.axes) != 1:
        raise ArgumentError("vector", vector, "an array of one axis, that of the matrix")


def _fresh(conclusion: Conclusion, name: str = "lambda") -> str:
    taken = {str(symbol) for symbol in symbols_of(conclusion)}
    names = (name, *(f"{name}_{n}" for n in range(len(taken) + 1)))
    return next(name for name in names if name not in taken)


def _polynomial(
    excess: IndexExpression, matrix: SymbolicArray, vector: SymbolicArray, eigenvalue: sp.Symbol
) -> sp.Poly:
    """The polynomial p with the excess z^T p(A) z, as it is for matrices of size 1.

    It is a guess: at size 1 more is equal than at others.
    """
    (name,) = entries_of(matrix)
    ratio = _ratio(excess, vector, {name: cast(sp.Expr, eigenvalue)})
    if not ratio.is_polynomial(eigenvalue) or sp.Poly(ratio, eigenvalue).degree() > _DEGREE:
        expected = f"a form z^T p(A) z with a polynomial of degree {_DEGREE} or less"
        raise ArgumentError("conclusion", ratio, expected)
    return sp.Poly(ratio, eigenvalue)


def _ratio(number: IndexExpression, vector: SymbolicArray, entries: dict[str, sp.Expr]) -> sp.Expr:
    """A number divided by |z|^2, at the size 1, with some numbers for other entries."""
    others = {*entries_of(SymbolicArray((), {(): number})), *entries_of(vector)} - entries.keys()
    given = {other: sp.Integer(place) for place, other in enumerate(sorted(others), 2)}
    z = sp.Add(*(_at_one(block, entries | given) for block in vector.blocks.values()))
    if z == 0:
        raise ArgumentError("vector", vector, "an array that is not 0")
    return cast(sp.Expr, sp.cancel(sp.together(_at_one(number, entries | given) / z**2)))


def _at_one(e: IndexExpression, entries: dict[str, sp.Expr]) -> sp.Expr:
    """An expression where every size is 1, and each tensor has one entry."""
    if isinstance(e, Scalar):
        return e.value
    if isinstance(e, Entry):
        return entries[e.tensor.name]
    if isinstance(e, Delta | IndexAtMost):
        return sp.S.One
    if isinstance(e, Plus | Times):
        joined = sp.Add if isinstance(e, Plus) else sp.Mul
        return cast(sp.Expr, joined(*(_at_one(part, entries) for part in e.parts)))
    if isinstance(e, Renamed | Summed):
        return _at_one(e.body, entries)
    raise ArgumentError("conclusion", e, "sums and products of entries")


def _form(polynomial: sp.Poly, matrix: SymbolicArray, vector: SymbolicArray) -> Any:
    """z^T p(A) z."""
    total, power = cast(Any, 0), vector
    for coefficient in reversed(polynomial.all_coeffs()):
        total = (vector @ power) * coefficient + total
        power = matrix @ power
    return total
