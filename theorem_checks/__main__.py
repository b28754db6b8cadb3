"""`python -m theorem_checks` is the command `theorem-checks`."""

from theorem_checks.cli import main

main()
