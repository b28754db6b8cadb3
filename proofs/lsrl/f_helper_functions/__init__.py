"""App. F, helper functions in LSRL."""
