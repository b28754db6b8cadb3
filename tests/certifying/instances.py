"""What is exported, evaluated by Rocq at numbers, against the subject run in Python there.

Both sides of equations between index sums, statistics of random tensors, and formulas about real
numbers, all at rational numbers. What is compared is the text that stands in certificates. Run as a
program, it writes a file of goals for each kind that is asked for.
"""

import math
import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.reals import formula_text
from theorem_checks.certifying.rocq_text import (
    Naming,
    functions,
    opening,
    read,
    row,
    step,
    term,
    type_of,
)
from theorem_checks.certifying.theorems import parts
from theorem_checks.claims import Claim
from theorem_checks.errors import TheoremChecksError
from theorem_checks.judging.judge import statement_of
from theorem_checks.proving.moments.evaluation import evaluate as evaluate_statistic
from theorem_checks.running.catalogue import Found
from theorem_checks.running.discovery import discover
from theorem_checks.running.loading import claim_here
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, Equal, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.moments.statistics import symbols_of
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate, variables
from theorem_checks.statements.terms import components, each_component
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.verdicts.kinds import Verdict

SUMS = r"""
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Notation F := rat.
Ltac by_value := cbv beta iota zeta delta [foldl map iota fst snd];
  rewrite ?big_ord_recl ?big_ord0; apply/eqP; vm_compute; reflexivity.
"""
FORMULAS = r"""
From Coq Require Import Reals Lra.
Local Open Scope R_scope.
Ltac cases := repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b); try (exfalso; lra)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b); try (exfalso; lra)
  | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b); try (exfalso; lra)
  end.
Ltac by_value := cbv zeta; unfold Rmax, Rmin; cases;
  repeat match goal with
  | |- _ /\ _ => split
  | |- ~ (_ /\ _) => let h := fresh in intro h; destruct h
  | |- ~ _ => intro
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  end; first [lra | exfalso; lra | intuition lra].
"""
SMALL = tuple(map(Fraction, (-2, -1, 1, 2, "1/2", "-1/2", "3/2")))
LARGEST = 500  # of numerators and denominators of what is compared
MOST_TEXT = 300  # characters
MOST_SUMS = 5  # of a statistic


class Small(Concrete):
    """A world of small numbers, as Rocq's are unary here."""

    def _any(self, assumptions, within):
        if assumptions.get("integer"):
            least = math.ceil(within.low or 0)
            return Fraction(least + self._source.randint(0, self.spread))
        value = self._source.choice(SMALL)
        return abs(value) if assumptions.get("positive") or within.low is not None else value

    def fresh(self, shape):
        values = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            values[place] = self._source.choice(SMALL)
        return RATIONALS.array(values)


def rational(value):
    value = Fraction(value)
    top = f"{abs(value.numerator)}%:R"
    whole = top if value.denominator == 1 else f"({top} / {value.denominator}%:R)"
    return f"(- {whole})" if value < 0 else f"({whole})"


def divides(tree):
    """Whether something is divided by what may be 0."""
    inverses = (part for part in parts(tree) if isinstance(part, t.Inverse))
    return any(not isinstance(one.body, t.Number) for one in inverses)


def is_small(value):
    value = Fraction(value)
    return max(abs(value.numerator), value.denominator) < LARGEST


def defined(theorem, world):
    """The sizes, numbers and arrays of a world; None where it has an array in several parts."""
    lines = [f"Notation {encoded_name(n)} := {int(world.numbers[n])}%N." for n in theorem.sizes]
    for name in theorem.numbers:
        lines.append(f"Definition {encoded_name(name)} : rat := {rational(world.numbers[name])}.")
    for name, tensor in theorem.tensors.items():
        values = np.array(elements_of(world.arrays[name])) if name in world.arrays else None
        if values is None or values.ndim != tensor.rank or tensor.inverse_of:
            return None
        if not tensor.rank:
            return None
        lines.append(table(name, values))
    return lines


def table(name, values, drawn=""):
    """An array of integers as a function of its places, and of what is drawn."""
    cases = " ".join(
        f"| {', '.join(f'{n}%N' for n in place)} => {rational(values[place])}"
        for place in np.ndindex(values.shape)
    )
    places = [f"n{k}" for k in range(values.ndim)]
    other = ", ".join("_" for _ in places)
    return (
        f"Definition {encoded_name(name)} ({' '.join(places)} : nat){drawn} : rat :="
        f" match {', '.join(places)} with {cases} | {other} => 0 end."
    )


