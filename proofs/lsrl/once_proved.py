"""Which claims of this paper were called PROVED before a statement had to be data."""

_NAMES = """
all-four any-linear-rnn-is-lsrl app-b-bound app-b-delta as-good-as-hope better-than-transformer
branch-number c-tok case-10 case-1A case-1B case-2 case-3 case-4 case-4-exists case-5A
case-5A-relu-commute-iff case-5B case-6 case-7A case-7B case-8 case-9 cases-cover concat
constants cross-step-by-state dag dense-def diag eq-10-mult eq-11 eq-11-gated eq-11-init
eq-2-rnn eq-3-linear-rnn eq-3-unrolled eq-4-gated-linear eq-5-gated-rnn eq-6-hypothesis
eq-7-ifelse eq-7-lambda eq-7-soft eq-7-unstable eq-9-step f-and f-and-nonbit f-bump
f-bump-telescope f-larger f-modulo-counter f-modulo-mu f-modulo-second f-not f-or
f-relu-identity f-smaller f-step f-step-exact few-pieces fig-1 fig-2 four-primitives
gate-free-small-weights gru-cell gru-note gru-state hawk-blocks hawk-branch hawk-conv hawk-gate
hawk-mlp-id hawk-rec-id hawk-residual ifelse-optimised-f0 ifelse-optimised-sign input isomorphic
lin linear-state-of-bounded-length linstate lsrl-to-gated lst1-count lst1-q-store lst2-absent
lstm-cell lstm-gate lstm-mlp modulo-impossible-mlp multi new-2000-cells new-after-case-8
new-app-b-N new-app-b-worst-case new-c-vec-limits new-cube-prompts new-density-fixed-mu
new-density-small-mu new-diag-history new-error-optimised new-error-original new-error-products
new-error-step new-far-slopes new-fewest-stages new-fig-3 new-gates-more-compact
new-griffin-count new-griffin-models new-griffin-no-matrices new-griffin-third
new-griffin-window new-gru-layer new-gru-lstm-count new-gru-mlp new-gru-one-unit new-gru-product
new-gru-product-bounded new-gru-sigmoid-bounded new-hat-gated new-hat-partition new-hat-program
new-hawk-count new-hawk-k-blocks new-hawk-latch new-hawk-latch-error new-hawk-layer
new-hawk-lru-identity new-hawk-mlp new-hawk-mlp-one new-hawk-state new-helper-lipschitz
new-ifelse-lipschitz new-ifelse-optimised-t0 new-layers-of-path new-levelised-compiler
new-lst1-every-query new-lst1-line-27-repeated new-lst1-mended new-lst1-unique-cell
new-lst2-every-line new-lst2-from-zero new-lst2-gain new-lst2-line-30-row new-lst2-longest
new-lstm-compose new-lstm-depth new-lstm-k-plus-1 new-lstm-layer new-lstm-state
new-lstm-state-from-zero new-mended-rules new-mlp-ifelse new-modulo-threshold new-or-nonbit
new-parameter-errors new-parity-one-layer new-real-tokens new-relu-halves new-relu-positive
new-rg-lru-root-up-to-1 new-robustness-order new-small-weights new-token-lookup
new-too-fine-a-grid no-conditional-assignment-of-tokens no-nonlinear-feedback nonneg-states
prep-concat-dup prep-lin-lin prep-lin-linstate prep-relu-relu relu rg-lru rnn-pieces rot-cyclic
size size-printed streaming transfer
"""

ONCE_PROVED = tuple(f"lsrl/{name}" for name in _NAMES.split())
