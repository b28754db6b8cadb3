"""What each engine and each rule of composition does, in a sentence."""

from collections.abc import Iterator, Mapping

from theorem_checks.deriving.proved_statement import ProvedStatement

__all__ = [
    "AS_RUN",
    "AS_SAID",
    "GIVEN",
    "GIVES",
    "THE_SAME_TERM",
    "rule_of",
    "said_of",
    "without_unused",
]

AS_RUN = "the code comes to the same term on both sides as it is run on symbols"
"""Of a whole statement in which there is nothing left to prove."""

THE_SAME_TERM = "the same term"
"""In place of a rule, where both sides of all that is said are one term."""

AS_SAID = "as said"
"""In place of a rule, where nothing is concluded of what is said."""

GIVEN = "a hypothesis"
"""In place of the rule that concluded what is one of the hypotheses."""

GIVES = "an instance or an implication"
"""In place of the rule of what the hypotheses say of an integer, or imply of others of them."""

_POWER = "^{(t-1-"
"""How powers are written that are 0 from the token on."""

_SAID: Mapping[str, str] = {
    "of the subject": "as the subject's own code says it, traced on symbols and run at instances",
    "cases": "case by case",
    "conjunction": "each part by itself",
    "given": "it is so without the hypothesis",
    "given each": "each part under the hypothesis",
    "syllogism": "the hypothesis implies what implies this",
    "an impossible hypothesis": "there is nothing to show, as what is assumed is never so",
    GIVEN: "it is one of the hypotheses",
    GIVES: "it is what the hypotheses give",
    "modus ponens": "the hypothesis holds, and it implies this",
    "instantiate": "a special case of what is so for all integers",
    "specialise": "a special case of what is so for all values",
    "induction": "by induction, from base and step",
    "by an invariant": "it follows from what the state keeps at all times",
    "entry by entry": "what is so of all numbers is so of each entry",
    "of other arrays": "a special case of what is so for all arrays",
    "either sign": "it is so of what is not negative, and of the opposite of such a number",
    "induction from all before": "by induction, each step from all that are before it",
    "values at integers": "at integers of which the values are computed",
    "for any": "for any values, so for all",
    "derivation": "step by step, from the hypotheses and from what was derived before",
    "term by term": "the sums have one range, and it is so of each of their terms",
    "a term of a sum": "a sum of what is never negative is at least each of its terms",
    "linear": "a sum of sums is the sum of its terms, and constant factors stand before it",
    "eliminating": "by putting what an array is assumed to be in its place",
    "long linear combination": "the difference of the sides is made of differences of the"
    " outputs, on sequences in which one token comes as often as one likes",
    "logarithms": "with logarithms of products as sums of logarithms",
    "by logarithms": "by the logarithms of both sides",
    "by quadratic forms": "B - A is symmetric, and the form of A is at most that of B at every"
    " vector",
    "at vectors": "the orders of matrices that are assumed, at vectors",
    "by eigenvalues": "the difference is a form of a polynomial of the matrix, which is not"
    " negative between the bounds of its eigenvalues",
    "by normality": "a normal matrix makes no vector longer than by its spectral radius",
    "vanishing": "the powers fall geometrically, as the spectral radius is below 1",
    "by lengths": "the matrix makes no vector longer than by this factor",
    "genus expansion": "by Wick's pairings of the letters, counted by how many loops of indices"
    " they leave: of k letters there are as many as the product of all odd numbers below k, and"
    " each counts the highest power of n, less its defect in the exponent",
    "Chernoff's bound": "by the mean of an exponential, at a rate that is chosen",
    "union bound": "all hold but with a probability that is at most the sum of those of the parts",
    "by_sure_event": "it is so at all values, so with any probability",
    "a fact about means": "by a fact about means and probabilities, whose hypotheses are parts",
    "values of constants": "what is assumed of the constants stands for their statistics",
    "Gaussian integrals": "by integrals of functions of normal numbers",
    "units of a layer": "what the units get is normal, with a covariance that the inputs make",
    "covariance by what is known": "by the moments, and what is known of the inputs",
    "largest of several": "by the mean of an exponential of each, at a rate that is chosen",
    "supremum over a ball": "the supremum is a length, whose mean is at most the root of the mean"
    " of its square",
    "rows": "each entry by the length of its row",
    "roots of what is positive": "roots of what is positive are so",
    "the same mean": "it is a multiple of the statistic whose mean is known",
    "by signal propagation": "the mean of one layer's output given its input, by induction over"
    " the layers",
    "reading": "the number that the code gives",
    "prove": "by the rule that the part names",
    "prove_limit": "by the degrees of numerator and denominator",
    "prove_for_all_inputs": "the negation is unsatisfiable, by solvers, for all inputs",
    "chain": "by both equations",
    "rewriting": "with equals in place of equals",
    "replacing": "the sides differ by what is equal by hypothesis",
    "assuming": "with the right sides of the hypotheses in place of the left ones",
    "bound indices": "with other names for indices of sums",
    "simulation": "by a relation of the states: it holds at first, every step keeps it, and where"
    " it holds the outputs are equal; so it does for sequences of all lengths, by induction",
    "simulation by forms": "a relation of the states, which is found, holds at first and is kept",
    "invariant": "by an invariant: formulas about the state hold at first, and every allowed token"
    " keeps them; with these, what is said holds after each token, by induction",
    "unrolling": "by unrolling: a step adds what the token gives to what the state keeps, so that"
    " the state is a sum over the tokens before; what is read there are the outputs (A^(t-1-s),"
    " for a factor or a matrix A, is its power where s < t, and 0 else)",
    "unrolling delays": "by unrolling delays: a step moves each unit on, and adds what the token"
    " gives, so that the state is a sum over the tokens before, each moved on by its age; what is"
    " read there are the outputs (shift is the matrix that moves the units on, and shift^(t-1-s)"
    " its power where s < t, and 0 else; an entry of such a power stands in place of [t = s + j])",
    "linear combination": "the difference of the sides is made of differences of the outputs",
    "inner dimension": "a product through n dimensions, triangular with ones, has at most n rows",
    "order of delay": "the rows X A^i and the columns A^k Y have a product that is triangular with"
    " ones, so that A has as many rows as these",
    "arithmetic": "by arithmetic of real numbers",
    "sum of squares": "the difference is a sum of squares with factors that are not negative",
    "layer by layer": "by induction over the machines of a stack, each of which keeps the sums at"
    " 0",
    "chaining": "by induction over the links of a chain, each of which keeps what is tied",
    "first tokens": "what is so of all sequences is so at their first tokens",
    "by common outputs": "both machines compute the same of any tokens, so many of them",
    "no stack": "every stack keeps a sum at 0 that the machine does not keep",
    "closed under composition": "sums and ReLUs of what is so are so, and products where they are"
    " allowed; so by induction over the machines of a stack and the tokens",
    "not Lipschitz": "every stack is Lipschitz, and between two runs whose tokens stay as far"
    " apart as they are the outputs come as far apart as one likes",
    "superlinear": "every stack is at most linear in the size of tokens, and along a ray of tokens"
    " the output that is wanted grows like a higher power",
    "not continuous": "every stack is continuous, and of two runs one goes to the other, but its"
    " output does not",
    "superexponential": "every stack is at most exponential, and the machine's number is squared at"
    " each token",
    "limit": "it is within a bound of its limit, and the bound goes to 0",
    "eventually": "it converges almost surely, and its limit is on that side of the number",
    "cancelling": "the difference is a multiple of D (1/D) - 1, and D is positive",
    "by_completing_the_square": "it is more than there by a square with a positive factor",
    THE_SAME_TERM: AS_RUN,
    AS_SAID: "what the claim says, as its subject's code says it",
    "argued": "as argued in words, from the parts",
    "by scripts": "by what its author wrote for the kernel of Rocq",
    "certificate": "by a certificate that the kernel of Rocq accepted",
    "count of the state": "by counting the entries of the state's arrays",
    "prove_equal_arrays": "block by block",
    "prove_index_identity": "both sides have one canonical form: distributed, deltas contracted,"
    " summed indices renamed, equal terms collected",
    "prove_identity": "the canonical form of the difference, a fraction of polynomials, is 0",
    "prove_ranges": "by induction over the end of the range",
    "prove_recurrence": "the closed form is right at the start, and each step keeps it",
    "prove_sum": "the closed form is right at the start, and each summand keeps it",
    "prove_moment": "the expectation of each term, entry by entry, from the moments",
    "prove_sign": "by the signs of its terms and factors",
    "prove_sign_by_derivatives": "by where its derivatives are 0, and its signs between",
    "prove_for_all": "no real numbers make it false, by a solver of real arithmetic",
    "prove_inequality": "by balls around all values, which are bounded",
    "prove_index_order": "the difference is a sum of squares",
    "prove_arrays_ordered": "the difference is a sum of squares, block by block",
    "decide_order": "by the exponents of its dominating terms",
    "prove_growth": "by dominating terms",
    "prove_growth_bound": "by dominating terms, with a constant",
    "prove_degree": "by the degree of each result of the program",
    "prove_degree_at_most": "by the degree of each result of the program",
    "with equals in place of equals": "with equals in place of equals",
}