def mean_goals(claim, source):
    """Modules, each of which says what a statistic of a claim is for some arrays."""
    _, made = stated(claim)
    for text, statistic in made.statistics.statistics.values():
        if divides(text):
            continue
        if sum(isinstance(part, t.Sum) for part in parts(text)) > MOST_SUMS:
            continue
        at = {}
        for symbol in symbols_of(statistic):
            positive = [value for value in SMALL if value > 0]
            at[symbol] = source.randint(2, 3) if symbol.is_integer else source.choice(positive)
        lines = [
            f"Notation {encoded_name(s.name)} := {v}%N."
            if s.is_integer
            else f"Definition {encoded_name(s.name)} : rat := {rational(v)}."
            for s, v in at.items()
        ]
        arrays = {}
        for tensor in statistic.tensors:
            values = np.empty([int(size.subs(at)) for size in tensor.shape], dtype=object)
            for place in np.ndindex(values.shape):
                values[place] = source.choice(SMALL)
            arrays[tensor.name] = values
            lines.append(table(tensor.name, values, "" if tensor.law is None else " (w' : unit)"))
        value = evaluate_statistic(statistic, arrays, at)
        said = term(text, Naming(made.theorem.names))
        if is_small(value) and len(said) <= 2 * MOST_TEXT:
            lines.append(f"Goal (let w' := tt in {said}) = {rational(value)} :> rat.")
            yield "\n".join([*lines, "Proof. by_value. Qed."])


def means(most, each):
    """A file of goals about statistics of arrays, and how many these are."""
    source, found = random.Random(0), []
    for claim in proved_claims():
        if len(found) >= most:
            break
        for _ in range(each):
            try:
                found += mean_goals(claim, source)
            except TheoremChecksError:
                break
    modules = [f"Module M{n}.\n{text}\nEnd M{n}." for n, text in enumerate(found[:most])]
    return "\n".join([SUMS, *modules]), len(modules)


def sum_goals(claim, seed):
    """Definitions, and what is to be provable: each side of each entry is what Python found."""
    symbolic, made = stated(claim)
    theorem: Any = made.theorem
    if theorem.bound or theorem.random or not isinstance(symbolic, All | Equal):
        return [], []
    world = Small({}, seed, spread=1)
    concrete: Any = claim.says(claim.subject, world)
    lines = defined(theorem, world)
    if lines is None:
        return [], []
    mine: Any = symbolic.parts if isinstance(symbolic, All) else (symbolic,)
    theirs: Any = concrete.parts if isinstance(concrete, All) else (concrete,)
    bodies = theorem.body.parts if isinstance(symbolic, All) else (theorem.body,)
    found = []
    for part, numbers, body in zip(mine, theirs, bodies, strict=True):
        if not isinstance(part, Equal) or not isinstance(part.lhs, SymbolicArray):
            continue
        axes: Any = part.lhs.axes
        if any(len(axis) > 1 or axis[0].increasing for axis in axes):
            continue  # whose places in the whole array would have to be computed here
        for block in body.parts if isinstance(body, t.And) else ():
            said: Any = block.body if isinstance(block, t.Every) else block
            bound = block.indices if isinstance(block, t.Every) else ()
            sides = ((said.lhs, numbers.lhs), (said.rhs, numbers.rhs))
            for tree, values in sides:
                found += list(entries(tree, bound, elements_of(values), theorem, world))
    return lines, found


def entries(tree, bound, values, theorem, world, names=None, before=""):
    if divides(tree):
        return
    if any(i.size.kind != "name" for i in bound):
        return
    names = names or Naming(theorem.names)
    text = term(tree, names)
    ranges = [range(int(world.numbers[str(i.size.parts[0])])) for i in bound]
    for at in product(*ranges):
        value = (
            values[at] if values.ndim == len(at) else values.reshape([len(r) for r in ranges])[at]
        )
        given = "".join(f"let {names.of(i)} := {n}%N in " for i, n in zip(bound, at, strict=True))
        if len(text) <= MOST_TEXT and is_small(value):
            yield f"({before}{given}{text}) = {rational(value)} :> rat"


