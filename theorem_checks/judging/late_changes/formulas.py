"""Late changes of formulas about real numbers, and of programs."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from theorem_checks.judging.late_changes.late import Late, changed_late
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.degrees import DegreeAtMost
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.differences import all_hold
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate, variables
from theorem_checks.statements.reals.terms import Term, constant


@changed_late.register
def _(conclusion: ForReals, late: Late) -> Iterator[Conclusion]:
    """False at one point that meets what is assumed, and where none is known, at all of them."""
    said = conclusion.formula
    names = variables(said)
    known = set(names).union(*map(variables, conclusion.assumed))
    met = (p for p in late.points if known <= p.keys() and _meets(p, conclusion))
    if (point := next(met, None)) is not None:
        here = (Term("variable", (name,)) == constant(point[name]) for name in names)
        yield replace(conclusion, claim=all_hold(said, ~all_hold(*here)))
    elif names:
        yield replace(conclusion, claim=~said)


def _meets(point: Mapping[str, Fraction], conclusion: ForReals) -> bool:
    """Whether a point meets all that is assumed."""
    try:
        return all(evaluate(formula, point) for formula in conclusion.assumed)
    except UndefinedError:
        return False


@changed_late.register
def _(conclusion: DegreeAtMost, _late: Late) -> Iterator[Conclusion]:
    """One more operation: a result and a power of an input, of a degree more than all results."""
    *operations, (_, first, *others) = conclusion.program
    variable = ("variable", conclusion.inputs[0])
    power = len(operations)
    operations.append(variable)
    for _ in range(conclusion.bound):
        operations.append(("*", str(len(operations) - 1), str(power)))
    operations.append(("+", first, str(len(operations) - 1)))
    results = ("results", str(len(operations) - 1), *others)
    yield replace(conclusion, program=(*operations, results))
