"""Which drawn values are read: what a statement is computed from, and nothing else."""

from theorem_checks import Equal
from theorem_checks.judging.judge import at_instances
from theorem_checks.statements.reads import note_read, reads_kept, reads_left_out, with_reads

ONE, TWO = (object(), (1,)), (object(), (2,))


def made():
    note_read([ONE])
    return 7


def test_what_is_read_is_kept_only_if_anybody_asks():
    assert with_reads(made) == (7, frozenset())
    with reads_kept() as kept:
        assert with_reads(made) == (7, frozenset([ONE]))
        assert not kept  # whoever uses the value says that it was read
        note_read([TWO])
    assert kept == {TWO}


def test_what_is_left_out_is_still_known_of_what_is_computed_from_it():
    with reads_kept() as kept:
        with reads_left_out():
            note_read([TWO])
            _, reads = with_reads(made)
        assert not kept
        assert reads == {ONE}


def says_of_rows(factor, w):
    """D[s + 1, a] is P[s, a] more than D[s, a], said at one s, for one a."""
    P, s, a = w.table("P"), w.size("s"), w.size("a")
    D = w.rows("D", lambda b: 0 * b, lambda D, t, b: D[t, b] + P[t, b])
    return Equal(D[s, a], factor * D[s, a])


def test_of_a_table_a_counterexample_has_what_the_false_value_is_computed_from():
    found = at_instances(says_of_rows, 2).counterexample
    assert found is not None
    s, a = (int(found.values[name]) for name in ("s", "a"))
    listed = {name for name in found.values if name.startswith("P[")}
    assert listed == {f"P[{t}, {a}]" for t in range(s)}


def says_of_recurrence(factor, w):
    """h adds a sequence up, whatever is asked of h before."""
    x, t = w.sequence("x"), w.size("t")
    h = w.recurrence("h", 0, lambda h, s: h[s] + x[s])
    return Equal(h[t] + 0 * h[1], factor * h[t])


def test_of_a_recurrence_it_has_the_steps_up_to_there():
    found = at_instances(says_of_recurrence, 2).counterexample
    assert found is not None
    listed = {name for name in found.values if name.startswith("x_")}
    assert listed == {f"x_{s}" for s in range(int(found.values["t"]))}


def test_what_was_read_is_told_as_well_where_the_subject_raises():
    def says(subject, w):
        P, s = w.table("P"), w.size("s")
        return Equal(subject(P[s, 0]), P[s, 1])

    found = at_instances(says, lambda entry: {}[entry]).counterexample
    assert found is not None
    assert found.found.startswith("KeyError")
    s = found.values["s"]
    assert [name for name in found.values if name.startswith("P[")] == [f"P[{s}, 0]"]
