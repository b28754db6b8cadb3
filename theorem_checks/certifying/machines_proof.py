"""Proofs that two machines have the same outputs, by the invariant that the claim's proof gave.

Nothing here is trusted: the kernel compares what is written with the statement.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import mapped
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import (
    Naming,
    functions,
    opening,
    outputs,
    proposition,
    size,
    step,
    type_of,
)
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, Theorem, parts
from theorem_checks.proving.machines.recorded import Given
from theorem_checks.proving.machines.simulations import Simulated
from theorem_checks.statements.conclusions import SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.terms import put, replacement

__all__ = [
    "Equations",
    "conjunction",
    "conjunction_pattern",
    "invariant_of",
    "mapped",
    "opened",
    "pattern",
    "simulation_lines",
]


@dataclass
class Equations:
    """Equations that the normaliser is to decide in one section, with what it may use."""

    sums: SumsProof
    names: Naming
    tag: str
    leaves: list[tuple[str, t.Proposition, str, str]]
    turns_orders: bool = False  # whether orders of free places are to be turned in any case
    is_long: bool = False  # whether there are thousands of monomials

    def add(self, name: str, p: t.Proposition) -> str:
        """Note an equation, and how its lemma is called."""
        free, body = opened(p)
        lhs, rhs = self.sums.sides(free, body.lhs, _with_unit(body))
        self.leaves.append((name, p, f"{lhs}%N", f"{rhs}%N"))
        return name

    @property
    def _decides(self) -> str:
        """The theorem by which an equation holds.

        Others where terms are taken as they are, in long equations, and where places stand in both
        orders.
        """
        if self.is_long:
            return "decide_fast_sound"
        if any(isinstance(e, t.Named) for _, p, *_ in self.leaves for e in parts(p)):
            return "decide_fast_sound"
        if self.turns_orders:
            return "decide_orders_sound"
        given = [part for key, part in self.sums.parts.items() if key[0] == "given"]
        orders = {
            (e.one, e.other) for part in given for e in parts(part.body) if isinstance(e, t.Ordered)
        }
        return "decide_orders_sound" if orders & {o[::-1] for o in orders} else "decide_sound"

    def lines(self) -> list[str]:
        """What is defined, and the lemmas."""
        made = [*self.sums.header(), *self.sums.parts_lemma(), *self.sums.definitions()]
        holds, more = self.sums.holds(self.sums.all)
        made += more
        for name, p, lhs, rhs in self.leaves:
            free, _ = opened(p)
            first = ""
            if (unit := _unit(p)) is not None:
                first = f"refine (etrans _ (times_0 _ _ (size_and_1 F {size(unit)}))).\n"
            proof = self.sums.decided(free, (lhs, rhs), holds, self._decides, first)
            made.append(f"Lemma {name} : {proposition(p, self.names)}.\n{proof}")
        own = rf"\g<1>{self.tag}'"
        return [_OWN.sub(own, line) for line in made]


def _unit(p: t.Proposition) -> t.Size | None:
    """The only n with a division by 1 + n."""
    found = {
        part.body.parts[1].size
        for part in parts(p)
        if isinstance(part, t.Inverse)
        and isinstance(part.body, t.Plus)
        and len(part.body.parts) == 2
        and part.body.parts[0] == t.Number(1)
        and isinstance(part.body.parts[1], t.OfSize)
    }
    return found.pop() if len(found) == 1 else None


def _with_unit(p: t.Equals) -> t.Term:
    """The right side, with what vanishes as D (1 / D) = 1; where D is 1 + n, and 1 / D a name.

    What is of degree 1 in 1 / D, and 0, is its value at 1 / D = 0, times 1 - D (1 / D).
    """
    n = _unit(p)
    if n is None:
        return p.rhs
    divisor = t.Plus((t.Number(1), t.OfSize(n)))
    unit = t.Inverse(divisor)
    at_0 = (mapped(side, lambda e: t.Number(0) if e == unit else e) for side in (p.lhs, p.rhs))
    left, right = at_0
    less = t.Plus((t.Number(1), t.Negative(t.Times((divisor, unit)))))
    return t.Plus((p.rhs, t.Times((t.Plus((left, t.Negative(right))), less))))


_OWN = re.compile(
    r"\b(sz|T|(?:holds_|pair_|def_|d|symmetric_)\d+|parts_ge0|syms|symmetric)'(?![0-9a-f']*')"
)


def opened(p: t.Proposition) -> tuple[tuple[t.Bound, ...], t.Equals]:
    """An equation, with the places for which it is said."""
    free = p.indices if isinstance(p, t.Every) else ()
    body = p.body if isinstance(p, t.Every) else p
    if not isinstance(body, t.Equals):
        raise NoFormError(f"a proof of {type(body).__name__}")
    return free, body


def invariant_of(said: SameOutputs | SameFirstOutputs, given: Iterable[Given]) -> Simulated | None:
    """The invariant of two machines, of which all outputs are the same, so that the first are."""
    key = SameOutputs(said.one, said.other).key
    found = (one for one in given if one.conclusion.key == key)
    return next((one for one in found if isinstance(one, Simulated)), None)


def simulation_lines(
    p: t.SameRuns, simulated: Simulated, exporter: Exporter, tag: str
) -> tuple[str, list[str]]:
    """The term that proves that two machines have the same outputs, and the lines before it.

    **Arguments**: `simulated`, the invariant; `exporter`, which made the statement, for the
    expressions of the invariant; `tag`, for names of its own.
    """
    theorem: Theorem = exporter.theorem
    auxiliary = _auxiliary(simulated, exporter)
    names = Naming(theorem.names)
    tied = {f.name: f for f in exporter.functions(simulated.tied)}
    first = Equations(SumsProof(theorem), names, f"{tag}a", [])
    later = Equations(SumsProof(theorem, simulated.tied), names, f"{tag}b", [])
    sections: list[str] = []
    variables = [*p.one.start, *p.other.start, *auxiliary[0], *p.token]
    hypotheses = []
    for number, f in enumerate(tied.values()):
        hypotheses.append(f"q{tag}{number}'")
        later.sums.give(f, hypotheses[-1])
    for said in _leaves(p.outputs):
        _, equation = opened(said)
        later.sums.take_for(equation.lhs, equation.rhs, lacking=True)
    relation = [_tied(f, names) for f in tied.values()]
    firsts, afters = [], []
    same = simulated.conclusion
    moved = dict(simulated.later)  # where tied tensors stand as themselves, as in the machines
    for machine in (same.one, same.other):
        moved |= replacement(machine.state, machine.after)
    starts = {f.name: f for f in (*p.one.start, *p.other.start)}
    steps = {f.name: f for f in (*p.one.after, *p.other.after)}
    for number, name in enumerate(tied):
        own, said = simulated.tied[name]
        for value, into, group, kind in (
            (starts[name], simulated.at_first, first, "first"),
            (steps[name], moved, later, "after"),
        ):
            places = {i.name: b for i, b in zip(own, value.places, strict=True)}
            equation = t.Equals(value.body, exporter.entry(put(said, into), places))
            whole = t.Every(value.places, equation) if value.places else equation
            (firsts if kind == "first" else afters).append(
                group.add(f"{kind}{tag}_{number}'", whole)
            )
    reads = [later.add(f"read{tag}_{n}'", q) for n, q in enumerate(_leaves(p.outputs))]
    sections += [f"Section First{tag}'.", *first.lines(), f"End First{tag}'."]
    sections += [
        f"Section Step{tag}'.",
        *(f"Variable {encoded_name(f.name)} : {'nat -> ' * len(f.places)}F." for f in variables),
        *(f"Hypothesis {h} : {r}." for h, r in zip(hypotheses, relation, strict=True)),
        *later.lines(),
        f"End Step{tag}'.",
    ]
    sections += _definitions(p, auxiliary, relation, tag, names)
    given = [f"c{n}'" for n in range(len(variables))]
    call = " ".join([*given, *hypotheses])
    split = _pattern([f"c{n}'" for n in range(len(variables))], p, auxiliary[0])
    r = conjunction_pattern(hypotheses)
    after = conjunction([f"(@{name} {call})" for name in afters])
    read = _tree(p.outputs, iter(f"(@{name} {call})" for name in reads))
    sections += [
        f"Lemma step{tag}' sa' sb' sk' sx' : rel{tag}' sa' sb' sk' ->"
        f" rel{tag}' (after1{tag}' sa' sx') (after2{tag}' sb' sx') (aux{tag}' sa' sb' sk' sx').\n"
        f"Proof. move: sa' sb' sk' sx' => {split} {r}. exact: {after}. Qed.",
        f"Lemma read{tag}' sa' sb' sk' sx' : rel{tag}' sa' sb' sk' -> out{tag}' sa' sb' sx'.\n"
        f"Proof. move: sa' sb' sk' sx' => {split} {r}. exact: {read}. Qed.",
        f"Lemma begin{tag}' : rel{tag}' start1{tag}' start2{tag}' aux0{tag}'.\n"
        f"Proof. exact: {conjunction([f'(@{name})' for name in firsts])}. Qed.",
    ]
    term = f"(@simulation _ _ _ _ _ _ _ _ _ step{tag}' read{tag}' _ _ _ begin{tag}')"
    return term, sections


def _auxiliary(
    simulated: Simulated, exporter: Exporter
) -> tuple[tuple[t.Function, ...], tuple[t.Function, ...], tuple[t.Function, ...]]:
    """The auxiliary arrays: themselves, at first, and after a token."""
    made: list[list[t.Function]] = [[], [], []]
    for array, _, _ in simulated.auxiliary:
        own = replacement(array, array, symmetric=True)
        exporter.bind(own)
        at_first = {name: simulated.at_first[name] for name in own}
        later = {name: simulated.later[name] for name in own}
        for group, value in zip(made, (own, at_first, later), strict=True):
            group.extend(exporter.functions(value))
    return tuple(map(tuple, made))  # pyright: ignore[reportReturnType]


def _tied(f: t.Function, names: Naming) -> str:
    """What the invariant says of a tensor."""
    entry = t.Entry(f.name, f.places)
    equation = t.Equals(entry, f.body)
    return proposition(t.Every(f.places, equation) if f.places else equation, names)


def _definitions(
    p: t.SameRuns, auxiliary: Any, relation: Sequence[str], tag: str, names: Naming
) -> list[str]:
    one, other, token = type_of(p.one.start), type_of(p.other.start), type_of(p.token)
    own, first, later = auxiliary
    more = type_of(own)
    token_opened = opening(p.token, "x'")
    read = outputs(p, ["h1'", "h2'"], names)
    opened = opening(p.one.start, "h1'") + opening(p.other.start, "h2'") + opening(own, "k'")
    said = " /\\ ".join(f"({r})" for r in relation) or "True"
    lines = []
    for number, machine in ((1, p.one), (2, p.other)):
        state = type_of(machine.start)
        lines += [
            f"Definition start{number}{tag}' : {state} := {functions(machine.start, names)}.",
            f"Definition after{number}{tag}' : {state} -> {token} -> {state} :="
            f" {step(machine, p.token, names)}.",
        ]
    return [
        *lines,
        f"Definition aux0{tag}' : {more} := {functions(first, names)}.",
        f"Definition aux{tag}' (h1' : {one}) (h2' : {other}) (k' : {more}) (x' : {token}) : {more}"
        f" := {opened}{token_opened}{functions(later, names)}.",
        f"Definition rel{tag}' (h1' : {one}) (h2' : {other}) (k' : {more}) : Prop :="
        f" {opened}{said}.",
        f"Definition out{tag}' (h1' : {one}) (h2' : {other}) (x' : {token}) : Prop := {read}.",
    ]


def _leaves(p: t.Proposition) -> Iterable[t.Proposition]:
    if isinstance(p, t.And):
        for part in p.parts:
            yield from _leaves(part)
    else:
        yield p


def _tree(p: t.Proposition, terms: Any) -> str:
    if isinstance(p, t.And):
        return conjunction([_tree(part, terms) for part in p.parts])
    return next(terms)


def conjunction(terms: Sequence[str]) -> str:
    """A proof of several propositions together."""
    *rest, last = terms or ["I"]
    for part in reversed(rest):
        last = f"(conj {part} {last})"
    return last


def _pattern(given: Sequence[str], p: t.SameRuns, own: Sequence[t.Function]) -> str:
    left = list(given)
    groups = ([left.pop(0) for _ in g] for g in (p.one.start, p.other.start, own, p.token))
    return " ".join(map(pattern, groups))


def pattern(names: Sequence[str]) -> str:
    """What takes the parts of some tensors together apart."""
    if not names:
        return "[]"
    first, *rest = names
    for name in rest:
        first = f"[{first} {name}]"
    return first


def conjunction_pattern(names: Sequence[str]) -> str:
    """What takes several propositions together apart."""
    if not names:
        return "_"
    *rest, last = names
    for name in reversed(rest):
        last = f"[{name} {last}]"
    return last
