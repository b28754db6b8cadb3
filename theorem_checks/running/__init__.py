"""From a file of claims to a report: discovery, workers with limits, the ledger."""
