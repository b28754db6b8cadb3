r"""`if cond then t else f` in all its variants (Sec. 3, Sec. 5).

Write $c$ for the condition, which may be one number beside vectors $t$ and $f$. The variants
without gates silence the branch that is not taken by a large constant $\lambda$.
"""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, get_args, runtime_checkable

from constructions.errors import ArgumentError
from constructions.lsrl.helpers.logic import f_not, f_step
from constructions.lsrl.helpers.operations import Gain, Value, constant, gain, relu, zero_like

__all__ = [
    "IfElse",
    "Kind",
    "conditional",
    "f_ifelse",
    "f_ifelse_multiplicative",
    "f_ifelse_multiplicative_optimised",
    "f_ifelse_optimised",
    "f_ifelse_step",
    "f_ifelse_step_optimised",
    "silenced",
]


def f_ifelse(cond: Value, t: Value, f: Value, lam: Gain) -> Value:
    r"""Return eq. (7), with four ReLUs.

    At $c = 1$ it is $t$ if and only if $|f| \le \lambda$; at $c = 0$ it is $f$ if and only if
    $|t| \le \lambda$. For $0 \le c \le 1$ it is $S(f, \lambda c) + S(t, \lambda(1-c))$, where
    $S(v, \theta) = \mathrm{sign}(v)\max(0, |v| - \theta)$: a condition off by $\varepsilon$ costs
    up to $\lambda\varepsilon$ in each branch.
    """
    lam = gain(lam, "lam", cond)
    silence_f, silence_t = lam * cond, lam * f_not(cond)
    return _kept(f, silence_f) + _kept(t, silence_t)


def f_ifelse_optimised(
    cond: Value,
    t: Value | None = None,
    f: Value | None = None,
    *,
    lam: Gain,
    t_nonnegative: bool = False,
    f_nonnegative: bool = False,
) -> Value:
    r"""Return eq. (7) without the ReLUs that are always 0.

    **Arguments**: a branch that is None is 0 at all times; `t_nonnegative` (`f_nonnegative`) says
    that $t \ge 0$ ($f \ge 0$) at all times.

    Equals eq. (7) with these branches wherever that holds and $0 \le c \le 1$, hence exact under
    the same conditions. Source: Sec. 5, where dropping the terms of $t$ asks for $t \equiv 0$
    (the text has a slip there).
    """
    lam = gain(lam, "lam", cond)
    parts = _present(f, lambda: lam * cond, f_nonnegative)
    return _total(parts + _present(t, lambda: lam * f_not(cond), t_nonnegative))


def f_ifelse_step(cond: Value, t: Value, f: Value, *, lam: Gain, mu: Gain) -> Value:
    r"""Return eq. (9): eq. (7) behind steps at 1/2.

    For $|t|, |f| \le \lambda$ it is $t$ where $c \ge 1/2 + 1/\mu$, and $f$ where
    $c \le 1/2 - 1/\mu$.
    """
    silence_f, silence_t = _steps(cond, gain(lam, "lam", cond), mu)
    return _kept(f, silence_f()) + _kept(t, silence_t())


def f_ifelse_step_optimised(
    cond: Value,
    t: Value | None = None,
    f: Value | None = None,
    *,
    lam: Gain,
    mu: Gain,
    t_nonnegative: bool = False,
    f_nonnegative: bool = False,
) -> Value:
    """Return eq. (9) without the ReLUs that are always 0; see `f_ifelse_optimised`.

    Exact where eq. (9) is, for every real condition.
    """
    silence_f, silence_t = _steps(cond, gain(lam, "lam", cond), mu)
    parts = _present(f, silence_f, f_nonnegative)
    return _total(parts + _present(t, silence_t, t_nonnegative))


def f_ifelse_multiplicative(cond: Value, t: Value, f: Value) -> Value:
    r"""Return eq. (10), $c\,t + (1 - c) f$, with two products.

    Exact on bits for all $t$ and $f$; a condition off by $\varepsilon$ costs
    $\varepsilon |t - f|$.
    """
    return cond * t + f_not(cond) * f


def f_ifelse_multiplicative_optimised(
    cond: Value, t: Value | None = None, f: Value | None = None
) -> Value:
    """Return eq. (10) without the branches that are None, which are 0 at all times.

    Exact under the conditions of eq. (10).
    """
    parts = [] if t is None else [cond * t]
    return _total(parts if f is None else [*parts, f_not(cond) * f])


def _kept(value: Value, silence: Value) -> Value:
    """The value shrunk towards 0 by `silence`, for a silence of at least 0."""
    return relu(value - silence) - relu(-value - silence)


def _present(value: Value | None, silence: Callable[[], Value], nonnegative: bool) -> list[Value]:
    if value is None:
        return []
    return [silenced(value, silence()) if nonnegative else _kept(value, silence())]


def silenced(value: Value, silence: Value) -> Value:
    """Return a value of at least 0, shrunk towards 0 by `silence`."""
    return relu(value - silence)


def _steps(cond: Value, lam: Gain, mu: Gain) -> tuple[Callable[[], Value], Callable[[], Value]]:
    """What silences f and what silences t in eq. (9); made when they are asked for."""
    half = constant("1/2", cond)
    return (
        lambda: lam - lam * f_step(half - cond, mu),
        lambda: lam - lam * f_step(cond - half, mu),
    )


def _total(parts: list[Value]) -> Value:
    if not parts:
        raise ArgumentError("t, f", (None, None), "at least one branch that is not always 0")
    return sum(parts[1:], start=parts[0])


Kind: TypeAlias = Literal[
    "original",
    "optimised",
    "step",
    "step optimised",
    "multiplicative",
    "multiplicative optimised",
]
"""The variants by name."""


@runtime_checkable
class IfElse(Protocol):
    """A conditional whose other branch is 0: `t if cond else 0`."""

    def __call__(self, cond: Value, t: Value, *, nonnegative: bool = False) -> Value:
        """Return t where the condition is 1, and 0 where it is 0.

        `nonnegative` says that t >= 0 at all times, which the optimised variants use.
        """
        ...


def conditional(kind: Kind, *, lam: Gain, mu: Gain) -> IfElse:
    """Return a variant as `t if cond else 0`, which is all that the paper's listings need.

    **Arguments**: its `kind`; `lam` and `mu`, where the variant has them. The variants that are
    not optimised get a branch t * 0.

    **Raises** `ArgumentError` for another kind.
    """
    if kind not in get_args(Kind):
        raise ArgumentError("kind", kind, f"one of {', '.join(map(repr, get_args(Kind)))}")

    def choose(cond: Value, t: Value, *, nonnegative: bool = False) -> Value:
        if kind == "original":
            return f_ifelse(cond, t, zero_like(t), lam)
        if kind == "optimised":
            return f_ifelse_optimised(cond, t, lam=lam, t_nonnegative=nonnegative)
        if kind == "step":
            return f_ifelse_step(cond, t, zero_like(t), lam=lam, mu=mu)
        if kind == "step optimised":
            return f_ifelse_step_optimised(cond, t, lam=lam, mu=mu, t_nonnegative=nonnegative)
        if kind == "multiplicative":
            return f_ifelse_multiplicative(cond, t, zero_like(t))
        return f_ifelse_multiplicative_optimised(cond, t)

    return choose
