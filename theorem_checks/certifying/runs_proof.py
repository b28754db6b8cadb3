"""Proofs that two machines of fixed sizes have the same outputs: simulations, written down.

The relation of the states is the one that `machines.same_runs` finds. Each step of its forms is
written with a reason that `rocq/Runs.v` checks; nothing here is trusted.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from theorem_checks.certifying.programs import number
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.relu_forms import (
    ONE,
    Form,
    Forms,
    Pair,
    key_of,
    leading,
    scaled,
)
from theorem_checks.proving.machines.same_runs import Entry, Relation, relations_of, simulated
from theorem_checks.statements.programs import Program
from theorem_checks.statements.runs import SameRuns
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["runs_proof"]

_SPLITS = 200  # steps by which it is tried to see that a form is not negative


def runs_proof(parts: Sequence[SameRuns]) -> str:
    """The proof that pairs of machines have the same outputs."""
    lines, terms = [], []
    for place, part in enumerate(parts):
        data = _Simulation(part, _relation(part)).text
        lines += [
            f"Definition simulation{place}' : simulation := {data}.",
            f"Lemma same{place}' F : same_outputs F one{place}' other{place}'.\n"
            f"Proof. apply: (@simulates_sound F _ _ simulation{place}');"
            " vm_cast_no_check (erefl true). Qed.",
        ]
        terms.append(f"@same{place}' F")
    *rest, last = terms
    for term in reversed(rest):
        last = f"conj ({term}) ({last})"
    lines.append(f"Theorem proved : statement.\nProof. exact: (fun F => {last}). Qed.")
    return "\n".join(lines)


def _relation(part: SameRuns) -> Relation:
    for relation in relations_of(part):
        if simulated(part, relation).verdict is Verdict.PROVED:
            return relation
    raise NoFormError("machines of which no relation of states is found")


class _Simulation:
    """The forms of both machines, with reasons."""

    def __init__(self, part: SameRuns, relation: Relation) -> None:
        machines = (part.one, part.other)
        entries = [(side, i) for side in (0, 1) for i in range(len(machines[side].start))]
        self._free = [entry for entry in entries if entry not in relation.tied]
        signed = [entry for entry in self._free if entry in relation.nonnegative]
        self._forms = forms = Forms(map(_name, signed))
        free = {entry: forms.variable(_name(entry)) for entry in self._free}
        token = {f"x[{i}]": forms.variable(f"x[{i}]") for i in range(part.one.token)}
        self._states: list[list[Form]] = [[], []]
        for side, i in entries:
            form = free.get((side, i)) or self._put(relation.tied[side, i], free)
            self._states[side].append(form)
        passed = [
            self._passed(machine.program, self._states[side], token)
            for side, machine in enumerate(machines)
        ]
        atoms = forms.atoms
        self._relus = {key_of(a[0]): n for n, a in enumerate(atoms) if len(a) == 1}
        self._operands = {n: a[0] for n, a in enumerate(atoms) if len(a) == 1}
        self._factors = {n: (a[0], a[1]) for n, a in enumerate(atoms) if len(a) == 2}
        hints = [_listed(self._hint(name, parts) for name, parts in each) for each, _ in passed]
        at_first = (Fraction(machines[side].start[i]) for side, i in self._free)
        kept = (
            f"({self._free.index((side, i)) + 1}%N, {self._why(passed[side][1][i])})"
            for side, i in signed
        )
        products = (
            f"({n + 1}%N, {self._why_product(*self._factors[n])})"
            for n in sorted(forms.signed & self._factors.keys())
        )
        sides = (f"({'true' if side else 'false'}, {i}%N)" for side, i in self._free)
        self.text = "\n  ".join(
            [
                "Simulation",
                _listed(["Free", *map(_atom, atoms)]),
                *(_listed(map(_form, state)) for state in self._states),
                _listed(sides),
                _listed(map(number, at_first)),
                _listed(kept),
                _listed(products),
                *hints,
            ]
        )

    def _put(self, linear: Mapping[Entry | None, flint.fmpq], free: Mapping[Entry, Form]) -> Form:
        """A linear form of entries, of those that are free."""
        total: Form = {}
        for entry, c in linear.items():
            part = {ONE: flint.fmpq(1)} if entry is None else free[entry]
            total = self._forms.plus(total, part, c)
        return total

    def _passed(
        self, program: Program, state: Sequence[Form], token: Mapping[str, Form]
    ) -> tuple[list[tuple[str, list[Form]]], list[Form]]:
        """The operations of a program with the forms of what they are of; and the results."""
        known = {f"s[{i}]": form for i, form in enumerate(state)} | dict(token)
        values: list[Form] = []
        passed: list[tuple[str, list[Form]]] = []
        for name, *arguments in program[:-1]:
            parts: list[Form] = []
            if name == "variable":
                values.append(known[arguments[0]])
            elif name == "constant":
                values.append(self._forms.constant(arguments[0]))
            else:
                parts = [values[int(place)] for place in arguments]
                values.append(self._forms.operation(name, parts[0], parts[1]))
            passed.append((name, parts))
        return passed, [values[int(place)] for place in program[-1][1:]]

    # --- reasons

    def _hint(self, name: str, parts: Sequence[Form]) -> str:
        if name in ("max", "min"):
            return self._hint_of_relu(self._forms.plus(parts[0], parts[1], -1))
        if name == "*" and not any(set(form) <= {ONE} for form in parts):
            return self._hint_of_product(parts[0], parts[1])
        return "Numeral"

    def _hint_of_relu(self, form: Form) -> str:
        for word, one in (("Above", form), ("Under", scaled(form, flint.fmpq(-1)))):
            if (set(form) <= {ONE} and one.get(ONE, 0) >= 0) or self._forms.is_nonnegative(one):
                return f"{word} {self._why(one)}"
        lead = leading(form)
        atom = self._relus[key_of(scaled(form, 1 / lead))]
        return f"{'Once' if lead > 0 else 'Turned'} {_number(abs(lead))} {atom + 1}"

    def _hint_of_product(self, one: Form, other: Form) -> str:
        if not self._forms.times(one, other):
            factors = []
            for form in (one, other):
                said, operand = self._multiple(form)
                factors.append(f"{said} {_number(1 / abs(leading(operand)))}")
            return f"Never {' '.join(factors)}"
        (atom,) = self._forms.times(one, other)
        first, second = self._factors[atom]
        for a, b, swapped in ((one, other, "false"), (other, one, "true")):
            left, right = leading(a), leading(b)
            if scaled(first, left) == a and scaled(second, right) == b:
                return f"Product {_number(left)} {_number(right)} {atom + 1} {swapped}"
        raise NoFormError("a product whose factors are not found")

    def _multiple(self, form: Form) -> tuple[str, Form]:
        """Of which ReLU a form is a multiple, as it is or turned; and of what that is the ReLU."""
        for atom, c in form.items():
            if atom in self._operands:
                operand = self._operands[atom]
                turned = set(form) != {atom}
                less = self._forms.plus({atom: flint.fmpq(1)}, operand, -1)
                if not turned or scaled(less, c) == form:
                    word = "true" if turned else "false"
                    sign = flint.fmpq(-1 if turned else 1)
                    return f"({_number(c)}, ({atom + 1}%N, {word}))", scaled(operand, sign)
        raise NoFormError("a product that is 0 for a reason that is not found")

    def _why_product(self, first: Form, second: Form) -> str:
        if first == second:
            return "(Plain, Plain)"
        return f"({self._why(first)}, {self._why(second)})"

    def _why(self, form: Form) -> str:
        """Why a form is not negative, found as `Forms` does."""
        if (found := self._reason(form, [_SPLITS])) is None:
            raise NoFormError("a form whose sign is not found")
        return found

    def _reason(self, form: Form, left: list[int]) -> str | None:
        rest, pairs = self._forms.without_pairs(form)
        if not self._open(rest) and rest.get(ONE, flint.fmpq(0)) >= 0:
            return f"{''.join(map(_pair, pairs))}Plain{')' * len(pairs)}"
        left[0] -= 1
        open_ = self._open(form)
        if left[0] < 0 or not open_:
            return None
        atom = max(open_)
        for relu, c in form.items():
            operand = self._operands.get(relu, {})
            if c > 0 and operand.get(atom, 0) * form[atom] < 0:
                part = min(c, -form[atom] / operand[atom])
                less = self._forms.plus(form, {relu: -part})
                inner = self._reason(self._forms.plus(less, scaled(operand, part)), left)
                if inner is not None:
                    return f"(Less {relu + 1} {_number(part)} {inner})"
        negative = [a for a in open_ if a in self._operands and form[a] < 0]
        if not negative:
            return None
        atom = max(negative)
        without = {a: c for a, c in form.items() if a != atom}
        there = self._forms.plus(without, scaled(self._operands[atom], form[atom]))
        reasons = self._reason(without, left), self._reason(there, left)
        if None in reasons:
            return None
        return f"(Split {atom + 1} {_number(form[atom])} {reasons[0]} {reasons[1]})"

    def _open(self, form: Form) -> list[int]:
        signed = self._forms.signed
        return [a for a, c in form.items() if a != ONE and (c < 0 or a not in signed)]


def _pair(pair: Pair) -> str:
    return f"(Pair {pair.high + 1} {_number(pair.above)} {pair.low + 1} {_number(pair.below)} "


def _name(entry: Entry) -> str:
    return f"entry {entry}"


def _atom(forms: tuple[Form, ...]) -> str:
    if not forms:
        return "Free"
    return " ".join(("Relu" if len(forms) == 1 else "Times", *map(_form, forms)))


def _form(form: Form) -> str:
    return _listed(f"({atom + 1}%N, {_number(c)})" for atom, c in sorted(form.items()))


def _number(c: Any) -> str:
    return number(Fraction(int(c.p), int(c.q)))


def _listed(texts: Iterable[str]) -> str:
    return f"[:: {'; '.join(texts)}]"
