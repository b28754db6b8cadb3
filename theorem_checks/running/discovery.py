"""Find claims: by entry point, and by path."""

import contextlib
import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from theorem_checks.claims import Claim
from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Catalogue, Found, Origin, Problem, UnknownClaim, select
from theorem_checks.running.errata import errata_problems
from theorem_checks.running.finding import (
    Installed,
    Target,
    installed_targets,
    targets_of_paths,
)
from theorem_checks.running.loading import claims_of, is_loaded, load
from theorem_checks.running.siblings import usurped
from theorem_checks.running.supervise import IMPORT_SECONDS, close_workers, try_import
from theorem_checks.running.tracebacks import blame

__all__ = ["Catalogue", "Found", "Origin", "Problem", "UnknownClaim", "discover", "select"]


def discover(
    paths: Iterable[str | Path] = (),
    *,
    entry_points: bool = True,
    seconds: float = IMPORT_SECONDS,
    installed: Installed | None = None,
) -> Catalogue:
    """Find the claims that are installed, and those at the paths.

    A claim is a global value of a module that declares it, or a member of a list or tuple that is
    one. Installed are the modules that an entry point of the group 'theorem_checks.claims' names;
    a package stands for all its modules.

    Every file is imported in a worker process first, and here only if that went well, so a file
    that loops, crashes or exits can do no harm. What goes wrong with one file is a problem of the
    catalogue, and spoils nothing else. So are two claims with one id, and errata whose halves do
    not point at each other. A half that is missing is a problem only if `entry_points` is true
    and every file could be read; else it may be in a file that was not asked for.

    **Arguments**: `paths`, each a .py file, or a folder that is searched to its depths, hidden
    folders and virtual environments left out; `entry_points=False` to take the paths alone;
    `seconds` that the import of a file may take; `installed` modules as `installed_targets` found
    them earlier, for those who discover file by file.

    **Raises** `ArgumentError` for a path that does not exist.
    """
    if isinstance(paths, str | Path):
        raise ArgumentError("paths", paths, "a sequence of paths", "Wrap it in a list.")
    paths = tuple(paths)
    known, problems = installed or installed_targets()
    asked, more = targets_of_paths(paths, known)
    problems = [*problems, *more] if entry_points else more
    targets = dict.fromkeys([*known.values(), *asked] if entry_points else asked)
    reader = _Reader(problems)
    reader.read(list(targets), seconds)
    reader.require_claims(paths, asked)
    complete = entry_points and not reader.problems
    reader.problems += errata_problems(reader.found, complete=complete)
    claims = [one.claim for one in reader.found.values()]
    known = frozenset(name for claim in claims for name in (claim.id, *claim.covers))
    return Catalogue(reader.found, tuple(reader.problems), known if complete else None)


class _Reader:
    """Reads files one after the other; a worker goes ahead."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.found: dict[str, Found] = {}
        self.problems = list(dict.fromkeys(problems))
        self._silent: set[Path] = set()  # files that were read and declare nothing

    def read(self, targets: list[Target], seconds: float) -> None:
        scout = ThreadPoolExecutor(1)
        try:
            ahead = [_send_ahead(scout, target.origin, seconds) for target in targets]
            for target, scouted in zip(targets, ahead, strict=True):
                problem = usurped(target.origin) or scouted.result()
                problem = problem or self._read_one(target)
                if problem and problem not in self.problems:
                    self.problems.append(problem)
        except BaseException:  # Ctrl-C, for one: do not wait for the files that are left
            scout.shutdown(wait=False, cancel_futures=True)
            close_workers()
            raise
        scout.shutdown()

    def require_claims(self, paths: Iterable[str | Path], asked: Iterable[Target]) -> None:
        """Note a problem if paths were given, and no file there declares any claim."""
        files = [target.file for target in asked]
        if not (files or self.problems):
            self.problems += (Problem(str(p), "There is no Python file in it.") for p in paths)
        if files and not self.problems and self._silent.issuperset(files):
            self.problems.append(Problem(str(files[0]), "There is no claim in it."))

    def _read_one(self, target: Target) -> Problem | None:
        try:
            with contextlib.redirect_stdout(sys.stderr):  # ours may be somebody's input
                module = load(target.origin)
            claims = claims_of(module)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Problem(**vars(blame(error, target.file)))
        loaded_from = Path(str(module.__file__)).resolve()
        if loaded_from != target.file:
            return Problem(
                str(target.file),
                f"Its module name is {module.__name__}, which {loaded_from} already has. Rename"
                " one of the two.",
            )
        if not claims:
            self._silent.add(target.file)
        for claim in claims:
            self._add(claim, target)
        return None

    def _add(self, claim: Claim, target: Target) -> None:
        known = self.found.setdefault(claim.id, Found(claim, target.origin, target.file))
        if known.claim is not claim:
            message = f"It declares {claim.id}, which {known.file} declares as well. Rename one."
            self.problems.append(Problem(str(target.file), message))


def _send_ahead(
    scout: ThreadPoolExecutor, origin: Origin, seconds: float
) -> "Future[Problem | None]":
    if is_loaded(origin):
        done: Future[Problem | None] = Future()
        done.set_result(None)
        return done
    return scout.submit(try_import, origin, seconds)
