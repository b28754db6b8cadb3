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
    """What a run has said so far: for each name its axioms, and when it was through."""

    def __init__(self, watch: Callable[[str], None]) -> None:
        self.axioms: dict[str, list[str]] = {}
        self._watch, self._name, self._since = watch, "", time.perf_counter()
        self._seconds: dict[str, float] = {}
        self._listing = False

    def line(self, line: str) -> None:
        """Take note of a line that was printed."""
        if line.startswith("== "):
            name = line[3:].strip()
            if name == "axioms":
                self._listing = True
                return
            self._listing = False
            if name == "end":
                self.axioms.setdefault(self._name, []).append("")
                self._watch(self._name)
                name = ""
            else:
                now = time.perf_counter()
                self._seconds[name], self._since = now - self._since, now
            self._name = name
        elif self._name and self._listing:
            self.axioms.setdefault(self._name, []).append(line.rstrip())

    def ruling(self, name: str) -> Ruling:
        """What was said of a name whose theorem went through."""
        *said, _ = self.axioms[name]
        named = tuple(axioms_named(said))
        strange = sorted(set(named) - CLASSICAL)
        text = f"It rests on {', '.join(strange)}." if strange else ""
        return Ruling(not strange, rocq_version(), named, round(self._seconds[name], 2), text)


def axioms_named(lines: Sequence[str]) -> list[str]:
    """The names that `Print Assumptions` printed; whatever is not understood counts as one."""
    if lines == ["Closed under the global context"]:
        return []
    if not lines or lines[0] != "Axioms:":
        return ["what could not be read"]
    named = (re.match(r"(\S+)( :|$)", line) for line in lines[1:] if not line.startswith(" "))
    return [found[1] if found else "what could not be read" for found in named]
