"""Which claims of this paper were called PROVED before a statement had to be data."""

_NAMES = """
a1-doubling a1-mlp-params a1-real-part a3-diag-recurrence a3-footnote a4-bias-crucial
b1-lambda-range b2-merge b2-merge-sufficient c1-variance c2-EWW-repaired c2-EXX c2-data-only
c2-fourth-moment c2-one-step c2-setup-repaired eq-1 eq-10 eq-16 eq-20 eq-23 eq-24 eq-26 eq-27
eq-28 eq-29 eq-3 eq-30 eq-31 eq-32-repaired eq-33-repaired eq-33-step eq-34-repaired eq-34-step
eq-35-repaired eq-35-step eq-36-repaired eq-36-step-repaired eq-37 eq-38 eq-39 eq-4 eq-40 eq-42
eq-43 eq-6 eq-9 fig1 new-a4-gating-heads new-a4-only-1 new-b2-cross new-b2-rank new-b2-readouts
new-b2-stuck new-b2-turned new-eq-2-late new-eq-22 new-eq-25 new-eq-7-weights
new-fourth-derivatives new-gru-dense new-lru-one-layer new-mlp-piecewise-linear new-mlp-square
new-s3.2-attention-scale new-tab2-match-repaired new-tab3-gru-attn new-tab3-gru-exact
new-tab3-gru-gated new-tab3-lru-bound new-tab3-lru-exact new-tab3-lruio-exact
new-tab3-lstm-exact new-tab3-mlp-attn-bound new-tab3-mlp-attn-linearised new-tab3-mlp-exact
new-tab3-mlp-gated-bound new-tab3-mlp-gated-linearised new-tab3-none-exact new-tab4-right
new-x3-any-lambda s1-any-linearised-repaired s2.1-ff-matrix s2.1-speed s2.2-linearised-glu
s2.2-lstm-contains s2.2-two-layers-recover s3.1-input-gate-needed s3.1-lambda-one-needed
s3.1-lambda-zero-needed s3.1-output-gate-needed s3.2-compact s3.2-inv-P s3.2-inv-scale
s3.2-inv-swap s3.2-k-equals-v s3.2-kq-invariance s3.2-kv-only-count-repaired
s3.2-minimal-repaired s3.2-params s3.2-symmetric s3.3-lstm-forget s3.3-lstm-one
s3.3-lstm-outgate s4.1-cumulative s4.1-degrees s4.1-linear-decode s4.1-no-degree1
s5.1-lsa-one-step s5.2-loss-gd-repaired s5.2-sparse-hope s5.3-double-variance
s6-squares-params-repaired tab2-eta tab3-lru-attn tab3-lru-gated tab3-lruio-attn
tab3-lruio-gated tab3-lstm-attn tab3-lstm-gated tab4-left x1-corollaries x1-min-hidden
x2-min-products x3-certificate x4-eta-kurtosis x4-eta-noise x4-eta-sigma x4-loss
x4-preconditioner x5-class2-cannot-beat-gd x6-lstm-small x7-gru x8-degree-table x9-decayed-min
"""

ONCE_PROVED = tuple(f"gated-rnn/{name}" for name in _NAMES.split())
