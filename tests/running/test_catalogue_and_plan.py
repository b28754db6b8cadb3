"""What is selected from a catalogue, and which jobs it comes to."""

import hashlib
import json

import pytest

from theorem_checks.checks import check
from theorem_checks.claims import Control, Mutant
from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Catalogue, Origin, Problem, UnknownClaim, select
from theorem_checks.running.job import Job
from theorem_checks.running.plan import derived_seed, plan
from theorem_checks.verdicts.evidence import Evidence


@check("search")
def looks(subject):
    return Evidence.holds(str(subject))


@check("search", tier="deep", seconds=7)
def looks_deeper(subject):
    return Evidence.holds(str(subject))


@check("sample", memory_mb=99)
def draws(subject, *, seed):
    return Evidence.holds(str((subject, seed)))


@pytest.fixture
def catalogue(make_claim, as_catalogue):
    return as_catalogue(
        make_claim("one/a", looks, covers=("one/a.1", "one/a.2")),
        make_claim("one/b", looks, looks_deeper),
        make_claim("two/a", draws),
    )


@pytest.mark.parametrize(
    ("patterns", "ids"),
    [
        ([], ["one/a", "one/b", "two/a"]),
        (["one/a"], ["one/a"]),
        (["two/a", "one/a"], ["one/a", "two/a"]),
        (["one/*"], ["one/a", "one/b"]),
        (["*a"], ["one/a", "two/a"]),
        (["one/a.2"], ["one/a"]),
        (["*.1", "t?o/[ab]"], ["one/a", "two/a"]),
    ],
)
def test_ids_and_patterns_select(catalogue, patterns, ids):
    assert list(select(catalogue, patterns).found) == ids


@pytest.mark.parametrize("pattern", ["One/a", "one/", "three/*", "one/a.3"])
def test_what_matches_nothing_is_an_error(catalogue, pattern):
    with pytest.raises(UnknownClaim, match="is not valid: expected the id of a claim"):
        select(catalogue, ["one/a", pattern])


def test_the_error_names_the_nearest(catalogue):
    with pytest.raises(UnknownClaim, match=r"Did you mean one/b, one/a"):
        select(catalogue, ["one/bb"])
    with pytest.raises(UnknownClaim, match=r"Known are one/a, one/a\.1, one/a\.2, one/b, two/a\."):
        catalogue["###"]
    with pytest.raises(UnknownClaim, match="It has no claims"):
        select(Catalogue({}), ["x"])


def test_patterns_are_wrapped_in_a_sequence(catalogue):
    with pytest.raises(ArgumentError, match="Wrap it"):
        select(catalogue, "one/a")


def test_problems_stay_when_claims_are_selected(catalogue):
    broken = Catalogue(catalogue.found, (Problem("file:1", "is broken"),))
    assert select(broken, ["two/a"]).problems == broken.problems


def test_a_catalogue_gives_its_claims_by_id(catalogue):
    assert catalogue["two/a"].claim.id == "two/a"
    assert len(catalogue) == 3


def test_an_origin_is_a_module_or_a_file():
    with pytest.raises(ArgumentError, match="a module, or the path of a file"):
        Origin(None, None)
    for origin in (Origin("a.b", None), Origin("a.b", "/x"), Origin(None, "/x/c.py")):
        assert Origin.from_json(json.loads(json.dumps(origin.to_json()))) == origin
    assert Origin(None, "/x/c.py").folder == "/x"
    assert Origin("a.b", "/x").folder == "/x"


def test_each_check_runs_on_the_claim_its_mutants_and_the_controls(refuted_claim, as_catalogue):
    claim = refuted_claim(
        "t/x",
        looks.killing("m"),
        draws.killing("m", "n"),
        mutants=(Mutant("m", 2), Mutant("n", 3)),
        controls=(Control("c", 1), Control("d", 1)),
    )
    assert [(job.check, job.variant) for job in plan(as_catalogue(claim))] == [
        ("looks", "claim"),
        ("looks", "mutant:m"),
        ("looks", "control:c"),
        ("looks", "control:d"),
        ("draws", "claim"),
        ("draws", "mutant:m"),
        ("draws", "mutant:n"),
        ("draws", "control:c"),
        ("draws", "control:d"),
    ]


def test_tiers(catalogue):
    quick, deep = plan(catalogue), plan(catalogue, tier="deep")
    assert {job.check for job in quick} == {"looks", "draws"}
    assert {job.check for job in deep} == {"looks", "looks_deeper", "draws"}
    assert set(quick) < set(deep)
    with pytest.raises(ArgumentError, match="tier='slow'"):
        plan(catalogue, tier="slow")


def test_jobs_carry_limits_and_survive_json(catalogue):
    for job in plan(catalogue, tier="deep"):
        assert Job.from_json(json.loads(json.dumps(job.to_json()))) == job
        assert job.seconds == (7 if job.check == "looks_deeper" else 60)
        assert job.memory_mb == (99 if job.check == "draws" else 4096)


def test_seeds_belong_to_kinds_that_draw_and_depend_on_nothing_else(catalogue):
    jobs = plan(catalogue, seed=5)
    drawn = {job.seed for job in jobs if job.check == "draws"}
    assert drawn == {derived_seed(5, "two/a", "draws")}
    assert {job.seed for job in jobs if job.check != "draws"} == {None}
    assert plan(select(catalogue, ["two/a"]), seed=5) == tuple(j for j in jobs if j.seed)
    digest = hashlib.sha256(b"5\0two/a\0draws").hexdigest()
    assert derived_seed(5, "two/a", "draws") == int(digest[:8], 16) == 2496883601
    assert len({derived_seed(s, c, k) for s in (0, 1) for c in "ab" for k in "xy"}) == 8


def test_the_seed_is_an_integer(catalogue):
    with pytest.raises(ArgumentError, match="seed=True is not valid: expected an integer"):
        plan(catalogue, seed=True)


def test_keys_tell_jobs_apart(catalogue):
    jobs = plan(catalogue, tier="deep") + plan(catalogue, seed=1)[-2:]
    assert len({job.key for job in jobs}) == len(jobs)
