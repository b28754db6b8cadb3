"""From programs to paths, on which each node is used once, by the next."""
