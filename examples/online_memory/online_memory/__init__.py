"""Claims about a memory that is written one pair at a time, and about how networks start."""

NOTES = "Notes on online memories"
