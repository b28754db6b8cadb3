"""Equations of arrays under others, by the expression in which these stand; bounds under others."""

from typing import Any

import pytest

from tests.certifying.shared import NEEDS_COQC
from tests.certifying.test_bounds_proof import Echo, Through
from theorem_checks import given_each, replacing, symbol_array
from theorem_checks.certifying import terms as t
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.replaced_proof import _reflexive
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.proving.machines.inner_dimensions import inner_dimension, required_blocks
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import matrix_unit
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, SameOutputs


def inverses_between(times, w):
    """A product with two inverses in it, and the transpose of that of one of these."""
    d, n, m = w.size("d", least=0), w.size("n"), w.size("m")
    L, A, Q, B = (w.array(*a) for a in (("L", d, n), ("A", n, d), ("Q", d, m), ("B", m, d)))
    C, one = w.array("C", n, d), w.identity(d)
    given = All((Equal(L @ A, one), Equal(Q @ B, one)))
    both = Equal(C @ L @ A @ Q @ B, times * C), Equal((C @ L @ A).T, C.T)
    return Implies(given, All(both))


def by_replacing(said):
    given = said.hypothesis
    C = said.body.array("C")
    places = [symbol_array(n, *e.lhs.axes) for n, e in zip("uv", given.parts, strict=True)]
    one, other = places
    first, second = (Implies(given, part) for part in said.body.parts)
    return given_each(
        said,
        replacing(first, C @ one @ other, *places),
        replacing(second, (C @ one).T, *places),
    )


@pytest.mark.deep
@NEEDS_COQC
def test_equal_arrays_are_put_in_place_of_each_other_and_not_twice(rocq_folder):
    made = {f"C_{n}": certificate_of(inverses_between, n, by_replacing) for n in (1, 2)}
    assert made["C_1"].form == "index sums"
    assert "Section Sidex00l'" in made["C_1"].proof
    found = rule_on(made, rocq_folder)
    assert {name: one.accepted for name, one in found.items()} == {"C_1": True, "C_2": False}
    assert found["C_1"].axioms == ()


def test_names_of_free_arrays_are_apart_from_those_of_the_statement():
    made = certificate_of(inverses_between, 1, by_replacing)
    assert "Variable u : nat -> nat -> F." in made.proof
    replacing_part = made.proof.partition("Section Replacing")[2]
    assert "forall u " not in replacing_part


@pytest.mark.parametrize(
    ("places", "proof"), [(0, "erefl"), (1, "(fun _ _ => erefl)"), (2, "(fun _ _ _ _ => erefl)")]
)
def test_an_array_is_itself_at_all_places_in_range(places, proof):
    bound = tuple(t.Bound(n, t.Size("name", ("n",))) for n in range(places))
    assert _reflexive(t.Function("u", bound, t.Number(0))) == proof


# --- bounds under equations, by runs that are summed over indices


def says_copies_of_some(more, w):
    """A linear map that puts out its token has as many units as any matrix has rank."""
    d, n, N = w.size("d"), w.size("n"), w.size("N")
    token, X = w.array("x", d), w.array("X", N, d)
    Y = w.right_inverse("Y", X)
    one = w.machine(Through(w.array("C", d, n), w.array("W", n, d), w.array("h_0", n)), token)
    same = SameOutputs(one, w.machine(Echo(w.array("y_0", d)), token))
    identity = w.identity(N)
    return Implies(All((Equal(X @ Y, identity), same)), AtMost(N + more, n))


def by_rank(said, weight=1):
    given: Any = said.hypothesis
    inverse, same = given.parts
    X, Y, C, W = map(given.array, ("X", "Y", "C", "W"))
    ((tokens,),) = same.one.token.axes
    left, right = X @ C, W @ Y
    (block,) = required_blocks(left, right)
    (i,), (k,) = block.rows, block.columns
    own, z = tokens.indices(0)[0], Index("z", *tokens.sizes)

    def vector(entry):
        return SymbolicArray(((tokens,),), {(0,): scalar(entry(own))})

    weights = vector(lambda j: X[i, z] * delta(j, z))
    runs = [(weights, [vector(lambda j: Y[j, k])], [z])]
    unit = matrix_unit(inverse.lhs.axes, i, k)
    part = linear_combination(Implies(given, block.equal), runs, [(1, weight * unit)])
    return inner_dimension(said, left, right, part)


@pytest.mark.deep
@NEEDS_COQC
def test_a_bound_by_a_rank_follows_from_runs_that_are_summed(rocq_folder):
    made = {f"C_{n}": certificate_of(says_copies_of_some, n, by_rank) for n in (0, 1)}
    made["C_2"] = certificate_of(says_copies_of_some, 0, lambda said: by_rank(said, 2))
    assert made["C_0"].form == "lower bounds"
    assert "apply: big1 => o0' _;" in made["C_0"].proof
    found = rule_on(made, rocq_folder)
    accepted = {name: one.accepted for name, one in found.items()}
    assert accepted == {"C_0": True, "C_1": False, "C_2": False}
    assert found["C_0"].axioms == ()
