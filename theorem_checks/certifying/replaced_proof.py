"""Proofs of equations of arrays under others, by the expression in which these stand.

An expression of free arrays is one side of what is concluded with the left sides of the equations
in the places of these, and the other side with the right ones. Nothing here is trusted: both are
for the normaliser to decide.
"""

from collections.abc import Sequence
from typing import Any

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.machines_proof import (
    Equations,
    conjunction,
    conjunction_pattern,
    opened,
)
from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.rocq_text import Naming, functions, proposition
from theorem_checks.certifying.sums_proof import SumsProof
from theorem_checks.certifying.theorems import NoFormError, parts
from theorem_checks.proving.machines.recorded import Given
from theorem_checks.proving.rules.replacing import Replaced
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.conclusions import All, Equal, Implies
from theorem_checks.statements.terms import replacement

__all__ = ["replaced_in", "replaced_lines"]


def replaced_in(implies: Implies, given: Sequence[Given]) -> list[Replaced] | None:
    """What the replacements were given of which all parts of a conclusion follow; None if not."""
    body = implies.body
    wanted = [
        Implies(implies.hypothesis, part).key
        for part in (body.parts if isinstance(body, All) else (body,))
    ]
    known = {one.conclusion.key: one for one in given if isinstance(one, Replaced)}
    found = [known.get(key) for key in wanted]
    return None if None in found else found  # pyright: ignore[reportReturnType]


def replaced_lines(
    p: t.Under, replaced: Sequence[Replaced], exporter: Exporter, tag: str
) -> tuple[str, list[str]]:
    """The term that proves equations under a hypothesis, and the lines before it.

    **Arguments**: `replaced`, one for each equation of arrays that is concluded; `exporter`, which
    made the statement; `tag`, for names of its own.
    """
    is_one = not isinstance(replaced[0].conclusion.hypothesis, All)
    assumed = [p.hypothesis] if is_one else list(getattr(p.hypothesis, "parts", ()))
    bodies = [p.body] if len(replaced) == 1 and not _is_all(p, exporter) else _parts(p.body)
    for one in replaced:
        for place in one.places:
            exporter.bind(replacement(place, place))
    names = Naming(exporter.theorem.names)
    known, apart = _known(assumed, tag)
    proofs, lines = [], []
    for number, (one, body) in enumerate(zip(replaced, bodies, strict=True)):
        made = _Replacement(one, body, assumed, exporter, f"{tag}{number}")
        lines += made.lines(names)
        proofs.append(made.proof(known))
    text = proposition(p.hypothesis, names)
    lemma = f"replaced{tag}'"
    lines.append(
        f"Lemma {lemma} :\n  {text} ->\n  {proposition(p.body, names)}.\n"
        f"Proof. move=> {apart}. exact: {conjunction(proofs)}. Qed."
    )
    return lemma, lines


def _known(assumed: Sequence[t.Proposition], tag: str) -> tuple[list[str], str]:
    """Names of all equations of a hypothesis, one for each block, and what takes it apart."""
    counts = [len(part.parts) if isinstance(part, t.And) else 1 for part in assumed]
    names = [[f"k{tag}_{n}_{m}'" for m in range(count)] for n, count in enumerate(counts)]
    return [name for own in names for name in own], conjunction_pattern(
        [conjunction_pattern(own) for own in names]
    )


def _is_all(p: t.Under, exporter: Exporter) -> bool:
    return isinstance(exporter.implications[id(p)][1].body, All)


def _parts(p: t.Proposition) -> list[t.Proposition]:
    if not isinstance(p, t.And):
        raise NoFormError("what follows by replacing, of other than arrays")
    return list(p.parts)


