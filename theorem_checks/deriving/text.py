"""A derivation as lines of plain text, for a terminal, indented by what each is part of."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from theorem_checks.deriving.conjunctions import once
from theorem_checks.deriving.labels import (
    Labels,
    in_ranges,
    in_rows,
    is_again,
    is_long,
    is_the_same,
)
from theorem_checks.deriving.left_out import fitting
from theorem_checks.deriving.proved_statement import LEFT_OUT, Line, ProvedStatement
from theorem_checks.deriving.rules_said import AS_RUN, rule_of, without_unused
from theorem_checks.deriving.scopes import in_plain_words
from theorem_checks.deriving.shortened import shortened
from theorem_checks.statements.plain_text import conjuncts, plain_text
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["in_text"]

MOST = 60_000
"""How many characters are written of a derivation, unless all of it is."""

LONG = 100
"""Of how many characters the hypotheses stand on one line with what follows from them."""


def in_text(derivation: ProvedStatement, *, latex: bool = False, full: bool = False) -> str:
    """Return a derivation as lines of text.

    **Arguments**: `latex`, for its formulas in LaTeX; `full`, for all that there is: all terms of
    long sums, where they stand, in place of a name that is told once, each proof as often as it
    comes, and the steps entry by entry.
    """

    def write(shown: ProvedStatement) -> str:
        writer = _Writer(_in_latex if latex else plain_text)
        scope = shown.scope if latex else in_plain_words(shown.scope)
        said_of = [f"for {scope}:"] if scope else []
        return "\n".join([*said_of, *writer.lines(shown, "", 0, Labels.of(shown))])

    return write(derivation) if full else fitting(shortened(_in_short(derivation)), write, MOST)


def _in_short(one: ProvedStatement) -> ProvedStatement:
    """A derivation without steps entry by entry, but where the lines leave some to these."""
    left = any(line.latex == LEFT_OUT for line in one.lines)
    return replace(one, entries=one.entries if left else (), parts=tuple(map(_in_short, one.parts)))


def _in_latex(formula: str) -> str:
    return " ".join(formula.split())


@dataclass
class _Writer:
    """Writes formulas by `written`, and a rule at length only where it comes first."""

    written: Callable[[str], str]
    told: set[str] = field(default_factory=set)

    def lines(
        self,
        one: ProvedStatement,
        number: str,
        depth: int,
        labels: Labels,
        name: str = "",
        said: str = "",
    ) -> Iterator[str]:
        """A statement, how it was proved, and its parts; `said`, in place of the statement."""
        pad = "  " * depth
        head = f"{number} {name}".strip()
        if one.as_in:
            yield f"{pad}{head}{',' if name else ''} {self._elsewhere(one)}"
            return
        statement = [said] if said else self._statement(one, labels)
        for place, line in enumerate(statement):
            before = f"{head}{':' if name else ''} " if head and not place else ""
            yield f"{pad}{before}{line}"
        inner = pad + "  "
        yield from (f"{inner}where {self.written(named.defined())}" for named in one.named)
        if not is_the_same(one):
            yield from (inner + row for row in self._rule(one, labels))
        elif not depth and len(one.entries) < 3:
            yield f"{inner}[{AS_RUN}]"
        yield from (inner + line for line in self._inside(one))
        letters = labels.letters(one)
        for place, (part, own, known) in enumerate(labels.inside(one, number), 1):
            again = "as above" if is_again(part, place, one) else ""
            name = letters.head(place, part.name)
            yield from self.lines(part, own, depth + 1, known, name, again)

    def _inside(self, one: ProvedStatement) -> Iterator[str]:
        """What stands between a statement and its parts."""
        for heading, said in (("where", one.definitions), ("invariant", one.invariant)):
            if said:
                yield heading
                yield from (f"  {self.written(line)}" for line in said)
        if len(one.lines) > 1:
            yield from self._chain(one.lines)
        if len(one.entries) > 2:
            yield "entry by entry"
            yield from self._chain(one.entries)
        yield from (f"wherever {self.written(said)}" for said in one.conditions)
        yield from (f"argued: {sentence}" for sentence in one.words)
        yield from (f"rests on {ground}" for ground in one.rests_on)
        if one.left_out:
            yield f"left out here, and written with --full: {'; '.join(one.left_out)}"

    def _chain(self, lines: Sequence[Line]) -> Iterator[str]:
        """Terms that are equal one after the other, each with why."""
        for place, line in enumerate(lines):
            why = f"    ({line.why})" if line.why else ""
            yield f"{'= ' if place else '  '}{self.written(line.latex)}{why}"

    def _elsewhere(self, one: ProvedStatement) -> str:
        """Where a statement is proved, with which letters; and what it says, unless it is long."""
        instead = " and ".join(f"{self.written(b)} for {self.written(a)}" for a, b in one.instead)
        latex = once(one.consequence or one.statement)
        said = "" if is_long(one) else f": {self.written(latex)}"
        left_out = ", which is left out here" if one.left_out else ""
        return f"as in {one.as_in}{', with ' if instead else ''}{instead}{left_out}{said}"

    def _rule(self, one: ProvedStatement, labels: Labels) -> Iterator[str]:
        """The rule with what it takes, and what of that is told here."""
        said = rule_of(one, again=one.rule in self.told)
        self.told.add(one.rule)
        taken = labels.taken(one)
        known = in_ranges(taken.known)
        if using := [*([known] if known else []), *map(self.written, taken.others)]:
            said += f", from {' and '.join(using)}"
        said += without_unused(one)
        verdict = "" if one.verdict is Verdict.PROVED else f" ({one.verdict})"
        yield f"[{said}{verdict}]"
        yield from (f"  ({label}) {self.written(latex)}" for label, latex in taken.told.items())

    def _statement(self, one: ProvedStatement, labels: Labels) -> Iterator[str]:
        """The hypotheses, by name where they have been told, and what follows."""
        implies = self.written(r"\implies")
        premises = labels.premises(one)
        given = [in_ranges(premises.known)] if premises.known else []
        given += map(self.written, premises.others)
        told = [
            self._in_rows(rf"\text{{({name})}} {latex}") for name, latex in premises.told.items()
        ]
        said = labels.letters(one).rows or conjuncts(once(one.consequence or one.statement))
        first, *others = map(self._in_rows, said)
        if told or sum(map(len, given)) > LONG:
            (start, *inner), *more = [*([one] for one in given), *told]
            yield from (start, *inner)
            yield from _after("  and ", more)
            yield from _after(f"  {implies} ", [first])
        elif given:
            yield from _after(f"{' and '.join(given)} {implies} ", [first])
        else:
            yield from first
        yield from _after("  and ", others)

    def _in_rows(self, latex: str) -> list[str]:
        """A formula; of a long one that is said of all of something, each statement on its line."""
        return list(map(self.written, in_rows(latex)))


def _after(sign: str, formulas: Iterable[Sequence[str]]) -> Iterator[str]:
    """Formulas in rows behind a sign, which stands in the first row of each."""
    pad = " " * (len(sign) - len(sign.lstrip()) + 2)
    for first, *inner in formulas:
        yield f"{sign}{first}"
        yield from (pad + row for row in inner)
