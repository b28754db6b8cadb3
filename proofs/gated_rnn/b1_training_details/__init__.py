"""App. B.1, experimental details."""
