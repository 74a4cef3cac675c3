"""The decision rule: from fine class probabilities to the answer. Twin of inference/verdict.ts in packages/vision.

1. product[k] = sum of the fine probabilities of product class k.
2. `not_a_leaf` when product[not_leaf] >= thresholds.leaf.
3. Otherwise the three health classes are divided by their sum; rust_class is the largest, and
   confidence = its share * (1 - unlabelled / (unlabelled + the three health classes)).
4. The verdict is `confident` when confidence >= thresholds.confident, else `uncertain`.
5. The best fine class within rust_class names `disease` and `crop` when it holds at least half of rust_class.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from kutu_ml.data.labels import NOT_LEAF
from kutu_ml.evaluate.metrics import health_prediction
from kutu_ml.network.inference import membership_matrix

MIN_FINE_SHARE = 0.5


@dataclass(frozen=True)
class Verdict:
    verdict: str
    """'confident', 'uncertain' or 'not_a_leaf'."""
    rust_class: str | None
    """One of the health classes; None without a leaf."""
    confidence: float
    """0 to 1; without a leaf, the probability of that."""
    disease: str | None
    crop: str | None


def decide(fine_probs: torch.Tensor, classes: Sequence[dict[str, str]], thresholds: dict[str, float]) -> Verdict:
    """Returns the answer for one photo's fine probabilities [classes]."""
    probs = (fine_probs @ membership_matrix(classes)).unsqueeze(0)
    p_not_leaf = float(probs[0, NOT_LEAF])
    if p_not_leaf >= thresholds['leaf']:
        return Verdict('not_a_leaf', None, p_not_leaf, None, None)
    (rust_class,), (confidence,) = health_prediction(probs)
    inside = [i for i, entry in enumerate(classes) if entry['product_class'] == rust_class]
    best = max(inside, key=lambda i: float(fine_probs[i]))
    is_named = float(fine_probs[best]) >= MIN_FINE_SHARE * float(fine_probs[inside].sum())
    return Verdict(
        'confident' if confidence >= thresholds['confident'] else 'uncertain',
        str(rust_class),
        float(confidence),
        classes[best]['disease'] if is_named else None,
        classes[best]['crop'] if is_named else None,
    )
