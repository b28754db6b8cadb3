"""What `certify` found, as the terminal shows it."""

from rich.console import Console

from theorem_checks.certifying.kept import Entry
from theorem_checks.certifying.lines import CertificateLine, State
from theorem_checks.reporting.certificate_list import certificate_list


def shown(*found):
    console = Console(width=120)
    with console.capture() as said:
        console.print(certificate_list(found))
    return said.get()


def line(name, state, said):
    return CertificateLine(
        claim=name, state=state, form="machines", refutes=False, lines=7, entry=None, said=said
    )


def test_why_nothing_was_run_is_said_once():
    said = shown(*(line(f"own/{n}", State.MISSING, "Install the kernel.") for n in range(3)))
    assert said.count("Install the kernel.") == 1
    assert said.count("not run: there is no coqc") == 4


def test_why_one_was_not_accepted_stands_below_it():
    said = shown(*(line(f"own/{n}", State.REJECTED, f"Line {n} is wrong.") for n in range(2)))
    first, second = (said.index(f"Line {n} is wrong.") for n in range(2))
    assert said.index("own/0") < first < said.index("own/1") < second


def test_certificates_of_what_is_false_are_counted_by_themselves():
    def kept(name, *, refutes):
        entry = Entry("s", "t", "l", "machines", "8.16", (), 1.0, 7, refutes)
        return CertificateLine(name, State.ACCEPTED, "machines", refutes, 7, entry)

    right = [kept(f"own/{n}", refutes=False) for n in range(3)]
    assert shown(*right).splitlines()[-1] == "3 certificates"
    said = shown(*right, kept("own/wrong", refutes=True)).splitlines()[-1]
    assert said == "3 certificates, 1 certificate of what is false"
