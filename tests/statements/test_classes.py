"""Limits and classes as data; what is said in words is never PROVED."""

import json

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    CheckError,
    Evidence,
    PRecursive,
    Verdict,
    argued,
    decide_order,
    prove,
    prove_growth,
    prove_growth_bound,
    prove_identity,
)
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.statements.analysis import (
    BoundedBelow,
    Converges,
    Grows,
    GrowthBound,
    Limit,
    Order,
    Proportional,
)
from theorem_checks.statements.classes import (
    Described,
    FloatsWithin,
    ForEvery,
    ForFunctions,
    WithProbability,
    is_described,
)
from theorem_checks.statements.conclusions import All, AtMost, Equal, ForAll, Implies, Less
from theorem_checks.statements.seals import concluded, require_concluded

h = sp.Symbol("h", positive=True)
k, n = sp.symbols("k n", integer=True, positive=True)
x, c = sp.symbols("x c", real=True)
WORDS = Described("the compiled network computes what the program does")
DOUBLING = PRecursive((-2, 1), (3,), k)

STATEMENTS = [
    Limit(n, (1 + 1 / n) ** n, "oo", sp.E),
    Limit(h, sp.sin(h) / h, 0, 1, "+"),
    Order(h, sp.exp(c * h) - 1, 1),
    BoundedBelow(n, c * n),
    Proportional(n, (c * n,), (n + 1,)),
    Proportional(n, (n, c), (x, n)),
    Grows(k, 0, (-2, 1), (3,), 2, 0, (3,)),
    GrowthBound(k, 0, (-2, 1), (3,), ">=", 1, 2, 0, 1),
    Converges(n, "the mean of n draws", 0, "in probability"),
    ForEvery("programs of the language", WORDS),
    ForFunctions("f", "Lipschitz", (c,), "[0, 1]", AtMost(x, c)),
    WithProbability(Less(x, 1), 1 - h),
    FloatsWithin("the fold over 10 tokens", "binary32", c * h),
    WORDS,
]


@pytest.mark.parametrize("said", STATEMENTS, ids=lambda said: type(said).__name__)
def test_they_are_data(said):
    assert json.loads(json.dumps(said.data)) is not None
    assert said.latex
    assert said.is_same(said.substituted({}))
    with pytest.raises(TypeError, match="truth value"):
        bool(said)
    found = argued(said, "as is argued in the appendix")
    assert found.verdict is Verdict.ARGUED
    assert found.is_sealed
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))).is_sealed


@pytest.mark.parametrize("said", STATEMENTS, ids=lambda said: type(said).__name__)
def test_free_symbols_are_replaced(said):
    changed = said.substituted({c: sp.Integer(7), x: sp.Integer(5)})
    stands = "'c'" in str(said.data) or "'x'" in str(said.data)
    assert changed.is_same(said) is not stands


def test_bound_variables_are_bound():
    assert Order(h, h**2, 2).is_same(Order(c, c**2, 2)) is False  # of another sort
    other = sp.Symbol("s", positive=True)
    assert Order(h, c * h**2, 2).is_same(Order(other, c * other**2, 2))
    assert Order(h, h**2, 2).is_same(Order(h, h**2, sp.Integer(2)))
    assert Order(h, h**2, 2).substituted({h: 3}).is_same(Order(h, h**2, 2))
    assert BoundedBelow(n, c * n).is_same(BoundedBelow(k, c * k))
    assert Proportional(n, (c, n), (n, 1)).is_same(Proportional(k, (c, k), (k, 1)))
    with pytest.raises(ArgumentError, match="bound"):
        Order(h, c * h, 1).substituted({c: h})


