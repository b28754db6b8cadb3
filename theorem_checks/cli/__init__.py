"""The command line: list, verify, show, compare and report claims, start a file of new ones.

Each command stands in a file of its own name; `list` in `listing.py`.
"""

from theorem_checks.cli.app import app, main

__all__ = ["app", "main"]
