"""What authors tell beside a claim: docstrings of subject, statement and proof, and scripts."""

from dataclasses import dataclass

from theorem_checks import Claim, Equal, Mutant, Source, proof_of, prove
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
