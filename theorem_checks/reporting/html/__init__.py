"""One static HTML file with all claims and all evidence: `theorem-checks report`."""
