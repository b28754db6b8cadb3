"""Certificates of the facts of the library, by proofs that are written for them.

What the kernel accepted is kept beside the facts. A fact is certified as long as its statement is
the one that was accepted; what rests on it is then no longer given it.
"""

from importlib.resources import files
from pathlib import Path

import theorem_checks.facts as library
from theorem_checks.certifying.certificates import (
    Certificate,
    certificate_for,
    library_digest,
)
from theorem_checks.certifying.certified_facts import certified, keep
from theorem_checks.certifying.certify import entry_of
from theorem_checks.certifying.lemmas import FOLDER
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.scripts import script_of
from theorem_checks.facts import FACTS, Fact

__all__ = ["certificate_of_fact", "certify_facts", "is_current"]


def certificate_of_fact(fact: Fact) -> Certificate | None:
    """The statement of a fact over ordered fields, with its proof; None where none is written.

    A fact is about real numbers and arrays of these, which ordered fields hold.
    """
    place = Path(str(files(library).joinpath("rocq", f"{fact.name.replace('-', '_')}.v")))
    if not place.exists():
        return None
    shared = FOLDER / place.name  # lemmas that other proofs use as well
    script = script_of(*([shared] if shared.exists() else []), place)
    return certificate_for(fact.statement, script=script, ordered=True)


def is_current(fact: Fact) -> bool:
    """Whether just this statement and this proof were accepted, with the library as it is."""
    made, entry = certificate_of_fact(fact), certified(fact.name)
    if made is None or entry is None:
        return made is None and entry is None
    return (entry.text, entry.library) == (made.digest, library_digest(made.form))


def certify_facts(folder: Path) -> dict[str, str]:
    """Have the kernel decide all facts that have a proof, and keep what it accepts.

    **Returns** by name what it says where it does not accept one, else ''.

    **Raises** `NoRocqError` where there is no compiler.
    """
    entries, said = {}, {}
    for name, fact in FACTS.items():
        made = certificate_of_fact(fact)
        if made is None:
            continue
        ruling = rule_on({"C_fact": made}, folder)["C_fact"]
        said[name] = ruling.said
        if ruling.accepted:
            entries[name] = entry_of(made, ruling)
    keep(entries)
    return said
