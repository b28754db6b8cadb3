"""What a derivation says: a statement, and how its rule came to it, part by part."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.long_sides import Named
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["LEFT_OUT", "ON_BOTH_SIDES", "Line", "ProvedStatement"]

ON_BOTH_SIDES = r"\quad\text{on both sides}"
"""What ends the statement of an equation whose sides are written alike."""

LEFT_OUT = r"\dots"
"""What stands in place of long lines, which are among the steps entry by entry."""


@dataclass(frozen=True)
class Line:
    """A term as LaTeX that is equal to the one of the line before, and `why` it is."""

    latex: str
    why: str = ""


@dataclass(frozen=True)
class ProvedStatement:
    """A statement that was proved, and how.

    **Fields**

    - `statement` as LaTeX, and apart the `hypotheses` and the `consequence` that it is made of: no
      hypotheses, and the statement, where it is no implication.
    - its `verdict`; the `rule` that concluded it, and the `scope`, for which sizes; `conditions`,
      what is assumed besides, as LaTeX; `name`, of what it is in the whole.
    - `definitions`: what stands in the statement, as traced from the subject's code; `invariant`,
      what the rule was handed, such as the relation of two machines' states.
    - `predicate`: what an induction says of one integer, by a name; `by_name`, hypotheses and
      consequence of its base or step by that name.
    - `instances`: those hypotheses of a base or step that are some of the whole, which are of all
      integers, at one of them; `instances_at`, at which, as LaTeX.
    - `named`: what long sides go by from here on, where it was `shortened`; `in_full`, statement
      and consequence as they were before that.
    - `lines`: from the left side to the right one, as a reader wants them; `entries`, the same
      entry by entry with every step that was taken.
    - `unused`: how many steps were left out that nothing needs; `using`, the hypotheses of the step
      of which the rule is told in place of it; see `with_used_steps`. `spared`: how many
      hypotheses were left out that a base or a step does not need.
    - `seen`: how many parts of a conjunction are not told, as both of their sides are one term.
    - `as_in`: the number of the statement with this proof, where it came before in the whole, and
      what follows is not told again; `instead`, which formulas stand there, and which here, if it
      is the same but for these; see `without_repeats`.
    - `left_out`: what is not told of its proof, as the whole is too long, in words; see `fitting`.
    - `parts`: the statements from which it follows; `words`, the sentences of an argument;
      `rests_on`, facts and other claims; `routes`, what decided it, and what tried it.
    """

    statement: str
    rule: str
    verdict: Verdict
    hypotheses: tuple[str, ...] = ()
    consequence: str = ""
    name: str = ""
    scope: str = ""
    conditions: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    invariant: tuple[str, ...] = ()
    predicate: Named | None = None
    by_name: Implication | None = None
    instances: tuple[str, ...] = ()
    instances_at: str = ""
    named: tuple[Named, ...] = ()
    in_full: tuple[str, ...] = ()
    unused: int = 0
    spared: int = 0
    seen: int = 0
    using: tuple[str, ...] = ()
    as_in: str = ""
    instead: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    entries: tuple[Line, ...] = ()
    parts: tuple[Self, ...] = ()
    words: tuple[str, ...] = ()
    rests_on: tuple[Ground, ...] = ()
    routes: tuple[str, ...] = ()

    @property
    def says(self) -> tuple[str, ...]:
        """Statement and consequence with all sides in full, by which statements are compared."""
        return self.in_full or (self.statement, self.consequence)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to be read but the statement itself, such as 0 = 0."""
        return not (self.lines or self.invariant or self.parts or self.words or self.rests_on)

    def walk(self) -> Iterator[Self]:
        """The derivation and all that it is made of, the whole before its parts."""
        yield self
        for part in self.parts:
            yield from part.walk()

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """What it rests on, that of its parts included, each once."""
        return tuple(dict.fromkeys(one for part in self.walk() for one in part.rests_on))
