r"""Machines of fixed sizes that have the same outputs on all sequences: by simulation.

A `Relation` says of entries of the two states which linear form of other entries they are, and
which of these are not negative. `simulated` proves that it holds at first, that a step of both
machines keeps it, whatever all other entries and the token may be, and that the outputs are equal
where it holds; each by canonical forms (`machines.relu_forms`). So they are equal after all tokens,
by induction.

`relations_of` finds some: of all that is true on some sequences it drops what a step does not
keep, again and again, until a step keeps all that is left. So no compiler is asked where it put a
state, and none is believed.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import flint

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.machines.relu_forms import ONE, Form, Forms, key_of, value_of
from theorem_checks.statements.runs import SameRuns
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["Linear", "Relation", "relations_of", "same_runs", "simulated"]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_TOKENS = 5  # of a sequence on which entries are compared
_MOST_ENTRIES = 300  # among which linear relations are looked for
_ROUTE = Route.deciding("canonical forms of ReLUs and products", Engine.FLINT)
_TESTED = Route.testing("both machines run on sequences", Engine.FRACTIONS)

Entry: TypeAlias = tuple[int, int]
"""An entry of a state: of the first machine, 0, or the second one, 1; and its number."""

Linear: TypeAlias = Mapping[Entry | None, flint.fmpq]
"""A linear form of entries; the constant stands at None."""


@dataclass(frozen=True)
class Relation:
    """What is said of the states of two machines.

    **Fields**: `tied`, for some entries which linear form they are of others, of which nothing is
    said but which of them are `nonnegative`.
    """

    tied: Mapping[Entry, Linear] = field(default_factory=dict)
    nonnegative: frozenset[Entry] = frozenset()

    def __post_init__(self) -> None:
        used = {entry for form in self.tied.values() for entry in form} | self.nonnegative
        if bound := used & self.tied.keys():
            raise ArgumentError("tied", sorted(map(str, bound)), "forms of entries that are free")


def same_runs(conclusion: SameRuns) -> Evidence:
    """Decide that two machines have the same outputs, by a relation that is found.

    **Returns** PROVED; REFUTED, with tokens; UNDECIDED, with what was not seen to be equal.
    """
    if not isinstance(conclusion, SameRuns):
        raise ArgumentError("conclusion", type(conclusion).__name__, "SameRuns")
    if (found := _differ(conclusion)) is not None:
        refuted = Evidence.refuted(found, routes=(_TESTED,))
        return concluded(refuted, conclusion, "simulation by forms")
    evidence = Evidence.undecided("No relation of the states was found.")
    for relation in relations_of(conclusion):
        evidence = simulated(conclusion, relation)
        if evidence.verdict is Verdict.PROVED:
            break
    return evidence


def simulated(conclusion: SameRuns, relation: Relation) -> Evidence:
    """Decide that two machines have the same outputs, as a step keeps a relation.

    UNDECIDED where it is not seen that it holds at first, that a step keeps it, or that outputs are
    equal where it holds.
    """
    step = _Step(conclusion, relation)
    if said := step.fails_at_first() or step.is_lost() or step.gives_other_outputs():
        found = Evidence.undecided(said)
    elif said := step.is_computed_otherwise():
        raise TheoremChecksError(said)
    else:
        scope = "all sequences, of all lengths"
        found = Evidence(Verdict.PROVED, scope, kind=Kind.PROOF, routes=(_ROUTE, _TESTED))
    return concluded(found, conclusion, "simulation by forms")


class _Step:
    """Both machines after one step, from states of which a relation is known."""

    def __init__(self, conclusion: SameRuns, relation: Relation) -> None:
        self.machines = (conclusion.one, conclusion.other)
        self.relation = relation
        self.forms = Forms(map(_name, relation.nonnegative))
        self.after: dict[Entry, Form] = {}
        self.outputs: list[list[Form]] = []
        for side, machine in enumerate(self.machines):
            size = len(machine.start)
            known = {f"s[{i}]": self._now((side, i)) for i in range(size)}
            results = self.forms.results(machine.program, known)
            self.after |= {(side, i): form for i, form in enumerate(results[:size])}
            self.outputs.append(results[size:])

    def _now(self, entry: Entry) -> Form:
        """An entry before the step, as a form of those that are free."""
        if entry not in self.relation.tied:
            return self.forms.variable(_name(entry))
        total: Form = {}
        for other, c in self.relation.tied[entry].items():
            part = {ONE: flint.fmpq(1)} if other is None else self.forms.variable(_name(other))
            total = self.forms.plus(total, part, c)
        return total

    def left_of(self, entry: Entry) -> Form:
        """What is left, after the step, of the difference of an entry and of what it is tied to."""
        total = self.after[entry]
        for other, c in self.relation.tied[entry].items():
            part = {ONE: flint.fmpq(1)} if other is None else self.after[other]
            total = self.forms.plus(total, part, -c)
        return total

    def fails_at_first(self) -> str:
        """Why the relation does not hold of the first states; '' where it does."""
        start = _start(self.machines)
        for entry, form in self.relation.tied.items():
            if _at(form, start) != start[entry]:
                return f"{_name(entry)} is not what it is tied to before the first token."
        for entry in self.relation.nonnegative:
            if start[entry] < 0:
                return f"{_name(entry)} is negative before the first token."
        return ""

    def is_lost(self) -> str:
        """Why a step is not seen to keep the relation; '' where it is."""
        for entry in self.relation.tied:
            if self.left_of(entry):
                return f"{_name(entry)} is not seen to stay what it is tied to."
        for entry in self.relation.nonnegative:
            if not self.forms.is_nonnegative(self.after[entry]):
                return f"{_name(entry)} is not seen to stay at least 0."
        return ""

    def gives_other_outputs(self) -> str:
        """Why outputs are not seen to be equal where the relation holds; '' where they are."""
        for i, (one, other) in enumerate(zip(*self.outputs, strict=True)):
            if key_of(one) != key_of(other):
                return f"The entries {i} of the outputs are not seen to be equal."
        return ""

    def is_computed_otherwise(self) -> str:
        """Where forms are not what the machines compute, on some sequences; '' nowhere."""
        for tokens in _sequences(self.machines[0].token):
            states: list[Sequence[Any]] = [machine.start for machine in self.machines]
            for x in tokens:
                point = {f"x[{i}]": value for i, value in enumerate(x)}
                for side in (0, 1):
                    point |= {_name((side, i)): value for i, value in enumerate(states[side])}
                values = self.forms.values(point)
                for side, machine in enumerate(self.machines):
                    states[side], output = machine.stepped(states[side], x)
                    after = [self.after[side, i] for i in range(len(machine.start))]
                    wanted = [*states[side], *output]
                    found = [value_of(form, values) for form in (*after, *self.outputs[side])]
                    if wanted != found:
                        return f"A step gives {wanted}, and its forms {found}, at {point}."
        return ""


def _name(entry: Entry) -> str:
    side, number = entry
    return f"{'the' if side == 0 else 'the other'} state's entry {number}"


def _start(machines: Sequence[Any]) -> dict[Entry, Fraction]:
    return {
        (side, i): value
        for side, machine in enumerate(machines)
        for i, value in enumerate(machine.start)
    }


def _at(form: Linear, values: Mapping[Entry, Fraction]) -> Fraction:
    parts = (
        (1 if e is None else values[e]) * Fraction(int(c.p), int(c.q)) for e, c in form.items()
    )
    return sum(parts, start=Fraction(0))


# --- finding relations


def relations_of(conclusion: SameRuns) -> Iterator[Relation]:
    """Relations that are seen to be kept by each step, each the largest of its kind.

    First entries that are equal, or numbers; then entries that are linear forms of others. They
    need not give equal outputs.
    """
    yield _kept(conclusion, _equal(conclusion))
    entries = _start((conclusion.one, conclusion.other))
    if 0 < len(entries) <= _MOST_ENTRIES:
        yield _kept(conclusion, _linear(conclusion))


def _kept(conclusion: SameRuns, relation: Relation) -> Relation:
    """What every step keeps of a relation."""
    while True:
        step = _Step(conclusion, relation)
        lost = {entry: form for entry in relation.tied if (form := step.left_of(entry))}
        signed = {e for e in relation.nonnegative if step.forms.is_nonnegative(step.after[e])}
        if not lost and signed == relation.nonnegative:
            return relation
        rows = [_row(e, form) for e, form in relation.tied.items() if e not in lost]
        differences = [_row(entry, relation.tied[entry]) for entry in lost]
        for weights in _null_space(list(lost.values())):  # sums of them of which nothing is left
            row: dict[Entry | None, flint.fmpq] = {}
            for weight, difference in zip(weights, differences, strict=True):
                for place, c in difference.items():
                    row[place] = row.get(place, flint.fmpq(0)) + weight * c
            rows.append({place: c for place, c in row.items() if c != 0})
        tied = _solved(rows)
        relation = Relation(tied, frozenset(signed).difference(tied))


def _row(entry: Entry, form: Linear) -> dict[Entry | None, flint.fmpq]:
    """That an entry is a form, as a form that is 0."""
    return {entry: flint.fmpq(1)} | {other: -c for other, c in form.items()}


def _solved(rows: list[dict[Entry | None, flint.fmpq]]) -> dict[Entry, Linear]:
    """Forms that are 0, solved for entries; of the first machine where that can be."""
    places = sorted({p for row in rows for p in row if p is not None})
    columns: list[Entry | None] = [*places, None]
    if not rows:
        return {}
    matrix = flint.fmpq_mat(
        len(rows), len(columns), [row.get(p, flint.fmpq(0)) for row in rows for p in columns]
    )
    tied: dict[Entry, Linear] = {}
    reduced, rank = matrix.rref()
    for i in range(rank):
        row = {p: reduced[i, j] for j, p in enumerate(columns) if reduced[i, j] != 0}
        first = next(iter(row))
        if first is not None:  # which is so, as the rows are 0 at the start
            tied[first] = {p: -c for p, c in row.items() if p != first}
    return tied


def _null_space(forms: list[Form]) -> list[list[flint.fmpq]]:
    """Weights with which forms add up to 0: a basis."""
    atoms = sorted(set().union(*forms))
    if not atoms:
        return []
    matrix = flint.fmpq_mat(
        len(atoms), len(forms), [form.get(a, flint.fmpq(0)) for a in atoms for form in forms]
    )
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(len(forms)) if reduced[i, j] != 0) for i in range(rank)]
    found = []
    for free in sorted(set(range(len(forms))) - set(pivots)):
        weights = [flint.fmpq(0)] * len(forms)
        weights[free] = flint.fmpq(1)
        for i, pivot in enumerate(pivots):
            weights[pivot] = -reduced[i, free]
        found.append(weights)
    return found


def _equal(conclusion: SameRuns) -> Relation:
    """Which entries are equal, or do not change, on some sequences."""
    seen = _seen(conclusion, _sequences(conclusion.one.token))
    first: dict[tuple[Fraction, ...], Entry] = {}
    tied: dict[Entry, Linear] = {}
    for entry, values in reversed(seen.items()):  # the second machine's entries are free
        if len(set(values)) == 1:
            tied[entry] = {None: _flint(values[0])} if values[0] else {}
        elif (other := first.setdefault(tuple(values), entry)) != entry:
            tied[entry] = {other: flint.fmpq(1)}
    return Relation(tied, _signed(seen).difference(tied))


def _linear(conclusion: SameRuns) -> Relation:
    """Which entries are linear forms of others on some sequences, more than there are entries."""
    size = len(conclusion.one.start) + len(conclusion.other.start)
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it

    def drawn() -> Iterator[list[list[Fraction]]]:
        for number in range(size // 2 + 8):
            most = (1, 3, 9)[number % 3]
            yield [
                [Fraction(source.randint(-most, most), 1 + number % 2) for _ in x]
                for x in [range(conclusion.one.token)] * _TOKENS
            ]

    seen = _seen(conclusion, drawn())
    columns = [(1, i) for i in range(len(conclusion.other.start))]
    columns += [(0, i) for i in range(len(conclusion.one.start))]
    samples = zip(*(seen[entry] for entry in columns), strict=True)
    listed = [[flint.fmpq(1), *map(_flint, sample)] for sample in dict.fromkeys(samples)]
    matrix = flint.fmpq_mat(len(listed), len(columns) + 1, [c for row in listed for c in row])
    reduced, rank = matrix.rref()
    width = len(columns) + 1
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    named: list[Entry | None] = [None, *columns]
    tied: dict[Entry, Linear] = {}
    for j in sorted(set(range(width)) - set(pivots)):
        entry = named[j]
        assert entry is not None  # the constant is the first column, and not 0
        tied[entry] = {
            named[pivot]: reduced[i, j] for i, pivot in enumerate(pivots) if reduced[i, j] != 0
        }
    return Relation(tied, _signed(seen).difference(tied))


def _seen(
    conclusion: SameRuns, sequences: Iterator[list[list[Fraction]]]
) -> dict[Entry, list[Fraction]]:
    """The values of all entries before and after all tokens of some sequences."""
    machines = (conclusion.one, conclusion.other)
    seen = {entry: [value] for entry, value in _start(machines).items()}
    for tokens in sequences:
        for side, machine in enumerate(machines):
            state: Sequence[Any] = machine.start
            for x in tokens:
                state, _ = machine.stepped(state, x)
                for i, value in enumerate(state):
                    seen[side, i].append(value)
    return seen


def _signed(seen: Mapping[Entry, list[Fraction]]) -> frozenset[Entry]:
    return frozenset(entry for entry, values in seen.items() if min(values) >= 0)


def _flint(value: Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)


def _sequences(size: int) -> Iterator[list[list[Fraction]]]:
    """Tokens of every sort: zeros, ones, small integers, fractions, large numbers."""
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    draws = (
        lambda: Fraction(0),
        lambda: Fraction(source.choice((-1, 0, 1))),
        lambda: Fraction(source.randint(-9, 9), source.choice((1, 2, 3))),
        lambda: Fraction(source.randint(-9, 9), source.choice((1, 2, 3))),
        lambda: Fraction(source.randint(-(10**6), 10**6), 97),
    )
    for draw in draws:
        yield [[draw() for _ in range(size)] for _ in range(_TOKENS)]


def _differ(conclusion: SameRuns) -> Counterexample | None:
    """A sequence on which the outputs differ, if one of those that are tried is one."""
    if not are_counterexamples_wanted():
        return None
    for tokens in _sequences(conclusion.one.token):
        found = [machine.run(tokens) for machine in (conclusion.one, conclusion.other)]
        for time, (one, other) in enumerate(zip(*found, strict=True), 1):
            if one != other:
                at = {"xs": [list(map(str, x)) for x in tokens[:time]]}
                claimed, given = (str(list(map(str, y))) for y in (one, other))
                return Counterexample(at, claimed, given, f"the outputs at t = {time} differ")
    return None
