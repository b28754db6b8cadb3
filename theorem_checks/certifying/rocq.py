"""What Rocq's kernel makes of certificates, with a library that is compiled once."""

import contextlib
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from theorem_checks.certifying.authored import rule_on_authored
from theorem_checks.certifying.axioms_asked import asked
from theorem_checks.certifying.certificates import (
    LIBRARY,
    Certificate,
    file_text,
    files_digest,
    library_text,
)
from theorem_checks.certifying.compiler import INSTALL, NoRocqError, rocq_version
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.kernel_output import Ruling, Told

try:
    import fcntl
except ImportError:  # no POSIX: two processes may then compile the same
    fcntl = None

__all__ = ["compiled_library", "rule_on"]

_SECONDS = 600.0  # for a file, beside a share for each theorem in it
_SECONDS_EACH = 30.0
_compiling = threading.RLock()  # where files cannot be locked


def compiled_library(folder: Path, form: str) -> Path:
    """The library of a form, compiled below a folder; once for each of its states.

    **Raises** `NoRocqError` where MathComp or another library of its is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return _compiled(folder, LIBRARY[form])


def _place(folder: Path, names: Sequence[str]) -> Path:
    return folder / f"{files_digest(names)[:12]}-{rocq_version()}"


def _compiled(folder: Path, names: Sequence[str]) -> Path:
    """Where files of the library are, compiled in their order.

    All but the last of them may begin the library of another form as well, and are compiled once.
    """
    place = _place(folder, names)
    if not (place / "complete").exists():
        with _alone(folder / f"{place.name}.lock"):
            if not (place / "complete").exists():
                _compile(folder, names, place)
    return place


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one thread of one process be here at a time; another one waits."""
    if fcntl is None:
        with _compiling:
            yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed
        yield


def _compile(folder: Path, names: Sequence[str], place: Path) -> None:
    """Compile the last of some files beside those before it, and move all to their place."""
    *earlier, last = names
    with tempfile.TemporaryDirectory(dir=folder) as own:
        made = Path(own) / "library"
        made.mkdir()
        for name in earlier:
            for suffix in (".v", ".vo"):
                shutil.copy(_compiled(folder, earlier) / f"{name}{suffix}", made)
        (made / f"{last}.v").write_text(library_text(last), encoding="utf-8")
        code, said = run_compiler(
            [made], made / f"{last}.v", _SECONDS, lambda _line: None, Compilers()
        )
        if code:
            raise NoRocqError(
                f"coqc cannot compile {last}.v of the library: {said[-800:]} {INSTALL}"
            )
        (made / "complete").write_text("", encoding="utf-8")
        with contextlib.suppress(OSError):  # another process was first
            made.rename(place)


def rule_on(
    certificates: Mapping[str, Certificate],
    folder: Path,
    watch: Callable[[str], None] = lambda _name: None,
    compilers: Compilers | None = None,
    before: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> dict[str, Ruling]:
    """Hand certificates of one form to the kernel, all in one file, and say what it made of each.

    One that is not accepted is taken out, and the others are tried again. A proof that a person
    wrote is in a file by itself.

    **Arguments**: certificates by name, identifiers each; `folder`, where files are written;
    `watch`, called with each name as it is decided; `compilers`, which take note of each run;
    `before`, the axioms on which theorems rested before, by name, as far as they are known.
    """
    compilers, seen = compilers or Compilers(), set[str]()

    def through(name: str) -> None:
        if name not in seen:
            seen.add(name)
            watch(name)

    library = compiled_library(folder, next(iter(certificates.values())).form)
    authored = {name: one for name, one in certificates.items() if one.by_author}
    found = rule_on_authored(authored, library, through, compilers, before)
    left = {name: one for name, one in certificates.items() if name not in found}
    while left:
        file = library / f"batch_{os.getpid()}_{threading.get_native_id()}.v"
        questions = asked(left, before)
        text = file_text(left.items(), questions)
        file.write_text(text, encoding="utf-8")
        told = Told(through)
        limit = _SECONDS + _SECONDS_EACH * len(left)
        try:
            code, said = run_compiler([library], file, limit, told.line, compilers)
        finally:
            for suffix in (".v", ".vo", ".vok", ".vos", ".glob"):
                file.with_suffix(suffix).unlink(missing_ok=True)
        answers = questions.answered(told)
        done = {name: told.ruling(name, axioms) for name, axioms in answers.items()}
        if code == 0 and len(done) == len(left):
            return found | done
        if questions.groups:  # once more, with a question about each
            found, before = found | done, {}
            left = {name: one for name, one in left.items() if name not in found}
            continue
        bad = _failing(text, said) or next(name for name in left if name not in done)
        found |= {name: ruling for name, ruling in done.items() if name != bad}
        found[bad] = Ruling(False, rocq_version(), said=said.strip()[-600:])
        through(bad)
        left = {name: one for name, one in left.items() if name not in found}
    return found


def _failing(text: str, said: str) -> str:
    """In which module of a file an error stands."""
    place = re.search(r"line (\d+), characters", said)
    if place is None:
        return ""
    before = text.split("\n")[: int(place[1])]
    modules = [line[7:-1] for line in before if line.startswith("Module ")]
    return modules[-1] if modules else ""
