r"""The rule that concludes of all chains of machines what is proved of each link: see `EveryChain`.

A chain of no link passes what is tied on as it is. Where a chain of L links keeps what is tied, and
one link more keeps it, on all sequences of all lengths, so does the chain with that link behind it,
as the link reads just what the chain puts out: by induction over the links. So it is of sequences
of T tokens, of which every machine puts out T. T is one number for all links.
"""

from collections.abc import Callable
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import once
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["chaining", "link_by_link"]


def chaining(conclusion: EveryChain | EveryFirstChain, *parts: Evidence) -> Evidence:
    """Every chain keeps what is tied, as each link does: induction over the links.

    **Arguments**: evidence for each of the links, in their order, that its two machines have the
    same outputs, `conclusion.kept`: proved for all sizes, weights and sequences, by `simulation`
    say; of an `EveryFirstChain`, for all sequences of so many tokens.

    **Raises** `ArgumentError` for another conclusion, or another number of parts; `CheckError` for
    evidence of anything else.
    """
    _require_chains(conclusion)
    if len(parts) != len(conclusion.links):
        said = f"evidence of {len(conclusion.links)} links"
        raise ArgumentError("parts", len(parts), said)
    named: dict[str, Evidence] = {}
    for link, said, part in zip(conclusion.links, conclusion.kept, parts, strict=True):
        name = f"link {len(named) + 1}, {link.enters.name} to {link.leaves.name}"
        require_concluded(part, said, name)
        named[name] = part
    some = isinstance(conclusion, EveryFirstChain)
    sequences = f"sequences of {conclusion.tokens} tokens" if some else "sequences of all lengths"
    whole = all_of(named, f"all chains of links, all {sequences}")
    return concluded(whole, conclusion, "chaining")


def link_by_link(
    conclusion: EveryChain | EveryFirstChain, by: Callable[[Any], Evidence]
) -> Evidence:
    """Every chain keeps what is tied, by a proof of each link: see `chaining`.

    **Arguments**: `by`, a proof that the two machines of a link have the same outputs, a
    `SameOutputs`, or a `SameFirstOutputs`. What it has proved of a link it is not asked again where
    another link has been changed.
    """
    _require_chains(conclusion)
    return chaining(conclusion, *(once(by, said) for said in conclusion.kept))


def _require_chains(conclusion: object) -> None:
    if not isinstance(conclusion, EveryChain | EveryFirstChain):
        said = "an EveryChain, or an EveryFirstChain"
        raise ArgumentError("conclusion", type(conclusion).__name__, said)
