"""How a statement of each kind is changed into one that is false beyond what is tried."""
