"""The JUnit document: well formed whatever is said in it, and complete."""

import xml.etree.ElementTree as ET
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import Counterexample, Evidence, Tier
from theorem_checks.reporting.junit import junit_xml
from theorem_checks.running.catalogue import Problem

any_text = st.text(st.characters(exclude_categories=[]), min_size=1)  # surrogates, too


def cases(text: str) -> dict[tuple[str | None, str | None], ET.Element]:
    """Return the test cases of a document by suite and name."""
    return {(c.get("classname"), c.get("name")): c for c in ET.fromstring(text).iter("testcase")}


def test_a_case_for_each_result_and_one_for_each_verdict(report):
    found = cases(junit_xml(report()))
    assert len(found) == 20 + 3
    assert ("gated-rnn/fig1", "check_symbolic[mutant:lost-query]") in found
    assert ("gated-rnn/s3.1-lambda-zero-needed", "check_sampled[control:repaired]") in found
    assert ("gated-rnn/eq-2", "verdict") in found
    assert not any(case.find("failure") is not None for case in found.values())


def test_a_failure_says_what_was_wanted_and_what_was_found(report, samples):
    text = junit_xml(report(**{"fig1 check_symbolic claim": samples.REFUTED}))
    failed = {name: case for name, case in cases(text).items() if case.find("failure") is not None}
    assert set(failed) == {
        ("gated-rnn/fig1", "check_symbolic[claim]"),
        ("gated-rnn/fig1", "verdict"),
    }
    failure = failed["gated-rnn/fig1", "check_symbolic[claim]"].find("failure")
    assert failure is not None
    assert failure.get("type") == "REFUTED"
    assert failure.get("message") == (
        "gated-rnn/fig1: check_symbolic ended REFUTED, but the claim is to be PROVED"
    )
    said = failure.text or ""
    for line in (
        r"statement: \forall t: y_t = \sum_{s \le t} V x_s (K x_s)^\top Q x_t",
        "source: Gated recurrent neural networks discover attention (2024), Figure 1",
        "verdict: REFUTED (proof)",
        "x = 3/5",
        "claimed: x[0]",
        "found: 0",
    ):
        assert line in [part.strip() for part in said.splitlines()], line
    suites = ET.fromstring(text)
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("23", "2", "0")


def test_a_problem_is_an_error(report):
    text = junit_xml(report(Problem("proofs/x.py:12", "NameError: foo", "Traceback ...")))
    error = cases(text)["problems", "proofs/x.py:12"].find("error")
    assert error is not None
    assert error.get("message") == "proofs/x.py:12: NameError: foo"
    assert ET.fromstring(text).get("errors") == "1"


def test_a_claim_without_results_is_skipped(samples):
    deep = replace(samples.check_symbolic, tier=Tier.DEEP)
    text = junit_xml(samples.judged([samples.claim("later", "Section 9", checks=(deep,))]))
    skipped = cases(text)["gated-rnn/later", "verdict"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "not run: it has no check in the quick tier"


@settings(max_examples=40)
@given(where=any_text, message=any_text, reason=any_text, value=any_text)
def test_any_text_gives_a_document_that_can_be_read(report, where, message, reason, value):
    evidence = Evidence.refuted(Counterexample({"x": value}), reason=reason)
    found = report(Problem(where, message), **{"fig1 check_symbolic claim": evidence})
    text = junit_xml(found)
    assert len(cases(text)) == 24
    text.encode("utf-8")
