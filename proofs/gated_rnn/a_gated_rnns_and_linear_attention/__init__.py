"""App. A and Table 3, how many layers the architectures need."""
