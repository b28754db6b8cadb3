"""Hints by which it is seen that a path puts out what its program does (`listed.agreement`).

They say what the compiler knows: which entries of the program, and of the path, are which atoms.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from constructions.lsrl.compiler.forms import Atom, Entry, Form, Reading
from constructions.lsrl.compiler.signs import Signs
from constructions.lsrl.compiler.stages import Stage
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.nodes import Input, Node
from constructions.lsrl.listed.facts import (
    Fresh,
    Hint,
    Never,
    Opposite,
    Plain,
    Same,
    Shown,
    Zero,
)

__all__ = ["Hinting"]

NOTHING = Shown((), (), ())


class Hinting:
    """Hints for a program that was read, and then for the stages of its path.

    Facts are numbered as they are found: of ReLUs, products and states, each by themselves, and of
    products and states that are not negative.
    """

    def __init__(self, reading: Reading, signs: Signs) -> None:
        self._reading, self._signs = reading, signs
        self._pruned = {k: new for new, k in enumerate(reading.kept)}
        self._facts: dict[int, int] = {}  # of an atom
        self._positive: dict[int, int] = {}
        self._counts = {"ReLU": 0, "Multi": 0, "LinState": 0}

    def of_program(self, graph: Graph, merged: Graph, stands: Mapping[int, Node]) -> Any:
        """Return hints for all nodes of a program, given what stands for them where it is read."""
        return tuple(
            tuple(map(self._entry, self._reading.entries[merged.position(stands[i])]))
            for i, node in enumerate(graph.nodes)
            if not isinstance(node, Input)
        )

    def _entry(self, entry: Entry) -> Hint:
        operands, form = entry
        if len(operands) == 1 and form is operands[0]:
            return Plain(self._terms(form.terms))
        if any(not operand.terms for operand in operands):
            (constant,) = operands[:1]
            negative = len(operands) == 1 and constant.constant < 0
            return Zero(NOTHING) if negative else Plain(NOTHING)
        if not form.terms:
            return self._never(operands)
        k = form.terms[0][0]
        if k in self._facts:
            number = self._facts[k]
            return Same(number, (number,) if not operands else ())
        return self._fresh(k, operands)

    def _fresh(self, k: int, operands: tuple[Form, ...]) -> Hint:
        atom = self._reading.all_atoms[k]
        hint = Fresh(self._sign_of(k, atom, operands))
        self._facts[k] = self._counts[atom.kind]
        self._counts[atom.kind] += 1
        if hint.signs or (atom.kind == "Multi" and operands[0] == operands[1]):
            self._positive[k] = len(self._positive)
        return hint

    def _sign_of(self, k: int, atom: Atom, operands: tuple[Form, ...]) -> tuple[Shown, ...]:
        new = self._pruned.get(k)
        if atom.kind == "ReLU" or new is None or not self._signs.of_atom(new):
            return ()
        if atom.kind == "Multi" and operands[0] == operands[1]:
            return ()
        shown = tuple(map(self._shown, self._reading.atoms.atoms[new].operands))
        return shown if not operands or operands == atom.operands else shown[::-1]

    def _never(self, operands: tuple[Form, ...]) -> Hint:
        atoms = [form.terms[0][0] for form in operands]
        firsts: list[Any] = [self._reading.all_atoms[k].operands[0].terms[0][1] for k in atoms]
        one, other = (self._facts[k] for k in atoms)
        factor, other_factor = (1 / abs(first) for first in firsts)
        return Never(one, other, factor, other_factor)

    def _shown(self, form: Form) -> Shown:
        """Why a form of atoms that are kept is not negative."""
        reasons = self._signs.reasons(form)
        if reasons is None:
            return NOTHING
        kept = self._reading.kept
        terms = self._terms((kept[k], c) for k, c in reasons.terms)
        pairs = (
            ((self._facts[kept[i]], c), (self._facts[kept[j]], -d))
            for (i, c), (j, d) in reasons.pairs
        )
        return terms._replace(pairs=tuple(pairs))

    def _terms(self, terms: Iterable[tuple[int, Any]]) -> Shown:
        relus, others = [], []
        for k, c in terms:
            if self._reading.all_atoms[k].kind == "ReLU":
                relus.append((self._facts[k], c))
            else:
                others.append((self._positive[k], c))
        return Shown(tuple(relus), tuple(others), ())

    def fact(self, k: int) -> int:
        """Return the number of the fact that an atom that is kept is."""
        return self._facts[self._reading.kept[k]]

    def computed(self, stage: Stage, operands: Mapping[int, list[Form]]) -> tuple[Hint, ...]:
        """Return hints for the atoms of a stage; states of it may feed others of it."""
        place = {k: i for i, k in enumerate(stage.atoms)}
        by: dict[int, set[int]] = {}
        if stage.kind == "LinState":
            for k in stage.atoms:
                inside = (j for j, _ in operands[k][0].terms if j in place)
                by[k] = {k}.union(*(by[j] for j in inside))
        return tuple(
            Same(
                self.fact(k),
                tuple(
                    self.fact(j)
                    for j in sorted(by.get(k, ()), key=lambda j: place[j], reverse=True)
                ),
            )
            for k in stage.atoms
        )

    def passed(self) -> Hint:
        """Return the hint for a value that passes a state or a product."""
        return Plain(NOTHING)

    def passed_relu(self, meaning: Form, *, both: bool) -> tuple[Hint, ...]:
        """Return hints for a value that passes ReLUs, by `both` halves or by one."""
        if not both:
            return (Plain(self._shown(meaning)),)
        number = self._counts["ReLU"]
        self._counts["ReLU"] += 1
        return Fresh(()), Opposite(number)
