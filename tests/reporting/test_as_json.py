"""The JSON documents hold all that is declared, and nothing that JSON has not."""

import json

import pytest

from theorem_checks.reporting.as_json import claim_entry, document


def test_an_entry_has_all_that_is_declared(samples):
    entry = claim_entry(samples.catalogue()["gated-rnn/s3.1-lambda-zero-needed"])
    assert entry == {
        "id": "gated-rnn/s3.1-lambda-zero-needed",
        "covers": [],
        "title": "What stands in Section 3.1",
        "source": {"paper": samples.PAPER, "place": "Section 3.1"},
        "statement": r"\forall t: y_t = \sum_{s \le t} V x_s (K x_s)^\top Q x_t",
        "assumptions": [],
        "kinds": ["proof", "sample"],
        "tiers": ["quick"],
        "expect": "REFUTED",
        "checks": [
            {
                "name": "check_symbolic",
                "kind": "proof",
                "tier": "quick",
                "kills": ["lost-query", "off-by-one"],
            },
            {
                "name": "check_sampled",
                "kind": "sample",
                "tier": "quick",
                "kills": ["lost-query", "off-by-one"],
            },
        ],
        "mutants": [
            {"name": "lost-query", "says": "forgets Q"},
            {"name": "off-by-one", "says": ""},
        ],
        "late": [],
        "controls": [{"name": "repaired", "says": ""}],
        "repairs": [],
        "repaired_by": "gated-rnn/fig1",
        "new": False,
        "notes": "",
        "file": "proofs/gated_rnn/fig1.py",
        "module": "tests.reporting.conftest",
    }


def test_a_document_is_ascii_and_comes_back_whole(report):
    data = {"said": "λ ≤ 1 \U0001d54a", "report": report().to_json()}
    text = document(data)
    assert text.isascii()
    assert json.loads(text) == data


def test_a_document_has_no_numbers_that_json_lacks():
    with pytest.raises(ValueError, match="not JSON compliant"):
        document({"x": float("nan")})


def test_what_lies_deep_in_a_document_has_one_line():
    """The tree of a proof has hundreds of levels, and blanks before each would be most of it."""
    tree: dict[str, object] = {"leaf": 1}
    for _ in range(100):
        tree = {"parts": [tree, "said"]}
    text = document({"outcomes": [{"id": "a/b", "results": [{"check": "c", "evidence": tree}]}]})
    lines = text.splitlines()
    assert '      "id": "a/b",' in lines
    assert max(len(line) - len(line.lstrip()) for line in lines) == 12
    assert len(lines) == 15
    assert len(text) < 1.1 * len(json.dumps(tree)) + 300
    assert json.loads(text)["outcomes"][0]["results"][0]["evidence"] == tree


def test_what_is_empty_or_no_container_stands_as_it_is():
    assert document([]) == "[]"
    assert document({"a": {}, "b": ()}) == '{\n  "a": {},\n  "b": []\n}'
    assert document(0.5) == "0.5"
