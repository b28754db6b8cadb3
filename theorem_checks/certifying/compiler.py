"""Rocq's compiler: where it is, and of which version."""

import os
import re
import shutil
import subprocess
from functools import cache

from theorem_checks.errors import TheoremChecksError
from theorem_checks.running.loading import Stamp, stamp

__all__ = ["INSTALL", "NoRocqError", "coqc", "rocq_version"]

INSTALL = (
    "Install it with `make certify-setup` where apt is there. Elsewhere with opam: coq.8.16.1"
    " coq-mathcomp-algebra.1.15.0 coq-mathcomp-zify coq-mathcomp-algebra-tactics"
    " coq-mathcomp-analysis coq-interval coq-coquelicot, and csdp."
)


class NoRocqError(TheoremChecksError):
    """There is no compiler, or its libraries are missing."""


def coqc() -> str:
    """The compiler. **Raises** `NoRocqError` where there is none."""
    found = shutil.which(os.environ.get("THEOREM_CHECKS_COQC") or "coqc")
    if not found:
        raise NoRocqError(f"There is no coqc, so that nothing can be certified here. {INSTALL}")
    return found


def rocq_version() -> str:
    """The version of the compiler, such as '8.16.1'. **Raises** `NoRocqError` without one."""
    return _version_of(coqc(), stamp(coqc()))


@cache
def _version_of(compiler: str, _stamp: Stamp) -> str:
    command = [compiler, "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603
    found = re.search(r"version (\S+)", said)
    return found[1] if found else "of unknown version"
