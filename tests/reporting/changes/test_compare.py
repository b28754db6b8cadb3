"""What has changed between two states of the claims."""

import pytest

from theorem_checks.reporting.changes.compare import What, changes
from theorem_checks.reporting.changes.snapshots import Finding, Snapshot, State
from theorem_checks.verdicts.kinds import Kind, Verdict


def snapshot(*findings):
    return Snapshot("a run", {"own/claim": State(tuple(Finding(*one) for one in findings))})


def found(before, after):
    return [(one.what, one.before, one.after) for one in changes(before, after)]


OWN = ("exact", "claim", Kind.EXACT, Verdict.HOLDS)


def survives(name):
    return ("exact", f"mutant:{name}", Kind.EXACT, Verdict.HOLDS)


def test_what_survives_now_and_what_is_killed_now_are_told_apart():
    before, after = (
        snapshot(OWN, survives("a"), survives("b")),
        snapshot(OWN, survives("b"), survives("c")),
    )
    assert found(before, after) == [
        (What.SURVIVES, "", "mutant:c under exact"),
        (What.KILLED, "mutant:a under exact", ""),
    ]


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        (Kind.PROOF, Kind.SEARCH, What.WEAKENED),
        (Kind.SEARCH, Kind.PROOF, What.STRENGTHENED),
        (Kind.CERTIFICATE, Kind.PROOF, What.WEAKENED),
    ],
)
def test_checks_of_a_weaker_kind_are_weaker_evidence(before, after, what):
    states = (snapshot(("it", "claim", kind, Verdict.HOLDS)) for kind in (before, after))
    assert [one.what for one in changes(*states)] == [what]
