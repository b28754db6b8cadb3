"""Of what the kernel alone proves a page shows the scripts' lemmas, without the steps of proofs."""

import pytest

from theorem_checks.checks import Tier
from theorem_checks.deriving.by_kernel import BY_SCRIPTS
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.markdown import MOST
from theorem_checks.reporting.authored import Authored, Words
from theorem_checks.reporting.pages.found import Known
from theorem_checks.reporting.pages.scripts import outline, script_page
from theorem_checks.running.outcome import ClaimOutcome
from theorem_checks.verdicts.kinds import Verdict

SCRIPT = """(* Sums. *)
Lemma one x : x + 0 = x.
Proof. by rewrite addr0. Qed.
Definition two x := x + x.
Lemma three x : two x = x *+ 2.
Proof.
case: x => [|Proofs] //.
by rewrite /two -mulr2n.
Qed.



Theorem proved : statement.
Proof. exact: three. Defined.
"""


@pytest.fixture
def known(samples):
    """A claim as the pages know it."""
    (found, *_) = samples.catalogue().found.values()
    return Known(found.claim, ClaimOutcome(found.claim, (), Tier.QUICK))


@pytest.fixture
def scripts(tmp_path):
    """Two scripts in a package, one of which takes from the other."""
    folder = tmp_path / "sums"
    folder.mkdir()
    (folder / "__init__.py").touch()
    texts = {"lemmas.v": "Lemma zero : 0 = 0.\nProof. by []. Qed.\n", "sums.v": SCRIPT}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return tuple(folder / name for name in texts)


def test_the_comment_at_the_top_is_told_as_words_and_settings_are_left_out(known, scripts):
    settings = "Set Implicit Arguments. Unset Strict Implicit.\nFrom Coq Require Import List.\n"
    scripts[1].write_text(f"(* It is so\n   by sums. *)\n{settings}(* --- one *)\nLemma a : b.\n")
    page = script_page(known, Authored((), scripts))
    assert "the proof, in its author's words:\n\n> It is so by sums.\n\n```coq\n(* --- one" in page
    assert "Implicit" not in page
    assert "Require" not in page


def test_what_is_proved_stands_before_the_scripts(known, scripts):
    stated = Derivation("a_1 = b_1", BY_SCRIPTS, Verdict.PROVED, scope="all a, b")
    page = script_page(known, Authored((), scripts, stated))
    assert "## What is proved\n\n$$\na_1 = b_1\n$$\n\nFor all $a$, $b$.\n" in page
    assert page.index("What is proved") < page.index("The kernel of Rocq accepts")


def test_names_of_what_was_read_from_code_are_explained(known, scripts):
    explained = "`f_NAME` is the function NAME"
    assert explained not in script_page(known, Authored((), scripts))
    scripts[0].write_text("Lemma up k : (k <= f_most N k)%N.\n")
    assert explained in script_page(known, Authored((), scripts))


def test_an_outline_has_what_is_stated_and_no_steps():
    said = outline(SCRIPT)
    assert said.splitlines() == [
        "(* Sums. *)",
        "Lemma one x : x + 0 = x.",
        "Definition two x := x + x.",
        "",
        "Lemma three x : two x = x *+ 2.",
        "",
        "Theorem proved : statement.",
    ]


def test_a_page_shows_the_last_script_and_what_it_takes_from(known, scripts):
    page = script_page(known, Authored((Words("says", "It adds."),), scripts))
    assert (
        "## `sums/sums.v`\n\nthe proof, in its author's words:\n\n> Sums.\n\n```coq\nLemma one"
        in page
    )
    assert "> It adds." in page
    assert f"`theorem-checks certify {known.claim.id} --out FOLDER`" in page
    inside = "<summary><code>sums/lemmas.v</code></summary>\n\n```coq\nLemma zero : 0 = 0.\n```"
    assert page.index("## What it takes") < page.index(inside)
    assert "rewrite" not in page


def test_what_is_too_long_for_a_page_is_named(known, scripts):
    scripts[0].write_text("(* long *)\n" * MOST)
    page = script_page(known, Authored((), scripts))
    assert "<code>sums/lemmas.v</code>, which is left out here." in page
    assert len(page) < 2 * MOST


def test_a_script_without_others_takes_from_none(known, scripts):
    assert "What it takes" not in script_page(known, Authored((), scripts[1:]))
