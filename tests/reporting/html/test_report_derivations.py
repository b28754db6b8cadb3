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


def report(samples, whole):
    """A report with a derivation."""
    catalogue = samples.catalogue()
    (found, *_) = catalogue.found.values()
    known = tuple(
        Known(result.job, State.CURRENT, result.evidence)
        for result in samples.results(catalogue)
        if result.job.claim == found.claim.id
    )
    return html_report([Standing(found, known)], derivations={found.claim.id: [whole]})


def test_a_proof_that_is_alike_is_told_with_its_letters(samples):
    parts = gate("W_{f}", r"\phi"), gate("W_{g}", r"\gamma")
    text = report(
        samples, Derivation("A", "prove_equal_arrays", Verdict.PROVED, (), "A", parts=parts)
    )
    told = text.partition("as in 1, with ")[2].partition("</p>")[0]
    assert "<mi>g</mi>" in told.partition(" for ")[0]
    assert "<mi>f</mi>" in told.partition(" for ")[2]
    assert text.count("as traced") == 1


def test_what_is_long_that_a_rule_takes_stands_below_it(samples):
    using = " = ".join(f"d_{{{n}}}" for n in range(30)), "c"
    text = report(samples, Derivation("A", "arithmetic", Verdict.PROVED, (), "A", using=using))
    rule, _, below = text.partition("by arithmetic of real numbers, from (H1) and ")[2].partition(
        "</p>"
    )
    assert "<mi>c</mi>" in rule
    assert below.index("(H1)") < below.index("<mi>d</mi>")
