"""Functions of whole sequences: what is stated, and what the kernel makes of it."""

import pytest

from constructions.arrays import concatenate, ones, outer, zeros
from tests.certifying import instances
from tests.certifying.shared import NEEDS_COQC, claim_of, coqc_output
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.sequences_proof import _adding_up
from theorem_checks.errors import DivisionByZeroError
from theorem_checks.statements.conclusions import Computes
from theorem_checks.statements.worlds.symbolic import Symbolic


class Adding:
    """Adds up tokens, after some, or keeps a factor of what it had."""

    def __init__(self, system, axis, keeps=1):
        self.system, self.axis, self.keeps = system, axis, keeps

    def initial_state(self):
        return self.system.zeros((self.axis,))

    def step(self, state, x):
        after = state * self.keeps + x
        return after, after + x


def sums(keeps=1, last=2, strict=False):
    """The outputs are the sums of the tokens up to each, and that once more."""

    def says(_subject, w):
        d, T = w.size("d"), w.size("T")
        xs = w.array("xs", T, d)
        x = w.array("x", d)
        system = x.__number_system__

        def row(h, i, j):
            before = h.sum(lambda s: h.at_most(s, i) * xs[s, j], T)
            return before + xs[i, j] * ((last - 1) - (1 if strict else 0))

        rows = w.entries(row, T, d)
        return Computes(w.machine(Adding(system, x.shape[0], keeps), x), xs, rows)

    return says


def test_outputs_are_those_of_a_fold_over_the_tokens_before():
    said = " ".join(certificate_of(sums(), None).statement.split())
    assert "(foldl after' start' [seq row' s' | s' <- iota 0 i])" in said
    assert "forall i : nat, (i < T)%N ->" in said


@pytest.mark.parametrize(("keeps", "adding"), [(1, {0}), (2, set()), (0, set())])
def test_a_state_that_keeps_a_multiple_of_itself_does_not_add_up(keeps, adding):
    w = Symbolic()
    x = w.array("x", w.size("d"))
    machine = w.machine(Adding(x.__number_system__, x.shape[0], keeps), x)
    assert _adding_up(machine) == adding


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_a_machine_computes_is_accepted_and_what_it_does_not_is_not(rocq_folder):
    cases = {
        "good": sums(),
        "decaying": sums(keeps=2),
        "once": sums(last=1),
        "before": sums(strict=True),
    }
    found = rule_on({n: certificate_of(says, None) for n, says in cases.items()}, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good"}
    assert found["good"].axioms == ()


class AddingAndForgetting:
    """Adds up tokens, and keeps the last one beside; puts out one of the two, or what was kept."""

    def __init__(self, axis, like, reads):
        self.start, self.reads = zeros((axis,), like=like), reads

    def initial_state(self):
        return concatenate((self.start, self.start))

    def step(self, state, x):
        half = self.start.shape[0]
        total = state[..., :half] + x
        return concatenate((total, x)), (state[..., half:] if self.reads else total) + x


def sums_beside(*, reads=False):
    """The outputs are the sums of the tokens up to each, and the token once more."""

    def says(_subject, w):
        d, T = w.size("d"), w.size("T")
        xs, x = w.array("xs", T, d), w.array("x", d)
        rows = w.entries(
            lambda h, i, j: h.sum(lambda s: h.at_most(s, i) * xs[s, j], T) + xs[i, j], T, d
        )
        machine = w.machine(AddingAndForgetting(x.shape[0], x, reads), x)
        return Computes(machine, xs, rows)

    return says


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_a_state_forgets_is_of_no_matter_where_no_output_reads_it(rocq_folder):
    cases = {"good": sums_beside(), "reads what it forgets": sums_beside(reads=True)}
    found = rule_on({n: certificate_of(says, None) for n, says in cases.items()}, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good"}


class Averaging:
    """Averages tokens (k, v): sums of k v by those of k, of which a function may be taken."""

    def __init__(self, token, after):
        k, _ = token
        self.one, self.after = ones((1,), like=k), after
        row = outer(self.one, zeros(k.shape, like=k))
        self.start = concatenate([row, row])

    def initial_state(self):
        return self.start

    def step(self, state, token):
        k, v = token
        state = state + concatenate([outer(self.one, k * v), outer(self.one, k)])
        rows = ((self.one, 0 * self.one), (0 * self.one, self.one))
        total, weight = (concatenate(row) @ state for row in rows)
        return state, self.after(total / weight + v)


def averages(*, of_function=True, late=0, first=False, alone=False):
    """The outputs are f of the averages up to each token, and its v."""

    def says(_subject, w):
        d, T = w.size("d"), w.size("T")
        ks, vs = w.array("ks", T, d), w.array("vs", T, d)
        token = w.array("k", d), w.array("v", d)
        f = w.function("f", d, d) if of_function else None

        def entry(h, i, j):
            over = h.sum(lambda s: h.at_most(s, i) * ks[s, j], T)
            mean = h.sum(lambda s: h.at_most(s, i) * ks[s, j] * vs[s, j], T) / (over + late)
            return mean + (0 if alone else vs[i, j])

        def row(h, i, j):
            if f is None:
                return entry(h, i, j)
            if first:
                return f.at(j, lambda m: entry(h, i, m) - vs[i, m]) + vs[i, j]
            return f.at(j, lambda m: entry(h, i, m))

        machine = w.machine(Averaging(token, f or (lambda y: y)), token)
        return Computes(machine, (ks, vs), w.entries(row, T, d))

    return says


def test_of_a_function_that_reads_states_it_is_said_that_it_reads_their_places_alone():
    said = " ".join(certificate_of(averages(), None).statement.split())
    assert "(i0' < d)%N -> u' i0' = v' i0') -> forall j0' : nat, f u' j0' = f v' j0'" in said
    assert "u'" not in certificate_of(averages(of_function=False), None).statement


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_functions_and_quotients_of_states_are_those_of_sums_and_of_nothing_else(rocq_folder):
    cases = {
        "good": averages(),
        "quotient": averages(of_function=False),
        "other": averages(late=1),
        "other_quotient": averages(late=1, of_function=False),
        "first": averages(first=True),
        "alone": averages(alone=True),
    }
    found = rule_on({n: certificate_of(says, None) for n, says in cases.items()}, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good", "quotient"}
    assert found["good"].axioms == ()


def test_of_two_claims_of_one_name_each_says_its_own():
    each = [instances.stated(claim_of(says)) for says in (sums(), averages(of_function=False))]
    tensors = [set(made.theorem.tensors) for _said, made in each]
    assert tensors[0] != tensors[1]
    assert "vs" in tensors[1]


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_quotients_along_sequences_of_two_arrays_are_those_that_python_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(instances, "divides", lambda _tree: False)  # one that is 0 raises here
    claim = claim_of(averages(of_function=False))
    modules = []
    for seed in range(6):
        try:
            lines, goals = instances.machine_goals(claim, seed)
        except DivisionByZeroError:
            continue
        proofs = [f"Goal {goal}.\nProof. by_value. Qed." for goal in goals]
        modules += [f"Module M{seed}.", *lines, *proofs, f"End M{seed}."]
        assert goals
    assert len(modules) >= 8
    coqc_output(tmp_path / "quotients.v", "\n".join([instances.SUMS, *modules]))
