"""The words for what is claimed: source, subject, mutant, control, claim.

This module is a leaf: it imports nothing of the toolkit but its other words, and no engine.
"""

import dataclasses
import importlib
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType
from typing import Any

from theorem_checks.checks import Check, Tier
from theorem_checks.collecting import collected_in
from theorem_checks.errors import (
    ArgumentError,
    ClaimError,
    TheoremChecksError,
    nearest,
)
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["Claim", "Control", "Faulty", "Mutant", "Source", "faulty_kept"]

ESCAPED = dict(zip("\a\b\f\r\t\v\n", "abfrtvn", strict=True))  # and how each is written
_EATEN = r"[\a\b\f\r\t\v]\w*|\n(?:abla|eq|otin|ot|orm|u|leq|subseteq|eg|mid|parallel)\b"
_PROSE = r"(?:[A-Za-z()]+[,;.:]?\s+){4,}[A-Za-z()]+[.]?"  # five words, and no mathematics


_ID = (
    "Before the / stand small letters, digits and -, behind it letters, digits, -, + and dots; no"
    " underscores and no spaces."
)


@dataclass(frozen=True)
class Source:
    """Where a statement stands: the `paper`, and the `place` in it."""

    paper: str
    place: str

    def __str__(self) -> str:
        return f"{self.paper}, {self.place}"


@dataclass(frozen=True)
class _Variant:
    name: str
    subject: Any
    says: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", self.name):
            raise ArgumentError(
                f"{type(self).__name__}.name", self.name, "lower-case words joined by '-'"
            )


@dataclass(frozen=True)
class Mutant(_Variant):
    """A near-miss of the subject that every check naming it must refute.

    `says` tells in a phrase what a careless author got wrong.
    """