class _Replacement:
    """One equation of arrays: both sides as an expression of free arrays, block by block."""

    def __init__(
        self,
        replaced: Replaced,
        body: t.Proposition,
        assumed: Sequence[t.Proposition],
        exporter: Exporter,
        tag: str,
    ) -> None:
        self._replaced, self._exporter, self._tag = replaced, exporter, tag
        self._blocks = _parts(body)
        self._assumed = assumed
        hypothesis = replaced.conclusion.hypothesis
        self._given = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)

    def _tensors(self, side: str) -> list[t.Function]:
        """The free arrays, each with one side of its equation in its place."""
        found: list[t.Function] = []
        for place, equation in zip(self._replaced.places, self._given, strict=True):
            assert isinstance(equation, Equal)
            own = replacement(place, getattr(equation, side))
            with self._exporter.outside():
                found += self._exporter.functions(own)
        return found

    def lines(self, names: Naming) -> list[str]:
        """Lemmas that both sides are the expression with one side of each equation."""
        self.left, self.right = (self._tensors(side) for side in ("lhs", "rhs"))
        made = [f"Section Replacing{self._tag}'."]
        made += [
            f"Variable {encoded_name(f.name)} : {'nat -> ' * len(f.places)}F." for f in self.left
        ]
        for side, values in (("l", self.left), ("r", self.right)):
            own = f"{self._tag}{side}"
            turns = any(isinstance(e, t.Ordered) for block in self._blocks for e in parts(block))
            equations = Equations(SumsProof(self._exporter.theorem), names, own, [], turns)
            made.append(f"Section Side{own}'.")
            for number, f in enumerate(values):
                hypothesis = f"q{own}{number}'"
                equations.sums.give(f, hypothesis)
                equation = t.Equals(t.Entry(f.name, f.places), f.body)
                said = t.Every(f.places, equation) if f.places else equation
                made.append(f"Hypothesis {hypothesis} : {proposition(said, names)}.")
            for number, block in enumerate(self._blocks):
                equations.add(f"side{own}_{number}'", self._equation(number, block, side))
            made += [*equations.lines(), f"End Side{own}'."]
        made.append(f"End Replacing{self._tag}'.")
        made += [  # by names, as each is read as often as there are blocks
            f"Definition {value} : {'nat -> ' * len(f.places)}F := {functions([f], names)}."
            for value, f in zip(self._values(), self.left, strict=True)
        ]
        return made

    def _values(self) -> list[str]:
        """The names of what is put in the places of free arrays."""
        return [f"value{self._tag}_{number}'" for number in range(len(self.left))]

    def _equation(self, number: int, block: t.Proposition, side: str) -> t.Proposition:
        """That a block is that of the expression; on the right side, this is that."""
        free, said = opened(block)
        equal: Any = self._replaced.conclusion.body
        place = sorted({*equal.lhs.blocks, *equal.rhs.blocks})[number]
        context = self._replaced.context
        own = [index.name for index in indices_of(context.axes, place)]
        entry = self._exporter.entry(
            context.blocks.get(place, scalar(0)), dict(zip(own, free, strict=True))
        )
        whole = t.Equals(said.lhs, entry) if side == "l" else t.Equals(entry, said.rhs)
        return t.Every(free, whole) if free else whole

    def proof(self, known: Sequence[str]) -> str:
        """The proof of the equation, of all blocks, from those of the hypothesis."""
        if len(known) != len(self.left):
            raise NoFormError("what follows by replacing arrays with blocks that are 0")
        values = " ".join(self._values())
        trivial = " ".join(_reflexive(f) for f in self.left)
        equations = " ".join(known)
        proofs = []
        for number, block in enumerate(self._blocks):
            free, _ = opened(block)
            places = "".join(f" a{n}'" for n in range(len(free)))
            places += "".join(f" r{n}'" for n in range(len(free)))
            left = f"(@side{self._tag}l_{number}' {values} {trivial}{places})"
            right = f"(@side{self._tag}r_{number}' {values} {equations}{places})"
            function = f"fun{places} => " if free else ""
            proofs.append(f"({function}etrans {left} {right})")
        return conjunction(proofs)


def _reflexive(f: t.Function) -> str:
    """That a tensor is what is put in its place."""
    bound = " _" * (2 * len(f.places))
    return f"(fun{bound} => erefl)" if f.places else "erefl"
