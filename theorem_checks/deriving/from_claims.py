"""The derivations of what a claim says, by its own proofs; or why it has none."""

from dataclasses import replace

from theorem_checks.checks import Check
from theorem_checks.claims import Claim
from theorem_checks.deriving.by_kernel import alone_by, scripts_of
from theorem_checks.deriving.cells_run import cells_said
from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.from_evidence import conclusion_in, derivation_of, scope_of
from theorem_checks.deriving.letters_told import with_its_letters
from theorem_checks.errors import CheckError
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["derivations_of"]


def derivations_of(claim: Claim, target: str = "") -> list[Derivation]:
    """The derivations of what a claim says: its proofs are run again, on its subject.

    **Arguments**: `target`, how commands name the claim, if not by its id.

    **Raises** `CheckError` where no check of it concludes its statement, or none proves it.
    """
    proofs = [check for check in claim.checks if check.concludes and check.kind is Kind.PROOF]
    found = [check(claim.subject) for check in proofs]
    passed = [evidence for evidence in found if evidence.verdict.passes]
    if not passed:
        said = "; ".join(str(evidence).rstrip(".") for evidence in found)
        is_false = any(evidence.verdict is Verdict.REFUTED for evidence in found)
        target = target or claim.id
        instead = f"{said}.{_elsewhere(claim, target) if is_false else ''}"
        raise CheckError(
            f"{claim.id} has no derivation. {instead if said else _instead(claim, target)}"
        )
    return [_with_cells(evidence, claim) for evidence in passed]


def _with_cells(evidence: Evidence, claim: Claim) -> Derivation:
    """A derivation that tells the cells that ran, where nothing else is told of code."""
    made, said = derivation_of(evidence), conclusion_in(evidence)
    if said is None or claim.says is None or made.definitions:
        return made
    cells = tuple(cells_said(claim.says, claim.subject, said, Names.of(said).called))
    scope = scope_of(evidence)  # with the letters that stand in what is told of cells alone
    return with_its_letters(replace(made, definitions=cells, scope=scope), said)


def _instead(claim: Claim, target: str) -> str:
    """Why a claim has nothing to derive, and what there is to read."""
    if claim.expect is Verdict.REFUTED:
        return f"It is to be REFUTED.{_elsewhere(claim, target)}"
    if claim.expect is Verdict.ARGUED:
        return (
            "It is ARGUED: engines decide parts of it, and words lead from these to it. Read the"
            f" docstrings of its checks, and theorem-checks show {target}."
        )
    if (certificate := alone_by(claim)) is not None:
        return _by_kernel(certificate, target)
    return f"No check proves it: see theorem-checks show {target}."


def _by_kernel(check: Check, target: str) -> str:
    """Where the proof is that the kernel of Rocq accepted."""
    files = scripts_of(check)
    where = f"is in {files[-1]}" if files else "is generated"
    if others := files[:-1]:
        where += f", and takes lemmas from {' and '.join(map(str, others))}"
    return (
        f"The kernel of Rocq proves it, and nothing else: its proof {where}."
        f" theorem-checks certify {target} --out FOLDER writes statement and proof."
    )


def _elsewhere(claim: Claim, target: str) -> str:
    """Where a counterexample stands, and the statement that is right."""
    see = f" The counterexample: theorem-checks show {target}."
    if claim.repaired_by:
        repaired = target.removesuffix(claim.id) + claim.repaired_by
        see += f" What repairs it: theorem-checks show {repaired} --derivation."
    return see
