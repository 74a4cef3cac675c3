"""The decision rule: from fine class probabilities to what the user is told. Twin of packages/vision/src/verdict.ts.

1. product[k] = sum of the fine probabilities of product class k.
2. `not_a_leaf` when product[not_leaf] >= thresholds.leaf.
3. Otherwise the three health classes are divided by their sum; rust_class is the largest, and
   confidence = its share * (1 - unlabelled / (unlabelled + the three health classes)).
4. The verdict is `confident` when confidence >= thresholds.confident, else `uncertain`.
5. The best fine class within rust_class names `disease` and `crop` when it holds at least half of rust_class.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from prepare import PRODUCT_CLASSES
from scores import HEALTH, membership_of

NOT_LEAF = PRODUCT_CLASSES.index('not_leaf')
UNLABELLED = PRODUCT_CLASSES.index('unlabelled')
FINE_SHARE = 0.5
LEAVES_ACCEPTED = 0.98
RIGHT_WHEN_CONFIDENT = 0.97


@dataclass(frozen=True)
class Verdict:
    verdict: str
    rust_class: str | None
    confidence: float
    disease: str | None
    crop: str | None


def health_confidence(products: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """(index of the winning health class, its confidence) of each row of product probabilities."""
    health = products[:, : len(HEALTH)].double()
    total = health.sum(1).clamp(min=1e-12)
    best, winner = (health / total.unsqueeze(1)).max(1)
    judged = total / (total + products[:, UNLABELLED].double())
    return winner.numpy(), (best * judged).numpy()


def verdict_of(fine: torch.Tensor, classes: Sequence[dict[str, str]], thresholds: dict[str, float]) -> Verdict:
    """The answer for one photo's fine probabilities [k]."""
    products = (fine @ membership_of(classes)).unsqueeze(0)
    leafless = float(products[0, NOT_LEAF])
    if leafless >= thresholds['leaf']:
        return Verdict('not_a_leaf', None, leafless, None, None)
    winner, confidence = health_confidence(products)
    rust_class = HEALTH[int(winner[0])]
    inside = [i for i, entry in enumerate(classes) if entry['product_class'] == rust_class]
    best = max(inside, key=lambda i: float(fine[i]))
    named = float(fine[best]) >= FINE_SHARE * float(fine[inside].sum())
    return Verdict(
        'confident' if confidence[0] >= thresholds['confident'] else 'uncertain',
        rust_class,
        float(confidence[0]),
        classes[best]['disease'] if named else None,
        classes[best]['crop'] if named else None,
    )


def best_temperature(logits: torch.Tensor, truth: torch.Tensor, membership: torch.Tensor) -> float:
    """The temperature of least product-class log loss, by a fine search."""
    best, least = 1.0, float('inf')
    for temperature in np.exp(np.linspace(np.log(0.3), np.log(3.0), 231)):
        products = torch.softmax(logits / temperature, 1) @ membership
        judged = products[:, :4] / products[:, :4].sum(1, keepdim=True).clamp(min=1e-12)
        loss = -torch.log(judged[torch.arange(len(truth)), truth].clamp(min=1e-9)).mean().item()
        if loss < least:
            best, least = float(temperature), loss
    return round(best, 4)


def best_thresholds(products: torch.Tensor, truth: np.ndarray, field: np.ndarray) -> dict[str, float]:
    """`leaf` by `leaf_threshold`; from `confident` on 97 of 100 answers about field photos are right.

    Lab photos are easier than what users send: with them the confident threshold would come out too low.
    """
    leafless = products[:, NOT_LEAF].double().numpy()
    leaf = leaf_threshold(leafless[truth != 'not_leaf'], leafless[truth == 'not_leaf'])
    return {'leaf': leaf, 'confident': confident_threshold(products[field], truth[field], leaf)}


def leaf_threshold(leaves: np.ndarray, others: np.ndarray) -> float:
    """Accepts 98 % of leaves at least and as few other photos as that allows, by their probability of no leaf.

    Where a gap is left between those leaves and the nearest other photo, the middle of it in log-odds.
    """
    least = math.ceil(float(np.quantile(leaves, LEAVES_ACCEPTED, method='higher')) * 1e4 + 1) / 1e4
    nearest = min(float(others.min()), 0.9999) if len(others) else least
    if nearest <= least:
        return least
    middle = (math.log(least / (1 - least)) + math.log(nearest / (1 - nearest))) / 2
    return round(1 / (1 + math.exp(-middle)), 4)


def confident_threshold(products: torch.Tensor, truth: np.ndarray, leaf: float) -> float:
    """The lowest confidence from which on at least 97 of 100 answers about accepted photos are right."""
    accepted = products[:, NOT_LEAF].numpy() < leaf
    winner, confidence = health_confidence(products)
    right = (np.array(HEALTH)[winner] == truth)[accepted]
    confidence = confidence[accepted]
    order = np.argsort(-confidence)
    good = np.cumsum(right[order]) / np.arange(1, len(order) + 1) >= RIGHT_WHEN_CONFIDENT
    if not good.any():
        return 1.0
    last = int(np.nonzero(good)[0].max())
    return round(float(confidence[order][last]), 4)