def machine_goals(claim, seed):
    """Definitions, and what is to be provable: what machines put out on some tokens."""
    symbolic, made = stated(claim)
    theorem: Any = made.theorem
    if theorem.random or theorem.functions or not theorem.bound:  # a free function has no table
        return [], []
    world = Small({}, seed, spread=1)
    numbers: Any = claim.says(claim.subject, world)
    lines = defined(theorem, world)
    if lines is None:
        return [], []
    found: list[str] = []
    props = theorem.body.parts if isinstance(symbolic, All) else (theorem.body,)
    three = zip(bodies_of(symbolic), bodies_of(numbers), props, strict=True)
    for number, (part, concrete, said) in enumerate(map(machines_of, three)):
        if isinstance(said, t.SameRuns):
            more, goals = run_goals(part, concrete, said, theorem, world, f"of {number}")
            lines += more
            found += goals
        elif isinstance(said, t.Computes):
            found += sequence_goals(part, concrete, said, theorem, world)
    return lines, found


def machines_of(three):
    """What is said of two machines, where it is a hypothesis, in place of the implication."""
    part, concrete, said = three
    if not isinstance(said, t.Under) or not isinstance(part, Implies):
        return three
    symbolic, numbers = part.hypothesis, concrete.hypothesis
    props: Any = said.hypothesis
    every = zip(
        bodies_of(symbolic),
        bodies_of(numbers),
        props.parts if isinstance(symbolic, All) else (props,),
        strict=True,
    )
    return next((one for one in every if isinstance(one[2], t.SameRuns)), three)


def run_goals(part, concrete, said, theorem, world, name):
    """Definitions of tokens, and what both machines put out after these."""
    shaped = concrete.one.token
    tokens = [each_component(lambda array: world.fresh(array.shape), shaped) for _ in range(2)]
    lines, texts, found = [], [], []
    for number, token in enumerate(tokens):
        arrays = [np.array(elements_of(one)) for one in components(token)]
        if [array.ndim for array in arrays] != [len(f.places) for f in said.token]:
            return [], []
        names = [f"token {number} {k} {name}" for k in range(len(arrays))]
        lines += [table(own, values) for own, values in zip(names, arrays, strict=True)]
        own = ", ".join(map(encoded_name, names))
        texts.append(f"({own})" if own else "tt")
    for left, machine, symbols in (
        (True, concrete.one, part.one),
        (False, concrete.other, part.other),
    ):
        state, output = machine.start, None
        for token in tokens:
            state, output = machine.step(state, token)
        if not in_blocks(symbols.output):
            found += outputs_at(said, left, texts, output, theorem, world)
    return lines, found


def in_blocks(output):
    """Whether places of an output would have to be computed here."""
    axes = [axis for array in components(output) for axis in array.axes]
    return any(len(axis) > 1 or axis[0].increasing for axis in axes)


def outputs_at(said, left, tokens, output, theorem, world):
    """What one of two machines puts out at the last of some tokens, at all places."""
    names = Naming(theorem.names)
    machine, token = said.one if left else said.other, type_of(said.token)
    before = (
        f"{begun(machine, said.token, names)} let x' : {token} := {tokens[-1]} in"
        f" {opening(machine.start, f'(foldl after{chr(39)} start{chr(39)} [:: {tokens[0]}])')}"
        f"{opening(said.token, chr(120) + chr(39))}"
    )
    for blocks, values in zip(said.outputs.parts, components(output), strict=True):
        yield from sides(blocks, elements_of(values), left, theorem, world, names, before)


def begun(machine, token, names):
    """The start of a machine, and its step."""
    state = type_of(machine.start)
    return (
        f"let start' : {state} := {functions(machine.start, names)} in let after' : {state} ->"
        f" {type_of(token)} -> {state} := {step(machine, token, names)} in"
    )


def sides(blocks, values, left, theorem, world, names, before):
    """A side of the equations of an array, at all places."""
    for block in blocks.parts if isinstance(blocks, t.And) else (blocks,):
        said: Any = block.body if isinstance(block, t.Every) else block
        bound = block.indices if isinstance(block, t.Every) else ()
        yield from entries(
            said.lhs if left else said.rhs, bound, values, theorem, world, names, before
        )


def sequence_goals(part, concrete, said, theorem, world):
    """What a machine puts out at each place of a sequence, and what it is said to."""
    if in_blocks(part.machine.output) or len(said.outputs.parts) != 1:
        return
    (block,) = said.outputs.parts
    names = Naming(theorem.names)
    state, (first, *_) = concrete.machine.start, components(concrete.tokens)
    time = names.of(said.time)
    for place in range(len(elements_of(first))):
        token = each_component(lambda rows, at=place: rows[at], concrete.tokens)
        state, output = concrete.machine.step(state, token)
        run = f"(foldl after' start' [seq row' s' | s' <- iota 0 {time}])"
        before = (
            f"{begun(said.machine, said.token, names)} let row' : nat -> {type_of(said.token)} :="
            f" {row(said, names)} in let {time} := {place}%N in"
            f" {read(said, run, f'(row{chr(39)} {time})')}"
        )
        own = elements_of(output), elements_of(concrete.outputs)[place]
        for left, values in zip((True, False), own, strict=True):
            yield from sides(block, values, left, theorem, world, names, before)


