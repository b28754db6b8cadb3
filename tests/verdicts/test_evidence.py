"""Verdicts combine as documented, and evidence survives the way through JSON."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks import (
    ArgumentError,
    CheckError,
    Counterexample,
    Engine,
    ErrorRates,
    Evidence,
    ExactnessError,
    Kind,
    Route,
    Verdict,
    aggregate,
    all_of,
    prove_identity,
    witnessed,
)
from theorem_checks.statements.formulas import condition, formula_of
from theorem_checks.verdicts import seals
from theorem_checks.verdicts.plain import plain
from theorem_checks.verdicts.seals import Condition, Seal, Stated, key_of


def resealed(evidence: Evidence) -> Evidence:
    """As an engine leaves it."""
    return replace(evidence, seal=evidence.content)


X_IS_NOT_0: Any = sp.Ne(sp.Symbol("x"), 0)
BY_FLINT = Evidence.proved("all n", routes=[Route.deciding("canonical form", Engine.FLINT)])
BY_FRACTIONS = Evidence.holds(
    "20 points", routes=[Route.testing("random points", Engine.FRACTIONS)]
)
WRONG = Evidence.refuted(
    Counterexample({"n": 2}, claimed="4", found="5"),
    routes=[Route.testing("random points", Engine.FRACTIONS)],
)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["PROVED", "HOLDS"], "PROVED"),
        (["HOLDS", "HOLDS"], "HOLDS"),
        (["PROVED", "UNDECIDED"], "UNDECIDED"),
        (["PROVED", "VACUOUS"], "VACUOUS"),
        (["VACUOUS", "UNDECIDED"], "UNDECIDED"),
        (["HOLDS", "REFUTED"], "REFUTED"),
        (["UNDECIDED", "REFUTED"], "REFUTED"),
        (["PROVED", "REFUTED"], "CONTRADICTION"),
        (["PROVED", "REFUTED", "UNDECIDED"], "CONTRADICTION"),
        (["CONTRADICTION", "PROVED"], "CONTRADICTION"),
        ([], "VACUOUS"),
    ],
)
def test_the_worst_verdict_counts_and_proof_beside_refutation_contradicts(verdicts, expected):
    assert aggregate(Verdict(v) for v in verdicts) is Verdict(expected)


@given(st.lists(st.sampled_from(Verdict)), st.randoms(use_true_random=False))
def test_aggregation_ignores_order_and_repetition(verdicts, random):
    shuffled = verdicts + verdicts
    random.shuffle(shuffled)
    assert aggregate(shuffled) is aggregate(verdicts)


def test_only_proved_argued_and_holds_pass():
    assert {v for v in Verdict if v.passes} == {Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS}


def test_argued_is_more_than_holds_and_never_proved():
    argued = Evidence(Verdict.ARGUED, "all n", words=("as the text says",))
    assert aggregate([Verdict.ARGUED, Verdict.HOLDS]) is Verdict.ARGUED
    assert all_of({"a": BY_FLINT, "b": argued}, "n").verdict is Verdict.ARGUED
    assert all_of({"a": BY_FRACTIONS, "b": argued}, "n").verdict is Verdict.HOLDS
    assert all_of({"a": WRONG, "b": argued}, "n").verdict is Verdict.REFUTED


def test_evidence_is_no_condition():
    with pytest.raises(TypeError, match="all_of"):
        _ = BY_FLINT and WRONG  # pyright: ignore[reportGeneralTypeIssues]
    with pytest.raises(TypeError, match="verdict is"):
        bool(WRONG)


@pytest.mark.parametrize(
    "field",
    [
        {"scope": 49},
        {"reason": None},
        {"verdict": "TRUE"},
        {"routes": ("canonical form",)},
        {"parts": (Verdict.PROVED,)},
        {"conditions": ("n > 0",)},
        {"rests_on": (3,)},
        {"rests_on": "a fact"},
        {"rests_on": ("a sentence",)},
        {"words": "a sentence"},
        {"counterexample": {"n": 2}},
        {"figures": [1]},
        {"error_rates": 0.1},
        {"seed": 1.5},
        {"seconds": float("nan")},
        {"seconds": -1},
        {"kind": 3},
    ],
)
def test_each_field_of_evidence_has_its_type(field):
    with pytest.raises(ArgumentError, match=rf"Evidence\.{next(iter(field))}"):
        Evidence(**{"verdict": Verdict.HOLDS, "scope": "n", **field})


@pytest.mark.parametrize("rate", [-5, 7, float("nan"), "0.1", True, None])
def test_error_rates_are_probabilities(rate):
    with pytest.raises(ArgumentError, match=r"ErrorRates\.false_pass"):
        ErrorRates(0.0, rate)


def test_a_counterexample_is_values_and_words():
    with pytest.raises(ArgumentError, match=r"Counterexample\.explanation"):
        Counterexample({"n": 3}, explanation=5)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ArgumentError, match=r"Counterexample\.values"):
        Counterexample("n = 3")  # pyright: ignore[reportArgumentType]


def test_a_decision_and_a_test_corroborate():
    both = witnessed(BY_FLINT, BY_FRACTIONS)
    assert both.verdict is Verdict.PROVED
    assert both.corroborated
    assert both.engines == {Engine.FLINT, Engine.FRACTIONS}
    assert not BY_FLINT.corroborated
    assert not witnessed(BY_FLINT, BY_FLINT).corroborated


def test_tests_do_not_add_up_to_a_proof():
    tested = Evidence.proved("all n", routes=BY_FRACTIONS.routes)
    with pytest.raises(CheckError, match="No route of what is PROVED decides it"):
        witnessed(tested, BY_FRACTIONS)


@pytest.mark.parametrize("engine", ["", " ", "flintt", None])
def test_an_engine_is_one_that_is_known(engine):
    with pytest.raises(ArgumentError, match=r"Route\.engines"):
        Route.deciding("canonical form", engine)


def test_conditions_are_formulas_and_are_kept_by_what_is_made_of_them():
    n = sp.Symbol("n", integer=True, positive=True)
    unequal: Any = sp.Ne(n, 12)
    apart = condition(unequal, "n - 12 is not 0")
    part = Evidence.proved("all n", routes=BY_FLINT.routes, conditions=(apart,))
    assert formula_of(apart) == sp.Ne(n, 12)
    assert part.said == "all n; wherever n - 12 is not 0"
    assert all_of({"base": part, "step": BY_FLINT}, "n").conditions == (apart,)
    assert witnessed(part, BY_FRACTIONS).conditions == (apart,)
    assert Evidence.from_json(json.loads(json.dumps(part.to_json()))) == part


def test_disagreeing_witnesses_contradict_and_keep_the_counterexample():
    clash = witnessed(BY_FLINT, WRONG)
    assert clash.verdict is Verdict.CONTRADICTION
    assert clash.counterexample == WRONG.counterexample
    assert "disagree" in clash.reason


def test_obligations_are_proved_only_together():
    proved = witnessed(BY_FLINT, BY_FRACTIONS)
    induction = all_of({"base": proved, "step": proved}, "all n >= 1")
    assert induction.verdict is Verdict.PROVED
    assert induction.corroborated
    assert [part.scope for part in induction.parts] == ["base: all n", "step: all n"]
    assert not all_of({"base": proved, "step": BY_FLINT}, "all n").corroborated
    failed = all_of({"base": proved, "step": WRONG}, "all n")
    assert failed.verdict is Verdict.REFUTED
    assert failed.counterexample == WRONG.counterexample
    assert failed.reason.startswith("step: ")
    assert all_of({"base": proved, "step": BY_FRACTIONS}, "n").verdict is Verdict.HOLDS
    assert all_of({}, "nothing").verdict is Verdict.VACUOUS


def test_an_induction_with_a_witness_keeps_its_parts():
    induction = all_of({"base": BY_FLINT, "step": BY_FLINT}, "all n")
    both = witnessed(induction, BY_FRACTIONS)
    assert both.verdict is Verdict.PROVED
    assert both.corroborated
    assert len(both.parts) == 2


@pytest.mark.parametrize(
    "value",
    [Fraction(3, 5), flint.fmpq(3, 5), sp.Rational(3, 5)],
    ids=["fractions", "flint", "sympy"],
)
def test_rationals_of_every_library_become_the_same_text(value):
    assert plain(value, exact=True) == "3/5"
    assert plain(value / value, exact=True) == 1


def test_what_has_a_p_and_no_q_is_no_ratio():
    assert plain(SimpleNamespace(p=3)) == "namespace(p=3)"


def test_arrays_become_nested_lists():
    matrix = np.array([[Fraction(1, 2), Fraction(2)]], dtype=object)
    assert plain({"A": matrix}, exact=True) == {"A": [["1/2", 2]]}


@pytest.mark.parametrize("value", [0.5, [1, 0.5], {"a": np.float64(0.5)}, np.array([0.5])])
def test_a_float_is_no_exact_value(value):
    with pytest.raises(ExactnessError, match=r"0\.5"):
        Counterexample({"x": value})


def test_fractions_in_arrays_are_written_without_quotes():
    found = Counterexample({"P^-1": [[Fraction(1, 76)]], "note": "h'"})
    assert found.written == {"P^-1": "[[1/76]]", "note": "h'"}
    assert str(found).startswith("at P^-1 = [[1/76]]")


def test_evidence_survives_json():
    evidence = Evidence.refuted(
        Counterexample({"V": [[Fraction(1, 3)]], "t": 2}, claimed="1", found="2"),
        kind=Kind.EXACT,
        scope="d = 1",
        routes=(Route.testing("enumeration", Engine.FRACTIONS),),
        parts=(BY_FLINT,),
        figures={"largest": float("inf"), "p": Fraction(1, 7)},
        error_rates=ErrorRates(1e-9, 1e-9),
        seed=3,
        versions={"python": "3.11"},
    )
    assert Evidence.from_json(json.loads(json.dumps(evidence.to_json()))) == evidence
    assert hash(evidence) == hash(Evidence.from_json(evidence.to_json()))


def test_the_order_of_figures_makes_no_difference():
    one, other = (
        Evidence.holds("n", figures=dict(figures), versions=dict(figures))
        for figures in ([("a", "1"), ("b", "2")], [("b", "2"), ("a", "1")])
    )
    assert one == other
    assert hash(one) == hash(other)


def test_foreign_json_is_refused():
    data = BY_FLINT.to_json()
    with pytest.raises(ArgumentError, match="surprise"):
        Evidence.from_json({**data, "surprise": 1})
    with pytest.raises(ArgumentError, match="seed"):
        Evidence.from_json({name: value for name, value in data.items() if name != "seed"})


@pytest.mark.parametrize("make", [Evidence.undecided, Evidence.vacuous])
def test_not_knowing_needs_a_reason(make):
    with pytest.raises(ArgumentError, match="reason"):
        make("")


def test_refuting_needs_a_counterexample_or_a_reason():
    with pytest.raises(ArgumentError, match="counterexample"):
        Evidence.refuted()


def test_evidence_is_frozen():
    with pytest.raises(AttributeError):
        BY_FLINT.verdict = Verdict.REFUTED  # pyright: ignore
    with pytest.raises(TypeError):
        BY_FLINT.figures["p"] = 1  # pyright: ignore


def test_a_counterexample_says_what_it_has():
    assert str(Counterexample({"n": 2})) == "at n = 2"
    assert str(Counterexample({"n": 2}, claimed="4")) == "at n = 2; claimed 4, found "
    assert str(Counterexample({}, explanation="off by one")) == "off by one"


def test_a_part_without_a_reason_is_named_by_its_counterexample():
    said = all_of({"base": BY_FLINT, "step": WRONG}, "n").reason
    assert said == "step: at n = 2; claimed 4, found 5"
    unknown = all_of({"base": WRONG, "step": Evidence.undecided("no engine")}, "n").reason
    assert unknown == said.replace("step", "base")
    assert all_of({"a": Evidence.undecided("no engine")}, "n").reason == "a: no engine"


def test_the_scope_is_that_of_the_witness_whose_verdict_counts():
    assert witnessed(BY_FRACTIONS, BY_FLINT).scope == "all n"
    assert witnessed(BY_FLINT, BY_FRACTIONS).scope == "all n"
    refuted = replace(WRONG, scope="n = 2")
    assert witnessed(BY_FRACTIONS, refuted).scope == "n = 2"
    assert witnessed(refuted, BY_FRACTIONS).scope == "n = 2"


def test_a_witness_that_refutes_gives_its_counterexample_also_beside_one_that_does_not_know():
    unknown = Evidence.undecided("no engine", scope="all n")
    refuted = witnessed(unknown, WRONG)
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.counterexample == WRONG.counterexample
    empty = Evidence.vacuous("no n is both", scope="n < 0")
    assert (witnessed(empty, unknown).verdict, witnessed(empty, unknown).scope) == (
        Verdict.UNDECIDED,
        "all n",
    )


def test_one_route_stands_for_those_of_parts_and_decides_where_they_do():
    both = all_of({"base": BY_FLINT, "step": BY_FLINT}, "all n")
    (route,) = witnessed(both).routes
    assert (route.name, route.decides) == ("all n", True)
    tried = all_of({"base": BY_FLINT, "step": BY_FRACTIONS}, "n < 20")
    (route,) = witnessed(tried).routes
    assert (route.name, route.decides) == ("n < 20", False)
    undecided = all_of({"base": BY_FLINT, "step": Evidence.undecided("no engine")}, "n")
    assert not any(r.decides for r in witnessed(undecided).routes)
    refuted = all_of({"base": BY_FLINT, "step": replace(WRONG, routes=BY_FLINT.routes)}, "n")
    assert not any(r.decides for r in witnessed(refuted).routes)


@pytest.mark.parametrize("make", [Evidence.proved, Evidence.holds, Evidence.argued])
def test_options_are_given_by_name(make):
    with pytest.raises(TypeError):
        make("all n, as said above", ())


def test_evidence_says_what_it_is():
    assert str(WRONG) == "REFUTED: at n = 2; claimed 4, found 5"
    assert "**PROVED**" in witnessed(BY_FLINT, BY_FRACTIONS)._repr_markdown_()


def test_evidence_in_markdown_line_by_line():
    x = sp.Symbol("x")
    square = prove_identity((x + 1) * 2, 2 * x + 2)
    assert square.statement is not None
    refuted = witnessed(WRONG, BY_FRACTIONS)._repr_markdown_()
    assert "Counterexample: at n = 2; claimed 4, found 5" in refuted
    assert "$$" not in refuted
    assert "Counterexample" not in square._repr_markdown_()
    assert f"$$\n{square.statement.latex}\n$$" in square._repr_markdown_()
    forged = replace(square, rule="another")
    assert square.statement.latex not in forged._repr_markdown_()


def test_parts_in_markdown_are_set_below_what_they_are_parts_of():
    x = sp.Symbol("x")
    square = prove_identity((x + 1) * 2, 2 * x + 2)
    middle = replace(square, parts=(square,))  # whose seal is broken: shown as text
    outer = replace(square, parts=(middle, square))
    said = outer._repr_markdown_().splitlines()
    assert square.statement is not None
    line = f"- PROVED: ${square.statement.latex}$, by *{square.rule}*"
    assert f"- {middle}" in said
    assert [one.startswith(line) for one in said if line in one] == [True]


def test_each_level_of_parts_is_set_two_places_further_in():
    x = sp.Symbol("x")
    proof = prove_identity((x + 1) * 2, 2 * x + 2)
    for _ in range(3):
        proof = resealed(replace(proof, parts=(proof,)))
    said = proof._repr_markdown_().splitlines()
    depths = [len(one) - len(one.lstrip()) for one in said if one.lstrip().startswith("- PROVED")]
    assert depths == [0, 2, 4]


def test_what_is_said_is_the_counterexample_then_the_reason_then_the_words():
    assert str(Evidence.undecided("no engine")) == "UNDECIDED: no engine"
    assert str(BY_FLINT) == "PROVED: all n"
    assert str(Route.deciding("canonical form", Engine.FLINT)) == (
        "canonical form (decides; python-flint)"
    )
    assert str(Route.testing("points", Engine.MPMATH, Engine.NUMPY)) == (
        "points (tests; mpmath, numpy)"
    )


def test_which_kinds_can_prove_and_draw():
    assert {kind for kind in Kind if kind.can_prove is True} == {
        Kind.CERTIFICATE,
        Kind.PROOF,
        Kind.SOLVER,
        Kind.BOUND,
    }
    assert {kind for kind in Kind if kind.draws is True} == {Kind.SAMPLE, Kind.EXPERIMENT}


def test_routes_are_frozen_and_conditions_have_a_text():
    with pytest.raises(AttributeError):
        BY_FLINT.routes[0].name = "another"  # pyright: ignore[reportAttributeAccessIssue]
    for text in ("", 7):
        with pytest.raises(ArgumentError, match=r"Condition\.text"):
            Condition(text, ())  # pyright: ignore[reportArgumentType]


class TestSeals:
    """A seal fits what was concluded, and nothing else, read early or late."""

    square = prove_identity((sp.Symbol("x") + 1) * 2, 2 * sp.Symbol("x") + 2)

    def test_what_was_concluded_is_sealed_before_and_after_it_is_read(self):
        assert self.square.is_sealed
        assert str(self.square.seal) == self.square.content
        assert Evidence.from_json(json.loads(json.dumps(self.square.to_json()))) == self.square
        assert Evidence.from_json(self.square.to_json()).is_sealed

    @pytest.mark.parametrize(
        "change",
        [
            {"verdict": Verdict.HOLDS},
            {"rule": "another"},
            {"words": ("more",)},
            {"routes": ()},
            {"parts": (BY_FLINT,)},
            {"conditions": (condition(X_IS_NOT_0),)},
            {"statement": None},
        ],
    )
    def test_any_change_breaks_it(self, change):
        assert not replace(self.square, **change).is_sealed

    def test_another_formula_or_another_print_of_it_breaks_it(self):
        said = self.square.statement
        assert said is not None
        assert replace(self.square, statement=Stated(said.latex, said.data)).is_sealed
        assert not replace(self.square, statement=Stated("0 = 1", said.data)).is_sealed
        assert not replace(self.square, statement=Stated(said.latex, ("0 = 1",))).is_sealed

    def test_a_seal_fits_no_other_evidence(self):
        other = prove_identity(sp.Symbol("y") * 2, sp.Symbol("y") + sp.Symbol("y"))
        assert not replace(other, seal=self.square.seal).is_sealed
        assert not replace(BY_FLINT, seal=self.square.seal).is_sealed

    def test_seals_are_equal_where_they_say_the_same(self):
        seals = [self.square.seal, prove_identity(sp.Symbol("y") * 2, 2 * sp.Symbol("y")).seal]
        for one in seals:
            for other in seals:
                assert (one == other) is (str(one) == str(other))
                assert (one == str(other)) is (str(one) == str(other))
        assert seals[0] != seals[1]

    def test_a_statement_is_not_printed_before_it_is_read(self):
        def fails():
            raise AssertionError

        said = Stated(fails, ("Equal", "1", "1"))
        assert said.key == Stated("1 = 1", ("Equal", "1", "1")).key
        concluded = replace(BY_FLINT, statement=said, rule="identity")
        assert replace(concluded, seal=Seal(concluded.stands_on)).is_sealed
        with pytest.raises(AttributeError):
            said.latex = "1 = 2"


def test_in_short_a_counterexample_keeps_what_differs():
    found = Counterexample({f"x_{n}": n for n in range(99)}, "0", "1", "the sides differ")
    said = found.in_short(120)
    assert said.startswith("at x_0 = 0, x_1 = 1, ")
    assert said.endswith("...; claimed 0, found 1; the sides differ")
    assert 100 < len(said) <= 120
    assert found.in_short(10**6) == str(found)


@pytest.mark.parametrize("most", [20, 60, 200])
def test_in_short_it_is_never_longer_than_asked(most):
    for found in (
        Counterexample({"x": "9" * 500}, "1" * 150, "2" * 150),
        Counterexample({"x": "9" * 500}),
        Counterexample({}, explanation="e" * 500),
    ):
        assert len(found.in_short(most)) <= most


def test_the_two_sides_of_a_relation_go_by_their_names():
    found = Counterexample(
        {"n": 2}, "4", "5", "the sides differ", sides=("left side", "right side")
    )
    assert str(found) == "at n = 2; left side 4, right side 5; the sides differ"
    assert Counterexample(**found.to_json()) == found
    with pytest.raises(ArgumentError, match="sides"):
        Counterexample({"n": 2}, "4", "5", sides=("one",))  # pyright: ignore[reportArgumentType]


def test_in_short_both_sides_are_there_even_if_they_are_long():
    found = Counterexample({"x": 1}, "1" * 500, "2" * 500, "the sides differ")
    said = found.in_short(200)
    assert "claimed 111" in said
    assert "found 222" in said
    assert said.endswith("the sides differ")


@pytest.mark.parametrize("data", [("a", ("b", 3)), ("a", 3), ["a", [None]], (), ("a", ("b", {}))])
def test_data_of_a_statement_are_trees_of_strings(data):
    with pytest.raises(ArgumentError, match="nested tuples of strings"):
        Stated("x", data)


def test_data_of_a_statement_are_tuples_however_they_come():
    whole = ("a", ("b", (), ("c", "d")), ("e",))
    assert Stated("x", ["a", ["b", [], ("c", "d")], ["e"]]).data == whole
    assert Stated("x", whole).data == whole


TREES = st.recursive(st.text(), lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=30)


def digest(data: Any) -> str:
    return hashlib.blake2b(json.dumps(data).encode(), digest_size=16).hexdigest()


@given(TREES, st.text(min_size=1))
def test_a_key_is_the_digest_of_all_of_the_data(tree, latex):
    again = ("Implies", tree, (tree, ("All", tree, "é")))
    for data in (again, ("All", again, again), again):
        assert key_of(data) == Stated(latex, data).key == digest(data)
        assert Stated(latex, data).content == digest({"latex": latex, "data": data})


def test_data_are_kept_as_they_are_where_they_are_tuples_alone():
    data = ("All", ("Equal", ("x",)), ("y", ("z",)))
    assert Stated("x", data).data is data
    assert Stated("x", ["All", ("y", ["z"])]).data == ("All", ("y", ("z",)))
    with pytest.raises(ArgumentError):
        Stated("x", ("All", (data, 3)))


def test_no_more_texts_are_kept_than_have_room(monkeypatch):
    monkeypatch.setattr(seals, "_MOST_SEEN", 5)
    monkeypatch.setattr(seals, "_MOST_LETTERS", 50)
    made = [("All", (str(number), ("x",)), ("y", ("z",))) for number in range(20)]
    assert [key_of(one) for one in made] == [digest(one) for one in made]
    assert len(seals._seen) <= 6
    assert len(seals._texts) <= len(seals._seen) + 5
