"""App. B, error bound of the approximation scheme."""
