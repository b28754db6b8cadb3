"""Theories: folders of Rocq files beside claims, which prove what is said of a model of a program.

What they state is no statement of a claim: a claim may say in its notes what they prove, and stays
ARGUED. A theory may use what the library proves of rational numbers (`IndexSums`). Its files are
compiled in the order in which `_CoqProject` lists them, and may hold what an author's proof may:
definitions, lemmas, and no axioms.
"""

import hashlib
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from theorem_checks.certifying.certificates import library_text
from theorem_checks.certifying.compiler import rocq_version
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.kernel_output import CLASSICAL, Ruling, axioms_named
from theorem_checks.certifying.scripts import strange_commands
from theorem_checks.errors import ArgumentError, TheoremChecksError

__all__ = ["compiled_theory", "files_of_theory", "rule_on_theory", "run_in_theory"]

_SECONDS = 600.0
_LIBRARY = "IndexSums"
_THEOREM = re.compile(r"^Theorem (\w+)", re.MULTILINE)
_BESIDE = re.compile(  # what a theory may hold beside: its own files, and short names of terms
    r"^(From TheoremChecks Require Import [\w ]+|Local Notation \w+ := [^\n]*)\.$", re.MULTILINE
)


def files_of_theory(folder: Path) -> list[Path]:
    """The files of a theory, in order.

    **Raises** `ArgumentError` where there are none, or where one holds what is no proof.
    """
    try:
        listed = (folder / "_CoqProject").read_text(encoding="utf-8").splitlines()
        files = [folder / line.strip() for line in listed if line.strip().endswith(".v")]
        texts = {file: file.read_text(encoding="utf-8") for file in files}
    except OSError as error:
        raise ArgumentError(
            "theory", str(folder), "a folder with a _CoqProject, and the files that it lists"
        ) from error
    if not files:
        raise ArgumentError("theory", str(folder), "a _CoqProject that lists files, a line each")
    for file, text in texts.items():
        if strange := next(strange_commands(_BESIDE.sub("", text)), None):
            raise ArgumentError(
                f"theory: {file.name}", strange, "definitions, lemmas and their proofs"
            )
    return files


def compiled_theory(folder: Path, work: Path, last: str | None = None) -> Path:
    """Compile a theory, once for each of its states; all of it, or up to the file `last`.

    **Returns** where it is compiled. **Raises** `TheoremChecksError` where a file is not accepted.
    """
    files = files_of_theory(folder)
    names = [file.stem for file in files]
    if last is not None:
        files = files[: names.index(last) + 1]
    texts = {_LIBRARY: library_text(_LIBRARY)}
    texts |= {file.stem: file.read_text(encoding="utf-8") for file in files}
    digest = hashlib.blake2b("\n".join(texts.values()).encode(), digest_size=6).hexdigest()
    place = work / f"theory-{digest}-{rocq_version()}"
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        if (place / f"{name}.done").exists():
            continue
        (place / f"{name}.v").write_text(text, encoding="utf-8")
        code, said = run_compiler(
            [place], place / f"{name}.v", _SECONDS, lambda _line: None, Compilers()
        )
        if code:
            raise TheoremChecksError(f"{name}.v is not accepted: {said.strip()[-800:]}")
        (place / f"{name}.done").write_text("", encoding="utf-8")
    return place


def run_in_theory(place: Path, text: str) -> list[str]:
    """Run a file with a theory that was compiled; the lines that were printed.

    **Raises** `TheoremChecksError` where it is not accepted.
    """
    lines: list[str] = []
    with tempfile.TemporaryDirectory(dir=place.parent) as own:
        file = Path(own) / "run.v"
        file.write_text(text, encoding="utf-8")
        code, said = run_compiler([place], file, _SECONDS, lines.append, Compilers())
    if code:
        raise TheoremChecksError(f"The file is not accepted: {said.strip()[-800:]}")
    return [line.rstrip("\n") for line in lines]


def rule_on_theory(folder: Path, work: Path) -> dict[str, Ruling]:
    """Compile a theory, and say of each of its theorems on which axioms it rests.

    One that rests on others than those of the classical reals is not accepted.
    """
    place = compiled_theory(folder, work)
    files = files_of_theory(folder)
    names = [n for file in files for n in _THEOREM.findall(file.read_text(encoding="utf-8"))]
    asked = [f'Goal True. idtac "== {n}". Abort.\nPrint Assumptions {n}.' for n in names]
    required = " ".join(file.stem for file in files)
    lines = run_in_theory(
        place, f"From TheoremChecks Require Import {required}.\n" + "\n".join(asked)
    )
    marks = [i for i, line in enumerate(lines) if line.startswith("== ")]
    parts = [lines[i:j] for i, j in zip(marks, [*marks[1:], len(lines)], strict=True)]
    return {part[0][3:]: _ruling(part[1:]) for part in parts}


def _ruling(said: Sequence[str]) -> Ruling:
    named = tuple(axioms_named(said))
    strange = sorted(set(named) - CLASSICAL)
    text = f"It rests on {', '.join(strange)}." if strange else ""
    return Ruling(not strange, rocq_version(), named, said=text)
