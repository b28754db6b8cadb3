"""What the kernel makes of proofs that people wrote: statement, script and theorem, file by file.

Nothing in a script can change what is proved, as the statement is compiled before it, and the
theorem, of which the axioms are asked, after it. Of several certificates all statements are one
file, and so are all theorems, and all scripts as long as each is accepted: to load the library
takes longer than most of them.
"""

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from theorem_checks.certifying.axioms_asked import Questions, asked
from theorem_checks.certifying.certificates import Certificate, files_of_script, files_of_scripts
from theorem_checks.certifying.compiler import rocq_version
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.kernel_output import Ruling, Told

__all__ = ["rule_on_authored"]

_SECONDS, _SECONDS_EACH = 600.0, 30.0  # for a file, beside a share for each theorem in it


def rule_on_authored(
    certificates: Mapping[str, Certificate],
    library: Path,
    watch: Callable[[str], None],
    compilers: Compilers,
    before: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> dict[str, Ruling]:
    """What the kernel makes of certificates of one form whose proofs people wrote.

    **Arguments**: certificates by name; where the `library` of their form is compiled; `watch`,
    called with each name as it is decided; `compilers`, which take note of each run; `before`, the
    axioms on which theorems rested before, by name, as far as they are known.
    """
    found = {}
    if len(certificates) > 1:
        run = _Together(certificates, library, compilers)
        found = run.of_one_file(before) or run.of_files(before)
    for name, one in certificates.items():
        if name not in found:
            found[name] = _alone(name, one, library, compilers)
        watch(name)
    return found


class _Together:
    """Certificates of one form, of which all statements are one file, and so are all theorems."""

    def __init__(
        self, certificates: Mapping[str, Certificate], library: Path, compilers: Compilers
    ) -> None:
        self._certificates, self._library, self._compilers = certificates, library, compilers

    def of_one_file(self, before: Mapping[str, tuple[str, ...]]) -> dict[str, Ruling]:
        """What the kernel makes of them, all scripts in one file; nothing where it refuses one."""
        questions = asked(self._certificates, before)
        files = files_of_scripts(self._certificates, questions, together=True)
        with tempfile.TemporaryDirectory(dir=self._library.parent) as folder:
            compiled = _Compiled(Path(folder), self._library, self._compilers)
            statements, scripts, theorems = files.items()
            started, took = compiled.file(*statements, self._more)
            proved, _ = (None, 0) if started is None else compiled.file(*scripts, self._more)
            told, _ = (None, 0) if proved is None else compiled.file(*theorems, self._more)
        if proved is None or told is None:
            return {}
        share = took / len(self._certificates)
        return _rulings(questions, told, {n: own + share for n, own in proved.seconds.items()})

    def of_files(self, before: Mapping[str, tuple[str, ...]]) -> dict[str, Ruling]:
        """What the kernel makes of them, each script in a file.

        Nothing of any where one statement or one theorem is refused, and nothing of one whose
        script is refused: each of these is to be asked alone.
        """
        everything = asked(self._certificates, before)
        with tempfile.TemporaryDirectory(dir=self._library.parent) as folder:
            compiled = _Compiled(Path(folder), self._library, self._compilers)
            files = files_of_scripts(self._certificates, everything, together=False)
            statements, *scripts, _ = files.items()
            told, took = compiled.file(*statements, self._more)
            if told is None:
                return {}
            seconds = {}
            for name, script in zip(self._certificates, scripts, strict=True):
                told, own = compiled.file(*script)
                if told is not None:
                    seconds[name] = own + took / len(self._certificates)
            through = {name: one for name, one in self._certificates.items() if name in seconds}
            if not through:
                return {}
            questions = asked(through, before)
            *_, theorems = files_of_scripts(through, questions, together=False).items()
            told, _ = compiled.file(*theorems, self._more)
        return {} if told is None else _rulings(questions, told, seconds)

    @property
    def _more(self) -> float:
        return _SECONDS_EACH * len(self._certificates)


def _rulings(questions: Questions, told: Told, seconds: Mapping[str, float]) -> dict[str, Ruling]:
    """What was said of the theorems of which the axioms are known."""
    rulings = {n: told.ruling(n, axioms) for n, axioms in questions.answered(told).items()}
    return {
        name: replace(ruling, seconds=round(ruling.seconds + seconds[name], 2))
        for name, ruling in rulings.items()
    }


def _alone(name: str, certificate: Certificate, library: Path, compilers: Compilers) -> Ruling:
    """What the kernel makes of one, and what it says where it does not accept it."""
    told, seconds = None, 0.0
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        compiled = _Compiled(Path(folder), library, compilers)
        for file, text in files_of_script(name, certificate).items():
            told, own = compiled.file(file, text)
            if told is None:
                return Ruling(False, rocq_version(), said=compiled.said.strip()[-600:])
            seconds += own
    if told is None or name not in told.axioms:
        return Ruling(False, rocq_version(), said="It did not come to the end of the last file.")
    ruling = told.ruling(name, told.axioms_of(name))
    return replace(ruling, seconds=round(seconds, 2))


class _Compiled:
    """A folder of compiled files, one after the other; and what was `said` of errors last."""

    def __init__(self, folder: Path, library: Path, compilers: Compilers) -> None:
        self._folder, self._library, self._compilers = folder, library, compilers
        self.said = ""

    def file(self, name: str, text: str, more: float = 0.0) -> tuple[Told | None, float]:
        """Compile a file; what the kernel printed, None where there is an error; and the seconds.

        **Arguments**: `more`, seconds beside those that each file has.
        """
        path, told, since = self._folder / name, Told(lambda _name: None), time.perf_counter()
        path.write_text(text, encoding="utf-8")
        code, self.said = run_compiler(
            [self._library, self._folder], path, _SECONDS + more, told.line, self._compilers
        )
        return (None if code else told), time.perf_counter() - since
