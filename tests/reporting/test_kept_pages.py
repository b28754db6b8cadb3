"""What kept pages say of claims."""

from pathlib import Path

import pytest

from theorem_checks.reporting.kept_pages import Told


@pytest.mark.parametrize(
    ("verdict", "given"),
    [
        ("PROVED", ()),
        ("PROVED given facts (bai-yin)", ("bai-yin",)),
        ("ARGUED given facts (bai-yin, khinchine)", ("bai-yin", "khinchine")),
    ],
)
def test_facts_that_were_given_are_read_from_the_verdict(verdict, given):
    assert Told(Path("page.md"), "anchor", verdict).given == given
