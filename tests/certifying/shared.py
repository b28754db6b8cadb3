"""What tests of certificates share: statements, and whether there is a compiler."""

import shutil
import subprocess

import pytest

from theorem_checks.certifying.compiler import coqc
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.claims import Claim, Mutant, Source
from theorem_checks.judging.checks import proof_of
from theorem_checks.statements.conclusions import Equal

NEEDS_COQC = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="there is no coqc here: make certify-setup"
)


def compiled(file, lines, seconds):
    """Write lines to a file of Rocq, and compile it: the exit status, and what was told."""
    file.write_text("\n".join(lines))
    return run_compiler([file.parent], file, seconds, lambda _line: None, Compilers())


def coqc_output(file, text, library=None):
    """Have coqc accept a file of Rocq, beside a compiled library if one is given: what it says."""
    file.write_text(text, encoding="utf-8")
    beside = [] if library is None else ["-R", str(library), "TheoremChecks"]
    command = [coqc(), "-w", "none", *beside, str(file)]
    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return done.stdout


def claim_of(says, subject=None, name="own/claim"):
    """A claim that is PROVED of a statement, if it is."""
    return Claim(
        id=name,
        title="A statement",
        source=Source("Own", "here"),
        statement="1 = 1",
        subject=subject,
        says=says,
        checks=(proof_of(says),),
        mutants=(Mutant("other", object()),),
        module="own_claims",
    )


def trace_is_cyclic(_subject, w):
    d, e = w.size("d"), w.size("e")
    one, other = w.array("V", d, e), w.array("K", e, d)
    return equal_traces(w, one, other, d, e)


def equal_traces(w, one, other, d, e):
    left = w.entries(lambda h: h.sum(lambda i, j: one[i, j] * other[j, i], d, e))
    right = w.entries(lambda h: h.sum(lambda j, i: other[j, i] * one[i, j], e, d))
    return Equal(left, right)
