"""What is true is false when it is changed, and no kind of statement is forgotten."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.judging.statements_of_each_kind import (
    MADE,
    NONE,
    Still,
    a_bound_of_growth,
    a_closed_form,
    a_growth,
    a_machine,
    a_mean,
    an_array_of_arrays,
    an_equation_of_arrays,
    an_order,
    bits_throughout,
    in_proportion,
    one_of_several,
    real_numbers,
    reals_under_an_assumption,
    runs_of_numbers,
    several,
    the_largest,
)
from theorem_checks import (
    Verdict,
    arithmetic,
    invariant,
    prove,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.late_mutants import late_mutants
from theorem_checks.statements.always import Watched
from theorem_checks.statements.arrays.index_expressions import Summed, nodes
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.chains import Interface, Link
from theorem_checks.statements.conclusions import (
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Relation,
)
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.runs import Throughout
from theorem_checks.statements.sequences import InProportion, InTheEnd, Quantified
from theorem_checks.statements.stacks import EveryStack, EveryStackIs
from theorem_checks.statements.suprema import (
    OfColumn,
)
from theorem_checks.statements.terms import entries_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def kinds(of=Conclusion):
    for kind in of.__subclasses__():
        if kind.__module__.startswith("theorem_checks.statements"):
            yield kind
            yield from kinds(kind)


def test_no_kind_of_statement_is_forgotten():
    found = {kind for kind in kinds() if kind.latex is not Conclusion.latex}
    of_instances = {Quantified, InTheEnd, InProportion, Watched}
    assert found - {Relation, Interface, Link, OfColumn} - of_instances == MADE.keys() | NONE


@pytest.mark.parametrize("made", [*dict.fromkeys(MADE.values()), reals_under_an_assumption])
def test_statements_of_each_kind_are_changed(made):
    world = Symbolic()
    conclusion = made(world)
    changed = list(late_mutants(conclusion, world))
    assert changed
    assert conclusion.key not in {one.key for one in changed}
    assert all(type(one) is type(conclusion) for one in changed)


@pytest.mark.parametrize(
    "made",
    [
        *(an_equation_of_arrays, a_mean, several, real_numbers, reals_under_an_assumption),
        *(runs_of_numbers, a_closed_form, an_order, a_growth, a_bound_of_growth),
    ],
)
def test_what_is_proved_is_false_when_it_is_changed(made):
    world = Symbolic()
    conclusion = made(world)
    assert prove(conclusion).verdict is Verdict.PROVED
    for changed in late_mutants(conclusion, world):
        assert prove(changed).verdict is not Verdict.PROVED


def test_an_invariant_does_not_prove_what_is_false_of_long_sequences():
    world = Symbolic()
    conclusion = bits_throughout(world)
    assert invariant(conclusion).verdict is Verdict.PROVED
    (late,) = late_mutants(conclusion, world)
    assert isinstance(late, Throughout)
    assert invariant(late).verdict is Verdict.UNDECIDED


def changed_ones(conclusion: Any, world: Symbolic) -> list[Any]:
    return list(late_mutants(conclusion, world))


def test_of_alternatives_all_are_false_beyond_the_sizes_that_are_tried():
    world = Symbolic()
    conclusion = one_of_several(world)
    assert arithmetic(conclusion).verdict is Verdict.PROVED
    (late,) = changed_ones(conclusion, world)
    n, x = world.symbols["n"], world.symbols["x"]
    for size in range(1, 30):
        for value in (-7, 0, size, size + 1, 10**20):
            here = late.substituted({n: size, x: value})
            is_true = difference_at(here, Concrete({})) is None
            assert is_true is (size < 12)
    assert arithmetic(late).verdict is not Verdict.PROVED


def test_no_alternative_is_changed_where_it_is_not_known_that_all_are_false():
    world = Symbolic()
    n, z = world.size("n").expression, world.number("z", complex=True).expression
    assert changed_ones(Either((AtMost(0, n), Unequal(n, 0))), world) == []
    assert changed_ones(Either((AtMost(0, n), Equal(z, 0))), world) == []


def test_every_conjunct_is_changed_and_every_part_of_an_output():
    world = Symbolic()
    conclusion = several(world)
    parts = [[part.key for part in one.parts] for one in changed_ones(conclusion, world)]
    own = [part.key for part in conclusion.parts]
    assert [[a != b for a, b in zip(one, own, strict=True)] for one in parts] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    world = Symbolic()
    assert len(changed_ones(an_array_of_arrays(world), world)) == 2


def test_an_inequality_is_reversed_beyond_the_sizes_that_are_tried():
    world = Symbolic()
    n = world.size("n").expression
    (late,) = changed_ones(AtMost(0, n), world)
    assert all((late.rhs - n).subs(n, size) == 0 for size in range(12))
    assert all(late.rhs.subs(n, size) < 0 for size in (12, 13, 100))


def test_an_array_is_changed_away_from_the_first_index():
    world = Symbolic()
    d = world.size("d")
    array = world.array("A", d)
    (late,) = changed_ones(Equal(array, array), world)
    (block,) = late.rhs.blocks.values()
    i = late.rhs.axes[0][0].indices(0)[0]
    vector = {(place,): Fraction(3) for place in range(14)}
    (tensor,) = (e.tensor.kind for e in entries_of(array).values())
    (table,) = values_of([block], Instance({world.symbols["d"]: Fraction(14)}, {tensor: vector}))
    assert i.name in block.free
    assert table[0,] == 3
    assert all(table[place,] != 3 for place in range(1, 14))


def test_what_is_never_there_is_not_changed():
    world = Symbolic()
    none = SymbolicArray(((family("none", 0),),), {})
    assert not list(changed_ones(Equal(none, none), world))


def test_a_hypothesis_may_allow_small_sizes_only():
    world = Symbolic()
    n = world.size("n").expression
    (late,) = changed_ones(Implies(AtMost(n, 5), Equal(n, n)), world)
    assert late.body.rhs == n + 1
    array = world.array("A", world.size("d"), 1)
    few = AtMost(world.symbols["d"], 1)
    (late,) = changed_ones(Implies(few, Equal(array, array)), world)
    (block,) = late.body.rhs.blocks.values()
    assert not any(isinstance(part, Summed) for part in nodes([block]))


def test_a_formula_is_false_at_one_point_that_meets_what_is_assumed():
    world = Symbolic()
    conclusion = reals_under_an_assumption(world)
    (late,) = changed_ones(conclusion, world)
    found = prove(late)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert 1 < 7 * Fraction(found.counterexample.values["x"]) < 2
    assert variables(late.formula) == ["x"]


def test_machines_of_two_sequences_that_are_one_are_left_alone():
    world = Symbolic()
    trivial = EveryStack((a_machine(world).one,), (1, -1))
    assert not list(changed_ones(trivial, world))


def test_a_constant_bound_of_a_mean_is_negative_beyond_the_sizes_that_are_tried():
    world = Symbolic()
    (late,) = changed_ones(the_largest(world), world)
    name = min(late.most.free_symbols, key=str)
    values = [late.most.subs(name, size) for size in range(2, 30)]
    assert values[:10] == [1] * 10
    assert max(values[10:]) <= -1


def test_what_is_said_to_be_in_proportion_is_larger_by_a_factor_that_grows():
    world = Symbolic()
    conclusion = in_proportion(world)
    (late,) = changed_ones(conclusion, world)
    n = conclusion.variable
    assert late.sequence == tuple(n * part for part in conclusion.sequence)


def test_equal_fractions_are_no_impossibility():
    world = Symbolic()
    n = world.size("n").expression
    one, other = sp.Rational(2, 3), sp.Rational(4, 6)
    assert changed_ones(Implies(AtMost(n, 5), Equal(one, other)), world)
    assert not changed_ones(Implies(AtMost(n, 5), Equal(one, 2 * other)), world)


def test_the_tokens_that_are_read_are_counted_one_by_one():
    world = Symbolic()
    conclusion = bits_throughout(world)
    (late,) = late_mutants(conclusion, world)
    assert isinstance(late, Throughout)
    own = len(conclusion.steps.start)
    state = list(late.steps.start)
    for read in range(1, 6):
        state, output = late.steps.stepped(state, [Fraction(read % 2)])
        assert state[own] == read
        assert len(output) == conclusion.steps.outputs


def outputs_of(layer: Any, world: Symbolic, size: int) -> list[Fraction]:
    """What a layer puts out for the token (1, 2, ...)."""
    (tensor,) = (entry.tensor.kind for entry in entries_of(world.arrays["x"]).values())
    token = {(place,): Fraction(place + 1) for place in range(size)}
    here = Instance({world.symbols["d"]: Fraction(size)}, {tensor: token})
    (table,) = values_of([*layer.output.blocks.values()], here)
    return [table[place,] for place in range(size)]


def test_a_layer_puts_out_more_beyond_the_sizes_that_are_tried_alone():
    world = Symbolic()
    layer = world.machine(Still(), world.array("x", world.size("d")))
    (late,) = changed_ones(EveryStack((layer,), (1, 1, -2)), world)
    for size in (1, 2, 11):
        assert outputs_of(late.layers[0], world, size) == list(range(1, size + 1))
    more = 12 * 13 * 25 // 6  # the square of the token
    factor = outputs_of(late.layers[0], world, 12)[0] - 1
    assert factor > 0
    assert factor % more == 0


@pytest.mark.parametrize(
    ("how", "more"),
    [
        ("continuous", Fraction(1, 14)),
        ("Lipschitz", 14**2),
        ("at most linear", 14**2),
        ("far slopes", 14**2),
    ],
)
def test_a_layer_jumps_where_stacks_are_said_to_be_continuous_and_else_grows(how, more):
    world = Symbolic()
    layer = world.machine(Still(), world.array("x", world.size("d")))
    (late,) = changed_ones(EveryStackIs((layer,), how), world)
    assert outputs_of(late.layers[0], world, 3) == [n + more for n in (1, 2, 3)]
