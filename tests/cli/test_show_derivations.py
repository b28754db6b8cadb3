"""`theorem-checks show --derivation`, and the pages on which proofs are written out."""

import json

import pytest

PROVED = '''
"""Own claims."""
from theorem_checks import Claim, Source, Mutant, proof_of
from theorem_checks.statements.conclusions import Equal

def says(square, world):
    """The square of a sum, written out."""
    x = world.number("x")
    return Equal(square(x + 1), x**2 + 2 * x + 1)

square = Claim(
    id="own/square", title="The square of x + 1 has x^2 in it",
    source=Source("Own notes", "eq. (7)"),
    statement="(x + 1)^2 = x^2 + 2x + 1", subject=lambda x: x**2, says=says,
    checks=(proof_of(says),), mutants=(Mutant("cube", lambda x: x**3),),
)
'''


def test_a_proof_is_shown_line_by_line(run, folder):
    (folder / "claims.py").write_text(PROVED)
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 0, done.output
    assert "own/square" in done.stdout
    assert f"file  {folder / 'claims.py'}" in done.stdout
    assert "says, in its author's words:\n  The square of a sum, written out." in done.stdout
    assert "(in factors, from the right side)" in done.stdout
    (made,) = json.loads(run("show", "claims.py", "--derivation", "--json").stdout)
    assert made["derivations"][0]["lines"][-1]["latex"] == "x^{2} + 2 x + 1"


def test_a_subject_that_is_a_class_is_told_by_its_own_words(run, folder):
    made = """class Square:
    'The square of what it is called with.'

    def __new__(cls, x):
        return x**2

square = Claim("""
    told = PROVED.replace("square = Claim(", made).replace("lambda x: x**2, says", "Square, says")
    (folder / "claims.py").write_text(told)
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 0, done.output
    assert "the subject, Square, in its author's words:\n  The square of what" in done.stdout
    assert "type" not in done.stdout


def test_a_claim_without_a_proof_is_named(run, claims):
    claims()
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 1
    assert "own/good has no derivation" in done.stderr


REFUTED = (
    PROVED.replace(
        'checks=(proof_of(says),), mutants=(Mutant("cube", lambda x: x**3),),',
        'checks=(instances_of(says),), controls=(Control("right", lambda x: x**2),),'
        ' expect="REFUTED", repaired_by="own/right",',
    )
    .replace("Mutant, proof_of", "Control, instances_of")
    .replace(" says=says,", "")
)


def test_what_is_refuted_leads_to_its_counterexample_and_its_repair(run, folder):
    (folder / "claims.py").write_text(REFUTED.replace("subject=lambda x: x**2", "subject=abs"))
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 1
    told = " ".join(done.stderr.split())
    assert (
        "It is to be REFUTED. The counterexample: theorem-checks show claims.py::own/square."
        in told
    )
    assert "theorem-checks show claims.py::own/right --derivation" in told
    again = run("show", "claims.py::own/square")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize(
    ("subject", "is_false"),
    [("lambda x: x + x", True), ("lambda x: x**2 if x < 5 else x * x", False)],
)
def test_a_counterexample_is_named_where_there_is_one(run, folder, subject, is_false):
    (folder / "claims.py").write_text(
        PROVED.replace("subject=lambda x: x**2", f"subject={subject}")
    )
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 1
    told = " ".join(done.stderr.split())
    assert ("The counterexample: theorem-checks show claims.py::own/square." in told) is is_false
    assert ("REFUTED" if is_false else "UNDECIDED") in told
    assert ".." not in told.replace("...", "")


CERTIFIED = PROVED.replace("Mutant, proof_of", "Mutant, certificate").replace(
    "proof_of(says)", 'certificate(says, proof="own.v").killing("cube")'
)


def test_what_the_kernel_alone_proves_leads_to_its_script(run, folder):
    (folder / "own.v").write_text("Theorem proved : statement. Proof. by []. Qed.")
    (folder / "claims.py").write_text(CERTIFIED)
    done = run("show", "claims.py", "--derivation")
    assert done.exit_code == 1
    said = " ".join(done.stderr.split())
    assert "The kernel of Rocq proves it, and nothing else: its proof is in" in said
    assert "own.v" in said
    assert "theorem-checks certify claims.py::own/square --out FOLDER" in said
    assert "says, in its author's words:\n  The square of a sum, written out." in done.stdout
    stated = "for all real x:\n(x + 1)² = x² + 2 x + 1\n  [by what its author wrote for the kernel"
    assert stated in done.stdout


def test_the_proofs_of_flagships_have_pages(run, folder):
    package = folder / "papers"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "flagships.py").write_text('FLAGSHIPS = ("own/square",)\n')
    (package / "claims.py").write_text(PROVED)
    assert run("verify", "papers").exit_code == 0
    done = run("pages", "pages", "papers")
    assert done.exit_code == 0, done.output
    pages = folder / "pages"
    told = (pages / "derivation-own-square.md").read_text()
    assert told.startswith("# Proof: The square of x + 1 has $x^{2}$ in it\n")
    assert r"\text{in factors, from the right side}" in told
    assert "[The proof, line by line](derivation-own-square.md)" in (pages / "own.md").read_text()
    assert "The square of x + 1 has $x^{2}$ in it" in (pages / "index.md").read_text()


LONG = PROVED.replace("import Claim", "import All, Claim").replace(
    "return Equal(square(x + 1), x**2 + 2 * x + 1)",
    "return All(tuple(Equal(square(x + k), (x + k) ** 2) for k in range(1, 20)))",
)


def test_a_proof_too_long_for_the_page_of_the_paper_has_one_of_its_own(run, folder):
    (folder / "claims.py").write_text(LONG)
    assert run("verify", "claims.py").exit_code == 0
    done = run("pages", "pages", "claims.py")
    assert done.exit_code == 0, done.output
    told = (folder / "pages" / "steps" / "own-square.md").read_text()
    assert told.startswith(
        "---\norphan: true\n---\n\n# Proof: The square of x + 1 has $x^{2}$ in it\n"
    )
    assert "x + 19" in told
    assert "[`own/square`](../own.md#own-square)" in told
    assert "[The proof, line by line](steps/own-square.md)" in (folder / "pages/own.md").read_text()
    assert "line by line" not in (folder / "pages/index.md").read_text()


def test_the_report_writes_proofs_out_where_asked(run, folder):
    (folder / "claims.py").write_text(PROVED)
    assert run("verify", "claims.py").exit_code == 0
    for options, there in (((), False), (("--derivations",), True)):
        done = run("report", "report.html", "claims.py", *options)
        assert done.exit_code == 0, done.output
        told = (folder / "report.html").read_text()
        assert ("the proof, line by line" in told) is there
        assert ('<td class="dim">in factors, from the right side</td>' in told) is there


def test_a_proof_that_is_none_any_more_is_told(run, folder):
    (folder / "claims.py").write_text(PROVED)
    assert run("verify", "claims.py").exit_code == 0
    assert run("report", "report.html", "claims.py", "--derivations").exit_code == 0
    (folder / "claims.py").write_text(
        PROVED.replace("lambda x: x**2, says", "lambda x: x**4, says")
    )
    done = run("report", "report.html", "claims.py", "--derivations")
    assert done.exit_code == 0  # no result is current, so that nothing is PROVED
    assert "the proof, line by line" not in (folder / "report.html").read_text()
