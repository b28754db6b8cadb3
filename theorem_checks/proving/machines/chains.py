r"""The rule that concludes of all chains of machines what is proved of each link: see `EveryChain`.

A chain of no link passes what is tied on as it is. Where a chain of L links keeps what is tied, and
one link more keeps it, on all sequences of all lengths, so does the chain with that link behind it,
as the link reads just what the chain puts out: by induction over the links.
"""

from collections.abc import Callable

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import once
from theorem_checks.statements.chains import EveryChain
from theorem_checks.statements.conclusions import SameOutputs
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["chaining", "link_by_link"]


def chaining(conclusion: EveryChain, *parts: Evidence) -> Evidence:
    """Every chain keeps what is tied, as each link does: induction over the links.

    **Arguments**: evidence for each of the links, in their order, that its two machines have the
    same outputs, `link.same`: proved for all sizes, weights and sequences, by `simulation` say.

    **Raises** `ArgumentError` for another conclusion, or another number of parts; `CheckError` for
    evidence of anything else.
    """
    if not isinstance(conclusion, EveryChain):
        raise ArgumentError("conclusion", type(conclusion).__name__, "an EveryChain")
    if len(parts) != len(conclusion.links):
        said = f"evidence of {len(conclusion.links)} links"
        raise ArgumentError("parts", len(parts), said)
    named = {}
    for number, (link, part) in enumerate(zip(conclusion.links, parts, strict=True), 1):
        name = f"link {number}, {link.enters.name} to {link.leaves.name}"
        require_concluded(part, link.same, name)
        named[name] = part
    whole = all_of(named, "all chains of links, all sequences of all lengths")
    return concluded(whole, conclusion, "chaining")


def link_by_link(conclusion: EveryChain, by: Callable[[SameOutputs], Evidence]) -> Evidence:
    """Every chain keeps what is tied, by a proof of each link: see `chaining`.

    **Arguments**: `by`, a proof that the two machines of a link have the same outputs. What it has
    proved of a link it is not asked again where another link has been changed.
    """
    if not isinstance(conclusion, EveryChain):
        raise ArgumentError("conclusion", type(conclusion).__name__, "an EveryChain")
    return chaining(conclusion, *(once(by, link.same) for link in conclusion.links))
