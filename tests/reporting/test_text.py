"""What there is to say of evidence."""

import dataclasses

from theorem_checks import Evidence
from theorem_checks.reporting.text import evidence_facts


def test_the_seed_is_told_where_there_is_one():
    evidence = Evidence.holds("n < 10")
    assert dict(evidence_facts(evidence)) == {"scope": "n < 10"}
    seeded = dataclasses.replace(evidence, seed=0)
    assert dict(evidence_facts(seeded)) == {"scope": "n < 10", "seed": "0"}
