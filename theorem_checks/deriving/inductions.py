"""What an induction shows, by a name: base P_1(0), and step from P_1(n) to P_1(n + 1).

Base and step are what the theorem says, at other integers. A reader who has it before them needs to
be told at which, and not all of it three times more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.in_short import assumed, in_short, is_plain
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.needed_hypotheses import needed_of
from theorem_checks.proving.rules.rewriting import conjuncts_of, under_hypotheses
from theorem_checks.statements.always import Always
from theorem_checks.statements.conclusions import Conclusion, ForAll, Implies
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.plain_text import plain_text

__all__ = ["INDUCTION", "BaseOrStep", "Predicate"]

INDUCTION = "induction"
"""The rule of which base and step are told by a name."""

LONG = 100
"""Of how many characters of plain text what is said has a name."""


@dataclass(frozen=True)
class BaseOrStep:
    """Base or step of an induction: `written` out, and `by_name`; what is `known` as in the whole.

    `spared`, how many hypotheses of the whole it does not need; `said`, the statement without them.
    """

    written: Implication
    by_name: Implication
    known: Sequence[str]
    spared: int
    said: Conclusion


@dataclass(frozen=True)
class Predicate:
    """What an induction says of one integer, or of the state of a machine before a token.

    **Fields**: what is said, `body`, and the same at the `start` and `later`, one further; what it
    is said of in each, as LaTeX: `any`, `first`, `after`; what that is to a reader, `spoken`; its
    `letter`, such as P_1, if it is long; `until`, the integer behind the first, where the base has
    the hypotheses that are of all, too; nothing of tokens.
    """

    body: Conclusion
    start: Conclusion
    later: Conclusion
    any: str
    first: str
    after: str
    spoken: str
    letter: str
    until: str = ""

    @classmethod
    def of(cls, conclusion: Conclusion, names: Names) -> "Predicate | None":
        """The predicate of what an induction concludes; None where that has another form."""
        whole = conclusion
        while isinstance(whole, Implies):
            whole = whole.body
        if isinstance(whole, Always):
            body, machine = whole.said, whole.machine
            state, _ = names.letters(machine)
            start, later = whole.at(machine.start), whole.at(machine.after)
            of = rf"{state}_{{t-1}}", rf"{state}_{{0}}", rf"{state}_{{t}}"
            spoken = of[0]
        elif isinstance(whole, ForAll):
            body, n, first = whole.body, whole.variable, sp.Integer(whole.start)
            start, later = (body.substituted({n: at}) for at in (first, n + 1))
            of = latex_of(n), latex_of(first), latex_of(n + 1)
            spoken = latex_of(whole.with_a_letter[0])
        else:
            return None
        until = latex_of(sp.Integer(whole.start + 1)) if isinstance(whole, ForAll) else ""
        is_long = len(plain_text(in_short(body, names))) > LONG
        letter = names.next_predicate() if is_long else ""
        return cls(body, start, later, *of, spoken, letter, until)

    @property
    def named(self) -> Named | None:
        """What the name stands for, in words."""
        said = rf"\text{{what is said above of }} {self.spoken}"
        return Named(self._at(self.spoken), said, said) if self.letter else None

    def integers(self, name: str) -> str:
        """At which integers base or step have the hypotheses that are of all; of tokens, none."""
        if not self.until:
            return ""
        if name == "base":
            return rf"{self.first} \text{{ and }} {self.until}"
        return rf"{self.any} \text{{ and }} {self.after}"

    def part(self, name: str, said: Conclusion, names: Names, rule: str = "") -> "BaseOrStep":
        """Base or step, written out and by the name, with the hypotheses that it needs.

        Of the step what is said of the integer before is assumed, as the hypotheses are. `rule`,
        which concluded it.
        """
        is_step = name == "step"
        given, end = [], (self.later if is_step else self.start)
        while said.key != end.key and isinstance(said, Implies):
            given.append(conjuncts_of(said.hypothesis))
            said = said.body
        before = given.pop() if is_step and given else []
        inherited = [one for some in given for one in some if not is_plain(one)]
        needed = list(needed_of(inherited, before, said, rule))
        known = [assumed(one, names) for one in needed]
        of_before = [assumed(one, names) for one in before]
        of_token = of_before[len(conjuncts_of(self.body)) :]
        written = Implication((*known, *of_before), in_short(said, names))
        if is_step:
            by_name = Implication((*known, self._at(self.any), *of_token), self._at(self.after))
        else:
            by_name = Implication(tuple(known), self._at(self.first))
        whole = under_hypotheses([*needed, *before], said)
        return BaseOrStep(written, by_name, known, len(inherited) - len(needed), whole)

    def _at(self, value: str) -> str:
        return f"{self.letter}({value})"
