"""A derivation that is kept as JSON comes back as it was."""

import json
from dataclasses import fields

import pytest
import sympy as sp

from theorem_checks import Verdict, prove
from theorem_checks.deriving import as_json
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Equal
from theorem_checks.verdicts.grounds import Ground

PART = Derivation("0 = 0", "prove", Verdict.PROVED, lines=(Line("0"), Line("0", "likewise")))
EVERYTHING = Derivation(
    statement="A \\implies B",
    rule="induction",
    verdict=Verdict.ARGUED,
    hypotheses=("A",),
    consequence="B",
    name="part 1",
    scope="all n",
    conditions=("n is not 12",),
    definitions=("x = 1",),
    invariant=("h = g",),
    predicate=Named("P_1", "what is said", "said"),
    by_name=Implication(("P_1(n)",), "P_1(n + 1)"),
    instances=("A(1)",),
    instances_at="n",
    named=(Named("S_1", "1 + 2 + 3", "1"),),
    in_full=("A \\implies B", "B"),
    unused=3,
    spared=2,
    seen=1,
    using=("A",),
    as_in="1.2",
    instead=(("W", "V"),),
    left_out=("3 statements",),
    lines=(Line("a", "as traced"),),
    entries=(Line("b"),),
    parts=(PART,),
    words=("as is known",),
    rests_on=(Ground.fact("bai-yin"), Ground.claim("own/square")),
    routes=("by a route",),
)


def kept(one):
    return as_json.from_json(json.loads(json.dumps(as_json.to_json(one))))


def test_every_field_comes_back():
    plain = Derivation("", "", Verdict.PROVED)
    same = [f.name for f in fields(plain) if getattr(EVERYTHING, f.name) == getattr(plain, f.name)]
    assert same == [], "a field of which the example has nothing"
    assert kept(EVERYTHING) == EVERYTHING
    assert all(type(one) is Derivation for one in kept(EVERYTHING).walk())


def test_what_was_derived_is_written_as_before():
    x = sp.Symbol("x", real=True)
    made = prove(Equal((x + 1) ** 2, x**2 + 2 * x + 1)).derivation()
    assert kept(made) == made
    assert kept(made).markdown() == made.markdown()


@pytest.mark.parametrize("name", ["statement", "parts", "by_name", "lines"])
def test_what_lacks_a_field_is_refused(name):
    data = as_json.to_json(EVERYTHING)
    del data[name]
    with pytest.raises((KeyError, TypeError)):
        as_json.from_json(data)


def test_what_rests_on_nothing_known_is_refused():
    data = as_json.to_json(EVERYTHING)
    data["rests_on"] = [{"of": "hearsay", "name": "x"}]
    with pytest.raises(ArgumentError):
        as_json.from_json(data)
