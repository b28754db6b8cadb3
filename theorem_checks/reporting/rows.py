"""A table whose rows may carry text below them that runs over the whole width."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from theorem_checks.reporting.words import ARGUED_MARK

__all__ = ["Column", "Mark", "Row", "Rows"]

GAP = 2


@dataclass(frozen=True)
class Column:
    """A column: its heading, and how much it matters.

    Where the terminal is too narrow, columns of the least `weight` go first; those without a
    weight stay.
    """

    heading: str
    justify: Literal["left", "right"] = "left"
    weight: int | None = None


@dataclass(frozen=True)
class Row:
    """Whether it is good (None: neither), its cells, the text below, and a heading above.

    `argued`: whether what is good is so by an argument in words.
    """

    good: bool | None
    cells: Sequence[Text]
    below: Sequence[Text] = ()
    above: Text | None = None
    argued: bool = False


class Mark:
    """The sign for good, bad or neither (None); in words where the encoding is ASCII.

    What is good as ARGUED has a sign of its own.
    """

    def __init__(self, good: bool | None, *, argued: bool = False) -> None:
        self.good, self.argued = good, argued

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield self.text(options)

    def text(self, options: ConsoleOptions) -> Text:
        """Return the sign as the encoding allows."""
        if self.good is None:
            return Text("-", style="dim")
        if self.good and self.argued:
            return Text("so" if options.ascii_only else ARGUED_MARK, style="blue")
        if self.good:
            return Text("ok" if options.ascii_only else "✓", style="green")
        return Text("NO" if options.ascii_only else "✗", style="bold red")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = margin(options)
        return Measurement(width, width)


def margin(options: ConsoleOptions) -> int:
    """Return the width of the marks."""
    return 2 if options.ascii_only else 1


class Rows:
    """Render rows under columns, as many of these as the width allows.

    Where even the fewest do not fit, the first cell of a row gets a line of its own. A column
    that is empty in every row is left out. With `marks=False` no row is marked.
    """

    def __init__(
        self, columns: Sequence[Column], rows: Sequence[Row], *, marks: bool = True
    ) -> None:
        self.columns, self.rows, self.marks = tuple(columns), tuple(rows), marks

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType | Segment]:
        left = margin(options) + GAP
        widths = self._widths(options.max_width - left)
        apart = bool(widths) and _total(widths) > options.max_width - left
        if apart:
            del widths[0]
        headings = [Text(column.heading, style="dim") for column in self.columns]
        yield from _set(self._line(Text(" " * left), headings, widths), console, options)
        for row in self.rows:
            if row.above is not None:
                yield Text()
                yield row.above
            if apart:
                yield row.cells[0]
            sign = Mark(row.good, argued=row.argued).text(options) if self.marks else Text()
            sign.pad_right(left - sign.cell_len)
            yield from _set(self._line(sign, row.cells, widths), console, options)
            for text in row.below:
                yield from _set(text, console, options, left)

    def _widths(self, most: int) -> dict[int, int]:
        """The width of each column that is shown, by its place."""
        widths = {}
        for i, column in enumerate(self.columns):
            longest = max((row.cells[i].cell_len for row in self.rows), default=0)
            if longest:
                widths[i] = max(longest, len(column.heading))
        droppable = sorted(
            (i for i in widths if self.columns[i].weight is not None),
            key=lambda i: self.columns[i].weight or 0,
        )
        while droppable and _total(widths) > most:
            del widths[droppable.pop(0)]
        return widths

    def _line(self, start: Text, cells: Sequence[Text], widths: dict[int, int]) -> Text:
        # Not a table of one row: laying out six hundred of them takes longer than all else.
        line = Text().append_text(start)  # not a copy, whose style would be that of the whole line
        for i, width in widths.items():
            spaces = " " * (width - cells[i].cell_len)
            at_right = self.columns[i].justify == "right"
            line.append(spaces if at_right else "")
            line.append_text(cells[i])
            line.append(" " * GAP if at_right else spaces + " " * GAP)
        line.rstrip()
        return line


def _set(
    text: Text, console: Console, options: ConsoleOptions, left: int = 0
) -> Iterator[RenderableType | Segment]:
    """Set a text with a margin, which its later lines have too; at once, where it fits a line."""
    if "\n" in text.plain or left + text.cell_len > options.max_width:
        yield Padding.indent(text, left)
    else:
        yield Segment(" " * left)
        yield from text.render(console, end="\n")


def _total(widths: dict[int, int]) -> int:
    return sum(widths.values()) + GAP * (len(widths) - 1)
