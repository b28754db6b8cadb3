"""Proofs of what a machine computes of a sequence, where its state adds up what tokens give.

Nothing here is trusted: the kernel compares what is written with the statement.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import (
    Equations,
    conjunction,
    mapped,
    opened,
    pattern,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    functions,
    opening,
    projected,
    proposition,
    row,
    size,
    step,
    term,
    type_of,
)
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.steps import added_by_a_token
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.terms import replacement
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["sequence_lines"]


def sequence_lines(p: t.Computes, exporter: Exporter, tag: str) -> tuple[str, list[str]]:
    """The term that proves what a machine computes, and the lines before it."""
    made = _Sequence(p, exporter, tag)
    lines = [*made.sections(), *made.definitions(), *made.run(), *made.families()]
    return made.term(), lines


class _Sequence:
    """The lemmas of one machine on a sequence: what is added, what is read, and the run."""

    def __init__(self, p: t.Computes, exporter: Exporter, tag: str) -> None:
        machine = exporter.sequences[id(p)].machine
        if not isinstance(machine.state, SymbolicArray):
            raise NoFormError("a machine on a sequence whose state is in several arrays")
        theorem = exporter.theorem
        self.p, self.tag, self.names = p, tag, Naming(theorem.names)
        self.state, self.token = type_of(p.machine.start), type_of(p.token)
        added = exporter.functions(replacement(machine.state, added_by_a_token(machine)))
        self.gives = [
            _renamed(more.body, dict(zip(more.places, after.places, strict=True)))
            for after, more in zip(p.machine.after, added, strict=True)
        ]
        self.first, self.later, self.last = (
            Equations(SumsProof(theorem), self.names, f"{tag}{part}", []) for part in "abc"
        )
        tokens = {f.name: (f.places, f.body, p.at) for f in p.row}
        mask = t.Plus((t.Ordered(p.at, p.time), t.Negative(t.Delta(p.at, p.time))))
        self.kept = _adding_up(machine)  # of the others nothing is said: no output reads them
        self.states: list[t.Function] = []  # at each time of the sequence
        for number, (start, after, own) in enumerate(
            zip(p.machine.start, p.machine.after, self.gives, strict=True)
        ):
            if number not in self.kept:
                self.states.append(t.Function(after.name, (p.time, *after.places), own))
                continue
            none = t.Equals(start.body, t.Number(0))
            self.first.add(f"first{tag}_{number}'", _every(start.places, none))
            grown = t.Equals(after.body, t.Plus((t.Entry(after.name, after.places), own)))
            self.later.add(f"after{tag}_{number}'", _every(after.places, grown))
            body = t.Sum(p.at, t.Times((mask, _put(own, tokens, p.at))))
            self.states.append(t.Function(after.name, (p.time, *after.places), body))
            self.last.sums.give(self.states[-1], f"q{tag}{number}'")
        for number, said in enumerate(p.outputs.parts):
            free, equation = opened(said)
            before = _at_time(equation.lhs, {f.name for f in p.machine.start}, p.time)
            whole = t.Equals(_put(before, tokens, p.time), equation.rhs)
            self.last.sums.take_for(whole.lhs, whole.rhs)
            self.last.add(f"read{tag}_{number}'", t.Every((p.time, *free), whole))

    def sections(self) -> list[str]:
        """The equations, each group with what it is about."""
        p, tag, names = self.p, self.tag, self.names
        variables = [
            f"Variable {encoded_name(f.name)} : {'nat -> ' * len(f.places)}F."
            for f in (*p.machine.start, *p.token)
        ]
        lines = [f"Section First{tag}'.", *self.first.lines(), f"End First{tag}'."]
        lines += [f"Section Step{tag}'.", *variables, *self.later.lines(), f"End Step{tag}'."]
        lines += [f"Section Read{tag}'."]
        lines += [
            f"Variable {encoded_name(f.name)} : {'nat -> ' * len(f.places)}F." for f in self.states
        ]
        for number, f in self._of_kept(self.states):
            said = t.Every(f.places, t.Equals(t.Entry(f.name, f.places), f.body))
            lines.append(f"Hypothesis q{tag}{number}' : {proposition(said, names)}.")
        return [*lines, *self.last.lines(), f"End Read{tag}'."]

    def definitions(self) -> list[str]:
        """The run, what a token adds, and what is said of a state after k tokens."""
        p, tag, names, one = self.p, self.tag, self.names, self.state
        opened = opening(p.token, "x'")
        after = step(p.machine, p.token, names)
        lines = [
            f"Definition start{tag}' : {one} := {functions(p.machine.start, names)}.",
            f"Definition after{tag}' : {one} -> {self.token} -> {one} := {after}.",
            f"Definition row{tag}' : nat -> {self.token} := {row(p, names)}.",
            f"Definition run{tag}' (t' : nat) : {one} :="
            f" foldl after{tag}' start{tag}' [seq row{tag}' s' | s' <- iota 0 t'].",
        ]
        adds = []
        values = projected(p.machine.start, "h'")
        for number, (f, own) in enumerate(zip(p.machine.after, self.gives, strict=True)):
            bound = "".join(f" ({names.of(i)} : nat)" for i in f.places)
            lines.append(
                f"Definition adds{tag}_{number}' (x' : {self.token}){bound} : F :="
                f" {opened}{term(own, names)}."
            )
            if number not in self.kept:
                adds.append("True")
                continue
            within = "".join(f"({names.of(i)} < {size(i.size)})%N -> " for i in f.places)
            places = " ".join(map(names.of, f.places))
            quantified = f"forall {places} : nat, {within}" if places else ""
            total = f"\\sum_(s' < k') adds{tag}_{number}' (row{tag}' s') {places}"
            adds.append(f"({quantified}{values[number][1]} {places} = {total})")
        both = " /\\ ".join(adds)
        return [*lines, f"Definition said{tag}' (k' : nat) (h' : {one}) : Prop := {both}."]

    def run(self) -> list[str]:
        """That it holds of the state after any number of tokens."""
        p, tag = self.p, self.tag
        given = [f"c{n}'" for n in range(len(self.gives))]
        now = [value for _, value in projected(p.token, f"(row{tag}' k')")]
        firsts, laters = [], []
        for number, f in enumerate(p.machine.after):
            if number not in self.kept:
                firsts.append("I")
                laters.append("I")
                continue
            moved, adds = _moved(f.places), self._adds(number, f)
            fun = f"fun {moved} => " if moved else ""
            firsts.append(f"({fun}etrans (@first{tag}_{number}' {moved}) (sum_of_none {adds}))")
            stepped = " ".join([f"@after{tag}_{number}'", *given, *now, moved])
            laters.append(
                f"({fun}etrans ({stepped}) (@sum_and_next _ {adds} k' _ (f{number}' {moved})))"
            )
        return [
            f"Lemma begin{tag}' : said{tag}' 0 start{tag}'.\n"
            f"Proof. exact: {conjunction(firsts)}. Qed.",
            f"Lemma next{tag}' k' h' : said{tag}' k' h' ->"
            f" said{tag}' k'.+1 (after{tag}' h' (row{tag}' k')).\n"
            f"Proof. move: h' => {pattern(given)} {self._facts()}."
            f" exact: {conjunction(laters)}. Qed.",
            f"Lemma adding{tag}' k' : said{tag}' k' (run{tag}' k').\n"
            f"Proof. exact: (run_adds_up begin{tag}' next{tag}'). Qed.",
        ]

    def families(self) -> list[str]:
        """What the state before a place of the sequence is, as the normaliser writes it."""
        p, tag, lines = self.p, self.tag, []
        values = projected(p.machine.start, f"(run{tag}' t')")
        mask = "((s' <= t')%N%:R + (- (s' == t' :> nat)%:R))"
        for number, f in self._of_kept(p.machine.after):
            bound = [f"p{n}'" for n in range(len(f.places))]
            rest, ranges = "".join(f" {b}" for b in bound), "".join(f" r{b}" for b in bound)
            within = "".join(
                f" ({b} < {size(i.size)})%N ->" for b, i in zip(bound, f.places, strict=True)
            )
            adds = f"adds{tag}_{number}' (row{tag}' s'){rest}"
            lines.append(
                f"Lemma family{tag}_{number}' t'{rest} : (t' < {size(p.time.size)})%N ->{within}"
                f" {values[number][1]}{rest} = \\sum_(s' < {size(p.at.size)}) {mask} * {adds}.\n"
                f"Proof. move=> rt'{ranges}."
                f" rewrite -(@sum_before _ {self._adds(number, f)} t' _ rt')."
                f" move: (adding{tag}' t') => {self._facts()}."
                f" exact: (f{number}' {_moved(f.places)}). Qed."
            )
        return lines

    def term(self) -> str:
        """The proof of what is read at each place of the sequence."""
        p, tag = self.p, self.tag
        runs, facts = [], []
        values = projected(p.machine.start, f"(run{tag}' t')")
        for number, f in enumerate(p.machine.after):
            bound = [f"p{n}'" for n in range(len(f.places))]
            value = " ".join([values[number][1], *bound])
            runs.append(f"(fun {' '.join([_TIME, *bound])} => {value})")
            if number not in self.kept:
                continue
            moved = " ".join([_TIME, *bound, f"r{_TIME}", *(f"r{b}" for b in bound)])
            facts.append(f"(fun {moved} => @family{tag}_{number}' {moved})")
        reads = []
        for number, said in enumerate(p.outputs.parts):
            free, _ = opened(said)
            bound = [f"p{n}'" for n in range(len(free))]
            fun = f"fun {_moved(free)} => " if free else ""
            given = [*runs, *facts, _TIME, *bound, f"r{_TIME}", *(f"r{b}" for b in bound)]
            reads.append(f"({fun}@read{tag}_{number}' {' '.join(given)})")
        return f"(fun {_TIME} r{_TIME} => {conjunction(reads)})"

    def _of_kept(self, functions: Sequence[t.Function]) -> Iterator[tuple[int, t.Function]]:
        return ((n, f) for n, f in enumerate(functions) if n in self.kept)

    def _adds(self, number: int, f: t.Function) -> str:
        bound = " ".join(f"p{n}'" for n in range(len(f.places)))
        return f"(fun s' => adds{self.tag}_{number}' (row{self.tag}' s') {bound})"

    def _facts(self) -> str:
        names = [f"f{n}'" for n in range(len(self.gives))]
        *rest, last = names
        return "".join(f"[{name} " for name in rest) + last + "]" * len(rest)


def _adding_up(machine: Machine) -> set[int]:
    """The numbers of the blocks of a state to which a token adds what it leaves of nothing."""
    added = added_by_a_token(machine)
    found = set()
    for number, place in enumerate(product(*(range(len(axis)) for axis in machine.state.axes))):
        axes = [(axis[n],) for axis, n in zip(machine.state.axes, place, strict=True)]
        after, state, own = (
            SymbolicArray(axes, {(0,) * len(axes): array.blocks.get(place, scalar(0))})
            for array in (machine.after, machine.state, added)
        )
        if prove(Equal(after, state + own)).verdict is Verdict.PROVED:
            found.add(number)
    return found


_TIME = "t'"


def _moved(places: tuple[t.Bound, ...]) -> str:
    """Names for places, and for that they are in range."""
    bound = [f"p{n}'" for n in range(len(places))]
    return " ".join([*bound, *(f"r{b}" for b in bound)])


def _every(places: tuple[t.Bound, ...], body: t.Proposition) -> t.Proposition:
    return t.Every(places, body) if places else body


def _renamed(e: t.Term, names: Mapping[Any, Any]) -> t.Term:
    return mapped(e, lambda part: names.get(part, part) if isinstance(part, t.Bound) else part)


def _put(e: t.Term, tokens: Mapping[str, Any], at: t.Bound) -> t.Term:
    """A term with the token at a place of the sequence."""

    def change(part: Any) -> Any:
        if isinstance(part, t.Entry) and part.name in tokens:
            places, body, own = tokens[part.name]
            return _renamed(body, {own: at, **dict(zip(places, part.indices, strict=True))})
        return part

    return mapped(e, change)


def _at_time(e: t.Term, states: set[str], time: t.Bound) -> t.Term:
    """A term with the states of all times for the one state."""

    def change(part: Any) -> Any:
        known = isinstance(part, t.Entry) and part.name in states
        return t.Entry(part.name, (time, *part.indices)) if known else part

    return mapped(e, change)
