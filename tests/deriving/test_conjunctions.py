"""A conjunction says nothing twice in a row."""

import pytest

from theorem_checks.deriving.conjunctions import once
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.statements.plain_text import AND
from theorem_checks.verdicts.kinds import Verdict


def together(*said):
    return f"{AND} ".join(said)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (("a", "a", "b", "a"), ("a", "b", "a")),
        (("a", "b"), ("a", "b")),
        ((r"c \implies a", "a", "a"), (r"c \implies a",)),
        ((r"\big(c \implies a", "a", r"a\big)"), (r"\big(c \implies a", r"a\big)")),
        ((r"c \implies a", r"c \implies a"), (r"c \implies a", r"c \implies a")),
        ((r"b_{a", "a", "a}"), (r"b_{a", "a", "a}")),
        (("(a", "(a", "b)", "b)"), ("(a", "(a", "b)", "b)")),
    ],
)
def test_what_stands_twice_in_a_row_stands_once(said, left):
    assert once(together(*said)) == together(*left)


def test_letters_of_what_is_the_same_stand_together():
    said = together(*["x = 0"] * 3, "y = 1")
    parts = [ProvedStatement(one, "prove", Verdict.PROVED, (), one) for one in ("x = 0", "y = 1")]
    whole = ProvedStatement(said, "conjunction", Verdict.PROVED, (), said, parts=tuple(parts))
    assert "(a)–(c) x = 0" in in_text(whole)
    assert "(d) y = 1" in in_text(whole)
    assert r"\text{(a)–(c)}\; x = 0" in in_markdown(whole)
