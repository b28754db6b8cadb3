"""The pages of what the kernel of Rocq alone proves: definitions and lemmas of its scripts."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from theorem_checks.deriving.markdown import MOST, in_markdown
from theorem_checks.reporting.authored import Authored, Words
from theorem_checks.reporting.pages.found import Known
from theorem_checks.reporting.pages.markdown import (
    MADE,
    display,
    folded,
    headline,
    page,
    prose,
    quoted,
)
from theorem_checks.reporting.pages.places import link_to

__all__ = ["outline", "script_page"]

_PROOF = re.compile(r"^[ \t]*Proof\b.*?\b(?:Qed|Defined)\.[ \t]*\n?", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"\s*\(\*((?:(?!\*\)|\(\*).)*)\*\)", re.DOTALL)
_SETTING = re.compile(r"^(?:(?:Set|Unset) [A-Z]|From \w+ Require )[^\n]*\.[ \t]*\n", re.MULTILINE)
_STATED = re.compile(
    r"(\.[ \t]*\n)((?:Local[ ]|#\[[^\]\n]*\][ ])?(?:Lemma|Theorem|Corollary|Fact|Remark)\b)"
)
"""The beginning of a lemma straight below what ends there, such as the lemma before."""
_READ = re.compile(r"\b(?:f|T|make|get)_\w+ (?:N\b|\()")
"""A name under which the kernel knows what was read from an author's code."""
_OF_CODE = (
    "Of what was read from the claim's code, `f_NAME` is the function NAME, `T_NAME` the class"
    " NAME, `make_NAME` one of these by its fields, and `get_NAME_FIELD` such a field."
)


def script_page(known: Known, told: Authored) -> str:
    """Return the page on a proof that was written for the kernel of Rocq."""
    claim = known.claim
    *others, last = told.scripts
    return page(
        "---\norphan: true\n---",
        f"# Proof: {headline(claim.title)}",
        MADE,
        f"**{known.verdict}**, of {link_to(claim, '../')} ({prose(str(claim.source))}).",
        display(claim.statement),
        *map(quoted, told.words),
        "## What is proved" if told.stated else "",
        in_markdown(told.stated).rstrip("\n") if told.stated else "",
        "The kernel of Rocq accepts this proof, and no engine derives it. Below stand the"
        " definitions and lemmas of its scripts, each without the steps of its proof, which are in"
        f" the file. `theorem-checks certify {claim.id} --out FOLDER` writes the statement, as"
        " `statement`, and all of the proof.",
        _OF_CODE
        if any(_READ.search(one.read_text(encoding="utf-8")) for one in told.scripts)
        else "",
        f"## `{_written(last)}`",
        *_idea_and_outline(last.read_text(encoding="utf-8")),
        "## What it takes" if others else "",
        *_taken(others),
    )


def _idea_and_outline(script: str) -> Iterator[str]:
    """The comment with which a script begins, as words, and the outline of the others."""
    begins = _COMMENT.match(script)
    if begins is not None:
        yield quoted(Words("the proof", begins[1]))
    yield _code(outline(script[begins.end() :] if begins is not None else script))


def outline(script: str) -> str:
    """What a script defines and states, with its comments, without the steps of its proofs.

    Commands that set how the rest is to be read are left out as well.
    """
    told = _STATED.sub(r"\1\n\2", _SETTING.sub("", _PROOF.sub("", script)))
    return re.sub(r"\n{3,}", "\n\n", told).strip()


def _taken(scripts: Sequence[Path]) -> Iterator[str]:
    """The scripts that another one takes from, the nearest first, as many as fit on a page."""
    left = MOST
    for script in reversed(scripts):
        text = outline(script.read_text(encoding="utf-8"))
        left -= len(text)
        name = f"<code>{_written(script)}</code>"
        yield folded(name, _code(text)) if left > 0 else f"{name}, which is left out here."


def _code(text: str) -> str:
    return f"```coq\n{text}\n```"


def _written(script: Path) -> str:
    """The path of a script from the folder in which the topmost package around it is."""
    top = script.parent
    while (top / "__init__.py").exists():
        top = top.parent
    return script.relative_to(top).as_posix()
