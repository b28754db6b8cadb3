"""Running Rocq's compiler: one process at a time, with limits on time and memory."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from theorem_checks.certifying.certificates import (
    LIBRARY,
    Certificate,
    file_text,
    files_digest,
    files_of_script,
    library_text,
)
from theorem_checks.certifying.compiler import INSTALL, NoRocqError, coqc, rocq_version
from theorem_checks.errors import TheoremChecksError

try:
    import fcntl
except ImportError:  # no POSIX: two processes may then compile the same
    fcntl = None

__all__ = [
    "CLASSICAL",
    "Compilers",
    "Ruling",
    "axioms_named",
    "compiled_library",
    "rule_on",
    "run_compiler",
]

CLASSICAL = frozenset(
    {
        "Classical_Prop.classic",
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
"""The axioms on which the real numbers of Rocq's own library stand, and its theorems on them."""

_SECONDS, _MEGABYTES = 600.0, 3000  # for a file, beside a share for each theorem in it
_SECONDS_EACH = 30.0
_compiling = threading.Lock()  # of the library: another thread waits, and finds it done


class _Ended(TheoremChecksError):  # noqa: N818 (somebody wanted it)
    """The compiler was ended together with all others."""


class Compilers:
    """The compilers that run; they can be ended together, and then none starts any more."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._ended = False

    def add(self, process: "subprocess.Popen[str]") -> None:
        """Take note of one that was started."""
        self._running.add(process)
        if self._ended:
            _kill(process)

    def through(self, process: "subprocess.Popen[str]") -> None:
        """Forget one. **Raises** an error if all were ended."""
        self._running.discard(process)
        if self._ended:
            raise _Ended("The compiler was ended.")

    def end(self) -> None:
        """End all that run."""
        self._ended = True
        for process in list(self._running):
            _kill(process)


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


def compiled_library(folder: Path, form: str) -> Path:
    """The library of a form, compiled below a folder; once for each of its states.

    **Raises** `NoRocqError` where MathComp or another library of its is missing.
    """
    place = _place(folder, LIBRARY[form])
    if (place / "complete").exists():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    with _compiling, (folder / "lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed
        return _compiled(folder, LIBRARY[form])


def _place(folder: Path, names: Sequence[str]) -> Path:
    return folder / f"{files_digest(names)[:12]}-{rocq_version()}"


def _compiled(folder: Path, names: Sequence[str]) -> Path:
    """Where files of the library are, compiled in their order.

    All but the last of them may begin the library of another form as well, and are compiled once.
    """
    place = _place(folder, names)
    if (place / "complete").exists():
        return place
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
    return place


def rule_on(
    certificates: Mapping[str, Certificate],
    folder: Path,
    watch: Callable[[str], None] = lambda _name: None,
    compilers: Compilers | None = None,
) -> dict[str, Ruling]:
    """Hand certificates of one form to the kernel, all in one file, and say what it made of each.

    One that is not accepted is taken out, and the others are tried again. One whose proof a person
    wrote is compiled by itself.

    **Arguments**: certificates by name, identifiers each; `folder`, where files are written;
    `watch`, called with each name as it is decided; `compilers`, which take note of each run.
    """
    compilers = compilers or Compilers()
    library = compiled_library(folder, next(iter(certificates.values())).form)
    found: dict[str, Ruling] = {}
    for name, one in certificates.items():
        if one.by_author:
            found[name] = _rule_on_script(name, one, library, compilers)
            watch(name)
    left = {name: one for name, one in certificates.items() if name not in found}
    while left:
        file = library / f"batch_{os.getpid()}_{threading.get_native_id()}.v"
        text = file_text(left.items())
        file.write_text(text, encoding="utf-8")
        told = _Told(watch)
        limit = _SECONDS + _SECONDS_EACH * len(left)
        try:
            code, said = run_compiler([library], file, limit, told.line, compilers)
        finally:
            for suffix in (".v", ".vo", ".vok", ".vos", ".glob"):
                file.with_suffix(suffix).unlink(missing_ok=True)
        done = {name: told.ruling(name) for name in left if name in told.axioms}
        if code == 0 and len(done) == len(left):
            return found | done
        bad = _failing(text, said) or next(name for name in left if name not in done)
        found |= {name: ruling for name, ruling in done.items() if name != bad}
        found[bad] = Ruling(False, rocq_version(), said=said.strip()[-600:])
        watch(bad)
        left = {name: one for name, one in left.items() if name not in found}
    return found


def _rule_on_script(
    name: str, certificate: Certificate, library: Path, compilers: Compilers
) -> Ruling:
    """What the kernel makes of a proof that a person wrote: statement, script, and theorem."""
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        told, since = _Told(lambda _name: None), time.perf_counter()
        for file, text in files_of_script(name, certificate).items():
            path = Path(folder) / file
            path.write_text(text, encoding="utf-8")
            told = _Told(lambda _name: None)
            code, said = run_compiler([library, Path(folder)], path, _SECONDS, told.line, compilers)
            if code:
                return Ruling(False, rocq_version(), said=said.strip()[-600:])
        seconds = round(time.perf_counter() - since, 2)
    if name not in told.axioms:
        return Ruling(False, rocq_version(), said="It did not come to the end of the last file.")
    return replace(told.ruling(name), seconds=seconds)


class _Told:
    """What a run has said so far: for each name its axioms, and when it was through."""

    def __init__(self, watch: Callable[[str], None]) -> None:
        self.axioms: dict[str, list[str]] = {}
        self._watch, self._name, self._since = watch, "", time.perf_counter()
        self._seconds: dict[str, float] = {}
        self._listing = False

    def line(self, line: str) -> None:
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


def _failing(text: str, said: str) -> str:
    """In which module of a file an error stands."""
    place = re.search(r"line (\d+), characters", said)
    if place is None:
        return ""
    before = text.split("\n")[: int(place[1])]
    modules = [line[7:-1] for line in before if line.startswith("Module ")]
    return modules[-1] if modules else ""


def run_compiler(
    folders: Sequence[Path],
    file: Path,
    seconds: float,
    watch: Callable[[str], None],
    compilers: Compilers,
) -> tuple[int, str]:
    """Compile a file with what is in folders; the exit status, and what was said of errors."""
    known = [word for folder in folders for word in ("-R", str(folder), "TheoremChecks")]
    command = [coqc(), "-w", "none", *known, str(file)]
    limited = ["sh", "-c", f'ulimit -v {_MEGABYTES * 1024} 2>/dev/null; exec "$@"', "sh", *command]
    process = subprocess.Popen(  # noqa: S603
        limited if os.name == "posix" else command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=file.parent,
        start_new_session=True,
    )
    errors: list[str] = []
    assert process.stdout is not None
    assert process.stderr is not None
    stderr = process.stderr
    reader = threading.Thread(target=lambda: errors.append(stderr.read()), daemon=True)
    reader.start()
    timer = threading.Timer(seconds, _kill, [process])
    timer.start()
    compilers.add(process)
    try:
        for line in process.stdout:
            watch(line)
        code = process.wait()
    finally:
        timer.cancel()
        _kill(process)
        process.wait()
        reader.join()
        process.stdout.close()
        stderr.close()
    compilers.through(process)
    late = f"It took longer than {seconds:.0f} s." if code < 0 else ""
    return code, (errors[0] if errors else "") + late


def _kill(process: "subprocess.Popen[str]") -> None:
    """End a process, and whatever it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
