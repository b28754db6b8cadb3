r"""App. A, cases 7A to 10: bypasses that make the users of the branching node alike.

Each is followed by merging: here the right side is what comes out, so that one ReLU is left.
"""

from types import SimpleNamespace as Given

from proofs.lsrl import PAPER
from proofs.lsrl.interpretations import rule
from theorem_checks import Claim, Mutant, Source

SIZES = ({"n": 1, "m": 1, "p": 1}, {"n": 2, "m": 3, "p": 1}, {"n": 3, "m": 1, "p": 2})


def source(case):
    """Return the place of a case."""
    return Source(PAPER, f"App. A, case {case}")


def given(k):
    """A branching node of any signs, two affine maps of it, and another node z."""
    n, m, p = map(k.size, "nmp")
    return Given(
        x=k.value("x", n),
        A=k.matrix("A", m, n),
        b=k.vector("b", m),
        C=k.matrix("C", p, n),
        c=k.vector("c", p),
        z=k.value("z", p),
        n=n,
        m=m,
        p=p,
    )


def signs(k, g):
    """Return the matrix [I; -I]."""
    return k.vstack([k.eye(g.n), -k.eye(g.n)])


def identity(k, g, read=None):
    """Write x as [I, -I] relu([I; -I] x)."""
    read = k.hstack([k.eye(g.n), -k.eye(g.n)]) if read is None else read
    return k.Lin(k.ReLU(k.Lin(g.x, signs(k, g))), read)


def absolute(k, g):
    """Write [I, I] for [I, -I]."""
    return identity(k, g, k.hstack([k.eye(g.n), k.eye(g.n)]))


def positive(k, g):
    """Write relu(x) for x."""
    return k.ReLU(g.x)


def merged(k, g, eye=None, b=True, order=(0, 1)):
    """Case 7A: write one Lin of [A; I], one ReLU, and slices."""
    eye = k.eye(g.n) if eye is None else eye
    bias = k.vstack([g.b, k.zeros(g.n)]) if b else None
    y = k.ReLU(k.Lin(g.x, k.vstack([g.A, eye]), bias))
    parts = [k.Lin(y, k.select(g.m + g.n, i, i + 1)) for i in (0, 1)]
    return [parts[i] for i in order]


def through_relu(k, g, bypass=identity):
    """Case 7B: let the Lin that is not before a ReLU read the bypass."""
    return [k.Lin(bypass(k, g), g.A, g.b), k.ReLU(g.x), k.ReLU(k.Lin(g.x, g.C, g.c))]


def lin_and_concat(k, g, S=None, b=True):
    """Case 8: write one Lin of [A; I], with slices for the Lin and before the Concat."""
    eye = k.eye(g.n) if S is None else S
    y = k.Lin(g.x, k.vstack([g.A, eye]), k.vstack([g.b, k.zeros(g.n)]) if b else None)
    own, whole = (k.Lin(y, k.select(g.m + g.n, i, i + 1)) for i in (0, 1))
    return [own, k.Concat(whole, g.z)]


def relu_and_concat(k, g, bypass=identity):
    """Case 9: let the Concat read the bypass."""
    return [k.ReLU(g.x), k.Concat(bypass(k, g), g.z)]


def all_three(k, g, bypass=identity):
    """Case 10: one bypass before the Concat and before the Lin that is not before a ReLU."""
    same = bypass(k, g)
    return [
        k.Lin(same, g.A, g.b),
        k.ReLU(k.Lin(g.x, g.C, g.c)),
        k.ReLU(g.x),
        k.Concat(same, g.z),
    ]


PARTS = (r"$x = \mathrm{relu}(x) - \mathrm{relu}(-x)$, which is lsrl/f-relu-identity",)

