"""The proofs in the HTML report."""

from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.reporting.html.report import html_report
from theorem_checks.reporting.standing import Known, Standing, State
from theorem_checks.verdicts.kinds import Verdict


def gate(weight, size):
    said = f"{weight} x = {size}"
    lines = Line(weight), Line(f"{weight} x", "as traced")
    return Derivation(said, "simulation", Verdict.PROVED, (), said, "block", lines=lines)


def test_a_proof_that_is_alike_is_told_with_its_letters(samples):
    catalogue = samples.catalogue()
    (found, *_) = catalogue.found.values()
    known = tuple(
        Known(result.job, State.CURRENT, result.evidence)
        for result in samples.results(catalogue)
        if result.job.claim == found.claim.id
    )
    parts = gate("W_{f}", r"\phi"), gate("W_{g}", r"\gamma")
    whole = Derivation("A", "prove_equal_arrays", Verdict.PROVED, (), "A", parts=parts)
    text = html_report([Standing(found, known)], derivations={found.claim.id: [whole]})
    told = text.partition("as in 1, with ")[2].partition("</p>")[0]
    assert "<mi>g</mi>" in told.partition(" for ")[0]
    assert "<mi>f</mi>" in told.partition(" for ")[2]
    assert text.count("as traced") == 1
