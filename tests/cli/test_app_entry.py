"""The command by itself: version, help, and nothing at all."""

from importlib.metadata import version


def test_the_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"theorem-checks {version('theorem-checks')}\n"


def test_without_a_command_there_is_help(run):
    said = run().output
    for command in ("list", "verify", "show", "new"):
        assert f"│ {command} " in said


def test_help_gives_examples(run):
    for command in ("list", "verify", "show", "new"):
        done = run(command, "--help")
        assert done.exit_code == 0
        assert f"theorem-checks {command}" in done.stdout.partition("Example")[2]


def test_an_unknown_command_is_status_2(run):
    assert run("prove").exit_code == 2