case_7a = Claim(
    id="lsrl/case-7A",
    title="A ReLU beside ReLUs of Lins is the slice of one ReLU of one Lin",
    source=source("7A"),
    statement=r"\mathrm{relu}([A; I] x + [b; 0]) = [\mathrm{relu}(A x + b); \mathrm{relu}(x)]",
    **rule(
        given,
        lambda k, g: [k.ReLU(k.Lin(g.x, g.A, g.b)), k.ReLU(g.x)],
        merged,
        SIZES,
        lambda k, g: merged(k, g, b=False),
    ),
    mutants=(
        Mutant("minus", lambda k, g: merged(k, g, eye=-k.eye(g.n)), "-I in the bypass"),
        Mutant("unbiased", lambda k, g: merged(k, g, b=False), "without b"),
        Mutant("swapped", lambda k, g: merged(k, g, order=(1, 0)), "the other's slice"),
    ),
)

BYPASSES = {"absolute": ("[I, I] for [I, -I]", absolute), "positive": ("relu(x) for x", positive)}


def bypass_mutants(write):
    """Return the rule with wrong bypasses."""
    return tuple(
        Mutant(name, lambda k, g, wrong=wrong: write(k, g, wrong), says)
        for name, (says, wrong) in BYPASSES.items()
    )


case_7b = Claim(
    id="lsrl/case-7B",
    title="A Lin may read x through ReLUs of x and -x",
    source=source("7B"),
    statement=r"[I, -I]\,\mathrm{relu}([I; -I]\, x) = x",
    assumptions=PARTS,
    **rule(
        given,
        lambda k, g: [k.Lin(g.x, g.A, g.b), k.ReLU(g.x), k.ReLU(k.Lin(g.x, g.C, g.c))],
        through_relu,
        SIZES,
        lambda k, g: through_relu(k, g, positive),
    ),
    mutants=bypass_mutants(through_relu),
    notes="The proof writes x as the difference of its positive and its negative part.",
)

case_8 = Claim(
    id="lsrl/case-8",
    title="Lins and the Lin bypass of a Concat are one Lin, and slices",
    source=source("8"),
    statement=r"[A; I]\, x + [b; 0] = [A x + b; x]",
    **rule(
        given,
        lambda k, g: [k.Lin(g.x, g.A, g.b), k.Concat(g.x, g.z)],
        lin_and_concat,
        SIZES,
        lambda k, g: lin_and_concat(k, g, b=False),
    ),
    mutants=(
        Mutant("minus", lambda k, g: lin_and_concat(k, g, S=-k.eye(g.n)), "-I in the bypass"),
        Mutant("unbiased", lambda k, g: lin_and_concat(k, g, b=False), "without b"),
    ),
    notes="Each step is right. That case 5B comes next is not: lsrl/case-8-then-5B.",
)

case_9 = Claim(
    id="lsrl/case-9",
    title="A Concat may read x through ReLUs of x and -x",
    source=source("9"),
    statement=r"([I, -I]\,\mathrm{relu}([I; -I]\, x), z) = (x, z)",
    assumptions=PARTS,
    **rule(
        given,
        lambda k, g: [k.ReLU(g.x), k.Concat(g.x, g.z)],
        relu_and_concat,
        SIZES,
        lambda k, g: relu_and_concat(k, g, positive),
    ),
    mutants=bypass_mutants(relu_and_concat),
)

case_10 = Claim(
    id="lsrl/case-10",
    title="Concats, and Lins that are not before a ReLU, may read x through ReLUs",
    source=source("10"),
    statement=r"A\,[I, -I]\,\mathrm{relu}([I; -I]\, x) + b = A x + b",
    assumptions=PARTS,
    **rule(
        given,
        lambda k, g: [
            k.Lin(g.x, g.A, g.b),
            k.ReLU(k.Lin(g.x, g.C, g.c)),
            k.ReLU(g.x),
            k.Concat(g.x, g.z),
        ],
        all_three,
        SIZES,
        lambda k, g: all_three(k, g, positive),
    ),
    mutants=bypass_mutants(all_three),
)
