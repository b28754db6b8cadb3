"""Whether the claims that repair one another say so on both sides."""

from collections.abc import Mapping

from theorem_checks.errors import nearest
from theorem_checks.running.catalogue import Found, Problem

__all__ = ["errata_problems"]


def errata_problems(found: Mapping[str, Found], *, complete: bool) -> list[Problem]:
    """Return what is wrong with `repairs` and `repaired_by`.

    A link whose other half is there must be mutual, must lead from a claim that is not expected
    to pass to one that is. A link to an id that is not there is a problem only if the catalogue
    is `complete`, that is, if it holds all that is installed and every file could be read.
    """
    problems = []
    for name, one in found.items():
        links = [(one.claim.repaired_by, _fault_of_repaired)] if one.claim.repaired_by else []
        links += [(other, _fault_of_repair) for other in one.claim.repairs]
        for other, fault_of in links:
            if other in found:
                fault = fault_of(one, found[other])
            else:
                fault = f"is linked to {other}, which does not exist.{nearest(other, found)}"
                fault = fault if complete else ""
            if fault:
                problems.append(Problem(str(one.file), f"{name} {fault}"))
    return problems


def _fault_of_repaired(one: Found, repair: Found) -> str:
    if one.claim.id in repair.claim.repairs:
        return ""
    return (
        f"says repaired_by={repair.claim.id!r}, but that claim ({repair.file}) does not name it in"
        f" repairs. Give it repairs=({one.claim.id!r},)."
    )


def _fault_of_repair(one: Found, erratum: Found) -> str:
    if erratum.claim.repaired_by != one.claim.id:
        return (
            f"says that it repairs {erratum.claim.id!r}, but that claim ({erratum.file}) has"
            f" repaired_by={erratum.claim.repaired_by!r}. Give it repaired_by={one.claim.id!r}."
        )
    if not one.claim.expect.passes:
        return f"repairs {erratum.claim.id!r}, but is itself expected to be {one.claim.expect}."
    if erratum.claim.expect.passes:
        return f"repairs {erratum.claim.id!r}, which is expected to be {erratum.claim.expect}."
    return ""
