"""What the kernel makes of proofs that people wrote: statement, script and theorem, file by file.

Nothing in a script can change what is proved, as the statement is compiled before it, and the
theorem, of which the axioms are asked, after it. Of several certificates all statements are one
file, and so are all theorems: to load the library takes longer than most of them.
"""

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

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
) -> dict[str, Ruling]:
    """What the kernel makes of certificates of one form whose proofs people wrote.

    **Arguments**: certificates by name; where the `library` of their form is compiled; `watch`,
    called with each name as it is decided; `compilers`, which take note of each run.
    """
    found = _together(certificates, library, compilers) if len(certificates) > 1 else {}
    for name, one in certificates.items():
        if name not in found:
            found[name] = _alone(name, one, library, compilers)
        watch(name)
    return found


def _together(
    certificates: Mapping[str, Certificate], library: Path, compilers: Compilers
) -> dict[str, Ruling]:
    """What the kernel makes of those of which it comes to the end of the last file.

    Nothing of any where one statement or one theorem is refused, and nothing of one whose script is
    refused: each of these is to be asked alone.
    """
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        compiled = _Compiled(Path(folder), library, compilers)
        statements, *scripts, _ = files_of_scripts(certificates).items()
        told, took = compiled.file(*statements, _SECONDS_EACH * len(certificates))
        if told is None:
            return {}
        seconds = {}
        for name, script in zip(certificates, scripts, strict=True):
            told, own = compiled.file(*script)
            if told is not None:
                seconds[name] = own + took / len(certificates)
        through = {name: one for name, one in certificates.items() if name in seconds}
        if not through:
            return {}
        *_, theorems = files_of_scripts(through).items()
        told, _ = compiled.file(*theorems, _SECONDS_EACH * len(through))
    if told is None or not told.axioms.keys() >= through.keys():
        return {}
    rulings = {name: told.ruling(name) for name in through}
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
    return replace(told.ruling(name), seconds=round(seconds, 2))


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
