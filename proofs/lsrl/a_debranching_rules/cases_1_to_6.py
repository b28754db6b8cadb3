r"""App. A, cases 1A to 4, 5B and 6: the users of the branching node become one, for all sizes.

`before` and `after` return what the rest of the program reads. What is said of equal values is said
of any two users, so of each of them and the one that stays. What is said of Lins and of states is
said of any one, between those before it and those after it, of which each may be any Lin or state:
so of each of any number of users, whatever their sizes.
"""

from types import SimpleNamespace as Given

from constructions.arrays import concatenate
from proofs.lsrl import PAPER
from proofs.lsrl.interpretations import rule
from theorem_checks import Claim, Mutant, Source, simulation


def source(case):
    """Return the place of a case."""
    return Source(PAPER, f"App. A, case {case}")


def given_halves(k):
    """A branching node x of two halves."""
    h = k.size("h")
    return Given(x=k.value("x", h + h), h=h)


def slices(k, y, axis):
    """Return the blocks of y one by one."""
    return [k.Lin(y, k.select(axis, i, i + 1)) for i in range(len(axis))]


HALVES = ({"h": 1}, {"h": 3})
ANY_TWO = "any two users of the node, and so each of them and the one that stays"
IN_ORDER = "any number of users: those before one are the first block, those after it the last"


def one_product(k, g):
    """Keep one Multi."""
    product = k.Multi(g.x)
    return [product, product]


def products_and_others(k, g):
    """Write a Multi, and the node itself for what else reads it."""
    return [k.Multi(g.x), g.x]


def bypass(k, g, rows, ones):
    """Write one Multi of a Lin, with slices for the product and for x."""
    eye, zero = k.eye(g.h + g.h), k.zeros(g.h + g.h, g.h + g.h)
    first, second = (k.select(g.h + g.h, i, i + 1) for i in (0, 1))
    blocks = {"x1": first, "x2": second, "x": eye, "0": zero}
    zeros = {row: k.zeros(g.h + g.h if row in "x0" else g.h) for row in rows}
    A = k.vstack([blocks[row] for row in rows])
    b = k.vstack([k.ones(g.h + g.h) if row == ones else zeros[row] for row in rows])
    both = k.Multi(k.Lin(g.x, A, b))
    axis = g.h + g.h + g.h
    return [k.Lin(both, k.select(axis, 0, 1)), k.Lin(both, k.select(axis, 1, 3))]


def multiplied_by_one(k, g):
    """Write Multi([x1; 1; x2; x]) and its slices."""
    return bypass(k, g, ("x1", "0", "x2", "x"), "0")


SIZES = ({"n": 1, "p": 1, "q": 1}, {"n": 2, "p": 1, "q": 3}, {"n": 3, "p": 2, "q": 2})
THREE = tuple({**size, "r": size["p"] + 1} for size in SIZES)


def sizes_of(k, sizes="pqr"):
    """Return the axes of a node and its users; there may be nothing in the last one."""
    return [k.size("n"), *(k.size(name, least=int(name != "r")) for name in sizes)]


def given_states(k, sizes="pqr"):
    """A branching node, and three states that read it."""
    n, *own = sizes_of(k, sizes)
    states = tuple(k.vector(f"s{i}", size) for i, size in enumerate(own, 1))
    g = Given(x=k.value("x", n), n=n, s=states)
    g.A = [k.matrix(f"A{i}", size, size) for i, size in enumerate(own, 1)]
    g.B = [k.matrix(f"B{i}", size, n) for i, size in enumerate(own, 1)]
    g.b = [k.vector(f"b{i}", size) for i, size in enumerate(own, 1)]
    return g


def each_state(k, g):
    """Write all states."""
    return [k.LinState(g.x, *own) for own in zip(g.A, g.B, g.b, g.s, strict=True)]


def fused(k, g, *, A=None, b=None, order=(0, 1, 2)):
    """Write one state with a block-diagonal matrix, and slices."""
    A = k.block_diagonal(g.A) if A is None else A
    s = k.LinState(g.x, A, k.vstack(g.B), k.vstack(g.b if b is None else b), k.vstack(g.s))
    parts = slices(k, s, _blocks(k, g.b))
    return [parts[i] for i in order]


def _blocks(k, parts):
    """Return the axis of vectors one after the other."""
    return tuple(size for part in parts for size in k.axis(part))


def coupled(k, g):
    """Let the second state read the first."""
    rows = []
    for i, own in enumerate(g.A):
        row = [k.zeros(k.axis(own), k.columns(other)) for other in g.A]
        row[i] = own
        rows.append(row)
    rows[1][0] = g.B[1] @ g.B[0].T
    return fused(k, g, A=k.vstack([k.hstack(row) for row in rows]))


