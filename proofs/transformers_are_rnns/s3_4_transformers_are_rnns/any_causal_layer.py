r"""What Sec. 3.4 says of layers: any feature map, recurrence over time, the residual.

The sums over the past obey a recurrence for any feature map, but their quotient exists only where
$\phi(q_i)^\top z_i$ is not 0: a map with zeros refutes the printed sentence. Where it is not 0, the
outputs are causal attention, which `unrolling` concludes of the shipped cell for an unknown
function phi. That (s, z) is all that goes from token to token is proved by starting the cell from
any state: the state is then what was handed over and the sum over the tokens since, at every time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from operator import ne
from typing import Any

import numpy as np

from constructions.arrays import FRACTIONS, ones, relu, scan
from constructions.cells.normalised_attention import NormalisedAttention, same
from constructions.errors import ShapeError
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.equations_16_to_20 import (
    Forgets,
    ForgetsLate,
    ForgetsNormaliser,
    Layer,
    LayerSetting,
    OneArray,
    ReadsBefore,
    Setting,
    check_sums_as_polynomials,
)
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.features import (
    SIZES,
    causal_sums,
    cell_on_features,
)
from theorem_checks import (
    All,
    Claim,
    Computes,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    check,
    conjunction,
    equal_maps,
    proof_of,
    simulation,
    unrolling,
)

# -- any feature map ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Formulation:
    """The recurrence, and for which values of the normaliser it is said to have an output.

    That is where the two numbers that `defined` gives differ.
    """

    defined: Callable[[Any], tuple[Any, Any]]
    cell: type[NormalisedAttention] = NormalisedAttention


FEATURE_MAPS = {
    "identity": same,
    "square": lambda u: u * u,
    "relu": relu,
    "u^2 + 1": lambda u: u * u + 1,
}


def _first_without_an_output(formulation):
    """Return the smallest tokens at which an output is claimed and the normaliser is 0."""
    one = FRACTIONS.array([[1]])
    for length, (name, feature_map) in product((1, 2), FEATURE_MAPS.items()):
        cell = formulation.cell(one, one, one, feature_map=feature_map)
        for tokens in product((1, 0, -1), repeat=length):
            numerators, denominators = cell.sums(
                cell.inputs(FRACTIONS.array([[x] for x in tokens]))
            )
            for i, below in enumerate(denominators):
                if below == 0 and ne(*formulation.defined(below)):
                    values = {"phi": name, "W_Q = W_K = W_V": 1, "x": list(tokens), "i": i + 1}
                    found = f"{numerators[i, 0]}/{below}"
                    return Counterexample(values, f"y_{i + 1} is a number", found)
    return None


@check("exact")
def check_outputs_where_they_are_claimed(formulation):
    """Four feature maps, one of them positive, on all tokens -1, 0, 1 with N = 1 and 2."""
    if found := _first_without_an_output(formulation):
        return Evidence.refuted(found)
    return check_sums_as_polynomials.function(formulation.cell)


def says_any_map(cell, w):
    """The outputs are causal attention for any feature map, tokens and weights, at any length.

    A quotient is taken of what is not 0; of others nothing is said but that equal ones are equal.
    """
    given = LayerSetting(w, residual=False)
    machine = w.machine(Layer(partial(cell, feature_map=given.phi), given, None), given.token)
    return Computes(machine, given.xs, w.entries(given.mean, given.N, given.M))


@check("exact")
def check_outputs_where_defined(cell):
    """Wherever a normaliser is not 0 there is an output; both sums, and four feature maps."""
    return check_outputs_where_they_are_claimed.function(Formulation(where_not_zero, cell))


def anywhere(_normaliser):
    """Say that there is an output whatever the normaliser is."""
    return 0, 1


def where_not_zero(normaliser):
    """Say that there is an output where the normaliser is not 0."""
    return normaliser, 0


PRINTED, REPAIRED = Formulation(anywhere), Formulation(where_not_zero)

any_phi = Claim(
    id="trf-rnn/any-phi",
    title="The formulation imposes no constraint on the feature function",
    source=Source(PAPER, "Sec. 3.4, after eq. (20)"),
    statement=r"\text{for every } \phi \text{ and all inputs, } (20) \text{ has an output}",
    subject=PRINTED,
    checks=(check_outputs_where_they_are_claimed,),
    controls=(Control("normaliser-not-zero", REPAIRED, "where the normaliser is not 0"),),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-any-phi-where-defined",
    notes="(20) divides by phi(q_i)^T z_i, which has to be other than 0. Positive features, such as"
    " elu + 1, are enough.",
)

any_phi_where_defined = Claim(
    id="trf-rnn/new-any-phi-where-defined",
    title="For any feature map, (16) to (20) are causal attention wherever the normaliser is not 0",
    source=Source(PAPER, "Sec. 3.4, after eq. (20), repaired"),
    statement=r"\phi(q_i)^\top z_i \ne 0 \implies \frac{\phi(q_i)^\top s_i}{\phi(q_i)^\top z_i} ="
    r" \frac{\sum_{j \le i} \phi(q_i)^\top \phi(k_j)\, v_j}"
    r"{\sum_{j \le i} \phi(q_i)^\top \phi(k_j)}",
    assumptions=(r"$\phi$ is any function to $\mathbb R^C$, the same for all tokens",),
    subject=NormalisedAttention,
    says=says_any_map,
    checks=(proof_of(says_any_map, unrolling), check_outputs_where_defined),
    mutants=(
        Mutant("forgets", Forgets, "the memory has one token"),
        Mutant("reads-before", ReadsBefore, "leaves the token out"),
        Mutant("normaliser", ForgetsNormaliser, "the normaliser has the last token alone"),
    ),
    late=(Mutant("many-features", ForgetsLate, "forgets from C = 50 on"),),
    repairs=("trf-rnn/any-phi",),
    new=True,
)

# -- recurrence over time -------------------------------------------------------------------------


@dataclass(frozen=True)
class Continued(OneArray):
    """The cell as it goes on from a state (s, z) of earlier tokens."""

    state: Any

    def initial_state(self):
        """Return (s_t z_t)."""
        return self._joined(self.state)


@dataclass(frozen=True)
class Attending(OneArray):
    """Causal attention to tokens from now on, and to earlier ones by their keys and values."""

    keys: Any
    values: Any

    def step(self, state, x):
        """Return (s z) of the tokens from now on, and what is read for attention to all tokens."""
        cell = self.kind(*self.given.weights)
        parts = state @ self.given.of_s, state @ self.given.of_z
        after, (numerator, normaliser) = cell.step(parts, x)
        weights = (x @ self.given.weights[0]) @ self.keys.T
        each = ones((self.keys.shape[0],), like=x)
        sums = numerator + weights @ self.values, normaliser + weights @ each
        assert self.read is not None
        return self._joined(after), self.read(after, sums)


def says_handed_over(hand_over, w):
    """From the state (s, z) after t tokens, handed over, both sums are those over all tokens.

    For all tokens before and after the cut, of any number: without the state, the earlier tokens
    take part by their keys and values, each by itself. That the state after t tokens is the sum of
    phi(k) v^T, and of phi(k), is new-eq-18-columns and eq-19.
    """
    given = Setting(w)
    _, W_K, W_V = given.weights
    earlier = w.array("xs_before", w.size("t"), W_K.shape[0])
    keys, values = earlier @ W_K, earlier @ W_V
    state = keys.T @ values, keys.T @ ones((keys.shape[0],), like=keys)
    parts = []
    for number in (0, 1):

        def read(_, both, number=number):
            return both[number]

        handed = Continued(NormalisedAttention, given, read, hand_over(state))
        whole = Attending(NormalisedAttention, given, read, keys, values)
        parts.append(SameOutputs(*(w.machine(cell, given.token) for cell in (handed, whole))))
    return All(tuple(parts))


def by_what_is_handed_over(both):
    """Prove it: the one state is the other one and what was handed over, at every time."""
    return conjunction(
        both, *(simulation(same, same.other.state + same.one.start) for same in both.parts)
    )


@check("exact")
def check_cut_anywhere(hand_over):
    """Run to token t, hand the state over, and go on: at every t, as polynomials."""

    def in_two_parts(cut, q, k, v):
        cell, tokens = cell_on_features(NormalisedAttention, q, k, v)
        tokens = cell.inputs(tokens)
        state, first = scan(cell.step, cell.initial_state(), tokens[:cut])
        _, second = scan(cell.step, hand_over(state), tokens[cut:])
        parts = [np.concatenate([one, two]) for one, two in zip(first, second, strict=True)]
        return np.concatenate([parts[0], parts[1][:, None]], axis=1)

    for cut in (1, 2):
        sizes = [size for size in SIZES if size["q"][0] > cut]
        found = equal_maps(
            lambda q, k, v, cut=cut: in_two_parts(cut, q, k, v), causal_sums, sizes=sizes
        )
        if not found.verdict.passes:
            return found
    return Evidence.holds("cut after 1 or 2 of up to 3 tokens")


time_not_depth = Claim(
    id="trf-rnn/time-not-depth",
    title="The recurrence runs over time: (s, z) is all that one token hands to the next",
    source=Source(PAPER, "Sec. 3.4, 'recurrence with respect to time and not depth'"),
    statement=r"y_{t+1}, \dots, y_N \text{ are functions of } (s_t, z_t), x_{t+1}, \dots, x_N",
    subject=same,
    says=says_handed_over,
    checks=(proof_of(says_handed_over, by_what_is_handed_over), check_cut_anywhere),
    mutants=(
        Mutant("no-normaliser", lambda state: (state[0], 0 * state[1]), "z starts anew"),
        Mutant("no-memory", lambda state: (0 * state[0], state[1]), "s starts anew"),
    ),
    late=(
        Mutant(
            "many-features",
            lambda state: state if state[1].shape[0] < 50 else (0 * state[0], state[1]),
            "s starts anew from C = 50 on",
        ),
    ),
)

# -- the residual ---------------------------------------------------------------------------------


@check("exact")
def check_layers_with_a_residual(fits):
    """Build and run the layer with its residual, for F and M up to 4."""
    for F, M in product(range(1, 5), repeat=2):
        weights = (FRACTIONS.ones(shape) for shape in ((F, 2), (F, 2), (F, M)))
        try:
            outputs = NormalisedAttention(*weights, residual=True)(FRACTIONS.ones((2, F)))
            found = f"outputs of shape {outputs.shape}"
        except ShapeError:
            found = "not defined"
        claimed = f"outputs of shape {(2, F)}" if fits(F, M) else "not defined"
        if found != claimed:
            return Evidence.refuted(Counterexample({"F": F, "M": M}, claimed, found))
    return Evidence.holds("F and M from 1 to 4")


residual = Claim(
    id="trf-rnn/residual",
    title="The residual + x_i needs values of the size of the tokens, M = F",
    source=Source(PAPER, "eq. (20)"),
    statement=r"\frac{\phi(q_i)^\top s_i}{\phi(q_i)^\top z_i} + x_i \text{ is defined}"
    r" \iff M = F",
    assumptions=(
        r"$x_i \in \mathbb R^F$, $v_i \in \mathbb R^M$; a sum of vectors of one size",
        r"layers are built and run for $F, M \le 4$",
    ),
    subject=lambda F, M: F == M,
    checks=(check_layers_with_a_residual,),
    mutants=(
        Mutant("always", lambda F, M: True, "any sizes"),
        Mutant("fewer-values", lambda F, M: M <= F, "also fewer values than inputs"),
        Mutant("broadcast", lambda F, M: M in (1, F), "one value is added to all inputs"),
    ),
    expect=Verdict.HOLDS,
    notes="That a sum is not defined is no statement about arrays of symbolic size: there what has"
    " other sizes raises an error, so that it is tried.",
)
