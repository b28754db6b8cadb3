"""The state of the claims at a revision of a git repository: checked out and verified there."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from theorem_checks.errors import ArgumentError
from theorem_checks.reporting.changes.snapshots import Snapshot, read_report
from theorem_checks.reporting.streams import error_console

__all__ = ["at_revision", "is_revision"]


def is_revision(name: str) -> bool:
    """Whether git, in the current folder, knows a commit by this name."""
    known = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return not name.startswith("-") and known.returncode == 0


def at_revision(name: str, targets: tuple[str, ...] = ()) -> Snapshot:
    """Verify the claims as they stand at a revision, in a checkout of its own that is removed.

    The code of the revision is what runs, with the packages that are installed now. Progress is
    shown on standard error as in any run. The checkout is removed, too, where that is stopped.

    **Raises** `ArgumentError` where git does not know the revision, or no report comes of it.
    """
    if not is_revision(name):
        raise ArgumentError("revision", name, "a commit that git knows here")
    what = " ".join(targets) or "all claims"
    error_console().print(f"Verifying {what} at {name}, in a checkout of its own.", style="dim")
    with tempfile.TemporaryDirectory("", "theorem-checks-", ignore_cleanup_errors=True) as folder:
        tree, report = Path(folder) / "tree", Path(folder) / "report.json"
        try:
            added = _git("worktree", "add", "--detach", "--quiet", str(tree), name)
            if added.returncode:
                raise ArgumentError("revision", name, "a commit to check out", added.stderr.strip())
            _verify(name, tree, report, targets)
            return Snapshot(name, read_report(report).states)
        except KeyboardInterrupt as end:
            said = (
                f"Stopped while {name} was verified; its checkout and what was found are removed."
            )
            raise type(end)(said) from None
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _verify(name: str, tree: Path, report: Path, targets: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "theorem_checks", "verify", *targets, "--json"]
    ledger = report.with_suffix(".sqlite")
    with report.open("w", encoding="utf-8") as output:
        status = subprocess.run(  # noqa: S603 (this interpreter, on the user's own revision)
            [*command, "--ledger", str(ledger)],
            cwd=tree / _git("rev-parse", "--show-prefix").stdout.strip(),
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdout=output,
            check=False,
            preexec_fn=_leave_ctrl_c_to_the_caller,  # which ends it, and says so
        ).returncode
    if status not in (0, 1):  # 1: something is not as expected, which is worth telling
        raise ArgumentError("revision", name, "one whose claims can be verified", "See above.")


def _leave_ctrl_c_to_the_caller() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
