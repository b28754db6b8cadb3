"""A formula in a terminal, and words with formulas among them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.text import Text

from theorem_checks.reporting.concluded import cut_latex, cut_text
from theorem_checks.statements.plain_text import plain_text

__all__ = ["Formula", "Prose"]

_IN_TEXT = re.compile(r"\$([^$]+)\$")


@dataclass(frozen=True)
class Formula:
    """A formula as plain text, or as LaTeX where the terminal has no Unicode; `most` characters."""

    latex: str
    most: int | None = None

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        yield self._text(options)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._text(options))

    def _text(self, options: ConsoleOptions) -> Text:
        if options.encoding.startswith("utf"):
            text = plain_text(self.latex)
            return Text(text if self.most is None else cut_text(text, self.most))
        return Text(self.latex if self.most is None else cut_latex(self.latex, self.most))


@dataclass(frozen=True)
class Prose:
    """Words in which formulas stand between dollars, these as plain text where that is shown."""

    words: str

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        if options.encoding.startswith("utf"):
            yield Text(_IN_TEXT.sub(lambda found: plain_text(found[1]), self.words))
        else:
            yield Text(self.words)
