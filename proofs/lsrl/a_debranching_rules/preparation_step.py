"""App. A, preparation: neighbours that can be one node, for all sizes.

Of neighbours that are affine maps one is made by multiplying the matrices out, which the engine
checks of the rule's own nodes on arrays of all sizes. A second ReLU sees what is not negative and
changes nothing. The first may be dropped only where nothing else reads it, which the printed rule
does not ask: a node that reads it at x = -1 refutes that. A Concat of copies is a Lin of
identities.
"""

from types import SimpleNamespace as Given

from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.interpretations import by_equal_states, rule
from theorem_checks import (
    Claim,
    Control,
    ForReals,
    Mutant,
    Source,
    Verdict,
    instances_of,
    proof_of,
)

SOURCE = Source(PAPER, "App. A, preparation step")
SIZES = ({"n": 1, "m": 1, "p": 1}, {"n": 2, "m": 3, "p": 1}, {"n": 3, "m": 2, "p": 4})


def given_lins(k):
    """Two affine maps, one behind the other."""
    n, m, p = map(k.size, "nmp")
    return Given(
        x=k.value("x", n),
        A1=k.matrix("A1", m, n),
        b1=k.vector("b1", m),
        A2=k.matrix("A2", p, m),
        b2=k.vector("b2", p),
    )


def two_lins(k, g):
    """Write the second Lin of the first."""
    return [k.Lin(k.Lin(g.x, g.A1, g.b1), g.A2, g.b2)]


def given_state(k):
    """A Lin, which something else may read too, and a LinState behind it."""
    n, m, p = map(k.size, "nmp")
    return Given(
        x=k.value("x", n),
        A1=k.matrix("A1", m, n),
        b1=k.vector("b1", m),
        A=k.matrix("A", p, p),
        B=k.matrix("B", p, m),
        b=k.vector("b", p),
        s=(k.vector("s", p),),
    )


def lin_and_state(k, g):
    """Write the LinState of the Lin."""
    return [k.LinState(k.Lin(g.x, g.A1, g.b1), g.A, g.B, g.b, *g.s)]


def one_state(k, g):
    """Write B A_1 for B and B b_1 + b for b."""
    return [k.LinState(g.x, g.A, g.B @ g.A1, g.B @ g.b1 + g.b, *g.s)]


def keep_first(x):
    """Return what stands for relu(x) and for relu(relu(x)), the second being dropped."""
    return relu(x), relu(x)


def keep_second(x):
    """Drop the first: its other readers read x."""
    return x, relu(x)


def says_two_relus(kept, w):
    """The two values stay what they were, for all real entries."""
    x = w.real("x")
    first, second = kept(x)
    return ForReals((first == relu(x)) & (second == relu(relu(x))))


def given_copied(k):
    """A node, and how many copies of it there are."""
    return Given(x=k.value("x", k.size("n")), m=k.size("m"))


def copies(k, g):
    """Write the Concat of the copies."""
    return [k.copies(g.m, g.x)]


def lin_of_copies(k, g, sign=1):
    """Write the Lin of as many identities."""
    return [k.Lin(g.x, k.copies(g.m, sign * k.eye(k.axis(g.x))))]


lin_lin = Claim(
    id="lsrl/prep-lin-lin",
    title="A Lin of a Lin is one Lin",
    source=SOURCE,
    statement=r"A_2 (A_1 x + b_1) + b_2 = (A_2 A_1) x + (A_2 b_1 + b_2)",
    **rule(
        given_lins,
        two_lins,
        lambda k, g: [k.Lin(g.x, g.A2 @ g.A1, g.A2 @ g.b1 + g.b2)],
        SIZES,
        lambda k, g: [k.Lin(g.x, g.A2 @ g.A1, g.b2)],
    ),
    mutants=(
        Mutant("lost-bias", lambda k, g: [k.Lin(g.x, g.A2 @ g.A1, g.b2)], "without b_1"),
        Mutant("double-bias", lambda k, g: [k.Lin(k.Lin(g.x, g.A1, g.b1), g.A2)], "without b_2"),
        Mutant("wrong-order", lambda k, g: [k.Lin(g.x, g.A1 @ g.A2, g.b2)], "A_1 A_2"),
    ),
)

relu_relu = Claim(
    id="lsrl/prep-relu-relu",
    title="Of two ReLUs the second can be dropped",
    source=SOURCE,
    statement=r"\mathrm{relu}(\mathrm{relu}(x)) = \mathrm{relu}(x)",
    subject=keep_first,
    says=says_two_relus,
    checks=(proof_of(says_two_relus), instances_of(says_two_relus)),
    late=(Mutant("far", lambda x: (relu(x), relu(x) if x < 10**9 else -x), "-x far out"),),
    mutants=(
        Mutant("both", lambda x: (relu(x), x), "drops both"),
        Mutant("absolute", lambda x: (relu(x), relu(x) + relu(-x)), "the absolute value"),
    ),
    repairs=("lsrl/prep-relu-relu-first",),
    notes="The text says 'drop one of them'. The first can be dropped only if nothing else reads"
    " it, which the rule for Lins asks and the one for ReLUs does not.",
)

relu_relu_first = Claim(
    id="lsrl/prep-relu-relu-first",
    title="Of two ReLUs the first can be dropped",
    source=SOURCE,
    statement=r"\text{'drop one of them': the readers of the first read } x",
    subject=keep_second,
    says=says_two_relus,
    checks=(instances_of(says_two_relus),),
    controls=(Control("second", keep_first),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/prep-relu-relu",
    notes="False where something else reads the first ReLU: at x = -1 it read 0 and would read -1.",
)

lin_linstate = Claim(
    id="lsrl/prep-lin-linstate",
    title="A LinState of a Lin is one LinState, also where something else reads the Lin",
    source=SOURCE,
    statement=r"s_t = A s_{t-1} + B (A_1 x_t + b_1) + b = A s_{t-1} + (B A_1) x_t + (B b_1 + b)",
    **rule(
        given_state,
        lin_and_state,
        one_state,
        SIZES,
        lambda k, g: [k.LinState(g.x, g.A, g.B @ g.A1, g.b, *g.s)],
        by=by_equal_states,
    ),
    mutants=(
        Mutant(
            "lost-bias",
            lambda k, g: [k.LinState(g.x, g.A, g.B @ g.A1, g.b, *g.s)],
            "without b_1",
        ),
        Mutant(
            "into-a",
            lambda k, g: [k.LinState(g.x, g.B @ g.A1, g.B @ g.A1, g.B @ g.b1 + g.b, *g.s)],
            "B A_1 for A, too",
        ),
    ),
    notes="The bias of the Lin goes through B. Here the text does not ask that nothing else reads"
    " the Lin, and need not: the Lin stays for the others.",
)


concat = Claim(
    id="lsrl/prep-concat-dup",
    title="A Concat of copies of one node is a Lin",
    source=SOURCE,
    statement=r"(x, \dots, x) = [I; \dots; I]\, x",
    assumptions=("any number m of copies",),
    **rule(
        given_copied,
        copies,
        lin_of_copies,
        ({"n": 1, "m": 1}, {"n": 3, "m": 2}, {"n": 2, "m": 5}),
        lambda k, g: lin_of_copies(k, g, -1),
    ),
    mutants=(
        Mutant("zero", lambda k, g: lin_of_copies(k, g, 0), "0 for I"),
        Mutant("minus", lambda k, g: lin_of_copies(k, g, -1), "-I for I"),
    ),
)
