"""The number of entries of a machine's state is read off its arrays."""

import pytest

from constructions.arrays import concatenate
from constructions.cells.linear_attention import LinearAttention
from theorem_checks import SameOutputs, StateSize, Verdict, proof_of, prove
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.judging.late_mutants import late_mutants
from theorem_checks.statements.conclusions import All
from theorem_checks.statements.worlds.symbolic import Symbolic


def attention(w):
    d, rows = w.size("d"), w.size("d_v")
    weights = [w.array(name, rows if name == "W_V" else d, d) for name in ("W_V", "W_K", "W_Q")]
    return w.machine(LinearAttention(*weights), w.array("x", d)), d, rows


def says(count, w):
    machine, d, rows = attention(w)
    return StateSize(machine, w.call(count, d, rows))


def test_the_entries_of_a_state_are_counted():
    found = judged(says, prove, lambda d, rows: d * rows)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert r"h_t \in \mathbb{R}^{d_{v} \times d}" in found.statement.latex


@pytest.mark.parametrize(
    "count",
    [
        lambda d, rows: d * rows + 1,
        lambda d, rows: d * d,
        lambda d, rows: d + rows,
        lambda d, rows: d * rows if d < 50 else d,
    ],
)
def test_another_number_is_not_proved(count):
    assert judged(says, prove, count).verdict is not Verdict.PROVED


def test_it_is_false_at_an_instance():
    found = at_instances(says, lambda d, rows: d * rows + 1)
    assert found.verdict is Verdict.REFUTED


def test_its_late_mutant_is_another_number():
    world = Symbolic({})
    said = says(lambda d, rows: d * rows, world)
    (changed,) = late_mutants(said, world)
    assert not changed.is_same(said)
    assert prove(changed).verdict is not Verdict.PROVED


def test_a_machine_is_not_printed_again_beside_one_of_the_same_outputs():
    machine, d, rows = attention(Symbolic({}))
    same = SameOutputs(machine, machine)
    size = StateSize(machine, d * rows)
    assert All((same, size)).latex.count("h_0") == 1
    assert All((size,)).latex.count("h_0") == 1


def test_a_check_of_it_can_be_written_in_one_line():
    check = proof_of(says, prove)
    assert check.function(lambda d, rows: d * rows).verdict is Verdict.PROVED


class Growing:
    """Keeps all tokens, each in entries of its own."""

    def __init__(self, none):
        self.none = none

    def initial_state(self):
        return self.none

    def step(self, state, x):
        return concatenate([state, x]), x


def test_a_state_that_grows_has_no_number_of_entries():
    def says_of(count, w):
        d = w.size("d")
        none = w.zeros(d)
        return StateSize(w.machine(Growing(none), w.array("x", d)), w.call(count, d))

    for count in (lambda d: d, lambda d: 2 * d):
        assert judged(says_of, prove, count).verdict is not Verdict.PROVED
        assert at_instances(says_of, count).verdict is Verdict.REFUTED
    said = says_of(lambda d: d, Symbolic({}))
    assert prove(said).verdict is not Verdict.PROVED


class Turning:
    """Keeps a matrix, and turns it on its side: as many entries, in another shape."""

    def __init__(self, none):
        self.none = none

    def initial_state(self):
        return self.none

    def step(self, state, x):
        return state.T, x


def test_a_state_that_changes_its_shape_is_none_of_so_many_entries():
    def says_of(count, w):
        d, n = w.size("d"), w.size("n")
        return StateSize(w.machine(Turning(w.zeros(d, n)), w.array("x", d)), w.call(count, d, n))

    def count(d, n):
        return d * n

    found = prove(says_of(count, Symbolic({})))
    assert found.verdict is Verdict.UNDECIDED
    assert "other shapes" in str(found.reason)
    refuted = at_instances(says_of, count)
    assert refuted.verdict is Verdict.REFUTED
    assert "other shapes" in str(refuted.counterexample)
