"""Sec. 6, of the code: on lists a model computes exactly, in the numbers of its weights.

A model with rational weights takes rational tokens. One with a cosine among its weights takes
cosines as tokens as well; a float is no exact number, and is refused by both.
"""

from constructions.arrays import EXACT
from constructions.errors import ExactnessError, NotInSystemError
from constructions.lsrl import ForEach, Input, LinState, cos_turn
from constructions.lsrl.targets import linear_rnn
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

x = Input(1)
ROOT = cos_turn(1, 5)
RATIONAL = linear_rnn(ForEach(LinState(x, A=2, B=3)))
IRRATIONAL = linear_rnn(ForEach(LinState(x, A=ROOT, B=3)))
CASES = (
    ("rational weights and tokens", RATIONAL, [[1], [-2]], [[3], [0]]),
    ("rational weights, a cosine", RATIONAL, [[ROOT], [0]], None),
    ("a cosine among the weights", IRRATIONAL, [[1], [0]], [[3], [3 * ROOT]]),
    ("cosines as both", IRRATIONAL, [[ROOT], [1]], [[3 * ROOT], [3 * ROOT * ROOT + 3]]),
    ("rational weights, a float", RATIONAL, [[0.1], [0]], None),
    ("a cosine among the weights, a float", IRRATIONAL, [[0.1], [0]], None),
)
"""Models with tokens, and what they have to put out; None where the tokens are refused."""


@check("exact")
def check_outputs(run):
    """What is put out is exactly what it has to be, or the tokens are refused."""
    for name, model, xs, wanted in CASES:
        try:
            found = run(model, xs).tolist()
        except (ExactnessError, NotInSystemError):
            found = None
        if found != wanted:
            return Evidence.refuted(Counterexample({"case": name}, str(wanted), str(found)))
    return Evidence.holds("; ".join(name for name, *_ in CASES))


def called(model, xs):
    """Run a model on a list of tokens."""
    return model(xs)


def in_fractions(model, xs):
    """Run a model on tokens that have to be rational."""
    return model(EXACT.array(xs).tolist())


def in_floats(model, xs):
    """Run a model on the nearest floats."""
    import numpy as np

    return model(np.array(xs, float))


exact = Claim(
    id="lsrl/new-exact-models",
    title="On lists a model computes exactly, in the numbers of its weights, and takes no others",
    source=Source(PAPER, "Sec. 6 and App. F.7, of the code"),
    statement=r"y_t \in \mathbb{Q} \text{ or } \mathbb{Q}(\cos \tfrac{2 \pi}{n})",
    subject=called,
    checks=(check_outputs,),
    mutants=(
        Mutant("in-fractions", in_fractions, "rational tokens for all models"),
        Mutant("in-floats", in_floats, "floats for exact numbers"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Which numbers a model takes and gives is a matter of types, of which statements say "
    "nothing.",
)
