"""The values that run along a path from stage to stage, and what is still to be computed of them.

Values have numbers: atoms their own, combinations that are carried instead of atoms further ones.
The forms that later stages ask for are kept as forms of values: those that are carried, and atoms
that are yet to come.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from constructions.lsrl.compiler.forms import Atoms, Form, combined
from constructions.lsrl.compiler.signs import Signs
from constructions.lsrl.compiler.stages import Stage
from constructions.lsrl.language.cyclotomic import RealCyclotomic
from constructions.lsrl.language.matrices import Row
from constructions.lsrl.language.numbers import ONE

__all__ = ["Cable"]

OUTPUT = -1


class Cable:
    """The values that are carried at one place of a path."""

    def __init__(self, program: Atoms, signs: Signs, carried: Iterable[int]) -> None:
        self._signs = signs
        self._carried = set(carried)
        self._meaning = {k: Form(((k, ONE),)) for k in range(len(program.atoms))}
        self._wanted = {
            (k, i): form
            for k, atom in enumerate(program.atoms)
            for i, form in enumerate(atom.operands)
        } | {(OUTPUT, i): form for i, form in enumerate(program.output)}

    def form(self, atom: int, operand: int) -> Form:
        """Return an operand of an atom as a form of the values that are carried."""
        return self._wanted[atom, operand]

    def output(self) -> list[Form]:
        """Return the output as forms of the values that are carried."""
        return [form for (atom, _), form in self._wanted.items() if atom == OUTPUT]

    def meaning(self, value: int) -> Form:
        """Return a value as a form of atoms."""
        return self._meaning[value]

    def nonnegative(self, value: int) -> bool:
        """Whether a value cannot be negative."""
        return self._signs.nonnegative(self._meaning[value])

    def advance(self, stage: Stage) -> dict[int, Form]:
        """Go past a stage, whose atoms are carried from here on.

        **Returns** for each value that has to run past the stage how it is made of the values
        that were carried before.
        """
        done = {*stage.atoms}
        self._wanted = {key: form for key, form in self._wanted.items() if key[0] not in done}
        parts = {key: self._part(form) for key, form in self._wanted.items()}
        passed = {}
        for values, forms in _components({part for part in parts.values() if part}):
            if self._cost(stage.kind, [self._combined(f) for f in forms]) <= self._cost(
                stage.kind, [self._meaning[k] for k in values]
            ) and len(forms) < len(values):
                passed |= self._combine(forms, parts)
            else:
                passed |= {k: Form(((k, ONE),)) for k in sorted(values)}
        self._carried = {*stage.atoms, *passed}
        return passed

    def _part(self, form: Form) -> Row:
        """What a form needs of the values that are carried; up to a factor, if that is rational."""
        terms = [(k, c) for k, c in form.terms if k in self._carried]
        factor = _scale(terms)
        return tuple(terms if factor == 1 else ((k, c * (1 / factor)) for k, c in terms))

    def _combined(self, part: Row) -> Form:
        return combined(part, self._meaning)

    def _cost(self, kind: str, forms: list[Form]) -> int:
        if kind != "ReLU":
            return len(forms)
        return sum(1 if self._signs.nonnegative(form) else 2 for form in forms)

    def _combine(self, forms: list[Row], parts: dict[tuple[int, int], Row]) -> dict[int, Form]:
        """Carry these combinations from here on, and write what is wanted in terms of them."""
        numbers = {}
        for part in forms:
            numbers[part] = len(self._meaning)
            self._meaning[numbers[part]] = self._combined(part)
        for key, part in parts.items():
            if part in numbers:
                form = self._wanted[key]
                factor = _scale([term for term in form.terms if term[0] in self._carried])
                rest = [(k, c) for k, c in form.terms if k not in self._carried]
                self._wanted[key] = Form(
                    tuple(sorted([*rest, (numbers[part], factor)], key=lambda term: term[0])),
                    form.constant,
                )
        return {number: Form(part) for part, number in numbers.items()}


def _scale(terms: list[tuple[int, Any]]) -> Any:
    """The positive factor by which a row is divided, so that its multiples are carried once."""
    first = terms[0][1] if terms else ONE
    return ONE if isinstance(first, RealCyclotomic) else abs(first)


def _components(parts: set[Row]) -> list[tuple[set[int], list[Row]]]:
    """Group forms that share values: pairs of the values and the forms of a group."""
    users = defaultdict(list)
    for part in sorted(parts, key=lambda row: [(k, str(c)) for k, c in row]):
        for k, _ in part:
            users[k].append(part)
    groups, seen = [], set()
    for start in sorted(users):
        if start in seen:
            continue
        values, forms, queue = set(), dict[Row, None](), [start]
        while queue:
            k = queue.pop()
            if k not in values:
                values.add(k)
                forms |= dict.fromkeys(users[k])
                queue += [j for part in users[k] for j, _ in part]
        seen |= values
        groups.append((values, list(forms)))
    return groups
