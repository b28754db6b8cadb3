r"""App. A, preparation: neighbours that can be one node, for all sizes."""

from types import SimpleNamespace as Given

from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.one_token import at_one_token
from proofs.lsrl.symbolic_language import Symbolic
from proofs.lsrl.two_readings import compare_on_programs, soundness_checks
from theorem_checks import (
    Claim,
    Control,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_by_induction,
    prove_equal_arrays,
    prove_for_all,
    prove_piecewise_equal,
    reals,
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


x = reals("x")


def keep_first(x):
    """Return what stands for relu(x) and for relu(relu(x)), the second being dropped."""
    return relu(x), relu(x)


def keep_second(x):
    """Drop the first: its other readers read x."""
    return x, relu(x)


@check("solver")
def check_two_relus(kept):
    """The two values stay what they were, for all real entries."""
    first, second = kept(x)
    return all_of(
        {
            "the first": prove_for_all(first == relu(x)),
            "the second": prove_for_all(second == relu(relu(x))),
        },
        "all entries, and so vectors of all sizes",
    )


@check("solver")
def check_two_relu_nodes(kept):
    """As programs, by their breakpoints."""
    return all_of(
        {
            name: prove_piecewise_equal(
                at_one_token(lambda t, i=i: 1 * kept(t)[i]), at_one_token(lambda t, f=f: 1 * f(t))
            )
            for i, (name, f) in enumerate(
                {"the first": relu, "the second": lambda t: relu(relu(t))}.items()
            )
        },
        "all entries",
    )


def one_more(k, E):
    """Return the matrix of one more copy, from that of the copies so far."""
    return k.vstack([E, k.eye(k.columns(E))])


@check("proof")
def check_copies(more):
    """If E x = (x, ..., x) then [E; I] x = (x, ..., x, x): from one copy on, by induction.

    E is any matrix of the step, with as many rows as there are entries so far, so that the step
    is for any number of copies.
    """
    k = Symbolic()
    n, m = k.size("n"), k.size("m")
    x, E = k.value("x", n), k.matrix("E", m, n)
    return prove_by_induction(
        base=prove_equal_arrays(k.Lin(x, k.eye(n)).array, x.array),
        step=prove_equal_arrays(k.Lin(x, more(k, E)).array, k.Concat(k.Lin(x, E), x).array),
        variable="c",
        start=1,
    )


@check("exact")
def check_three_copies(more):
    """The Concat of three copies as a program, and the Lin made by two steps from the identity."""
    return compare_on_programs(
        lambda k: Given(x=k.value("x", k.size("n"))),
        lambda k, g: [k.Concat(g.x, g.x, g.x)],
        lambda k, g: [k.Lin(g.x, more(k, more(k, k.eye(k.axis(g.x)))))],
        ({"n": 1}, {"n": 3}),
    )


lin_lin = Claim(
    id="lsrl/prep-lin-lin",
    title="A Lin of a Lin is one Lin",
    source=SOURCE,
    statement=r"A_2 (A_1 x + b_1) + b_2 = (A_2 A_1) x + (A_2 b_1 + b_2)",
    subject=lambda k, g: [k.Lin(g.x, g.A2 @ g.A1, g.A2 @ g.b1 + g.b2)],
    checks=soundness_checks(given_lins, two_lins, SIZES),
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
    checks=(check_two_relus, check_two_relu_nodes),
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
    checks=(check_two_relus, check_two_relu_nodes),
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
    subject=one_state,
    checks=soundness_checks(given_state, lin_and_state, SIZES),
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
    subject=one_more,
    checks=(check_copies, check_three_copies),
    mutants=(
        Mutant("zero", lambda k, E: k.vstack([E, k.zeros(k.columns(E), k.columns(E))]), "0 for I"),
        Mutant("minus", lambda k, E: k.vstack([E, -k.eye(k.columns(E))]), "-I for I"),
    ),
)
