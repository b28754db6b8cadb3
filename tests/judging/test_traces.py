"""Statements as they are traced on symbols, and why some are not."""

import pytest

from theorem_checks import Equal, Evidence, Verdict
from theorem_checks.judging.traces import trace_of


def says(subject, w):
    return Equal(subject(w.size("n")), 0)


def test_what_a_subject_raises_on_symbols_is_told():
    def subject(n):
        raise KeyError("no such size")

    found = trace_of(says, subject, {})
    assert isinstance(found, Evidence)
    assert found.verdict is Verdict.UNDECIDED
    assert found.reason == "The subject cannot be traced on symbols: KeyError: 'no such size'"


def test_what_a_statement_raises_by_itself_is_raised():
    def says_wrongly(subject, w):
        raise KeyError("no such size")

    with pytest.raises(KeyError, match="no such size"):
        trace_of(says_wrongly, lambda n: n, {})
