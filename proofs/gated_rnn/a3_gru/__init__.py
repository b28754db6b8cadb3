"""App. A.3, GRU."""
