"""App. A.1, LRU."""