DIFFERENT = [
    (Limit(n, 1 / n, "oo", 0), Limit(n, 1 / n, "oo", 1)),
    (Limit(h, x * h, 0, 0, "+"), Limit(h, x * h, 0, 0, "-")),
    (BoundedBelow(n, x * n), BoundedBelow(n, x / n)),
    (BoundedBelow(n, n), BoundedBelow(h, h)),
    (Proportional(n, (n,), (x,)), Proportional(n, (x,), (n,))),
    (Proportional(n, (n, 0), (x, 0)), Proportional(n, (n,), (x,))),
    (Proportional(n, (n, 1), (x, 1)), Proportional(n, (1, n), (1, x))),
    (Order(h, h**2, 2), Order(h, h**2, 2, True)),
    (Order(h, h**2, 2), Order(h, h**3, 2)),
    (Grows(k, 0, (-2, 1), (3,), 2, 0), Grows(k, 0, (-2, 1), (3,), 2, 0, (3,))),
    (Grows(k, 0, (-2, 1), (3,), 2, 0), Grows(k, 1, (-2, 1), (3,), 2, 0)),
    (
        GrowthBound(k, 0, (-2, 1), (3,), ">=", 1, 2, 0, 1),
        GrowthBound(k, 0, (-2, 1), (3,), "<=", 1, 2, 0, 1),
    ),
    (
        Converges(n, "the mean", 0, "in probability"),
        Converges(n, "the mean", 0, "almost surely"),
    ),
    (
        ForFunctions("f", "continuous", (), "[0, 1]", WORDS),
        ForFunctions("f", "measurable", (), "[0, 1]", WORDS),
    ),
    (WithProbability(WORDS, "9/10"), WithProbability(WORDS, "99/100")),
    (FloatsWithin("a fold", "binary32", c), FloatsWithin("a fold", "bfloat16", c)),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_is_another_statement(one, other):
    assert not one.is_same(other)


ENGINES = {
    "a growth": (lambda: prove_growth(DOUBLING, 2, 0), Grows(k, 0, (-2, 1), (3,), 2, 0)),
    "a bound": (
        lambda: prove_growth_bound(DOUBLING, ">=", 1, 2, 0),
        GrowthBound(k, 0, (-2, 1), (3,), ">=", 1, 2, 0, 1),
    ),
    "an order": (
        lambda: decide_order(sp.exp(h) - 1 - h, 2, scale=h, exactly=True),
        Order(h, sp.exp(h) - 1 - h, 2, True),
    ),
}


@pytest.mark.parametrize(("engine", "said"), ENGINES.values(), ids=ENGINES)
def test_engines_conclude_limits(engine, said):
    for found in (engine(), prove(said)):
        assert found.verdict is Verdict.PROVED
        assert found.is_sealed
        require_concluded(found, said, "found")


@pytest.mark.parametrize(
    "false",
    [
        Grows(k, 0, (-2, 1), (3,), 2, 0, (4,)),
        Grows(k, 0, (-2, 1), (3,), 3, 0),
        GrowthBound(k, 0, (-2, 1), (3,), ">=", 4, 2, 0, 1),
        Order(h, sp.exp(h) - 1, 2),
        Order(h, h**3, 2, True),
    ],
)
def test_false_ones_are_refuted(false):
    assert prove(false).verdict is Verdict.REFUTED


IN_WORDS = [
    WORDS,
    All((Equal(1, 1), WORDS)),
    Implies(WORDS, Equal(1, 1)),
    ForAll(n, 1, WORDS),
    ForEvery("prompts", WORDS),
    WithProbability(All((WORDS,)), 1),
    ForFunctions("f", "continuous", (), "[0, 1]", Implies(Equal(1, 1), WORDS)),
]


@pytest.mark.parametrize("said", IN_WORDS)
def test_what_is_said_in_words_is_never_proved(said):
    assert is_described(said)
    try:
        found = prove(said)
    except (ArgumentError, CheckError):
        found = None
    assert found is None or found.verdict is Verdict.UNDECIDED
    with pytest.raises(CheckError, match="in words"):
        concluded(prove_identity(1, 1), said, "by hand")


def test_bad_fields_are_named():
    with pytest.raises(ArgumentError, match="mode"):
        Converges(n, "the mean", 0, "surely")
    with pytest.raises(ArgumentError, match="constants"):
        ForFunctions("f", "Lipschitz", (), "[0, 1]", WORDS)
    with pytest.raises(ArgumentError, match="format"):
        FloatsWithin("a fold", "float8", c)
    with pytest.raises(ArgumentError, match="words"):
        Described("true")


def says_every(network, w):
    return w.for_every(
        "lists of numbers",
        lambda source: [source.randint(0, 9) for _ in range(source.randint(0, 5))],
        lambda numbers: Equal(network(numbers), sum(numbers)),
        "the network adds the numbers up",
    )


def by_words(said):
    return argued(said, "by induction over the list")


def test_members_of_a_class_are_drawn():
    assert judged(says_every, by_words, sum).verdict is Verdict.ARGUED
    assert at_instances(says_every, sum).verdict is Verdict.HOLDS
    wrong = judged(says_every, by_words, lambda numbers: sum(numbers[:2]))
    assert wrong.verdict is Verdict.REFUTED


def says_order(error, w):
    scale = w.number("h", positive=True)
    return Order(scale, w.call(error, scale), 2)


def test_an_order_is_that_of_the_subject():
    assert judged(says_order, prove, lambda s: s**2 + s**3).verdict is Verdict.PROVED
    assert judged(says_order, prove, lambda s: s + s**2).verdict is Verdict.REFUTED
    assert at_instances(says_order, lambda s: s**2).verdict is Verdict.UNDECIDED

    def by_type(s):
        return s**2 if hasattr(s, "expression") else s

    def by_value(s):
        return s**2 if s > 1 else s

    assert judged(says_order, prove, by_value).verdict is Verdict.UNDECIDED
    with pytest.raises(CheckError, match="looks at their type"):
        judged(says_order, prove, by_type)


def test_units_are_counted():
    from theorem_checks.statements.worlds.concrete import Concrete
    from theorem_checks.statements.worlds.symbolic import Symbolic

    for world in (Symbolic(), Concrete({"d": 3})):
        d = world.size("d")
        units = world.count(world.array("W", d, d + 1))
        assert (units - d * (d + 1)).expression.expand() == 0
