"""What is true of a machine's state at all times: by induction, token by token."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from constructions.arrays import ones, outer, zeros
from theorem_checks import (
    All,
    Always,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    LoewnerAtMost,
    SameOutputs,
    Verdict,
    arithmetic,
    at_vectors,
    conjunction,
    given,
    given_each,
    induction,
    proof_of,
    prove,
    quadratic_forms_of,
    simulation,
)
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.rules.derivations import Derived, derivation
from theorem_checks.proving.rules.inductions import by_invariant, obligations, of_invariant
from theorem_checks.proving.rules.loewner import by_quadratic_forms
from theorem_checks.proving.rules.replacing import replacing
from theorem_checks.statements.always import names_in
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


@dataclass(frozen=True)
class Sums:
    """Adds up the tokens, and the squares of their entries."""

    like: Any
    change: Callable[[Any], Any] = lambda x: x
    power: int = 2

    def initial_state(self) -> Any:
        return zeros((self.like.shape[0],), like=self.like), zeros((), like=self.like)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        total, squared = state
        more = x * x if self.power == 2 else x
        every = ones((x.shape[0],), like=x)
        return (total + self.change(x), squared + every @ more), total


def says_not_negative(change: Any, w: Any) -> Conclusion:
    x = w.array("x", w.size("d"))
    return w.always(w.machine(Sums(x, **change), x), lambda state: AtMost(0, state[1]))


def by_step(conclusion: Any) -> Evidence:
    needed: Any = obligations(conclusion)
    more = AtMost(needed.step.hypothesis.rhs, needed.step.body.rhs)
    return induction(conclusion, prove(needed.base), arithmetic(needed.step, (more, prove(more))))


def test_a_sum_of_squares_is_never_negative():
    check = proof_of(says_not_negative, by_step)
    assert check({}).verdict is Verdict.PROVED
    found = check({"power": 1})
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "of the state after" in found.counterexample.explanation


def test_the_step_is_needed_after_every_token():
    world = Symbolic()
    always = says_not_negative({}, world)
    base, step = obligations(always)
    assert isinstance(always, Always)
    with pytest.raises(CheckError, match="step concludes"):
        induction(always, prove(base), prove(base))
    with pytest.raises(CheckError, match="base concludes"):
        induction(always, by_step(always), prove(base))
    assert isinstance(step, Implies)


def says_bounded(limit: Any, w: Any) -> Conclusion:
    """A state that halves on any token stays at most what it was, if that is not negative."""
    d, first = w.size("d"), w.array("a", 1)
    b = w.number("b")
    sure = AtMost(0, only_entry(first))
    return Implies(sure, w.always(w.machine(Halves(first), w.array("x", d)), limit(b, first)))


@dataclass(frozen=True)
class Halves:
    first: Any

    def initial_state(self) -> Any:
        return self.first

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        return state / 2, state


def only_entry(array: Any) -> Any:
    return ones(array.shape, like=array) @ array


def between(_b: Any, first: Any) -> Callable[[Any], Conclusion]:
    def said(state: Any) -> Conclusion:
        now = only_entry(state)
        return All((AtMost(0, now), AtMost(now, only_entry(first))))

    return said


def test_hypotheses_hold_at_all_times():
    def by_halves(conclusion: Any) -> Evidence:
        return induction(conclusion, *map(arithmetic, obligations(conclusion)))

    check = proof_of(says_bounded, by_halves, instances=[{"d": 1}, {"d": 2}])
    assert check(between).verdict is Verdict.PROVED
    above = lambda b, first: lambda state: AtMost(only_entry(first), only_entry(state))  # noqa: E731
    assert check(above).verdict is not Verdict.PROVED


def test_a_hypothesis_may_not_speak_of_the_state_or_of_the_token():
    world = Symbolic()
    x = world.array("x", world.size("d"))
    machine = world.machine(Sums(x), x)
    always = world.always(machine, lambda state: Equal(state[1], 0 * state[1]))
    total, squared = machine.state
    for part in (Equal(squared, 0 * squared), Equal(x, 0 * x)):
        with pytest.raises(ArgumentError, match="free of the machine's state and token"):
            obligations(Implies(part, always))
    assert obligations(Implies(Equal(world.array("y", 1), 0 * world.arrays["y"]), always))
    assert names_in(always) == {"h.1.1", "h.1.2", "x"}
    assert total.shape == x.shape


def test_nothing_is_said_of_the_token():
    world = Symbolic()
    x = world.array("x", world.size("d"))
    machine = world.machine(Sums(x), x)
    with pytest.raises(ArgumentError, match="nothing of the token"):
        world.always(machine, lambda state: AtMost(0, x @ state[0]))
    with pytest.raises(ArgumentError, match="equations, inequalities and orders"):
        world.always(machine, lambda _: SameOutputs(machine, machine))


def test_it_is_no_hypothesis_that_a_few_tokens_meet():
    """The total stays 0 on no token but 0; so what follows from that says nothing."""

    def says(_subject: Any, w: Any) -> Conclusion:
        x = w.array("x", w.size("d"))
        still = w.always(w.machine(Sums(x), x), lambda state: AtMost(0, state[1]))
        return Implies(still, AtMost(1, 0))

    found = proof_of(says, lambda said: given(said, prove(said.body)))(None)
    assert found.verdict is Verdict.VACUOUS


@dataclass(frozen=True)
class Holds(Sums):
    """Adds what a token is more than one that it holds, many times."""

    held: Any = None
    times: Any = 1

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        total, squared = state
        return (total + self.times * (x - self.held), squared), total


def says_still(times: Any, w: Any) -> Conclusion:
    d = w.size("d")
    x = w.array("x", d)
    cell = Holds(x, held=x, times=w.call(times, d))
    return w.always(w.machine(cell, x), lambda state: Equal(state[0], 0 * state[0]))


def far(d: Any) -> Any:
    found = 1
    for number in range(40):
        found = found * (d - number)
    return found


def test_a_cell_that_holds_the_token_is_not_taken_for_one_that_reads_it():
    """x - x is 0 where both are one array; the tokens of a sequence are others."""

    def by_none(conclusion: Any) -> Evidence:
        base, step = obligations(conclusion)
        assert isinstance(step, Implies)
        return induction(conclusion, prove(base), given(step, prove(step.body)))

    found = proof_of(says_still, by_none)(far)
    assert found.verdict is Verdict.UNDECIDED
    assert "holds no entries of the token" in found.reason


def test_nor_are_its_outputs():
    def says(times: Any, w: Any) -> Conclusion:
        d = w.size("d")
        x = w.array("x", d)
        one, other = (
            Holds(x, held=x, times=w.call(times, d)),
            Holds(x, held=x, times=0),
        )
        return SameOutputs(w.machine(one, x), w.machine(other, x))

    found = proof_of(says, lambda same: simulation(same, same.other.state))(far)
    assert found.verdict is Verdict.UNDECIDED


def test_it_is_watched_on_tokens_in_a_concrete_world():
    world = Concrete({"d": 2}, 3)
    always: Any = says_not_negative({}, world)
    tokens = [world.fresh((2,)) for _ in range(3)]
    assert len(list(always.along(tokens, lambda _: True))) == 4


def test_parts_are_put_together():
    world = Symbolic()
    always = says_not_negative({}, world)
    both = All((always, always))
    found = conjunction(both, by_step(always), by_step(always))
    assert found.verdict is Verdict.PROVED
    assert "for all" in always.latex


@dataclass(frozen=True)
class Grams:
    """Adds x x^T of each token x, or what else there is to be added."""

    first: Any
    added: Callable[[Any], Any]

    def initial_state(self) -> Any:
        return self.first

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        return state + self.added(x), x


def says_ordered(added: Any, w: Any) -> Conclusion:
    d = w.size("d")
    x, one = w.array("x", d), w.identity(d)
    machine = w.machine(Grams(one, added), x)
    return w.always(machine, lambda H: All((Equal(H, H.T), LoewnerAtMost(one, H))))


def by_squares(always: Any) -> Evidence:
    """Prove that x x^T adds the square of x . z to each form."""
    needed: Any = obligations(always)
    base, step = needed
    (known, below), (even, order) = step.hypothesis.parts, step.body.parts
    x, H = always.array("x"), known.lhs
    X = symbol_array("X.any", *(axis[0] for axis in H.axes))

    def by_symmetry(said: Any, context: Any) -> Evidence:
        last = Implies(known, said)
        found = Derived(last, replacing(last, context, X))
        return derivation(Implies(step.hypothesis, said), found)

    whole = Implies(step.hypothesis, order)
    forms: Any = quadratic_forms_of(whole)
    turned, of_any = forms
    z = of_any.array("z.any")
    square = AtMost(0, (x @ z) * (x @ z))
    last = Implies(All((below,)), of_any.body)
    found = at_vectors(last, z, known=((square, prove(square)),))
    ordered = derivation(of_any, Derived(last, found))
    after = X + outer(x, x)
    evenly = by_symmetry(turned.body, after - order.lhs)
    parts = by_symmetry(even, after), by_quadratic_forms(whole, evenly, ordered)
    return induction(always, prove(base), given_each(step, *parts))


def test_an_order_of_matrices_is_kept_at_all_times():
    check = proof_of(says_ordered, by_squares)
    assert check(lambda x: outer(x, x)).verdict is Verdict.PROVED
    assert check(lambda x: -1 * outer(x, x)).verdict is Verdict.REFUTED
    assert check(lambda x: outer(x, x * 0 + 1)).verdict is Verdict.REFUTED  # not symmetric
    late = check(lambda x: outer(x, x) if x.shape[0] < 40 else -1 * outer(x, x))
    assert late.verdict is Verdict.REFUTED


def says_bounded_on_small_tokens(limit: Any, w: Any) -> Conclusion:
    """The sum of t tokens between -1 and 1 is between -t and t."""
    x = w.array("x", w.size("d"))
    return w.always(
        w.machine(Counts(x), x),
        lambda state: All((AtMost(-limit(state), state[0]), AtMost(state[0], limit(state)))),
        lambda _, token: All((AtMost(-1, token), AtMost(token, 1))),
    )


@dataclass(frozen=True)
class Counts(Sums):
    """The same, beside how many tokens were read, at each place."""

    def initial_state(self) -> Any:
        return zeros((self.like.shape[0],), like=self.like), zeros((), like=self.like)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        total, count = state
        return (total + x, count + 1), total


def at_each_place(state: Any) -> Any:
    return 0 * state[0] + state[1]


def by_arithmetic(conclusion: Any) -> Evidence:
    return induction(conclusion, *map(arithmetic, obligations(conclusion)))


def test_of_tokens_that_are_allowed_and_of_no_others():
    check = proof_of(says_bounded_on_small_tokens, by_arithmetic)
    found = check(at_each_place)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert r"\text{ and tokens with } -1 \le x_t, x_t \le 1" in found.statement.latex
    assert check(lambda state: at_each_place(state) * Fraction(9, 10)).verdict is Verdict.REFUTED
    always: Any = says_bounded_on_small_tokens(at_each_place, Symbolic())
    free = Always(always.machine, always.said)
    assert not free.is_same(always)
    with pytest.raises(CheckError):
        induction(free, *map(arithmetic, obligations(always)))
    assert by_arithmetic(free).verdict is Verdict.UNDECIDED


def test_where_no_token_is_allowed_nothing_is_said():
    def says(_subject: Any, w: Any) -> Conclusion:
        x = w.array("x", w.size("d"))
        machine = w.machine(Counts(x), x)
        never = lambda _, token: All((AtMost(1, token), AtMost(token, 0)))  # noqa: E731
        return w.always(machine, lambda state: AtMost(0, state[1]), never)

    assert proof_of(says, by_arithmetic)(None).verdict is Verdict.VACUOUS


def test_a_bound_that_is_late_is_not_proved():
    """Right for as many tokens as are tried, and too small from the eighth on."""

    def late(state: Any) -> Any:
        t = at_each_place(state)
        product = t
        for number in range(1, 8):
            product = product * (t - number)
        return t - product

    found = proof_of(says_bounded_on_small_tokens, by_arithmetic)(late)
    assert found.verdict is Verdict.UNDECIDED


def says_small(most: Any, w: Any) -> Conclusion:
    """A state that is halved, and gets half a token of size 1 at most, is at most so large."""
    x = w.array("x", w.size("d"))
    b = w.number("b")
    small = w.always(
        w.machine(HalfOfBoth(x), x),
        lambda state: AtMost(state, most),
        lambda _, token: All((AtMost(-1, token), AtMost(token, 1))),
    )
    return Implies(AtMost(0, b), small)


@dataclass(frozen=True)
class HalfOfBoth(Sums):
    def initial_state(self) -> Any:
        return zeros((self.like.shape[0],), like=self.like)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        return (state + x) / 2, state


def by_bounds(whole: Any, bound: int = 1) -> Evidence:
    state = whole.body.machine.state
    kept = All((AtMost(-bound, state), AtMost(state, bound)))
    needed = of_invariant(whole, kept)
    return by_invariant(whole, kept, by_arithmetic(needed.kept), arithmetic(needed.enough))


def test_what_follows_from_an_invariant_is_so_at_all_times():
    check = proof_of(says_small, by_bounds)
    assert check(2).verdict is Verdict.PROVED
    assert proof_of(says_small, by_arithmetic)(2).verdict is Verdict.PROVED
    assert check(1).verdict is Verdict.PROVED
    assert check(Fraction(1, 8)).verdict is Verdict.REFUTED
    assert proof_of(says_small, lambda whole: by_bounds(whole, 3))(2).verdict is Verdict.UNDECIDED


def test_an_invariant_is_of_the_state_and_each_part_is_needed():
    whole: Any = says_small(2, Symbolic())
    machine = whole.body.machine
    kept = AtMost(machine.state, 1)
    with pytest.raises(ArgumentError, match="nothing of the token"):
        of_invariant(whole, AtMost(machine.state, machine.token))
    needed = of_invariant(whole, kept)
    enough = arithmetic(needed.enough)
    with pytest.raises(CheckError, match="always concludes"):
        by_invariant(whole, kept, enough, enough)
    kept_always = by_arithmetic(needed.kept)
    with pytest.raises(CheckError, match="enough concludes"):
        by_invariant(whole, kept, kept_always, kept_always)
    other = Implies(AtMost(0, machine.state), whole.body)
    needed = of_invariant(other, kept)
    with pytest.raises(ArgumentError, match="free of the machine's state and token"):
        by_invariant(other, kept, arithmetic(needed.enough), arithmetic(needed.enough))
