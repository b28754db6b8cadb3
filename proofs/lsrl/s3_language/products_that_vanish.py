r"""Sec. 3, of the code: products of ReLUs of which one is 0 wherever the other is not.

relu(g) relu(h) is 0 if a g + b h is at most 0, for some a, b > 0. The compiler sees it where that
sum is a number and all factors are rational, and so compiles such programs to a Linear RNN; other
products it refuses.
"""

from fractions import Fraction

from constructions.lsrl import ForEach, Input, Lin, ReLU
from constructions.lsrl.targets import linear_rnn
from constructions.lsrl.targets.recurrent import ImpossibleTargetError
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

x = Input(2)
SUM = x[0] + 2 * x[1]
VANISHING = {
    "relu(x) relu(-x)": ReLU(x[0]) * ReLU(-x[0]),
    "relu(x - 1) relu(-x)": ReLU(x[0] - 1) * ReLU(-x[0]),
    "relu(3 x) relu(-x - 1)": ReLU(3 * x[0]) * ReLU(-x[0] - 1),
    "relu(s - 1) relu(-2 s + 2)": ReLU(SUM - 1) * ReLU(-2 * SUM + 2),
}
REAL = {
    "relu(x) relu(1 - x)": ReLU(x[0]) * ReLU(1 - x[0]),
    "relu(x) relu(x)": ReLU(x[0]) * ReLU(x[0]),
    "relu(x) relu(y)": ReLU(x[0]) * ReLU(x[1]),
    "relu(s) relu(-x)": ReLU(SUM) * ReLU(-x[0]),
    "x relu(-x)": x[0] * ReLU(-x[0]),
    "(relu(x) + 1) relu(-x)": (ReLU(x[0]) + 1) * ReLU(-x[0]),
    "(relu(x) + relu(y)) relu(-x)": (ReLU(x[0]) + ReLU(x[1])) * ReLU(-x[0]),
}
TOKENS = [[n, m] for n in (-2, -1, 0, Fraction(1, 2), 1, 2) for m in (-1, 0, 1)]


@check("exact")
def check_products(compiler):
    """Those that vanish compile to a model that puts out 0; the others are refused, and not 0."""
    for name, node in (VANISHING | REAL).items():
        program = ForEach(node)
        is_zero = not any(map(any, program(TOKENS).tolist()))
        try:
            found = compiler(program)(TOKENS).tolist()
        except ImpossibleTargetError:
            found = None
        wanted = [[0]] * len(TOKENS) if name in VANISHING else None
        if found != wanted or is_zero != (name in VANISHING):
            return Evidence.refuted(Counterexample({"product": name}, str(wanted), str(found)))
    return Evidence.holds(f"{', '.join(VANISHING)}; refused: {', '.join(REAL)}")


def never(program):
    """Refuse all programs."""
    raise ImpossibleTargetError("products")


def always(program):
    """Compile a program to one that puts out 0."""
    return linear_rnn(ForEach(Lin(program.input, [[0] * program.input.dim])))


vanishing = Claim(
    id="lsrl/new-vanishing-products",
    title="A product of ReLUs of which one is always 0 is compiled to a Linear RNN; others are not",
    source=Source(PAPER, "Sec. 3, compilation, of the code"),
    statement=r"a g + b h \le 0 \text{ for some } a, b > 0 \implies"
    r" \mathrm{relu}(g)\,\mathrm{relu}(h) = 0",
    assumptions=("g and h are affine in the token, with rational factors; the sum is a number",),
    subject=linear_rnn,
    checks=(check_products,),
    mutants=(
        Mutant("never", never, "no program with a product"),
        Mutant("always", always, "0 for every product"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That the print says that no program with Multi nodes is a Linear RNN, is"
    " lsrl/multi-not-linear.",
)
