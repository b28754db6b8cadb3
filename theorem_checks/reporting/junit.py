"""A report as JUnit XML: a test case for each check on each subject, and one for each verdict."""

import re
import xml.etree.ElementTree as ET

from theorem_checks.reporting.expectations import as_wanted
from theorem_checks.reporting.text import outcome_text, result_text
from theorem_checks.running.catalogue import Problem
from theorem_checks.running.outcomes import ClaimOutcome, Report, Result
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["junit_xml"]

# What XML 1.0 cannot hold, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(report: Report) -> str:
    """Return a report as a JUnit document.

    Each claim is a suite. Its cases are named 'check[variant]'; one more, 'verdict', judges the
    claim as a whole. A failure says what was wanted, and holds statement, verdict and
    counterexample. Each case has its verdict as a property. A problem of discovery is an error in
    a suite of its own.
    """
    root = ET.Element("testsuites", name="theorem-checks", time=_seconds(report.seconds))
    suites = [_claim_suite(outcome) for outcome in report.outcomes]
    suites += [_problem_suite(report.problems)] if report.problems else []
    root.extend(suites)
    for total in ("tests", "failures", "errors", "skipped"):
        root.set(total, str(sum(int(suite.get(total, 0)) for suite in suites)))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _claim_suite(outcome: ClaimOutcome) -> ET.Element:
    cases = [_result_case(outcome, result) for result in outcome.results]
    cases.append(_verdict_case(outcome))
    suite = _suite(outcome.claim.id, cases)
    suite.set("time", _seconds(outcome.seconds if outcome.ran else 0))
    return suite


def _result_case(outcome: ClaimOutcome, result: Result) -> ET.Element:
    claim, job = outcome.claim, result.job
    case = _case(claim.id, f"{job.check}[{job.variant}]", result.evidence.seconds or 0)
    _state(case, result.evidence.verdict)
    if not as_wanted(claim, result):
        _tell(case, "failure", result.evidence.verdict, result_text(claim, result))
    return case


def _verdict_case(outcome: ClaimOutcome) -> ET.Element:
    case = _case(outcome.claim.id, "verdict")
    if outcome.verdict is not None:
        _state(case, outcome.verdict)
    if not outcome.ok:
        _tell(case, "failure", str(outcome.verdict), outcome_text(outcome))
    elif not outcome.ran:
        ET.SubElement(case, "skipped", message=_clean("; ".join(outcome.remarks)))
    return case


def _problem_suite(problems: tuple[Problem, ...]) -> ET.Element:
    cases = []
    for problem in problems:
        case = _case("problems", problem.where)
        _tell(case, "error", "problem", f"{problem}\n{problem.detail}")
        cases.append(case)
    return _suite("problems", cases)


def _suite(name: str, cases: list[ET.Element]) -> ET.Element:
    def count(tag: str) -> str:
        return str(sum(case.find(tag) is not None for case in cases))

    suite = ET.Element(
        "testsuite",
        name=_clean(name),
        tests=str(len(cases)),
        failures=count("failure"),
        errors=count("error"),
        skipped=count("skipped"),
    )
    suite.extend(cases)
    return suite


def _case(suite: str, name: str, seconds: float | int = 0) -> ET.Element:
    return ET.Element(
        "testcase", classname=_clean(suite), name=_clean(name), time=_seconds(seconds)
    )


def _state(case: ET.Element, verdict: Verdict) -> None:
    """Say the verdict of a case, whether it passed or not: ARGUED passes, and is not PROVED."""
    ET.SubElement(ET.SubElement(case, "properties"), "property", name="verdict", value=verdict)


def _tell(case: ET.Element, tag: str, kind: str, text: str) -> None:
    headline = text.partition("\n")[0]
    told = ET.SubElement(case, tag, type=kind, message=_clean(headline))
    told.text = _clean(text)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


def _seconds(seconds: float | int) -> str:
    return f"{seconds:.3f}"
