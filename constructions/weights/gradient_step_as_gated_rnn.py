r"""A gated RNN that takes one step of gradient descent on in-context linear regression.

Tokens are $(x_t, y_t)$ with a 1 behind them, the query token is $(x, 0)$. The key-value units
(i, a) add up $y_{t,i} x_{t,a}$ and keep what they have ($\lambda = 1$); the query units a hold
$\eta x_a$, the input times the appended 1, and forget ($\lambda = 0$). The output gate multiplies
unit (i, a) with query unit a, and the readout sums over a:

$$\hat y_i = \eta \sum_t y_{t,i}\, x_t^\top x,$$

what one step from 0 on $\frac12 \sum_t |y_t - W x_t|^2$ predicts, with rate $\eta$. There are
$d_y d_x + d_x$ units and $d_y d_x$ products. The query token adds nothing to the key-values.

Source: Zucchet et al., Gated recurrent neural networks discover attention, sections 3 and 5.2: the
weights of Figure 1 for the layer of attention that takes the step, without the units that are
always 0.
"""

from dataclasses import replace

from constructions.indexed import IndexedArray, family
from constructions.weights.attention_as_gated_rnn import fig1_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription

__all__ = ["gradient_step_gates"]


def gradient_step_gates() -> GatedRNNDescription:
    """Return the weights, with the parameter `eta` (of shape (1,)) and the sizes d_v and d_k.

    Those are d_y and d_x, as in `fig1_weights`, of which the read-out is taken.
    """
    given = family("x", a="d_k"), family("y", i="d_v"), family("one")
    kv, q = family("kv", i="d_v", j="d_k"), family("q", j="d_k")
    return replace(
        fig1_weights(),
        parameters={"eta": "1"},
        W_in_m=IndexedArray(
            ((kv, q), given),
            {
                ("kv", "y"): lambda w, i, _j, i2: w.delta(i, i2),
                ("q", "x"): lambda w, j, a: w.eta * w.delta(j, a),
            },
        ),
        W_in_x=IndexedArray(
            ((kv, q), given),
            {
                ("kv", "x"): lambda w, _i, j, a: w.delta(j, a),
                ("q", "one"): lambda *_: 1,
            },
        ),
    )
