"""Runs of Rocq's compiler, with limits on time and memory; all can be ended together."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from theorem_checks.certifying.compiler import coqc
from theorem_checks.errors import TheoremChecksError

__all__ = ["Compilers", "run_compiler"]

_MEGABYTES = 3000


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
