"""What authors tell beside a claim: docstrings of subject, statement and proof, and scripts."""

from dataclasses import dataclass

from theorem_checks import (
    Claim,
    Control,
    Equal,
    Mutant,
    Source,
    Verdict,
    instances_of,
    proof_of,
    prove,
)
from theorem_checks.reporting.authored import Authored


def square(x):
    """Return the square of x."""
    return x * x


def says_square(square, w):
    """Here x is any number."""
    x = w.number("x")
    return Equal(square(x), x**2)


def by_engine(said):
    """An engine expands both."""
    return prove(said)


@dataclass(frozen=True)
class Bare:
    factor: int = 1

    def __call__(self, x):
        return self.factor * x * x


def told(subject, proof=by_engine):
    claim = Claim(
        id="own/square",
        title="A square",
        source=Source("Own", "1"),
        statement="x x = x^2",
        subject=subject,
        says=says_square,
        checks=(proof_of(says_square, proof),),
        mutants=(Mutant("twice", Bare(2), "counted twice"),),
        late=(Mutant("late", lambda x: x * x if x < 99 else x, "no square from 99 on"),),
    )
    return [(one.name, one.text) for one in Authored.of(claim).words]


SAID = ("says_square", "Here x is any number.")


def test_docstrings_of_subject_statement_and_proof_are_told():
    first = ("the subject, square", "Return the square of x.")
    assert told(square) == [first, SAID, ("by_engine", "An engine expands both.")]


def test_what_no_author_wrote_is_not():
    assert told(Bare(), prove) == [SAID]


def test_what_is_to_be_refuted_is_stated_without_a_step():
    def says(factor, w):
        x = w.number("x", positive=True)
        return Equal(w.call(factor, x), x)

    def claim(expect):
        return Claim(
            id="own/one",
            title="x",
            source=Source("Own", "1"),
            statement="x",
            subject=lambda x: 2 * x,
            says=says,
            checks=(instances_of(says),),
            mutants=(Mutant("more", lambda x: 3 * x, "3 x"),),
            controls=(Control("once", lambda x: x, "x"),),
            expect=expect,
        )

    stated = Authored.of(claim(Verdict.REFUTED)).stated
    assert stated is not None
    assert (stated.statement, stated.scope) == ("2 x = x", "all positive x")
    assert "what the claim says" in str(stated)
    assert Authored.of(claim(Verdict.HOLDS)).stated is None
