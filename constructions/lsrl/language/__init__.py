"""The language itself: exact numbers, the six primitives, programs and their graphs."""
