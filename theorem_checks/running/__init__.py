"""From a file of claims to a report.

- What there is: `finding` (files), `loading` (import), `siblings`, `errata`, and `discovery`,
  which makes a `catalogue` of it all.
- What is to be run: `plan` makes a `job` of each check and subject. Its key comes from
  `fingerprint`, which follows `dependencies` through `sources`, `modules` and `distributions`.
- Running it: `supervise` runs a job in a `process` whose other side is the `worker`, with
  `limits`, `memory` and `state`; `tracebacks` says where it failed.
- What came of it: the `ledger` keeps results, `outcome` judges a claim and `outcomes` a run;
  `verify` does the whole.
"""
