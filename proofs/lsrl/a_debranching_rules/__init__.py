"""App. A, computation graph debranching rules."""
