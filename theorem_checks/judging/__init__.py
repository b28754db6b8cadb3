"""From a claim's statement and its subject to a verdict: instances, trace, proof."""
