"""Errata and their repairs name each other."""

from dataclasses import replace
from pathlib import Path

import pytest

from theorem_checks import Control, Verdict
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.running.errata import errata_problems
from theorem_checks.scaffold import LEAKY_SUM, check_by_running, state


def catalogue(*claims):
    origin = Origin("own", None)
    return {one.id: Found(one, origin, Path("own.py")) for one in claims}


REPAIR = replace(LEAKY_SUM, id="own/repair", repairs=("own/wrong",))
WRONG = replace(
    LEAKY_SUM,
    id="own/wrong",
    subject=lambda _, t: t,
    expect=Verdict.REFUTED,
    checks=(check_by_running,),
    mutants=(),
    late=(),
    controls=(Control("repaired", state),),
    repaired_by="own/repair",
)


@pytest.mark.parametrize("complete", [True, False])
def test_links_that_are_mutual_are_no_problem(complete):
    assert errata_problems(catalogue(REPAIR, WRONG), complete=complete) == []


def test_a_link_that_leads_nowhere_or_one_way_is_one():
    (found,) = errata_problems(catalogue(REPAIR), complete=True)
    assert "is linked to own/wrong, which does not exist" in found.message
    assert errata_problems(catalogue(REPAIR), complete=False) == []
    alone = replace(REPAIR, repairs=())
    (found,) = errata_problems(catalogue(alone, WRONG), complete=True)
    assert "does not name it in repairs" in found.message