@dataclass(frozen=True)
class Control(_Variant):
    """A subject that is right, which no check of a refuted claim may refute.

    A mutant shows that a check can fail; a control shows that it can pass. A claim that is
    expected to be REFUTED has at least one, as a rule the repaired subject.
    """


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A precise statement with all that is needed to check it.

    **Fields**

    - `id`: 'paper/place', as in a catalogue; `title`: the statement in a line of plain words;
      `covers`: further catalogue ids that it settles.
    - `source`; `statement` in LaTeX; `assumptions`, each a sentence (LaTeX between $).
    - `subject`: what the claim is about, as a Python value; `says`: the statement as data, a
      function of the subject and a world (`theorem_checks.statements.worlds`), of which alone the
      claim can be PROVED; `checks`: what is asked of it.
    - `mutants`: near-misses that the checks must refute; `late`: mutants that agree with the
      subject on all that the checks try, and are wrong beyond: none may be PROVED; `controls`:
      true subjects that no check may refute (for a claim expected to be REFUTED).
    - `expect`: the verdict that this claim has; by default PROVED where one of the checks
      concludes what it `says`, and ARGUED elsewhere. `repairs`: ids of the refuted claims that it
      puts right; `repaired_by`: the id that puts this one right. `new`: whether it goes beyond its
      source. `notes`: what a reader should know, such as what is wrong in print.

    **Raises** `ClaimError` where a check kills nothing, names an unknown mutant, or a mutant is
    named by no check.
    """

    id: str
    title: str
    source: Source
    statement: str
    subject: Any
    checks: tuple[Check, ...]
    says: Callable[..., Any] | None = None
    mutants: tuple[Mutant, ...] = ()
    late: tuple[Mutant, ...] = ()
    controls: tuple[Control, ...] = ()
    assumptions: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    expect: Verdict = None  # pyright: ignore[reportAssignmentType] (None: computed from the checks)
    repairs: tuple[str, ...] = ()
    repaired_by: str | None = None
    new: bool = False
    notes: str = ""
    module: str = dataclasses.field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        declaring = sys._getframe(2)  # frame 1 is the generated __init__
        try:
            self._complete(declaring.f_globals.get("__name__", ""))
        except TheoremChecksError as error:
            if (kept := _faulty.get()) is None:
                raise
            kept.append(Faulty(self, error, _from_module(declaring)))

    def _complete(self, declared_in: str) -> None:
        if not isinstance(self.id, str) or not re.fullmatch(
            r"[a-z][a-z0-9-]*/[A-Za-z0-9.+-]+", self.id
        ):
            raise ArgumentError("Claim.id", self.id, "an id such as 'paper/theorem-1'", _ID)
        self._require_types()
        for name in ("checks", "mutants", "late", "controls", "assumptions", "covers", "repairs"):
            value = getattr(self, name)
            if not isinstance(value, tuple | list):
                raise ArgumentError(f"{self.id}: {name}", value, "a tuple", "Mind the comma.")
            object.__setattr__(self, name, tuple(value))
        if self.expect is not None and self.expect not in list(Verdict):
            raise ArgumentError(f"{self.id}: expect", self.expect, f"one of {', '.join(Verdict)}")
        if not self.module:
            object.__setattr__(self, "module", declared_in)
        self._require_complete()
        object.__setattr__(self, "expect", self._expected())
        object.__setattr__(self, "checks", tuple(self._resolved(c) for c in self.checks))
        self._require_power()

    def _require_types(self) -> None:
        for name in ("title", "statement", "notes"):
            value = getattr(self, name)
            if not isinstance(value, str) or (name != "notes" and not value.strip()):
                raise ArgumentError(f"{self.id}: {name}", value, "a text")
        if not isinstance(self.source, Source):
            hint = "Write source=Source('Title of the paper', 'Theorem 1')."
            raise ArgumentError(f"{self.id}: source", self.source, "a Source", hint)
        for name, text in vars(self.source).items():
            if not isinstance(text, str):
                raise ArgumentError(f"{self.id}: source.{name}", text, "a text")
        if self.says is not None and not callable(self.says):
            raise ArgumentError(f"{self.id}: says", self.says, "a function (subject, world)")
        if self.repaired_by is not None and not isinstance(self.repaired_by, str):
            raise ArgumentError(f"{self.id}: repaired_by", self.repaired_by, "the id of a claim")
        if not isinstance(self.new, bool):
            raise ArgumentError(f"{self.id}: new", self.new, "True or False")

    def _require_complete(self) -> None:
        members = {"mutants": Mutant, "late": Mutant, "controls": Control}
        members |= dict.fromkeys(("assumptions", "covers", "repairs"), str)
        for name, kind in members.items():
            for member in getattr(self, name):
                if not isinstance(member, kind):
                    raise ArgumentError(f"{self.id}: {name}", member, f"a {kind.__name__} each")
                if not isinstance(said := getattr(member, "says", ""), str):
                    raise ArgumentError(f"{self.id}: says of {member.name}", said, "a text")
        self._require_raw()
        self._require_checks()
        if self.expect == Verdict.REFUTED and not self.controls:
            raise ClaimError(
                f"{self.id} is expected to be REFUTED and has no control: nothing shows that its"
                " checks can pass. Give controls=(Control('repaired', subject),)."
            )
        for words in (self.checks, (*self.mutants, *self.late), self.controls):
            names = [w.name for w in words]
            if twice := sorted({n for n in names if names.count(n) > 1}):
                raise ClaimError(f"{self.id} uses the name {twice[0]!r} twice.")

    def _require_raw(self) -> None:
        """Refuse what Python makes of a LaTeX command in a string that is not raw."""
        named = {"statement": self.statement}
        named |= {f"assumptions[{n}]": text for n, text in enumerate(self.assumptions)}
        for name, text in named.items():
            if found := re.search(_EATEN, text):
                read, rest = found.group(0)[0], found.group(0)[1:]
                meant = f"\\{ESCAPED[read]}{rest}"
                raise ArgumentError(
                    f"{self.id}: {name}",
                    text,
                    f"LaTeX, and no control character, which Python makes of {meant}",
                    'Write it as a raw string, r"...".',
                )

        if re.fullmatch(_PROSE, self.statement.strip()):
            hint = r"Write mathematics, with words as \text{...}, and the sentence as the title."
            raise ArgumentError(f"{self.id}: statement", self.statement, "LaTeX", hint)
        braces = re.sub(r"\\[\\{}]", "", self.statement)
        if braces.count("{") != braces.count("}"):
            expected = "LaTeX in which every { has its }"
            raise ArgumentError(f"{self.id}: statement", self.statement, expected)

    def _require_checks(self) -> None:
        if not self.checks:
            raise ClaimError(f"{self.id} has no check. Give checks=(...).")
        for check_ in self.checks:
            if not isinstance(check_, Check):
                raise ArgumentError(
                    f"{self.id}: checks", check_, "functions declared with @check(kind)"
                )
            if check_.concludes and check_.says != self.says:
                raise ClaimError(
                    f"{self.id}: {check_.name} concludes another statement than the claim's. Write"
                    " says=..., with the function from which proof_of made the check."
                )

    def _expected(self) -> Verdict:
        """The verdict that is expected: PROVED only where a check concludes what the claim says."""
        concludes = any(check_.concludes for check_ in self.checks)
        if self.expect is None:
            return Verdict.PROVED if concludes else Verdict.ARGUED
        if self.expect == Verdict.PROVED and not concludes:
            raise ClaimError(
                f"{self.id} is expected to be PROVED, and none of its checks concludes what it"
                " says. Write the statement as data, says=..., and prove it by a check that"
                " proof_of(says, ...) makes; or drop expect=PROVED: what checks written by hand"
                " decide is ARGUED."
            )
        return Verdict(self.expect)

    def _resolved(self, check_: Check) -> Check:
        known = tuple(m.name for m in self.mutants)
        kills = known if check_.kills is None else check_.kills
        for name in kills:
            if name not in known:
                raise ClaimError(
                    f"{self.id}: {check_.name} is to kill {name!r}, but no mutant has that name."
                    f"{nearest(name, known)}"
                )
        return dataclasses.replace(check_, kills=kills)

    def _require_power(self) -> None:
        if self.expect is Verdict.REFUTED and not self.mutants:
            return  # the subject itself shows that the checks can fail
        for check_ in self.checks:
            if not check_.kills:
                raise ClaimError(
                    f"{self.id}: {check_.name} kills no mutant, so nothing shows that it can fail."
                    " Give mutants=(Mutant('slip', subject),). A lemma that has none is a part of"
                    " the check that uses it, all_of({'lemma': ...}, scope)."
                )
        killed = {name for check_ in self.checks for name in check_.kills or ()}
        for mutant in self.mutants:
            if mutant.name not in killed:
                raise ClaimError(f"{self.id}: no check is to kill the mutant {mutant.name!r}.")

    def verify(self, *, tier: str = Tier.QUICK, seed: int = 0) -> Any:
        """Run the checks on the claim and its mutants here, for a notebook, which shows a table.

        See `theorem_checks.running.in_process.verify_here`.
        """
        # which reads this module
        here = importlib.import_module("theorem_checks.running.in_process")
        return here.verify_here(self, tier=tier, seed=seed)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its checks, in their order, each once."""
        return tuple(dict.fromkeys(c.kind for c in self.checks))

    def check_named(self, name: str) -> Check:
        """Return the check of this name; `ArgumentError` if there is none."""
        return _named(self.checks, name, f"{self.id}: check")

    def subject_of(self, variant: str) -> Any:
        """Return the subject for 'claim', 'mutant:NAME', 'late:NAME' or 'control:NAME'."""
        role, _, name = variant.partition(":")
        if role == "claim" and not name:
            return self.subject
        pools = {"mutant": self.mutants, "late": self.late, "control": self.controls}
        if role not in pools:
            known = "'claim', 'mutant:NAME', 'late:NAME' or 'control:NAME'"
            raise ArgumentError("variant", variant, known)
        return _named(pools[role], name, f"{self.id}: {role}").subject

    def beside(self, variant: str) -> dict[str, Any]:
        """What a check is handed beside the subject for a variant: arguments of `Check`, by name.

        With the claim go its late mutants, and those that no check is to kill which concludes what
        it says; with a mutant the subject that it mutates.
        """
        role = variant.partition(":")[0]
        if role == "claim":
            killed = {
                name for check_ in self.checks if check_.concludes for name in check_.kills or ()
            }
            unkilled = (mutant for mutant in self.mutants if mutant.name not in killed)
            pools = {"late": self.late, "unkilled": unkilled}
            return {key: {one.name: one.subject for one in pool} for key, pool in pools.items()}
        if role not in ("mutant", "late"):
            return {}
        return {"mutates": (self.subject,), "is_late": role == "late"}

    def _repr_markdown_(self) -> str:
        lines = [f"**{self.id}** {self.title} *({self.source})*", f"$${self.statement}$$"]
        lines += [f"- {assumption}" for assumption in self.assumptions]
        lines.append(f"expected: **{self.expect}**")
        return "\n\n".join(lines)


@dataclass(frozen=True)
class Faulty:
    """A declaration that is no claim: as far as it came, the error, and the calls that led to it.

    The first of these is of the module whose import has come to it.
    """

    claim: Claim
    error: TheoremChecksError
    calls: traceback.StackSummary


_faulty: ContextVar[list[Faulty] | None] = ContextVar("_faulty", default=None)


def faulty_kept() -> AbstractContextManager[list[Faulty]]:
    """Let a claim that is declared wrongly raise nothing here, and spoil no other of its file.

    **Yields** the list to which each is added.
    """
    return collected_in(_faulty)


def _from_module(frame: FrameType) -> traceback.StackSummary:
    """The calls down to this frame, from the module that is being imported on."""
    calls = traceback.extract_stack(frame)
    modules = [place for place, call in enumerate(calls) if call.name == "<module>"]
    return traceback.StackSummary.from_list(calls[modules[-1] if modules else 0 :])


def _named(things: tuple[Any, ...], name: str, what: str) -> Any:
    for thing in things:
        if thing.name == name:
            return thing
    names = [thing.name for thing in things]
    raise ArgumentError(what, name, f"one of {', '.join(names) or '(none)'}.{nearest(name, names)}")
