"""What the kernel has said on this machine, by what it was handed; it need not be asked again."""

import hashlib
import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

from theorem_checks.certifying.certificates import Certificate, library_digest
from theorem_checks.certifying.compiler import NoRocqError, rocq_version
from theorem_checks.certifying.kernel_output import Ruling

__all__ = ["keep_ruling", "ruled_before", "where_ruled"]

_FOLDER = "rulings"


def where_ruled(folder: Path, certificate: Certificate) -> Path:
    """The file for what the kernel says of a certificate, its text and its library."""
    handed = certificate.digest, library_digest(certificate.form)
    name = hashlib.blake2b(" ".join(handed).encode(), digest_size=16).hexdigest()
    return folder / _FOLDER / f"{name}.json"


def ruled_before(folder: Path, certificate: Certificate) -> Ruling | None:
    """What the compiler that is here said of just this certificate, if it was asked."""
    try:
        data = json.loads(where_ruled(folder, certificate).read_text(encoding="utf-8"))
        ruling = Ruling(**data | {"axioms": tuple(data["axioms"])})
        return ruling if ruling.version == rocq_version() else None
    except (OSError, ValueError, TypeError, KeyError, NoRocqError):
        return None


def keep_ruling(folder: Path, certificate: Certificate, ruling: Ruling) -> None:
    """Keep what the kernel said; other processes see all of it, or nothing."""
    path = where_ruled(folder, certificate)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with open(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(ruling), file)
    os.replace(name, path)