def given_lins(k):
    """A branching node, and three affine maps that read it."""
    n, *own = sizes_of(k)
    return Given(
        x=k.value("x", n),
        A=[k.matrix(f"A{i}", size, n) for i, size in enumerate(own, 1)],
        b=[k.vector(f"b{i}", size) for i, size in enumerate(own, 1)],
    )


def each_lin(k, g):
    """Write all Lins."""
    return [k.Lin(g.x, A, b) for A, b in zip(g.A, g.b, strict=True)]


def stacked(k, g, b=True, order=(0, 1, 2)):
    """Write one Lin, and slices."""
    y = k.Lin(g.x, k.vstack(g.A), k.vstack(g.b) if b else None)
    parts = slices(k, y, _blocks(k, g.b))
    return [parts[i] for i in order]


def given_vector(k):
    """A branching node of any signs."""
    return Given(x=k.value("x", k.size("n")))


def one_relu(k, g):
    """Keep one ReLU."""
    positive = k.ReLU(g.x)
    return [positive, positive]


def concats(k, g):
    """Write a Concat of the node alone, and one that reads this one, too."""
    copies = k.Concat(g.x, g.x)
    return [copies, k.Concat(copies, g.x)]


def lin_for_concat(k, g, second=1):
    """Write a Lin for the first."""
    eye = k.eye(k.axis(g.x))
    copies = k.Lin(g.x, k.vstack([eye, second * eye]))
    return [copies, k.Concat(copies, g.x)]


def given_state(k):
    """A branching node and a state that reads it; what was before it in the bypass."""
    g = given_states(k, "p")
    g.before = k.vector("u", g.n)
    return g


def state_and_others(k, g):
    """Write the state, and the node itself for what else reads it."""
    return [*each_state(k, g), g.x]


def state_bypass(k, g, remembers=False, bias=None):
    """Write the state, and for the others a state with A = 0 and B = I, started anywhere."""
    eye, zero = k.eye(g.n), k.zeros(g.n, g.n)
    b = k.zeros(g.n) if bias is None else bias
    through = k.LinState(g.x, eye if remembers else zero, eye, b, g.before)
    return [*each_state(k, g), through]


def by_one_state(same):
    """Prove it, as one state holds both."""
    return simulation(same, (concatenate(same.other.state),))


def by_the_state_beside(same):
    """Prove it, as the second state is that of the left side, whatever the first one is."""
    through, _ = same.one.state
    return simulation(same, (through, *same.other.state))


case_1a = Claim(
    id="lsrl/case-1A",
    title="All Multi of one node have the same value, so that one can stay for all",
    source=source("1A"),
    statement=r"x_1 \odot x_2 = x_1 \odot x_2",
    assumptions=(ANY_TWO,),
    **rule(
        given_halves,
        lambda k, g: [k.Multi(g.x), k.Multi(g.x)],
        one_product,
        HALVES,
        lambda k, g: [k.Multi(g.x), k.Lin(g.x, k.select(g.h + g.h, 0, 1))],
    ),
    mutants=(
        Mutant(
            "square",
            lambda k, g: [k.Multi(g.x), k.Multi(k.Lin(g.x, _twice(k, g)))],
            "the first half twice",
        ),
        Mutant(
            "first-factor",
            lambda k, g: [k.Multi(g.x), k.Lin(g.x, k.select(g.h + g.h, 0, 1))],
            "the first half for the product",
        ),
    ),
    notes="Whether this removes a branch is another matter: lsrl/branch-monotone.",
)


def _twice(k, g):
    first = k.select(g.h + g.h, 0, 1)
    return k.vstack([first, first])


case_1b = Claim(
    id="lsrl/case-1B",
    title="A product with ones lets x run past a Multi",
    source=source("1B"),
    statement=r"\mathrm{Multi}([x_1; 1; 1; x_2; x_1; x_2]) = [x_1 \odot x_2; x_1; x_2]",
    **rule(
        given_halves,
        products_and_others,
        multiplied_by_one,
        HALVES,
        lambda k, g: bypass(k, g, ("x1", "0", "x2", "x"), "none"),
    ),
    mutants=(
        Mutant(
            "zeros",
            lambda k, g: bypass(k, g, ("x1", "0", "x2", "x"), "none"),
            "times 0 for times 1",
        ),
        Mutant(
            "out-of-step",
            lambda k, g: bypass(k, g, ("x", "0", "x1", "x2"), "0"),
            "x first, and the halves not opposite each other",
        ),
    ),
    repairs=("lsrl/case-1B-slices",),
    notes="Slices behind the Multi are meant. The text puts them between the new Lin and the other"
    " nodes: that computes the same, but the new Lin branches again into a Multi and others"
    " (lsrl/case-1B-slices).",
)

