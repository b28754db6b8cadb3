"""A claim that is checked where it stands, as in a notebook."""

import pytest

from theorem_checks import ArgumentError, Claim, Equal, Mutant, Source, Verdict, check, proof_of


def says(total, w):
    n = w.size("n")
    return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))


@check("exact")
def check_three(total):
    raise RuntimeError("nothing is counted")


CHECKS = (proof_of(says),)


def claim(statement=r"\sum_{k=1}^n (2k - 1) = n^2", checks=CHECKS):
    return Claim(
        id="own/odd-numbers",
        title="The first n odd numbers add up to n squared",
        source=Source("my notes", "line 1"),
        statement=statement,
        subject=lambda n: n**2,
        says=says,
        checks=checks,
        mutants=(Mutant("half", lambda n: n * (n + 1)),),
    )


def test_a_claim_verifies_itself_and_shows_a_table():
    found = claim().verify()
    assert found.verdict is Verdict.PROVED
    assert found.ok
    assert [r.job.variant for r in found.results] == ["claim", "mutant:half"]
    table = found._repr_html_()
    assert table.startswith("<table><tr><th>check</th>")
    assert "<td>mutant:half</td><td>REFUTED</td>" in table
    assert "own/odd-numbers: PROVED, expected PROVED; mutants 1/1" in table
    assert "mutants 1/1" in str(found)


def test_a_check_that_raises_is_undecided_and_told():
    found = claim(checks=(proof_of(says), check_three)).verify()
    assert not found.ok
    assert "nothing is counted" in str(found)


def test_a_check_without_its_kind_explains_itself():
    with pytest.raises(ArgumentError, match=r"Write @check\('proof'\) above def bare"):

        @check
        def bare(total): ...


@pytest.mark.parametrize("statement", ["the sum is a square number", "1 + \nabla f = 0"])
def test_a_statement_that_is_no_latex_is_noticed(statement):
    with pytest.raises(ArgumentError, match="LaTeX"):
        claim(statement=statement)
