"""Both machines of a hypothesis on sequences of symbolic length, in closed form.

After a few tokens come R, all of them the same but one; what a state is then is said by
`rocq/LongRuns.v`, for what each token multiplies by 0, by 1 or by a matrix. Nothing here is
trusted: the kernel compares the closed forms with the runs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import mapped
from theorem_checks.certifying.equations_proof import assumed_in, one_of
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machine_runs import NamedPlaces, Run, Values
from theorem_checks.certifying.machines_proof import Equations, conjunction, opened, pattern
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    functions,
    opening,
    outputs,
    proposition,
    size,
    statement_of,
    step,
    term,
    type_of,
)
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, Tensor, joined
from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.proving.machines.long_runs import ByAge, LongRun, kept_blocks
from theorem_checks.statements.arrays.tensors import Tensor as Tensored
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.terms import components, replacement

__all__ = ["LongRuns"]


class LongRuns:
    """What runs of symbolic length have in common: both machines, and what their steps do."""

    def __init__(
        self, p: t.SameRuns, followed: Followed, exporter: Exporter, names: Naming, tag: str
    ) -> None:
        if len(p.outputs.parts) != 1:
            raise NoFormError("what follows from outputs in several arrays")
        self.p, self.followed, self.exporter, self.tag = p, followed, exporter, tag
        same, assumed = assumed_in(followed)
        body = followed.conclusion.body
        known = [*assumed, *([body] if isinstance(body, Equal) else [])]
        self.by: dict[str, Any] = {}
        for machine in (same.one, same.other):
            kept = kept_blocks(machine, known)
            for number, array in enumerate(components(machine.state)):
                own = replacement(array, array)
                for place, name in zip(array.blocks, own, strict=True):
                    self.by[name] = kept[number, place]
        self.sides = (p.one, p.other)
        for f in (*p.one.start, *p.other.start):
            bound = Tensor(_closed(f.name), len(f.places))
            exporter.theorem.bound.setdefault(bound.name, bound)
        self.names = names
        self._hypotheses = [f"h{n}'" for n in range(len(statement_of(exporter.theorem)[1]))]

    # --- what a step does

    def matrices(self, name: str) -> tuple[str, str]:
        """The names of the matrix that multiplies a block, and of its powers; or raise."""
        matrix, powers = self.by[name]
        assert isinstance(matrix, Tensored)
        return matrix.name, powers.name

    def added(self, f: t.Function) -> t.Term:
        """What a token adds to a block, at its places."""
        state = {x.name for machine in self.sides for x in machine.start}

        def without(e: Any) -> Any:
            return t.Number(0) if isinstance(e, t.Entry) and e.name in state else e

        return _without_zeros(mapped(f.body, without))

    def _moved(self, f: t.Function) -> t.Term | None:
        """What a token makes of a block, beside what it adds."""
        by = self.by[f.name][0]
        if isinstance(by, Tensored):
            (i,) = f.places
            m = self.exporter.bound_below(i.size)
            matrix, _ = self.matrices(f.name)
            return t.Sum(m, t.Times((t.Entry(matrix, (i, m)), t.Entry(f.name, (m,)))))
        return t.Entry(f.name, f.places) if by == 1 else None

    def lines(self) -> list[str]:
        """The machines, what their steps do to each block, and that outputs are of the places."""
        p, tag, names = self.p, self.tag, self.names
        token = type_of(p.token)
        lines = []
        for number, machine in enumerate(self.sides, 1):
            state = type_of(machine.start)
            lines += [
                f"Definition start{number}{tag}' : {state} := {functions(machine.start, names)}.",
                f"Definition after{number}{tag}' : {state} -> {token} -> {state} :="
                f" {step(machine, p.token, names)}.",
            ]
        types = (type_of(machine.start) for machine in self.sides)
        one, other = types
        lines.append(
            f"Definition out{tag}' (h1' : {one}) (h2' : {other}) (x' : {token}) : Prop :="
            f" {outputs(p, ['h1' + chr(39), 'h2' + chr(39)], names)}."
        )
        for number, machine in enumerate(self.sides, 1):
            lines += self._steps(number, machine)
        return [*lines, *self._reading()]

    def _steps(self, number: int, machine: t.Machine) -> list[str]:
        tag, names, token = self.tag, self.names, self.p.token
        variables = [*machine.start, *token]
        equations = Equations(SumsProof(self.exporter.theorem), names, f"{tag}s{number}", [])
        for block, f in enumerate(machine.after):
            moved, added = self._moved(f), self.added(f)
            rhs = added if moved is None else t.Plus((moved, added))
            equation = t.Equals(f.body, rhs)
            said = t.Every(f.places, equation) if f.places else equation
            equations.add(f"step{number}_{block}{tag}'", said)
        lines = [
            f"Section Step{number}{tag}'.",
            *(_variable(x.name, x) for x in variables),
            *equations.lines(),
            f"End Step{number}{tag}'.",
        ]
        state = type_of(machine.start)
        for block, f in enumerate(machine.after):
            places = [f"i{n}'" for n in range(len(f.places))]
            at = NamedPlaces(
                names, (), dict(zip((b.number for b in f.places), places, strict=True))
            )
            own = f"{number}_{block}{tag}'"
            bound = "".join(f" ({one} : nat)" for one in places)
            listed = "".join(f" {one}" for one in places)
            within = "".join(
                f"({one} < {size(b.size)})%N -> " for one, b in zip(places, f.places, strict=True)
            )
            gain = term(self.added(f), at)
            rhs = f"gain{own} x'{listed}"
            by = self.by[f.name][0]
            if isinstance(by, Tensored):
                matrix = encoded_name(self.matrices(f.name)[0])
                n = size(f.places[0].size)
                rhs = f"\\sum_(m' < {n}) {matrix} i0' m' * phi{own} h' m' + {rhs}"
            elif by == 1:
                rhs = f"phi{own} h'{listed} + {rhs}"
            given = [f"c{n}'" for n in range(len(variables))]
            split = pattern(given[: len(machine.start)]), pattern(given[len(machine.start) :])
            ranges = "".join(f" r{one}" for one in places)
            lines += [
                f"Definition phi{own} (h' : {state}){bound} : F :=\n"
                f"  {opening(machine.start, 'h' + chr(39))}{encoded_name(f.name)}{listed}.",
                f"Definition gain{own} (x' : {type_of(token)}){bound} : F :=\n"
                f"  {opening(token, 'x' + chr(39))}{gain}.",
                f"Lemma move{own} h' x'{bound} : {within}\n"
                f"  phi{own} (after{number}{tag}' h' x'){listed} = {rhs}.\n"
                f"Proof. move: h' x' => {split[0]} {split[1]}{ranges};"
                f" exact: (@step{own} {' '.join(given)}{listed}{ranges}). Qed.",
            ]
        return lines

    def _reading(self) -> list[str]:
        """That outputs are the same in states that are equal at their places."""
        tag, names, p = self.tag, self.names, self.p
        states = [f for machine in self.sides for f in machine.start]
        named = [(f.name, f) for f in states] + [(_closed(f.name), f) for f in states]
        lines = [f"Section Reading{tag}'."]
        lines += [_variable(name, f) for name, f in (*named, *((f.name, f) for f in p.token))]
        equations = Equations(SumsProof(self.exporter.theorem), names, f"{tag}o", [])
        for number, f in enumerate(states):
            said = t.Equals(t.Entry(f.name, f.places), t.Entry(_closed(f.name), f.places))
            whole = t.Every(f.places, said) if f.places else said
            lines.append(f"Hypothesis q{number}{tag}' : {proposition(whole, names)}.")
            equations.sums.give(t.Function(f.name, f.places, said.rhs), f"q{number}{tag}'")
        known = {f.name for f in states}

        def closed(e: Any) -> Any:
            if isinstance(e, t.Entry) and e.name in known:
                return t.Entry(_closed(e.name), e.indices)
            return e

        (blocks,) = p.outputs.parts
        assert isinstance(blocks, t.And)
        for number, block in enumerate(blocks.parts):
            free, equation = opened(block)
            for side, e in (("l", equation.lhs), ("r", equation.rhs)):
                same = t.Equals(e, mapped(e, closed))
                said = t.Every(free, same) if free else same
                equations.add(f"read{side}{number}{tag}'", said)
        return [*lines, *equations.lines(), f"End Reading{tag}'."]

    # --- runs

    def run(self, run: LongRun, known: Mapping[str, t.Bound], number: int) -> "_Long":
        """Both machines on a sequence."""
        return _Long(self, run, known, number)

    def of_powers(self, name: str) -> str:
        """The hypotheses of what the powers of a matrix are."""
        _, known, _ = statement_of(self.exporter.theorem)
        own = encoded_name(name)
        first = next(n for n, said in enumerate(known) if f" {own} 0%N " in said)
        return f"{self._hypotheses[first]} {self._hypotheses[first + 1]}"


def _without_zeros(e: t.Term) -> t.Term:
    """A term without sums and products of 0, and sums with it."""

    def change(e: Any) -> Any:
        zero = t.Number(0)
        if isinstance(e, t.Sum) and e.body == zero:
            return zero
        if isinstance(e, t.Times) and zero in e.parts:
            return zero
        if isinstance(e, t.Plus) and zero in e.parts:
            return joined(t.Plus, [part for part in e.parts if part != zero] or [zero])
        return e

    return mapped(e, change)


def _closed(name: str) -> str:
    """The name of the array that has the closed form of another one."""
    return f"{name} closed"


def _token(token: Sequence[t.Function], names: Naming) -> str:
    return f"({functions(token, names)} : {type_of(token)})%R"


def _variable(name: str, f: t.Function) -> str:
    return f"Variable {encoded_name(name)} : {'nat -> ' * len(f.places)}F."


class _Long(Run):
    """Both machines on a sequence of symbolic length."""

    def __init__(
        self, long: LongRuns, run: LongRun, known: Mapping[str, t.Bound], number: int
    ) -> None:
        super().__init__(long.p, long.followed, (), long.exporter, known)
        if isinstance(run.placed, ByAge):
            raise NoFormError("what follows from runs whose tokens are all of their own")
        if len(run.after) != 1:
            raise NoFormError("what follows from runs with several tokens after many")
        self._long, self._number = long, number
        token, placed = self._same.one.token, run.placed

        def put_in(value: Any) -> tuple[t.Function, ...]:
            return long.exporter.functions(replacement(token, value), known)

        self._before = [put_in(x) for x in run.before]
        self._last, self._nothing = put_in(run.after[0]), put_in(placed.nothing)
        self._other = None if placed.token is None else put_in(placed.token)
        self._count = long.exporter.size(placed.age.range)
        if self._other is not None and placed.age.name not in known:
            raise NoFormError("what follows from runs in which an age is not summed over")
        self._age = known.get(placed.age.name)
        self._closed = self._closed_forms()

    def shown(self, same: str, names: Naming) -> str:
        """The proof that the outputs are equal, by the lemma of the run."""
        del same
        listed = [names.of(b) for b in self._variables]
        ranges = "" if self._age is None else f" (ltn_ord {names.of(self._age)})"
        given = f"u{self._long.tag}'"
        return f"(@run{self._number}{self._long.tag}' {given} {' '.join(listed)}{ranges})"

    @property
    def _variables(self) -> list[t.Bound]:
        return list(self._known.values())

    def differences(self, weights: Any) -> Any:
        """The blocks of the outputs at the last token, with their weights, by number."""
        here = {**self._closed, **{f.name: f for f in self._last}}
        yield from self.read(weights, here)

    # --- closed forms

    def _closed_forms(self) -> Values:
        """What each block is after the tokens that are the same, but for one."""
        found: dict[str, t.Function] = {}
        for machine in self._long.sides:
            state: Values = {f.name: f for f in machine.start}
            for token in self._before:
                here = {**state, **{f.name: f for f in token}}
                state = {
                    f.name: t.Function(f.name, f.places, self.put(f.body, here, {}))
                    for f in machine.after
                }
            for f in machine.after:
                body = self._closed_form(f, state[f.name])
                found[f.name] = t.Function(f.name, f.places, body)
        return found

    def _closed_form(self, f: t.Function, before: t.Function) -> t.Term:
        by, added = self._long.by[f.name][0], self._long.added(f)

        def gain(token: Sequence[t.Function], at: Sequence[t.Bound]) -> t.Term:
            places = dict(zip(f.places, at, strict=True))
            return self.put(added, {x.name: x for x in token}, places)

        def more(at: Sequence[t.Bound]) -> t.Term:
            assert self._other is not None
            return t.Plus((gain(self._other, at), t.Negative(gain(self._nothing, at))))

        none = gain(self._nothing, f.places)
        if isinstance(by, Tensored):
            return self._moved_form(f, before, lambda at: gain(self._nothing, at), more)
        if by == 1:
            parts = [self.put(before.body, {}, dict(zip(before.places, f.places, strict=True)))]
            parts.append(self._taken(f, t.Times((t.OfSize(self._count), none))))
            return t.Plus((*parts, *([more(f.places)] if self._other else [])))
        if self._other is None:
            return none
        assert self._age is not None
        youngest = t.Delta(self._age, t.Place(0, self._count))
        return t.Plus((none, t.Times((youngest, more(f.places)))))

    def _taken(self, f: t.Function, e: t.Term) -> t.Term:
        """What all of the tokens add, taken as it is for the first machine: it drops out."""
        is_one = any(f.name == own.name for own in self._long.p.one.start)
        return t.Named(e) if is_one else e

    def _moved_form(self, f: t.Function, before: t.Function, none: Any, more: Any) -> t.Term:
        matrix, powers = self._long.matrices(f.name)
        (i,) = f.places
        bound = self._exporter.bound_below

        def new() -> t.Bound:
            return bound(i.size)

        j, later, one = bound(self._count), bound(self._count), bound(t.Size("number", (2,)))
        after = t.Sum(one, t.Lag(later, j, one))
        is_next = t.Plus((after, t.Negative(t.Delta(later, j))))
        is_last = t.Plus((t.Number(1), t.Negative(t.Sum(later, is_next))))
        m, k = new(), new()
        own = self.put(before.body, {}, dict(zip(before.places, (k,), strict=True)))
        inner = t.Sum(k, t.Times((t.Entry(powers, (j, m, k)), own)))
        oldest = t.Sum(m, t.Times((t.Entry(matrix, (i, m)), inner)))
        found: list[t.Term] = [t.Sum(j, t.Times((is_last, oldest)))]
        age, m = bound(self._count), new()
        every = t.Sum(age, t.Sum(m, t.Times((t.Entry(powers, (age, i, m)), none((m,))))))
        found.append(self._taken(f, every))
        if self._other is not None:
            assert self._age is not None
            m = new()
            found.append(t.Sum(m, t.Times((t.Entry(powers, (self._age, i, m)), more((m,))))))
        return t.Plus(tuple(found))

    # --- the lemma

    def lemmas(self, same: str, shown_by: str, names: Naming) -> list[str]:
        """That the outputs, of states in closed form, are equal."""
        long, tag = self._long, self._long.tag
        here = {**self._closed, **{f.name: f for f in self._last}}
        said = []
        for block in self._outputs:
            free, equation = opened(block)
            sides = (self.put(e, here, {}) for e in (equation.lhs, equation.rhs))
            body = t.Equals(*sides)
            said.append(t.Every(free, body) if free else body)
        variables = "".join(f" ({names.of(b)} : nat)" for b in self._variables)
        if self._age is not None:
            variables += f" (k' : ({names.of(self._age)} < {size(self._count)})%N)"
        sequence, last = self._sequence(names), _token(self._last, names)
        steps = []
        shown = f"{shown_by} {sequence} {last}"
        if long.p.first is not None:
            long_enough = f"(seq.size {sequence} < {size(long.p.first)})%N"
            steps.append(f"have l' : {long_enough} by long_enough.")
            shown += " l'"
        runs = [f"(foldl after{n}{tag}' start{n}{tag}' {sequence})" for n in (1, 2)]
        steps.append(f"have e' : out{tag}' {' '.join(runs)} {last} by exact: ({shown}).")
        states: list[list[str]] = []
        facts: list[str] = []
        for number, machine in enumerate(long.sides, 1):
            states.append([f"s{number}_{block}'" for block in range(len(machine.start))])
            for block, f in enumerate(machine.after):
                facts.append(f"q{number}_{block}'")
                steps.append(self._fact(facts[-1], number, block, f, runs[number - 1], names))
        listed = " ".join(facts)
        steps.append(f"move: e' {listed}; move: {' '.join(runs)} =>")
        steps.append(f"  {pattern(states[0])} {pattern(states[1])} e' {listed}.")
        every = [*states[0], *states[1]]
        values = [f for machine in long.sides for f in machine.start]
        closed = " ".join(f"({functions([self._closed[f.name]], names)})" for f in values)
        call = f"{' '.join(every)} {closed} {last} {listed}"
        proofs = [self._equal(n, block, call) for n, block in enumerate(self._outputs)]
        steps.append(f"exact: {conjunction(proofs)}.")
        text = proposition(t.And(tuple(said)), names)
        lines = "\n".join(steps)
        return [
            f"Lemma run{self._number}{tag}' (u{tag}' : {same}){variables} :\n  {text}.\n"
            f"Proof.\n{lines}\nQed."
        ]

    def _sequence(self, names: Naming) -> str:
        """All tokens but the last one."""
        count, nothing = size(self._count), _token(self._nothing, names)
        before = "; ".join(_token(x, names) for x in self._before)
        many = f"nseq {count} {nothing}"
        if self._other is not None:
            assert self._age is not None
            many = f"placed {count} {names.of(self._age)} {_token(self._other, names)} {nothing}"
        return f"(cat [:: {before}] ({many}))"

    def _equal(self, number: int, block: t.Proposition, call: str) -> str:
        """That a block of the outputs is equal, in states of closed form, by that it is."""
        free, _ = opened(block)
        at = "".join(f" y{n}'" for n in range(len(free)))
        at += "".join(f" z{n}'" for n in range(len(free)))
        shown = one_of("e'", number, len(self._outputs))
        left, right = (f"(@read{side}{number}{self._long.tag}' {call}{at})" for side in "lr")
        function = f"fun{at} => " if free else ""
        return f"({function}etrans (esym {left}) (etrans ({shown}{at}) {right}))"

    def _fact(
        self, name: str, number: int, block: int, f: t.Function, run: str, names: Naming
    ) -> str:
        """That a block of a state is its closed form, with the proof."""
        tag = self._long.tag
        own = f"{number}_{block}{tag}'"
        closed = self._closed[f.name]
        places = [f"i{n}'" for n in range(len(f.places))]
        at = NamedPlaces(names, (), dict(zip((b.number for b in f.places), places, strict=True)))
        listed = "".join(f" {one}" for one in places)
        ranges = "".join(f" r{one}" for one in places)
        within = "".join(
            f"({one} < {size(b.size)})%N -> " for one, b in zip(places, f.places, strict=True)
        )
        bound = f"forall{listed} : nat, {within}" if places else ""
        value = f"phi{own} {run}{listed}"
        said = f"have {name} : {bound}{value} = {term(closed.body, at)}."
        moved = f"move=> {' '.join(places)}{ranges}; " if places else ""
        rule = self._rule(own, f, listed, ranges)
        return f"{said}\n{{ {moved}rewrite foldl_cat; exact: {rule}. }}"

    def _rule(self, own: str, f: t.Function, listed: str, ranges: str) -> str:
        """The lemma of the library that says what a block of a state is, with its arguments."""
        by = self._long.by[f.name][0]
        is_age = self._other is not None
        ending = "but_one" if is_age else "all"
        given = " _" * (5 if is_age else 3)
        long_enough = " k'" if is_age else " _"
        if isinstance(by, Tensored):
            powers = self._long.of_powers(self._long.matrices(f.name)[1])
            moved = f"@moved_{ending}_closed F{' _' * 8} move{own} {powers}"
            return f"({moved}{given} _{long_enough}{ranges})"
        kept = f"(fun h' x' => @move{own} h' x'{listed}{ranges})"
        phi = f"(fun h' => phi{own} h'{listed}) (fun x' => gain{own} x'{listed})"
        word = "kept" if by == 1 else "forgotten"
        if word == "kept" and not is_age:
            long_enough = ""
        return f"(@{word}_{ending} F _ _ _ {phi} {kept}{given}{long_enough})"
