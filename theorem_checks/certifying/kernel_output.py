"""What the kernel prints of certificates: on which axioms each rests, and how long it took."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from theorem_checks.certifying.compiler import rocq_version

__all__ = ["CLASSICAL", "Ruling", "Told", "axioms_named"]

CLASSICAL = frozenset(
    {
        "Classical_Prop.classic",
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
"""The axioms on which the real numbers of Rocq's own library stand, and its theorems on them."""


@dataclass(frozen=True)
class Ruling:
    """What the kernel made of a certificate.

    **Fields**: whether it was `accepted`; by which `version`; on which `axioms`; in how many
    `seconds`; and where it was not accepted, what was `said`.
    """

    accepted: bool
    version: str
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0
    said: str = ""


class Told:
    """What a run has said so far: when each theorem was through, and what rests on which axioms.

    **Fields**: `seconds` of each theorem by name; `axioms`, what was said of each theorem or group.
    """

    def __init__(self, watch: Callable[[str], None]) -> None:
        self.axioms: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self._watch, self._since = watch, time.perf_counter()
        self._name, self._asked, self._said = "", "", list[str]()

    def line(self, line: str) -> None:
        """Take note of a line that was printed."""
        if not line.startswith("== "):
            self._said.append(line.rstrip())
            return
        word, _, name = line[3:].strip().partition(" ")
        if word == "axioms":
            self._asked, self._said = name or self._name, []
        elif word == "end":
            self.axioms[self._asked], self._said = self._said, []
        else:
            now = time.perf_counter()
            self.seconds[word], self._since = now - self._since, now
            self._name = word
            self._watch(word)

    def axioms_of(self, name: str) -> tuple[str, ...]:
        """The axioms that were printed for a name."""
        return tuple(axioms_named(self.axioms[name]))

    def ruling(self, name: str, axioms: tuple[str, ...]) -> Ruling:
        """What is said of a name whose theorem went through, and rests on axioms."""
        strange = sorted(set(axioms) - CLASSICAL)
        text = f"It rests on {', '.join(strange)}." if strange else ""
        return Ruling(not strange, rocq_version(), axioms, round(self.seconds[name], 2), text)


def axioms_named(lines: Sequence[str]) -> list[str]:
    """The names that `Print Assumptions` printed; whatever is not understood counts as one."""
    if lines == ["Closed under the global context"]:
        return []
    if not lines or lines[0] != "Axioms:":
        return ["what could not be read"]
    named = (re.match(r"(\S+)( :|$)", line) for line in lines[1:] if not line.startswith(" "))
    return [found[1] if found else "what could not be read" for found in named]
