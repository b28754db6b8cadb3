r"""The rules of composition: from conclusions of parts, the conclusion of the whole.

All rules stand in this table. Each takes data, a relation, an invariant, a value, in which it
substitutes; none calls an author's function. Each computes which conclusions its parts must have,
asks the engines for those that they decide, refuses what concludes anything else, and returns
evidence that is sealed. What is particular to a theorem is a composition of these, never a rule.
Which lemma of Rocq each of them is, docs/certificates.md says.

| rule | concludes | from |
|---|---|---|
| `prove` of `All`, `conjunction` | A and B | A, B |
| `given` | A implies B | B |
| `given_each` | A implies B and C | A implies B, A implies C |
| `modus_ponens` | B | A implies B, A |
| `syllogism` | A implies C | A implies B, B implies C |
| `instantiate` | A(c) | A(n) for all n >= n_0, and c >= n_0 |
| `specialise` | A(c) | A(x) for a free symbol x, of whose sort c is, made of arrays or not |
| `induction` | A(n) for all n >= n_0, under hypotheses | A(n_0), and A(n) implies A(n+1) |
| `induction` | A(h) of a state at all times, likewise | A(h_0), and A(h) implies A(h') |
| `by_invariant` | A(h) of a state at all times | I(h) of it at all times, and I implies A |
| `entrywise` | A of the entries of arrays at every place | A(x) for free symbols x |
| `at_arrays` | A of some arrays | A(X) for free arrays X; `rules.entrywise` |
| `either_sign` | A(x) for every real number x | A(z) and A(-z) for z >= 0; see there, too |
| `induction_from_all_before` | the same | A(n_0), and A(n_0) to A(n) imply A(n+1); `derivations` |
| `for_any` | A(n) for all n >= n_0 | A(n) for a symbol n; see there, too |
| `derivation` | A implies B | instances of A, and what follows from these; see there, too |
| `term_by_term` | sums are equal, or in order | their terms are |
| `a_term_of` | a sum is at least a term of it | what it adds up is never negative |
| `linear` | a sum is one of other sums | its terms are sums of theirs, with factors |
| `chain` | a = c | a = b, b = c |
| `rewriting` | A | A with b in place of a, a = b; see `rules.rewriting` |
| `replacing` | a = b implies c = d | c is d but for a in place of b; see `rules.replacing` |
| `eliminating` | C = A B implies S | S with A B in place of C, free and by itself; see there |
| `assuming` | a = b implies B | B with b in place of a; see there, too |
| `renaming_indices` | A | A, in which indices of sums have other names; see there, too |
| `simulation` | two machines have the same outputs | a relation of states that each step keeps |
| `same_runs` | likewise, of fixed sizes | a relation that is found; `machines.same_runs` |
| `invariant` | what is true after each token | formulas that a step keeps; `machines.invariants` |
| `unrolling` | a machine computes a function of the sequence | its state is a sum over tokens |
| `unrolling_delays` | the same | its units move on by one; `machines.delay_lines` |
| `linear_combination` | equal outputs, and equations, imply a = b | a - b is made of them |
| `long_linear_combination` | the same, on any number of tokens | likewise; `machines.long_runs` |
| `inner_dimension` | N <= n | a product through n dimensions, triangular with ones, of N rows |
| `order_of_delay` | T m <= n | X A^j Y is [j = T - 1] I for j < T; `machines.responses` |
| `arithmetic` | what follows by arithmetic of reals | relations; see `rules.arithmetic` |
| `by_signal_propagation` | a second moment after L random layers | of one; `probability.layers` |
| `by_genus_expansion` | a mean is near a number | counts; `moments.genus_expansion` |
| `by_eigenvalues` | f <= g | g - f is z^T p(A) z, p >= 0 between bounds; `rules.spectral` |
| `by_quadratic_forms` | A <= B of matrices | B - A symmetric, z^T A z <= z^T B z; `rules.loewner` |
| `at_vectors` | what follows from orders of matrices | what these say; `rules.loewner_vectors` |
| `by_vector_norms` | an operator norm is at most m | A makes no vector more than m times as long |
| `by_normality` | what follows from |W z| <= r |z| | a fact on normal matrices; there, too |
| `vanishing` | W^t x goes to 0 | a fact on the powers, for a spectral radius below 1; there, too |
| `by_chernoff` | an event has a probability | facts on means of exponentials; `probability.tails` |
| `by_markov`, `by_chebyshev` | likewise | facts on means; `probability.moment_tails` |
| `by_sure_event` | likewise, with 1 | it is so at all values of the tensors; see there, too |
| `sum_of_squares` | a <= b | b - a is a sum of squares with factors; see there, too |
| `layer_by_layer` | every stack of machines keeps sums of sequences at 0 | each machine does |
| `chaining` | every chain of links keeps what is tied | each link does; `machines.chains` |
| `at_first_tokens` | the same outputs on T tokens | the same on all sequences |
| `by_common_outputs` | likewise | both compute one function of them; `machines.first_outputs` |
| `no_stack` | no stack is a machine | every stack keeps sums at 0, and the machine does not |
| `closed_under_composition` | every stack is Lipschitz, ... | each is; `machines.compositions` |
| `not_lipschitz` | no stack goes through runs | every stack is Lipschitz |
| `not_continuous` | likewise | every stack is continuous |
| `superlinear` | likewise, a run | every stack is at most linear; `machines.separations` |
| `superexponential` | no stack is a machine | every stack is at most exponential; see there, too |
| `limit` | a term has a limit at infinity | it is within a bound of it, which goes to 0 |
| `eventually` | X_n < c for all large n | X_n -> L almost surely, L < c; `probability.eventual` |
| `cancelling` | a = b | a - b is a multiple of D (1/D) - 1, and D > 0; see there, too |
| `by_completing_the_square` | a mean is least at one place | a square with a positive factor |
| `apply_fact` | what a fact says of some terms, given the fact | `theorem_checks.facts.applying` |
| `argued` | anything, as ARGUED | words |
"""
