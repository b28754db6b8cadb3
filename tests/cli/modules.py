"""What a process has imported from a folder, which another process would not have."""

import sys
from pathlib import Path

__all__ = ["forget_modules"]


def forget_modules(folder: Path) -> None:
    """Forget all modules of a folder; another one may hold modules of the same names."""
    for name, module in tuple(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and Path(file).is_relative_to(folder):
            del sys.modules[name]
