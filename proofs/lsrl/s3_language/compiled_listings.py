r"""Sec. 3: the programs of the paper, compiled, have the same outputs on all sequences.

That every program can be compiled is proved elsewhere (lsrl/lsrl-to-gated, lsrl/all-four). Here it
is proved of one program after the other, each at its sizes and with its numbers: the program is
read from what interprets it, and the path or the model from what runs that; see
`proofs.lsrl.compilations`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from constructions.lsrl import ForEach, Lin, LinState, Node, ReLU
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.programs.hats import hat_program, hat_program_gated
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2_mended
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.token_lookup import token_lookup
from constructions.lsrl.targets import Model, gated_linear_rnn, linear_rnn, rnn
from proofs.lsrl import PAPER
from proofs.lsrl.compilations import Compilation, says_same
from theorem_checks import All, Check, Claim, Mutant, Source, World, proof_of

Compiler = Callable[[ForEach], ForEach | Model]

PATHS: Mapping[str, Compiler] = {
    "levelised": levelised,
    "normal form": lambda program: path_normal_form(program).path,
}
PLAIN: Mapping[str, Compiler] = {"Linear RNN": linear_rnn, "RNN": rnn}


@dataclass(frozen=True)
class Compiled:
    """A program, and what makes paths and models of it."""

    program: ForEach
    compilers: Mapping[str, Compiler]

    def says(self, w: World) -> All:
        """Each of them has the outputs of the program, on all sequences."""
        made = (compilation(make, self.program) for make in self.compilers.values())
        return All(tuple(says_same(each, w) for each in made))


@cache
def compilation(make: Compiler, program: ForEach) -> Compilation:
    """A program with what is made of it; that does not depend on what it is run on."""
    return Compilation(program, make(program))


def says_all_same(compiled: Compiled, w: World) -> All:
    """Paths and models have the outputs of the program on all sequences of tokens."""
    return compiled.says(w)


check_all_sequences: Check = proof_of(says_all_same, name="check_all_sequences", seconds=300)


def changed(rule: Callable[[Node, tuple[Node, ...]], Node], program: ForEach) -> ForEach:
    """A path with another node in place of some."""
    return levelised(program).rewritten(rule)


def without_constants(node: Node, inputs: tuple[Node, ...]) -> Node:
    """Drop the vectors of affine maps."""
    return Lin(inputs[0], node.A) if isinstance(node, Lin) else node.on(*inputs)


def forgetting(node: Node, inputs: tuple[Node, ...]) -> Node:
    """Put A = 0 in states."""
    if isinstance(node, LinState):
        return LinState(inputs[0], node.A * 0, node.B, node.b, node.init_state)
    return node.on(*inputs)


def far(program: ForEach) -> ForEach:
    """A path that is right for tokens up to 10^9 only."""
    path = levelised(program)
    return ForEach(path.output + ReLU(path.input[0] - 10**9))


def compiled_claim(
    name: str,
    title: str,
    place: str,
    program: ForEach,
    how: Any,
    said: str,
    mutants: tuple[str, ...] = ("forgets", "no-constants"),
) -> Claim:
    """The claim that a program of the paper is compiled right."""
    wrong = {
        "forgets": partial(changed, forgetting),
        "no-constants": partial(changed, without_constants),
    }
    why = {"forgets": "A = 0 in its states", "no-constants": "b = 0 in its affine maps"}
    return Claim(
        id=f"lsrl/{name}",
        title=title,
        source=Source(PAPER, place),
        statement=r"y_t = y'_t \ \text{for all } t \text{ and } x_1, x_2, \dots",
        assumptions=(said,),
        subject=Compiled(program, how),
        says=says_all_same,
        checks=(check_all_sequences,),
        mutants=tuple(Mutant(k, Compiled(program, {k: wrong[k]}), why[k]) for k in mutants),
        late=(Mutant("far", Compiled(program, {"far": far}), "another one beyond 10^9"),),
        new=True,
        notes="The relation of the states is found, and proved: nothing of a compiler is trusted."
        " Of all programs together: lsrl/all-four.",
    )


MODELS = "the paths of both compilers, the Linear RNN (eq. 3) and the RNN (eq. 2)"

figure_1 = compiled_claim(
    "new-fig-1-compiled",
    "Figure 1's program is compiled to paths, a Linear RNN and an RNN with its outputs everywhere",
    "Figure 1, with Sec. 3 and Sec. 6",
    majority_of_ones(),
    {**PATHS, **PLAIN},
    f"mu = 10, as in the figure; {MODELS}",
)

first = compiled_claim(
    "new-lst1-compiled",
    "Listing 1 is compiled to paths, a Linear RNN and an RNN with its outputs everywhere",
    "Listing 1, with Sec. 3 and Sec. 6",
    listing_1(1, 1),
    {**PATHS, **PLAIN},
    f"d = d_out = 1, mu and lambda as printed; {MODELS}",
)

first_mended = compiled_claim(
    "new-lst1-mended-compiled",
    "Listing 1 mended is compiled to a path with its outputs everywhere",
    "Listing 1, with App. A",
    listing_1_mended(2, 2),
    {"levelised": levelised},
    "d = d_out = 2, mu = 1000 and lambda = 10^10 as printed; the path of the levelised compiler",
)

second_mended = compiled_claim(
    "new-lst2-mended-compiled",
    "Listing 2 with shifted counters is compiled to a path with its outputs everywhere",
    "Listing 2, with App. A",
    listing_2_mended(2),
    {"levelised": levelised},
    "n = 2, mu = 2 and lambda = 10^4; the path of the levelised compiler",
    ("no-constants",),
)

hats = compiled_claim(
    "new-hats-compiled",
    "The hat program is compiled to paths and a Linear RNN with its outputs everywhere",
    "beyond Listing 1",
    hat_program(2, 1),
    {**PATHS, "Linear RNN": linear_rnn},
    "d = 2, d_out = 1; the paths of both compilers, and the Linear RNN",
)

gated_hats = compiled_claim(
    "new-gated-hats-compiled",
    "The hat program with products is compiled to paths and a Gated Linear RNN with its outputs",
    "beyond Listing 1",
    hat_program_gated(2, 1),
    {**PATHS, "Gated Linear RNN": gated_linear_rnn},
    "d = 2, d_out = 1; the paths of both compilers, and the Gated Linear RNN",
)

lookup = compiled_claim(
    "new-token-lookup-compiled",
    "The lookup without steps is compiled to a path with its outputs everywhere",
    "beyond Listing 2",
    token_lookup(2, 9),
    {"levelised": levelised},
    "n = 2, tokens up to 9; the path of the levelised compiler",
)
