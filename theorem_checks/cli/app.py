"""The command itself: its subcommands, what they share, and how wrong use ends."""

import importlib.metadata
import inspect
import signal
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from theorem_checks.cli.certify import certify
from theorem_checks.cli.diff import diff
from theorem_checks.cli.docs import docs
from theorem_checks.cli.figures import figures
from theorem_checks.cli.listing import list_claims
from theorem_checks.cli.new import new
from theorem_checks.cli.pages import pages
from theorem_checks.cli.report import report
from theorem_checks.cli.show import show
from theorem_checks.cli.statuses import (
    INTERRUPTED,
    TERMINATED,
    WRONG_USE,
    Terminated,
    forget_output,
    stop,
    tell_unwritten,
)
from theorem_checks.cli.verify import verify
from theorem_checks.errors import TheoremChecksError

__all__ = ["app", "main"]


class _Commands(TyperGroup):
    """Says what the user did wrong in one message, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()  # while an error can still be told
        except TheoremChecksError as error:
            stop(str(error))
        except BrokenPipeError:  # who read it has seen enough
            forget_output()
            raise typer.Exit(0) from None
        except OSError as error:
            tell_unwritten(error)
            raise typer.Exit(WRONG_USE) from None
        except Terminated as end:
            stop(str(end) or "Terminated.", TERMINATED)
        except KeyboardInterrupt as end:
            stop(str(end) or "Interrupted.", INTERRUPTED)

    def main(self, *arguments: Any, **more: Any) -> Any:
        try:
            return super().main(*arguments, **more)
        except OSError as error:  # of help and version, which are written before all commands
            tell_unwritten(error)
            raise SystemExit(WRONG_USE) from None


app = typer.Typer(
    name="theorem-checks",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> bool:
    if wanted:
        typer.echo(f"theorem-checks {importlib.metadata.version('theorem-checks')}")
        raise typer.Exit
    return wanted


@app.callback()
def _commands(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Check the formal claims of machine-learning theory.

    Exit status: 0 if all is as expected, 1 if something is not, 2 for wrong use.
    """


def _help(command: Callable[..., Any]) -> str:
    """What a command says of itself, each paragraph on one line, which terminals wrap by width."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    joined = (one if "\n  " in one else " ".join(one.split()) for one in paragraphs)
    return "\n\n".join(joined)


app.command("list", help=_help(list_claims))(list_claims)
for _command in (verify, show, certify, pages, report, figures, diff, new, docs):
    app.command(help=_help(_command))(_command)


def main() -> None:
    """Run the command line with the arguments of the process; ends the process."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, Terminated.at_once)
    app(prog_name="theorem-checks")