case_2 = Claim(
    id="lsrl/case-2",
    title="States of one node are one state with a block-diagonal matrix",
    source=source("2"),
    statement=r"[s_1; s_2; s_3]_t = \mathrm{diag}(A_1, A_2, A_3) [s_1; s_2; s_3]_{t-1}"
    r" + [B_1; B_2; B_3] x_t + [b_1; b_2; b_3]",
    assumptions=("any first states, all sequences", IN_ORDER),
    **rule(given_states, each_state, fused, THREE, coupled, by=by_one_state),
    mutants=(
        Mutant("coupled", coupled, "a block beside the diagonal"),
        Mutant(
            "one-bias",
            lambda k, g: fused(k, g, b=[g.b[0], k.zeros(k.axis(g.b[1])), g.b[2]]),
            "without b_2",
        ),
        Mutant("swapped", lambda k, g: fused(k, g, order=(1, 0, 2)), "the other's slice"),
        Mutant("last", lambda k, g: fused(k, g, order=(0, 2, 2)), "the slice of the last block"),
    ),
)

case_3 = Claim(
    id="lsrl/case-3",
    title="All ReLUs of one node have the same value, so that one can stay for all",
    source=source("3"),
    statement=r"\mathrm{relu}(x) = \mathrm{relu}(x)",
    assumptions=(ANY_TWO,),
    **rule(
        given_vector,
        lambda k, g: [k.ReLU(g.x), k.ReLU(g.x)],
        one_relu,
        ({"n": 1}, {"n": 3}),
        lambda k, g: [k.ReLU(g.x), g.x],
    ),
    mutants=(
        Mutant("none", lambda k, g: [k.ReLU(g.x), g.x], "the node itself for one of them"),
        Mutant(
            "negative-part",
            lambda k, g: [k.ReLU(g.x), k.ReLU(k.Lin(g.x, (-1) * k.eye(k.axis(g.x))))],
            "the ReLU of -x",
        ),
    ),
)

case_4 = Claim(
    id="lsrl/case-4",
    title="A Concat of the branching node alone is a Lin; other Concats read the Lin",
    source=source("4"),
    statement=r"(x, x) = [I; I]\, x",
    **rule(
        given_vector,
        concats,
        lin_for_concat,
        ({"n": 1}, {"n": 3}),
        lambda k, g: lin_for_concat(k, g, -1),
    ),
    mutants=(
        Mutant("minus", lambda k, g: lin_for_concat(k, g, -1), "-I for the second I"),
        Mutant(
            "once",
            lambda k, g: [k.Lin(g.x, k.eye(k.axis(g.x))), k.Concat(g.x, g.x, g.x)],
            "one copy",
        ),
    ),
    notes="That there is such a Concat is lsrl/case-4-exists.",
)

case_5b = Claim(
    id="lsrl/case-5B",
    title="Lins of one node are one Lin, and slices",
    source=source("5B"),
    statement=r"[A_1; A_2; A_3]\, x + [b_1; b_2; b_3]"
    r" = [A_1 x + b_1; A_2 x + b_2; A_3 x + b_3]",
    assumptions=(IN_ORDER,),
    **rule(given_lins, each_lin, stacked, THREE, lambda k, g: stacked(k, g, b=False)),
    mutants=(
        Mutant("unbiased", lambda k, g: stacked(k, g, b=False), "without b"),
        Mutant("swapped", lambda k, g: stacked(k, g, order=(1, 0, 2)), "the other's slice"),
        Mutant("last", lambda k, g: stacked(k, g, order=(0, 2, 2)), "the slice of the last block"),
    ),
)

case_6 = Claim(
    id="lsrl/case-6",
    title="A state with A = 0 and B = I lets x pass, whatever its first state",
    source=source("6"),
    statement=r"0\, s_{t-1} + I x_t + 0 = x_t",
    **rule(
        given_state,
        state_and_others,
        state_bypass,
        SIZES,
        lambda k, g: state_bypass(k, g, remembers=True),
        by=by_the_state_beside,
    ),
    mutants=(
        Mutant("remembers", lambda k, g: state_bypass(k, g, remembers=True), "A = I"),
        Mutant("biased", lambda k, g: state_bypass(k, g, bias=k.ones(g.n)), "b = 1"),
    ),
    notes="The text gives no b and no first state. b has to be 0; the first state does not matter.",
)
