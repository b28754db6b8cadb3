"""Monte Carlo with stated error rates: sequential tests and estimation on JAX."""