def said_of(rule: str, *, again: bool = False) -> str:
    """Return what a rule does, in a sentence; its name where nothing is told of it.

    **Arguments**: `again`, where it was told before: without what explains it, after a colon.
    """
    said = _SAID.get(rule, f"by {rule}")
    return said.partition(": ")[0] if again else said


def rule_of(one: ProvedStatement, *, again: bool = False) -> str:
    """Return what the rule of a statement does, without what it says of powers where none is."""
    said, _, of_powers = (text := said_of(one.rule, again=again)).partition(" (")
    return text if not of_powers or any(_POWER in latex for latex in _formulas(one)) else said


def _formulas(one: ProvedStatement) -> Iterator[str]:
    """What stands below a statement."""
    for part in one.walk():
        yield from (part.statement, part.consequence, *(line.latex for line in part.lines))
        yield from (named.latex for named in part.named)


def without_unused(one: ProvedStatement) -> str:
    """Which parts, and how many steps and hypotheses, are not told as nothing needs them."""
    steps, others = one.unused, one.spared
    said = f"; without {steps} step{'s' * (steps > 1)} that nothing needs" if steps else ""
    if one.seen and one.parts:
        said += ", but for those of which both sides are the same term"
    if others:
        said += f"; {others} other hypothes{'es are' if others > 1 else 'is is'} not needed"
    return said
