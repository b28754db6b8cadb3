r"""Stages of one kind of node that carry all that was there: what the levelised compiler makes.

Let v be all that is carried at a place of the path. A stage computes new values from affine forms
of v, and both the new values and v can be read off it by a fixed matrix. So whatever is wanted
later can be read off, by induction over the stages.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace as Given
from typing import Any

from constructions.arrays import concatenate
from proofs.lsrl import PAPER
from proofs.lsrl.interpretations import Written, compare_on_programs
from proofs.lsrl.symbolic_language import Vectors
from theorem_checks import (
    All,
    Claim,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    all_of,
    certificate,
    check,
    conjunction,
    proof_of,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["STAGES", "Stages", "by_stages", "given_stage", "says_carries", "state_stage"]


def given_stage(k):
    """What is carried, v, and numbers for two affine forms and two states."""
    n, m, p = map(k.size, "nmp")
    g = Given(v=k.value("v", n), n=n, m=m, p=p, s=(k.vector("s1", m), k.vector("s2", p)))
    for name, rows in (("F", m), ("G", m), ("H", p)):
        vars(g)[name] = k.matrix(name, rows, n)
        vars(g)[name.lower()] = k.vector(name.lower(), rows)
    g.A, g.D, g.C = k.matrix("A", m, m), k.matrix("D", p, p), k.matrix("C", p, m)
    return g


def wanted_of_states(k, g):
    """Two states, of which the second reads the first, and what was carried."""
    first = k.LinState(g.v, g.A, g.F, g.f, g.s[0])
    both = k.Concat(first, g.v)
    return [first, k.LinState(both, g.D, k.hstack([g.C, g.H]), g.h, g.s[1]), g.v]


def state_stage(k, g, *, keeps=False, reads_new=True):
    """One state: the first is put into the second as it is computed; v passes by A = 0, B = I."""
    m, p, n = g.m, g.p, g.n
    corner = g.C @ g.A if reads_new else g.C
    A = k.vstack(
        [
            k.hstack([g.A, k.zeros(m, p), k.zeros(m, n)]),
            k.hstack([corner, g.D, k.zeros(p, n)]),
            k.hstack([k.zeros(n, m), k.zeros(n, p), k.eye(n) if keeps else k.zeros(n, n)]),
        ]
    )
    B = k.vstack([g.F, g.C @ g.F + g.H, k.eye(n)])
    b = k.vstack([g.f, g.C @ g.f + g.h, k.zeros(n)])
    s = k.LinState(g.v, A, B, b, k.vstack([g.s[0], g.s[1], k.zeros(n)]))
    return [k.Lin(s, k.select(m + p + n, i, i + 1)) for i in range(3)]


def wanted_of_relus(k, g):
    """ReLUs of affine forms, and what was carried."""
    return [k.ReLU(k.Lin(g.v, g.F, g.f)), g.v]


def relu_stage(k, g, sign=-1):
    """One ReLU of [F; I; -I] v + [f; 0; 0]; v is the difference of the last two."""
    m, n = g.m, g.n
    A = k.vstack([g.F, k.eye(n), -k.eye(n)])
    y = k.ReLU(k.Lin(g.v, A, k.vstack([g.f, k.zeros(n), k.zeros(n)])))
    read = k.hstack([k.zeros(n, m), k.eye(n), sign * k.eye(n)])
    return [k.Lin(y, k.select(m + n + n, 0, 1)), k.Lin(y, read)]


def wanted_of_products(k, g):
    """Products of affine forms, and what was carried."""
    return [k.Multi(k.Concat(k.Lin(g.v, g.F, g.f), k.Lin(g.v, g.G, g.g))), g.v]


def product_stage(k, g, one=1):
    """One Multi: of F v + f and G v + g, and of v and ones."""
    A = k.vstack([g.F, k.eye(g.n), g.G, k.zeros(g.n, g.n)])
    b = k.vstack([g.f, k.zeros(g.n), g.g, one * k.ones(g.n)])
    y = k.Multi(k.Lin(g.v, A, b))
    return [k.Lin(y, k.select(g.m + g.n, i, i + 1)) for i in range(2)]


@dataclass(frozen=True)
class Stages:
    """The three stages."""

    state: Callable[..., Any] = state_stage
    relu: Callable[..., Any] = relu_stage
    product: Callable[..., Any] = product_stage

    def pairs(self):
        """Return for each stage what is wanted and what it gives."""
        return {
            "LinState": (wanted_of_states, self.state),
            "ReLU": (wanted_of_relus, self.relu),
            "Multi": (wanted_of_products, self.product),
        }


def says_carries(stages: Stages, w: World) -> All:
    """After a stage the new values and all that was carried can be read, on all sequences."""
    k = Vectors(w)
    g, same = given_stage(k), []
    for before, after in stages.pairs().values():
        wanted, found = (w.machine(Written(k, g, side), g.v) for side in (before, after))
        same.append(SameOutputs(found, wanted))
    return All(tuple(same))


def by_stages(said: Any) -> Evidence:
    """Prove it, as one state holds both states, beside the last values that passed."""
    states, *others = said.parts
    (one,) = states.one.state
    held = concatenate(states.other.state)
    whole = SymbolicArray(one.axes, {**one.blocks, **held.blocks})
    return conjunction(
        said,
        simulation(states, (whole,)),
        *(simulation(same, same.one.state) for same in others),
    )


@check("exact")
def check_as_programs(stages):
    """The same, as programs."""
    sizes = ({"n": 1, "m": 1, "p": 1}, {"n": 2, "m": 3, "p": 1})
    parts = {
        name: compare_on_programs(given_stage, before, after, sizes)
        for name, (before, after) in stages.pairs().items()
    }
    return all_of(parts, "two choices of sizes")


def _wide(k, g):
    """Return the stage of ReLUs, with [I, I] for [I, -I] where v has 90 entries or more."""
    return relu_stage(k, g, -1 if k.axis(g.v)[0] < 90 else 1)


STAGES = Stages()

carries = Claim(
    id="lsrl/new-levelised-stages",
    title="A stage of states, ReLUs or products gives what is new beside all that was there",
    source=Source(PAPER, "beyond App. A"),
    statement=r"[\text{new}; v] = R\,\mathrm{stage}(v)\ \text{for states, ReLUs and products}",
    assumptions=(
        "any sizes, numbers, first states and sequences; two states, of which one reads the other",
    ),
    subject=STAGES,
    says=says_carries,
    checks=(
        proof_of(says_carries, by_stages),
        certificate(says_carries, by=by_stages),
        check_as_programs,
    ),
    late=(Mutant("wide", Stages(relu=_wide), "[I, I] for [I, -I] where v has 90 entries"),),
    mutants=(
        Mutant(
            "keeps", Stages(state=lambda k, g: state_stage(k, g, keeps=True)), "A = I for the rest"
        ),
        Mutant(
            "old-state",
            Stages(state=lambda k, g: state_stage(k, g, reads_new=False)),
            "C for C A: the second state reads the first of the last token",
        ),
        Mutant("absolute", Stages(relu=lambda k, g: relu_stage(k, g, 1)), "[I, I] for [I, -I]"),
        Mutant("zeros", Stages(product=lambda k, g: product_stage(k, g, 0)), "times 0"),
    ),
    new=True,
    notes="The stages are those that are written here, of which the compiler makes its path; that"
    " what it takes is right, whatever it makes, is lsrl/new-levelised-compiler.",
)
