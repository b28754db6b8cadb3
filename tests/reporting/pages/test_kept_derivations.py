"""Derivations are kept beside the ledger, and used again while all that they depend on stands."""

import pytest

from theorem_checks import Verdict
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.reporting.pages import kept_derivations
from theorem_checks.reporting.pages.kept_derivations import MAKERS, KeptDerivations, keys_of
from theorem_checks.reporting.standing import standings
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.reading import digest_of
from theorem_checks.targets import find
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

MADE = [Derivation("x = x", "prove", Verdict.PROVED)]


@pytest.fixture
def kept(tmp_path):
    return KeptDerivations.beside(tmp_path / "ledger.sqlite", {"own/x": "k"}, fresh=False)


def test_what_was_put_is_there(kept):
    assert kept.get("own/x") is None
    kept.put("own/x", MADE)
    assert kept.get("own/x") == MADE
    assert kept.folder.name == "ledger.derivations"


def test_under_another_key_it_is_not_used_and_is_replaced(kept):
    kept.put("own/x", MADE)
    other = KeptDerivations(kept.folder, {"own/x": "other"})
    assert other.get("own/x") is None
    other.put("own/x", MADE)
    assert kept.get("own/x") is None
    assert len(list(kept.folder.iterdir())) == 1


def test_of_a_claim_without_a_key_nothing_is_kept(kept):
    kept.put("own/y", MADE)
    assert kept.get("own/y") is None
    assert not kept.folder.exists()


def test_fresh_passes_over_what_is_kept_and_keeps(kept):
    kept.put("own/x", MADE)
    fresh = KeptDerivations(kept.folder, kept.keys, fresh=True)
    assert fresh.get("own/x") is None
    fresh.put("own/x", MADE * 2)
    assert kept.get("own/x") == MADE * 2


def test_what_was_damaged_counts_as_absent(kept):
    kept.put("own/x", MADE)
    (file,) = kept.folder.iterdir()
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert kept.get("own/x") is None, at
        file.write_bytes(whole[:at])
        assert kept.get("own/x") is None, at
    kept.put("own/x", MADE)
    assert kept.get("own/x") == MADE


def test_what_does_not_say_what_it_should_counts_as_absent(kept, monkeypatch):
    monkeypatch.setattr(kept_derivations.as_json, "to_json", lambda one: {"statement": "x"})
    kept.put("own/x", MADE)
    assert kept.get("own/x") is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "within"):
        one = KeptDerivations(folder, {"own/x": "k"})
        one.put("own/x", MADE)
        assert one.get("own/x") is None


CLAIMS = """
from theorem_checks import Claim, Mutant, Source, Verdict, proof_of
from theorem_checks.statements.conclusions import Equal

def says(square, world):
    x = world.number("x")
    return Equal(square(x + 1), x**2 + 2 * x + 1)

square = Claim(
    id="own/square", title="The square", source=Source("Own notes", "1"), statement="x^2",
    subject=lambda x: x**2, says=says, checks=(proof_of(says),),
    mutants=(Mutant("cube", lambda x: x**3),),
)
"""


@pytest.fixture
def key(tmp_path):
    """A function that gives the key of the claim, its proof kept with what it is said to read."""
    file, maker = tmp_path / "kept_claims.py", tmp_path / "maker.py"
    file.write_text(CLAIMS)
    maker.write_text("x = 1\n")

    def key(reads=None, *, results=True):
        catalogue = find([str(file)]).catalogue
        with Ledger(tmp_path / "ledger.sqlite") as ledger:
            for known in standings(catalogue, ledger)[0].known:
                if results and known.job.kind is Kind.PROOF:
                    ledger.put(known.job, Evidence.holds("so"), reads=reads or {})
            known = standings(catalogue, ledger if results else None)
            return keys_of(known, ledger, [Origin(None, str(maker))]).get("own/square")

    return key


def test_a_key_stands_while_nothing_changes(key, tmp_path):
    assert key() == key() is not None
    (tmp_path / "maker.py").write_text("x = 1  # a comment\n")
    assert key() == key()


def test_a_key_changes_with_the_claim(key, tmp_path):
    before = key()
    file = tmp_path / "kept_claims.py"
    file.write_text(CLAIMS.replace("x + 1)", "1 + x)"))
    assert key() != before


def test_a_key_changes_with_the_code_that_derives(key, tmp_path):
    before = key()
    (tmp_path / "maker.py").write_text("x = 2\n")
    assert key() != before


def test_a_key_changes_with_what_the_proof_has_read(key, tmp_path):
    data = tmp_path / "data.txt"
    digests = set()
    for text in ("one", "two"):
        data.write_text(text)
        digests.add(key({"files": {str(data): digest_of(str(data))}, "environment": {}}))
    assert len(digests) == 2


def test_without_a_result_of_its_proof_a_claim_has_no_key(key):
    assert key(results=False) is None


def test_the_code_that_derives_is_all_of_deriving():
    found = set()
    for maker in MAKERS:
        found |= Fingerprints().closure(maker).digests.keys()
    for name in ("from_evidence", "markdown", "repeats", "proved_statement", "as_json"):
        assert f"theorem_checks.deriving.{name}" in found
