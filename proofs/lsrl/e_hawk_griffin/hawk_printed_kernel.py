r"""App. E.1, of the code: a Hawk model that is compiled with the printed kernel keeps nothing.

As $\tilde A \tilde B = 0$, of the kernel only its first matrix is not 0, whatever A is: what comes
out is $B x_t + b$ at each token. The kernel that the compiler makes otherwise gives the states.
"""

from functools import partial

import numpy as np

from constructions.arrays import EXACT
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

SIZES = ((1, 1), (1, 2), (2, 1), (3, 2), (4, 1))
"""How many states and inputs the layers have that are tried."""
TOKENS = 4


def drawn(n, m, rng):
    """Return A, B, b and inputs of integers, A without zeros."""
    shapes = {"B": (n, m), "b": (n, 1), "x": (TOKENS, m)}
    return {"A": rng.integers(1, 9, (n, n))} | {
        name: rng.integers(-9, 9, shape) for name, shape in shapes.items()
    }


@check("exact")
def check_outputs(compiler):
    """The models put out B x_t + b at each of some tokens, for layers of several sizes."""
    rng = np.random.default_rng(0)
    for n, m in SIZES:
        at = {name: values.tolist() for name, values in drawn(n, m, rng).items()}
        A, B, b = (Matrix.of(at[name]) for name in "ABb")
        found = compiler([Layer(A, B, b, Matrix.zeros(n, 1))], TOKENS)(at["x"])
        x = EXACT.array(at["x"])
        wanted = x @ B.array(EXACT).T + b.vector(EXACT)
        if found.tolist() != wanted.tolist():
            told = str(wanted.tolist()), str(found.tolist())
            return Evidence.refuted(Counterexample(at, *told, "the outputs are others"))
    return Evidence.holds(f"layers of {SIZES} states and inputs, {TOKENS} tokens")


def kept_once(layers, longest):
    """Compile with the right kernel, and a window of two tokens."""
    model = hawk_of_layers(layers, min(longest, 2)).exact
    return lambda xs: model(EXACT.array(xs))


forgetting = Claim(
    id="lsrl/new-printed-kernel-forgets",
    title="Compiled with the printed kernel a Hawk model puts out B x_t + b, and keeps nothing",
    source=Source(PAPER, "App. E.1, eqs. (51) to (53), of the code"),
    statement=r"\tilde A = \begin{bmatrix} 0 & A \\ 0 & 0 \end{bmatrix},"
    r" \tilde B = \begin{bmatrix} 0 & B \\ 0 & 0 \end{bmatrix} \implies y_t = B x_t + b",
    assumptions=("$s_0 = 0$; the layer puts out its states; $d_{conv} = T$",),
    subject=partial(hawk_of_layers, as_printed=True),
    checks=(check_outputs,),
    mutants=(
        Mutant("right-kernel", hawk_of_layers, "the powers of A in the kernel"),
        Mutant("right-and-short", kept_once, "a window of two tokens"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That the print forgets is lsrl/hawk-state, for all sizes; this is said of the compiler.",
)
