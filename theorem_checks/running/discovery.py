"""Find claims: by entry point, and by path."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from pathlib import Path

from theorem_checks.claims import Claim
from theorem_checks.errors import ArgumentError
from theorem_checks.processors import processors
from theorem_checks.running.catalogue import Catalogue, Found, Origin, Problem, UnknownClaim, select
from theorem_checks.running.errata import errata_problems
from theorem_checks.running.finding import (
    Installed,
    Target,
    declares_claims,
    installed_targets,
    targets_of_paths,
)
from theorem_checks.running.kept_sources import sources_kept
from theorem_checks.running.loading import search_path
from theorem_checks.running.modules import Modules
from theorem_checks.running.siblings import usurped
from theorem_checks.running.supervise import (
    IMPORT_SECONDS,
    claims_in,
    close_workers,
)

__all__ = [
    "Catalogue",
    "Found",
    "Origin",
    "Problem",
    "UnknownClaim",
    "discover",
    "files_read_once",
    "select",
]

_Read = tuple[tuple[Claim, ...], tuple[Problem, ...]]  # what was found in a file

FILES_PER_SCOUT = 20  # a worker takes longer to start than a few files to be read

_read_before: ContextVar[dict[Target, Future[_Read]] | None] = ContextVar(
    "_read_before", default=None
)


@contextmanager
def files_read_once() -> Iterator[None]:
    """Let `discover` read each file once in this block: for who knows that none is edited there."""
    token = _read_before.set({})
    try:
        yield
    finally:
        _read_before.reset(token)


def discover(
    paths: Iterable[str | Path] = (),
    *,
    entry_points: bool = True,
    seconds: float = IMPORT_SECONDS,
    installed: Installed | None = None,
    watch: Callable[[str, int, int], None] = lambda *_: None,
) -> Catalogue:
    """Find the claims that are installed, and those at the paths.

    A claim is a global value of a module that declares it, or a member of a list or tuple that is
    one. Installed are the modules that an entry point of the group 'theorem_checks.claims' names;
    a package stands for all its modules that declare claims, by their text.

    Every file is imported in a process of its own, and not here, so that nothing that it does, now
    or when it is run, can reach another file or the judging of verdicts; subjects and functions of
    the claims stay there (`declared.Elsewhere`). What goes wrong with one file is a problem of the
    catalogue, and spoils nothing else. So are two claims with one id, and errata whose halves do
    not point at each other. A half that is missing is a problem only if `entry_points` is true
    and every file could be read; else it may be in a file that was not asked for.

    **Arguments**: `paths`, each a .py file, or a folder that is searched to its depths for files
    that declare claims by their text, hidden folders and virtual environments left out;
    `entry_points=False` to take the paths alone; `seconds` that the import of a file may take;
    `installed` modules as `installed_targets` found them earlier, for those who discover file by
    file; `watch`, which is told of each file, how many are read, and how many there are.

    **Raises** `ArgumentError` for a path that does not exist.
    """
    if isinstance(paths, str | Path):
        raise ArgumentError("paths", paths, "a sequence of paths", "Wrap it in a list.")
    paths = tuple(paths)
    known, problems = installed or installed_targets()
    with sources_kept():
        asked, skipped, more = targets_of_paths(paths, known)
        modules = Modules(search_path(None))
        installed_ones = known.values() if entry_points else ()
        named = (target for target in installed_ones if declares_claims(target, modules))
        reader = _Reader([*problems, *more] if entry_points else more)
        reader.read(chain(named, asked), len(installed_ones) + len(asked), seconds, watch)
    reader.require_claims(paths, asked)
    complete = entry_points and not reader.problems
    reader.problems += errata_problems(reader.found, complete=complete)
    claims = [one.claim for one in reader.found.values()]
    known = frozenset(name for claim in claims for name in (claim.id, *claim.covers))
    known = known if complete else None
    return Catalogue(reader.found, tuple(reader.problems), known, tuple(skipped))


class _Reader:
    """Reads files by workers, some at a time; what comes of them is put together in their order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.found: dict[str, Found] = {}
        self.problems = list(dict.fromkeys(problems))
        self._silent: set[Path] = set()  # files that were read and declare nothing

    def read(
        self,
        targets: Iterable[Target],
        most: int,
        seconds: float,
        watch: Callable[[str, int, int], None],
    ) -> None:
        """Read targets, `most` of them or fewer, while those that come after are looked for."""
        scouts = ThreadPoolExecutor(min(processors(), -(-most // FILES_PER_SCOUT)) or 1)
        known = _read_before.get()
        known = {} if known is None else known
        ahead: dict[Target, Future[_Read]] = {}
        try:
            for target in targets:
                if target not in known:
                    known[target] = scouts.submit(_read, target, seconds)
                ahead[target] = known[target]
            for number, (target, scouted) in enumerate(ahead.items()):
                watch(f"reading {target.origin}", number, len(ahead))
                self._take(target, scouted.result())
        except BaseException:  # Ctrl-C, for one: do not wait for the files that are left
            known.clear()
            scouts.shutdown(wait=False, cancel_futures=True)
            close_workers()
            raise
        scouts.shutdown()

    def _take(self, target: Target, read: _Read) -> None:
        claims, problems = read
        self.problems += [problem for problem in problems if problem not in self.problems]
        if not (claims or problems):
            self._silent.add(target.file)
        for claim in claims:
            self._add(claim, target)

    def require_claims(self, paths: Iterable[str | Path], asked: Iterable[Target]) -> None:
        """Note a problem if paths were given, and no file there declares any claim."""
        files = [target.file for target in asked]
        if not (files or self.problems):
            self.problems += (Problem(str(p), "There is no Python file in it.") for p in paths)
        if files and not self.problems and self._silent.issuperset(files):
            self.problems.append(Problem(str(files[0]), "There is no claim in it."))

    def _add(self, claim: Claim, target: Target) -> None:
        known = self.found.setdefault(claim.id, Found(claim, target.origin, target.file))
        if known.claim is not claim:
            message = f"It declares {claim.id}, which {known.file} declares as well. Rename one."
            self.problems.append(Problem(str(target.file), message))


def _read(target: Target, seconds: float) -> _Read:
    if problem := usurped(target.origin):
        return (), (problem,)
    return claims_in(target.origin, target.file, seconds)
