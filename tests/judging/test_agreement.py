"""Whether what was traced is the subject, at instances past all that the checks try."""

from collections import Counter

import pytest

from theorem_checks import Equal, SameValues, exp, pure
from theorem_checks.judging import values
from theorem_checks.judging.agreement import disagreement
from theorem_checks.judging.traces import Trace, trace_of
from theorem_checks.statements.sequences import TooLargeError


def says_of_rows(subject, w):
    """Each row of a table is made from sums of the row before it."""
    n = w.size("n")

    def following(X, k, a):
        return subject(w.sum(lambda i: X[k, i], "i", 0, n + 99), n) + a

    X = w.rows("X", lambda a: a, following)
    return w.for_all("k", lambda k: Equal(X[k + 1, 0], X[k + 1, 0]))


def the_sum(total, n):
    return total / n


def test_where_values_are_too_large_smaller_instances_are_compared():
    trace = trace_of(says_of_rows, the_sum, {})
    assert isinstance(trace, Trace)
    sizes, ends = [], []

    def says(subject, world):
        try:
            return says_of_rows(subject, world)
        except TooLargeError:
            ends.append(len(sizes))
            raise
        finally:
            sizes.append(world.numbers["n"])

    assert disagreement(says, the_sum, trace, ()) == ""
    far = [place for place in ends if sizes[place] > 11]
    assert far
    assert all(sizes[place + 1] <= 11 for place in far)


def test_what_is_said_is_the_same_where_ways_are_not_noted():
    found = [trace_of(says_of_rows, the_sum, {}, with_ways=noted) for noted in (True, False)]
    one, other = (trace for trace in found if isinstance(trace, Trace))
    assert one.conclusion.key == other.conclusion.key
    assert one.ways
    assert not other.ways


@pytest.mark.parametrize("first_wrong", [5, 8, 20, 60])
def test_a_subject_that_differs_there_is_found(first_wrong):
    trace = trace_of(says_of_rows, the_sum, {})
    assert isinstance(trace, Trace)

    def other(total, n):
        return the_sum(total, n) + (1 if n >= first_wrong else 0)

    assert "differ" in disagreement(says_of_rows, other, trace, ())


def moved(n: int) -> int:
    return n + 1


def test_worlds_of_which_nothing_is_taken_are_compared_once_for_each_seed(monkeypatch):
    def says(subject, _world):
        return SameValues(pure(subject, "n"), pure(moved, "n"))

    def is_read_right(_side, seed):
        seeds.append(seed)
        return True

    seeds: list[int] = []
    monkeypatch.setattr(values, "is_read_right", is_read_right)
    trace = trace_of(says, moved, {})
    assert isinstance(trace, Trace)
    assert disagreement(says, moved, trace, ()) == ""
    assert Counter(seeds) == dict.fromkeys(range(5), 2)  # each side


def test_where_no_instance_has_an_exact_value_nothing_is_taken_to_agree():
    def says(subject, w):
        a = w.sequence("a")
        return Equal(exp(subject(a[0])), exp(a[0]))

    trace = trace_of(says, lambda value: value, {})
    assert isinstance(trace, Trace)
    said = disagreement(says, lambda value: value, trace, ())
    assert said == "At no instance trace and subject have exact values to compare."


def test_as_many_near_and_far_worlds_are_compared_as_are_said_and_all_that_are_tried():
    def says(subject, w):
        n = w.size("n")
        seen.append(w)
        return Equal(subject(n), n + 1)

    seen = []
    trace = trace_of(says, moved, {})
    assert isinstance(trace, Trace)
    seen.clear()
    assert disagreement(says, moved, trace, [{"n": 4}, {"n": 6}]) == ""
    assert [world.seed for world in seen] == [0, 1, 2, 0, 1, 2, 3, 4, 0, 1]
    sizes = [world.numbers["n"] for world in seen]
    assert max(sizes[:3]) < 10
    assert max(sizes[3:8]) > 100
    assert sizes[8:] == [4, 6]