def bodies_of(conclusion):
    """The parts of a statement, as they are exported."""
    return conclusion.parts if isinstance(conclusion, All) else (conclusion,)


def formula_goals(claim, source, most):
    """Formulas of a claim at rational points, or their negations, as Python evaluates them."""
    conclusion = said_by(claim)
    for part in conclusion.parts if isinstance(conclusion, All) else (conclusion,):
        if not isinstance(part, ForReals):
            return
        text = formula_text(part.formula)
        names = variables(part.formula)
        for _ in range(most if len(text) <= 4 * MOST_TEXT else 0):
            point = {n: Fraction(source.randint(-6, 6), source.choice((1, 2, 3))) for n in names}
            try:
                holds = evaluate(part.formula, point)
            except UndefinedError:
                continue
            given = "".join(
                f"let {encoded_name(n)} := ({v.numerator} / {v.denominator}) in "
                for n, v in point.items()
            )
            yield f"({given}{text if holds else f'~ {text}'})"


def proved_claims() -> Iterator[Claim]:
    """The claims that are PROVED, each imported when it is reached."""
    yield from map(imported, proved())


@cache
def proved() -> tuple[Found, ...]:
    return tuple(f for f in discover().found.values() if f.claim.expect is Verdict.PROVED)


@cache
def imported(one: Found) -> Claim:
    return claim_here(one.origin, one.claim.id)


def said_by(claim: Claim) -> Any:
    """What a claim says: the same for every kind of goals."""
    says: Any = claim.says  # as what is PROVED has it
    return once("said", claim, lambda: statement_of(says, claim.subject))


def stated(claim: Claim) -> tuple[Any, Any]:
    """What a claim says, and what is exported of it."""
    said = said_by(claim)
    return said, once("exported", claim, lambda: exported(said))


KNOWN: dict[tuple[str, int], tuple[Claim, Any]] = {}


def once(what: str, claim: Claim, made: Callable[[], Any]) -> Any:
    """What a call gives, or raises, the first time for a claim: two may have one id in tests."""
    name = what, id(claim)
    if name not in KNOWN:
        try:
            KNOWN[name] = claim, made()  # with the claim, so that no other gets its address
        except TheoremChecksError as error:
            KNOWN[name] = claim, error
    _, found = KNOWN[name]
    if isinstance(found, TheoremChecksError):
        raise found
    return found


def sums(most, each, goals_of=sum_goals):
    """A file of goals about sums, and how many these are."""
    count, lines = 0, [SUMS]
    for number, claim in enumerate(proved_claims()):
        if count >= most:
            break
        try:
            made, goals = goals_of(claim, number)
        except TheoremChecksError:
            continue
        random.Random(number).shuffle(goals)
        chosen = goals[: min(each, most - count)]
        count += len(chosen)
        proofs = [f"Goal {goal}. Proof. by_value. Qed." for goal in chosen]
        if chosen:
            lines += [f"Module M{number}.", *made, *proofs, f"End M{number}."]
    return "\n".join(lines), count


def machines(most, each):
    """A file of goals about outputs of machines, and how many these are."""
    return sums(most, each, machine_goals)


def formulas(most, each):
    """A file of goals about real numbers, and how many these are."""
    source, goals = random.Random(0), []
    for claim in proved_claims():
        if len(goals) >= most:
            break
        try:
            goals += list(formula_goals(claim, source, each))
        except TheoremChecksError:
            continue
    goals = goals[:most]
    proofs = [f"Goal {goal}. Proof. by_value. Qed." for goal in goals]
    return "\n".join([FORMULAS, *proofs]), len(goals)


KINDS = {"sums": sums, "machines": machines, "formulas": formulas, "means": means}


if __name__ == "__main__":
    folder, *asked = sys.argv[1:]
    for one in asked:  # such as sums:20:2
        kind, most_of_all, most_of_each = one.split(":")
        text, number = KINDS[kind](int(most_of_all), int(most_of_each))
        (Path(folder) / f"{kind}.v").write_text(text, encoding="utf-8")
        print(kind, number)
