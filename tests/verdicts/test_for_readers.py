"""Counterexamples are read, but for those of mutants."""

from theorem_checks.verdicts.for_readers import are_read, read_by_nobody


def test_what_is_read_by_nobody_ends_with_the_block():
    assert are_read()
    with read_by_nobody():
        assert not are_read()
    assert are_read()
