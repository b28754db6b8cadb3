"""A check that has the kernel of Rocq decide what a claim says.

The statement is made and looked at as for a proof: the subject is run at instances, traced, and
trace and subject are compared. Then what was traced is exported, and the kernel decides: what it
has said of just this text and library on this machine counts, then what is kept beside the claim,
which says that it was not run again; only of what is new `coqc` is asked. `theorem-checks certify
--fresh` asks of all again.

That a proof is not accepted shows nothing of the statement: mutants are refuted at instances, or
not at all, and are not handed to the kernel, which would have to fail. What the export writes of a
late one is held against what it writes of the claim: where both are one, the export does not read
the statement.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from theorem_checks.certifying.certificates import (
    LIBRARY,
    Certificate,
    certificate_for,
    library_digest,
    library_file,
    statement_alone,
)
from theorem_checks.certifying.compiler import INSTALL, NoRocqError, coqc
from theorem_checks.certifying.kept import grounds_of, read, where_kept
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.rulings import keep_ruling, ruled_before, where_ruled
from theorem_checks.certifying.scripts import script_of
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.checks import DEFAULT_MEMORY_MB, Check, Tier
from theorem_checks.errors import (
    ArgumentError,
    CheckError,
    TheoremChecksError,
    require_integer,
)
from theorem_checks.judging.judge import at_instances, judged, statement_of
from theorem_checks.judging.traces import Says
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.running.ledger import default_path
from theorem_checks.running.reading import noted
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["certificate"]

_DEFAULT_SECONDS = 300.0


def certificate(
    says: Says,
    *,
    proof: str | Path | Sequence[str | Path] | None = None,
    part: int = 0,
    by: Callable[[Any], Evidence] | None = None,
    instances: Sequence[Mapping[str, int | Fraction]] = (),
    name: str = "check_certificate",
    kills: tuple[str, ...] | None = None,
    tier: Tier | str = Tier.QUICK,
    seconds: int | float = _DEFAULT_SECONDS,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Check:
    """A check that has the kernel of Rocq (Coq) decide a claim's statement of its subject.

    **Arguments**

    - `says`: the claim's statement, a function of the subject and a world.
    - `proof`: a file with a proof that you wrote, which ends in `Theorem proved : statement.` and
      its proof; a path beside the file of the claim, or several, of which each goes on where the
      one before it ended, so that proofs can share lemmas. By default a proof is generated.
    - `part`: the number of a part of an `All`, from 1 on. The file is then a proof of that part,
      whose statement stands before it; the proof of the others is generated. 0 for all of them.
      Of chains it is a proof of the links for which `by` gives no invariant, one after the other.
    - `by`: the claim's proof for `proof_of`, from which a generated one takes the invariant of two
      machines.
    - `instances`: sizes at which the subject is run first; by default some small ones are drawn.

    **Returns** a check of kind 'certificate'. What is kept in `certificates.json` of just this
    statement and proof it takes, and says that it was not run again.

    **Raises** `ArgumentError` for a file that is not there, or one with commands that are no part
    of a proof.
    """
    declaring = sys._getframe(1).f_globals
    folder = Path(declaring.get("__file__") or Path.cwd() / "notebook").parent
    named = [proof] if isinstance(proof, str | Path) else [*(proof or ())]
    paths = [folder / one for one in named]
    script = script_of(*paths) if paths else ""
    for path in paths:
        noted(path)
    require_integer("part", part, 0)
    if part and not paths:
        raise ArgumentError("part", part, "0, or a proof of that part, as `proof`")
    kernel = _Kernel(says, by, script, part, str(declaring.get("__name__", "")))

    def check_certificate(
        subject: object,
        late: Mapping[str, Any] = MappingProxyType({}),
        unkilled: Mapping[str, Any] = MappingProxyType({}),
        mutates: tuple[Any, ...] = (),
        is_late: bool = False,
    ) -> Evidence:
        for own in mutates:
            found = None if is_late else at_instances(says, subject, instances)
            if found is not None and found.verdict is Verdict.REFUTED:
                return found
            if (told := kernel.told_apart(subject, own)) is not None:
                return told
        beside: dict[str, Any] = {"late": late, "unkilled": unkilled, "instances": instances}
        return judged(says, kernel.decide, subject, whole=True, **beside)

    check_certificate.concludes = says  # pyright: ignore[reportFunctionMemberAccess]
    check_certificate.by = by  # pyright: ignore[reportFunctionMemberAccess]
    check_certificate.script = script  # pyright: ignore[reportFunctionMemberAccess]
    check_certificate.part = part  # pyright: ignore[reportFunctionMemberAccess]
    check_certificate.files = paths  # pyright: ignore[reportFunctionMemberAccess]
    limits = float(seconds), memory_mb
    return Check(check_certificate, Kind.CERTIFICATE, name, kills, Tier(tier), *limits, says=says)


class _Kernel:
    """Decides conclusions by the kernel; remembers what was accepted."""

    def __init__(
        self,
        says: Says,
        by: Callable[[Any], Evidence] | None,
        script: str,
        part: int,
        module: str,
    ) -> None:
        self._says, self._by, self._script, self._part = says, by, script, part
        self._module = module
        self._accepted: dict[str, Evidence] = {}

    def told_apart(self, mutant: Any, own: Any) -> Evidence | None:
        """That another statement is exported of a mutant than of the claim; None if it is not."""
        try:
            one, other = (
                statement_alone(
                    statement_of(self._says, subject), self._by, self._script, part=self._part
                )
                for subject in (own, mutant)
            )
        except TheoremChecksError as error:
            return Evidence.undecided(str(error))
        if one == other:
            return None
        return Evidence.undecided(
            "Another statement is exported of a mutant than of the claim. The kernel is not asked"
            " about it: that it accepts no proof would show nothing."
        )

    def decide(self, conclusion: Conclusion) -> Evidence:
        """Evidence of a conclusion, by the kernel or by what is kept."""
        try:
            made = self._exported(conclusion)
        except NoFormError as error:
            return Evidence.undecided(str(error))
        if (known := self._accepted.get(made.statement)) is not None:
            return concluded(known, conclusion, "certificate")
        if not are_counterexamples_wanted():
            return Evidence.undecided("The kernel is not asked about what is to fail.")
        found = self._found(made)
        if not found.verdict.passes:
            return found
        self._accepted[made.statement] = found
        return concluded(found, conclusion, "certificate")

    def _exported(self, conclusion: Conclusion) -> Certificate:
        return certificate_for(conclusion, self._by, self._script, part=self._part)

    def _found(self, made: Certificate) -> Evidence:
        folder = default_path().parent / "rocq"
        for name in LIBRARY[made.form]:
            noted(library_file(name))
        before = ruled_before(folder, made)
        if before is not None and before.accepted:
            noted(where_ruled(folder, made))
            return _of_ruling(made, before)
        if (kept := self._kept(made, folder)) is not None:
            return kept
        try:
            noted(coqc())
            ruling = rule_on({"C_claim": made}, folder)["C_claim"]
        except NoRocqError as lacking:
            raise CheckError(
                "There is no coqc here, and no certificate of just this statement and proof is"
                f" kept: nothing is decided. {INSTALL}"
            ) from lacking
        keep_ruling(folder, made, ruling)
        return _of_ruling(made, ruling)

    def _kept(self, made: Certificate, folder: Path) -> Evidence | None:
        """Evidence of a certificate that was accepted elsewhere, or at another time."""
        mine = made.key, made.digest, library_digest(made.form)
        path = where_kept(self._module, folder)
        noted(path)
        for entry in read(path).values():
            if (entry.statement, entry.text, entry.library) == mine:
                noted(where_ruled(folder, made))
                return Evidence.proved(
                    f"{entry.words}, not re-run here, {entry.grounds}",
                    routes=[Route.deciding(f"{entry.words}, not re-run here", Engine.ROCQ)],
                    rests_on=(Ground.certificate(made.digest),),
                    versions={"coqc": entry.version},
                )
        return None


def _of_ruling(made: Certificate, ruling: Ruling) -> Evidence:
    if not ruling.accepted:
        return Evidence.undecided(
            f"Coq {ruling.version} did not accept the proof, which shows nothing of the statement:"
            f" {ruling.said}"
        )
    words = f"accepted by Coq {ruling.version}"
    return Evidence.proved(
        f"{words}, {grounds_of(ruling.axioms)}",
        routes=[Route.deciding(f"the statement as it is exported, {words}", Engine.ROCQ)],
        figures={"form": made.form, "lines": made.lines, "axioms": list(ruling.axioms)},
        versions={"coqc": ruling.version},
    )
