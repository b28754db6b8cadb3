"""Proofs that a person wrote: what they may consist of.

The statement stands in a file before the script, and the theorem in one behind it, so that nothing
in a script can change what is said; on which axioms it rests is asked there. What is refused here
is what could reach beyond the proof: commands that load code, read or write files, change the
grammar or turn off checks of the kernel. Commands that are known to be harmless are let through,
and no others.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from theorem_checks.errors import ArgumentError

__all__ = ["script_of", "strange_commands"]

_COMMANDS = frozenset(
    [
        *("Lemma", "Theorem", "Remark", "Fact", "Corollary", "Proposition", "Example", "Goal"),
        *("Definition", "Fixpoint", "CoFixpoint", "Inductive", "Record", "Structure", "Variant"),
        *("Let", "Section", "End", "Variable", "Variables", "Hypothesis", "Hypotheses", "Context"),
        *("Proof", "Qed", "Defined", "Ltac", "Arguments", "Implicit", "Existing", "Canonical"),
        *("Open", "Close", "Import", "Hint", "Instance", "Check", "About"),
    ]
)
_REQUIRED = r"From (Coq|mathcomp|Coquelicot|Interval|Flocq|HB)\b.* Require (Import|Export) .*"
_SET = (
    r"(Set|Unset) (Implicit Arguments|Strict Implicit|Printing Implicit Defensive"
    r"|Contextual Implicit|Maximal Implicit Insertion|Asymmetric Patterns)"
)
_NOWHERE = re.compile(
    r"\b(native_\w*|Redirect|Declare|Load|LoadPath|Drop|Cd|\w*Extraction|Extract|Guard|Universe"
    r"|Positivity|Admitted|Axioms?|Conjectures?|Parameters?|admit|give_up)\b"
)
_PREFIX = re.compile(r"\s*(?:[-+*]+|[{}]|(?:[\d\s,-]+|all|!|\[\w+\])\s*:\s*\{?)")


def script_of(*paths: Path) -> str:
    """The text of a proof, which may go on from file to file.

    **Raises** `ArgumentError` for a file that is not there, or one with other commands, and where
    the theorem is missing.
    """
    text, names = "\n".join(map(_read, paths)), ", ".join(path.name for path in paths)
    if len(paths) > 1:  # once more, as a string may go on from file to file
        _require_harmless(text, names)
    if not re.search(r"\b(Theorem|Lemma)\s+proved\s*:\s*statement\s*\.", _bare(text)):
        raise ArgumentError(
            f"proof: {names}",
            "no such theorem",
            "'Theorem proved : statement.' with its proof",
            "The toolkit writes the statement before it.",
        )
    return text


def _read(path: Path) -> str:
    """The text of a file of lemmas and proofs, and of nothing else."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError("proof", str(path), "a file of Rocq, in UTF-8", str(error)) from error
    _require_harmless(text, path.name)
    return text


def _require_harmless(text: str, name: str) -> None:
    if found := next(strange_commands(text), None):
        raise ArgumentError(
            f"proof: {name}",
            found,
            "definitions, lemmas and their proofs, and nothing else",
            "A proof loads no code, touches no file, and changes neither grammar nor checks.",
        )


def strange_commands(text: str) -> Iterator[str]:
    """The sentences of a text that may not stand in a proof."""
    bare = _bare(text)
    yield from (found[0] for found in _NOWHERE.finditer(bare))
    for sentence in re.split(r"\.(?=\s|$)", bare):
        said = " ".join(sentence.split())
        while (rest := _PREFIX.sub("", said, count=1).strip()) != said:
            said = rest
        word = re.match(r"(?:Local )?([A-Z]\w*)", said)
        if said.startswith("#") or (word and not _is_known(word[1], said)):
            yield f"{said[:60]}."


def _is_known(word: str, said: str) -> bool:
    return word in _COMMANDS or any(re.fullmatch(known, said) for known in (_REQUIRED, _SET))


def _bare(text: str) -> str:
    """A text with a blank in place of each comment, which may hold others, and of each string."""
    found, depth, place = [], 0, 0
    for token in re.finditer(r'\(\*|\*\)|"(?:[^"]|"")*"?', text):
        if not depth:
            found.append(text[place : token.start()])
        place = token.end()
        if token[0] == "(*":
            depth += 1
        elif token[0] == "*)":
            depth = max(0, depth - 1) if depth else 0
            found.append("" if depth else " ")
        elif not depth:
            found.append(' "" ')
    return "".join([*found, text[place:] if not depth else ""])
