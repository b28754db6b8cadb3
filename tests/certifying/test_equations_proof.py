"""Equations under equations of arrays: by weights, which the kernel checks."""

from typing import Any

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying import certificates
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import Followed, linear_combination
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, Equal, Implies


def form(times=1, *, second=False):
    """Matrices that are equal have the same form at every vector, of any size."""

    def says(_subject, w):
        n = w.size("n")
        A, B, C = (w.array(name, n, n) for name in "ABC")
        h = w.array("h", n)
        same = Equal(A, B)
        given = All((Equal(B, C), same)) if second else same
        return Implies(given, Equal(h @ A @ h, times * (h @ B @ h)))

    return says


def weights(said, number=1):
    """The entries h_a h_b, for one of the equations."""
    known: Any = said.hypothesis
    parts: Any = known.parts if isinstance(known, All) else (known,)
    axes = parts[number - 1].lhs.axes
    h = said.body.array("h")
    a, b = (axis[0].indices(place)[0] for place, axis in enumerate(axes))
    return number, SymbolicArray(axes, {(0, 0): scalar(h[a] * h[b])})


def by_first(said):
    return linear_combination(said, [], [weights(said)])


def by_second(said):
    return linear_combination(said, [], [weights(said, 2)])


def test_what_follows_from_equations_is_proved_from_them():
    proof = certificate_of(form(), None, by_first).proof
    assert "Lemma zero0w0'" in proof
    assert "proj2 uw0'" in certificate_of(form(second=True), None, by_second).proof


def test_nothing_follows_from_no_weights(monkeypatch):
    monkeypatch.setattr(certificates, "given_in", lambda _: [])
    assert "zero0w0'" not in certificate_of(form(), None, by_first).proof
    none = Followed(_stated(form()), (), ())
    monkeypatch.setattr(certificates, "given_in", lambda _: [none])
    with pytest.raises(NoFormError, match="no equation"):
        certificate_of(form(), None, by_first)


def _stated(says) -> Any:
    return certificates.statement_of(says, None)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_follows_is_accepted_and_what_does_not_is_not(rocq_folder, monkeypatch):
    good = {
        "good": certificate_of(form(), None, by_first),
        "second": certificate_of(form(second=True), None, by_second),
        "without": certificate_of(form(), None),
    }
    bad = {}
    for name, says in (("twice", form(2)), ("other", form(second=True))):
        said = _stated(says)
        followed = Followed(said, (), (weights(said),))
        monkeypatch.setattr(certificates, "given_in", lambda _, one=followed: [one])
        bad[name] = certificate_of(says, None, by_first)
    found = rule_on(good | bad, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good", "second"}
    assert found["good"].axioms == ()
