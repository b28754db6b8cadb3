"""What the statements of the tree say as evidence keeps it: nested tuples of strings."""

import importlib
import pkgutil

import pytest

import proofs
from theorem_checks.claims import Claim
from theorem_checks.errors import CheckError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.classes import within
from theorem_checks.statements.seals import stated
from theorem_checks.verdicts.seals import Stated

MODULES = sorted(one.name for one in pkgutil.walk_packages(proofs.__path__, "proofs."))
EVERY = 8  # of all modules


def claims():
    """The claims of some modules of each folder, once each."""
    found = {}
    for name in MODULES[::EVERY]:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, Claim) and value.says is not None:
                found[value.id] = value
    return found.values()


def is_plain(data):
    """Whether data are tuples and strings alone, of no class that is made of these."""
    return type(data) is str or (type(data) is tuple and all(map(is_plain, data)))


@pytest.mark.timeout(300)
def test_data_of_statements_are_nested_tuples_of_strings():
    kinds, tried = set(), 0
    for claim in claims():
        try:
            said = statement_of(claim.says, claim.subject)
        except CheckError:
            continue
        one = stated(said)
        assert is_plain(one.data), claim.id
        assert isinstance(hash(one), int)
        assert Stated(one.latex, one.data).key == one.key, claim.id
        kinds.update(type(part) for part in within(said))
        tried += 1
    assert tried >= 60
    assert len(kinds) >= 8
