"""The optimiser of the papers: AdamW with a cosine schedule, some weights free of decay."""

from collections.abc import Callable, Iterable
from typing import Any

import jax
import optax

from theorem_checks.errors import ArgumentError

__all__ = ["cosine_adamw", "decayed"]


def cosine_adamw(
    steps: int,
    *,
    peak: Any = 1e-3,
    end: Any = 1e-6,
    weight_decay: float = 1e-4,
    undecayed: Iterable[str] = (),
) -> optax.GradientTransformation:
    r"""AdamW whose learning rate falls from `peak` to `end` along half a cosine.

    At step $t$ of $S$ the rate is
    $\mathrm{end} + \frac12(\mathrm{peak} - \mathrm{end})(1 + \cos(\pi t/S))$.

    **Arguments**: `steps` $S$; `peak` and `end`, numbers, or traced ones of a setting;
    `weight_decay`, of all parameters but those below a name (a key of a dict, a field of a
    dataclass) in `undecayed`.
    """
    if isinstance(undecayed, str):
        raise ArgumentError("undecayed", undecayed, "names", f"Write ({undecayed!r},).")
    schedule = optax.cosine_decay_schedule(peak, steps, alpha=end / peak)
    return optax.adamw(schedule, weight_decay=weight_decay, mask=decayed(undecayed))


def decayed(undecayed: Iterable[str]) -> Callable[[Any], Any]:
    """Return a mask for Optax: false for parameters below one of the names, else true."""
    names = frozenset(undecayed)

    def mask(params: Any) -> Any:
        return jax.tree_util.tree_map_with_path(lambda path, _: _free_of(path, names), params)

    return mask


def _free_of(path: Any, names: frozenset[str]) -> bool:
    """Whether none of the names stands on the way to a leaf."""
    steps = (jax.tree_util.keystr((step,), simple=True) for step in path)
    return names.isdisjoint(steps)
