"""How single things are said in a report: a time, a probability, a verdict, a mark."""

from theorem_checks.running.outcome import GIVEN_FACTS, NOT_RE_RUN
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "ARGUED_MARK",
    "CERTIFIED_MARK",
    "REFUTED_MARK",
    "STANDINGS",
    "STANDINGS_HERE",
    "VERDICT_STYLE",
    "duration",
    "error_budget",
    "mark_of",
    "one_line",
    "plural",
    "probability",
]

ARGUED_MARK = "∴"
"""What stands where a proof has its tick, and beside the word: the last step is in words."""

CERTIFIED_MARK = "⊢"
"""What stands beside PROVED where the kernel of a proof assistant accepted the statement."""

REFUTED_MARK = "⊢ ¬"
"""What stands beside REFUTED where the kernel accepted that the statement is false."""

STANDINGS = (str(Verdict.PROVED), GIVEN_FACTS, str(Verdict.ARGUED), str(Verdict.HOLDS))
"""What counts in favour of a claim, the strongest first."""

STANDINGS_HERE = (STANDINGS[0], NOT_RE_RUN, *STANDINGS[1:])
"""The same as it is counted of a run, which may have lacked a kernel."""

VERDICT_STYLE = {
    Verdict.PROVED: "green",
    Verdict.ARGUED: "blue",
    Verdict.HOLDS: "cyan",
    Verdict.REFUTED: "magenta",
    Verdict.UNDECIDED: "yellow",
    Verdict.VACUOUS: "yellow",
    Verdict.CONTRADICTION: "bold red",
}


def mark_of(*, refutes: bool) -> str:
    """The mark of a certificate, by whether it refutes what the claim says."""
    return REFUTED_MARK if refutes else CERTIFIED_MARK


def duration(seconds: float | int | None) -> str:
    """Return a length of time in short: '0.04 s', '1.2 s', '12 s', '3 min 05 s', '2 h 10 min'."""
    if seconds is None:
        return ""
    if seconds < 0.995:
        return f"{seconds:.2f} s"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def probability(value: float | int) -> str:
    """Return a small probability in short: '1e-9', '2.5e-9', '0.05'; '' for zero."""
    if value == 0:
        return ""
    if value >= 0.001:
        return f"{value:.2g}"
    digits, _, power = f"{value:.1e}".partition("e")
    return f"{digits.removesuffix('.0')}e{int(power)}"


def error_budget(rates: ErrorRates) -> str:
    """Return both error rates in short: one number if they agree, else 'alarm / pass'."""
    alarm, missed = probability(rates.false_alarm), probability(rates.false_pass)
    return alarm if alarm == missed else f"{alarm or 0} / {missed or 0}"


def plural(count: int, noun: str) -> str:
    """Return '1 claim', '2 claims', '2 searches' for a count and a noun."""
    ending = "" if count == 1 else "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{count} {noun}{ending}"


def one_line(text: object, width: int = 200) -> str:
    """Return a text on one line, cut with '...' to at most `width` characters."""
    joined = " ".join(str(text).split())
    return joined if len(joined) <= width else joined[: width - 3].rstrip() + "..."
