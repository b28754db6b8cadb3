"""What changed between two states of the claims: `theorem-checks diff`."""
