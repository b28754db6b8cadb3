r"""A rule for random terms that converge: on which side of a number they are from some index on.

If :math:`X_n \to L` with probability 1, and L < c, then with probability 1 all :math:`X_n` with a
large enough n are within c - L of L, and so below c. Where L = c nothing is known.
"""

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.analysis import Converges, Eventually
from theorem_checks.statements.conclusions import Conclusion, Implies, Less, symbols_of
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["eventually"]


def eventually(
    conclusion: Conclusion, converging: Converges, converges: Evidence, order: Evidence
) -> Evidence:
    """From that a random term converges to L almost surely, and L < c, that it is below c at last.

    **Arguments**: `conclusion`, an `Eventually`, or that a hypothesis implies one; `converging`,
    that the same term converges almost surely, as the same variable goes to infinity, and evidence
    of it; `order`, evidence that L < c, or for a term that is above c that c < L, under the
    hypothesis if there is one.

    **Raises** `ArgumentError` for another conclusion, term, variable or mode, and a limit or a
    number that depends on the variable; `CheckError` where evidence concludes anything else.
    """
    said = conclusion.body if isinstance(conclusion, Implies) else conclusion
    if not isinstance(said, Eventually):
        raise ArgumentError("conclusion", conclusion.latex, "an Eventually, or that it is implied")
    if (converging.term, converging.mode) != (said.term, said.mode):
        raise ArgumentError("converging", converging.latex, f"that {said.term} does, {said.mode}")
    if converging.variable != said.variable or not said.variable.is_Symbol:
        raise ArgumentError("converging", converging.variable, f"the variable {said.variable}")
    limit, number = converging.value, said.value
    if said.variable in symbols_of(conclusion) | limit.free_symbols | number.free_symbols:
        raise ArgumentError("conclusion", conclusion.latex, f"numbers free of {said.variable}")
    needed = Less(limit, number) if said.sign == "<" else Less(number, limit)
    if isinstance(conclusion, Implies):
        needed = Implies(conclusion.hypothesis, needed)
    require_concluded(converges, converging, "converges")
    require_concluded(order, needed, "order")
    for part in (converges, order):
        if any(said.variable in formula_of(c).free_symbols for c in part.conditions):
            raise ArgumentError("order", part, f"evidence for every {said.variable}")
    whole = all_of({"it converges": converges, "to a limit on that side": order}, "almost surely")
    if whole.verdict is Verdict.REFUTED:
        whole = Evidence.undecided(f"The limit is not on that side: {whole.reason}")
    return concluded(whole, conclusion, "eventually")
