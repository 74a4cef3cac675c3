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
from scores import HEALTH, membership_of, wilson

NOT_LEAF = PRODUCT_CLASSES.index('not_leaf')
UNLABELLED = PRODUCT_CLASSES.index('unlabelled')
FINE_SHARE = 0.5
LEAVES_ACCEPTED = 0.98
OTHERS_ACCEPTED = 0.01
RIGHT_WHEN_CONFIDENT = 0.97
LEAVES_ANSWERED = 0.70


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


def best_thresholds(
    products: torch.Tensor, truth: np.ndarray, field: np.ndarray, worse: Sequence[torch.Tensor] = (),
    leafless: torch.Tensor | None = None,
) -> dict[str, float]:
    """`leaf` by `leaf_threshold` and `confident` by `confident_threshold`, both from field photos.

    Lab photos are easier than what users send: with them both would come out too low. `worse` holds the products
    of the same field photos after everyday hardships, each [field photos, 5], `leafless` those of more photos without a
    leaf, for the leaf threshold alone: val has few, of places known from training.
    """
    here, names = products[field], truth[field]
    found = here[:, NOT_LEAF].double().numpy()
    others = found[names == 'not_leaf']
    if leafless is not None:
        others = np.concatenate([others, leafless[:, NOT_LEAF].double().numpy()])
    leaf = leaf_threshold(found[names != 'not_leaf'], others)
    return {'leaf': leaf, 'confident': confident_threshold(here, names, leaf, worse)}


def leaf_threshold(leaves: np.ndarray, others: np.ndarray) -> float:
    """The probability of no leaf from which on a photo is refused, by those of leaves and of other photos.

    98 % of leaves are accepted, by the lower end of the 95 % interval where the other photos leave room for it, else by
    count; between those leaves and the nearest other photo but for 1 in 100, the middle of the gap in log-odds.
    """
    least = math.ceil(float(np.quantile(leaves, LEAVES_ACCEPTED, method='higher')) * 1e4 + 1) / 1e4
    nearest = min(float(np.quantile(others, OTHERS_ACCEPTED, method='lower')), 0.9999) if len(others) else least
    if nearest <= least:
        return least
    falling, refused = np.sort(leaves)[::-1], 0
    while wilson(len(leaves) - refused - 1, len(leaves))[0] >= LEAVES_ACCEPTED:
        refused += 1
    if wilson(len(leaves) - refused, len(leaves))[0] >= LEAVES_ACCEPTED and falling[refused] < nearest:
        least = max(least, float(falling[refused]))
    middle = (math.log(least / (1 - least)) + math.log(nearest / (1 - nearest))) / 2
    return round(1 / (1 + math.exp(-middle)), 4)


@dataclass
class Answers:
    """The answers to photos that were taken for leaves, the surest first, to count those over a threshold."""

    confidence: np.ndarray
    right: np.ndarray
    leaf: np.ndarray

    @classmethod
    def to(cls, products: torch.Tensor, truth: np.ndarray, leaf: float) -> 'Answers':
        accepted = products[:, NOT_LEAF].numpy() < leaf
        winner, confidence = health_confidence(products)
        order = np.flatnonzero(accepted)[np.argsort(-confidence[accepted], kind='stable')]
        return cls(confidence[order], (np.array(HEALTH)[winner] == truth)[order], (truth != 'not_leaf')[order])

    def over(self, threshold: float) -> tuple[int, int]:
        """(right answers, answers) of at least this confidence."""
        n = int(np.searchsorted(-self.confidence, -threshold, side='right'))
        return int(self.right[:n].sum()), n

    def leaves_over(self, threshold: float) -> int:
        return int(self.leaf[: self.over(threshold)[1]].sum())

    def share_right(self, threshold: float) -> float:
        right, n = self.over(threshold)
        return right / n if n else 1.0


def confident_threshold(
    products: torch.Tensor, truth: np.ndarray, leaf: float, worse: Sequence[torch.Tensor] = ()
) -> float:
    """The confidence from which on an answer is given as sure.

    Val flatters: it chose the run and the temperature too. So 97 of 100 answers must be right not by count alone but by
    the lower end of the 95 % interval, and by count after every one of the everyday hardships. That is given up only as
    far as needed to answer 70 % of leaves (lower end again), and never below 97 of 100 by count; 1 when that is out of reach.
    """
    plain = Answers.to(products, truth, leaf)
    after = [Answers.to(one, truth, leaf) for one in worse]
    leaves = int((truth != 'not_leaf').sum())
    values = np.unique(np.floor(plain.confidence * 1e4) / 1e4)
    counted = [t for t in values if plain.share_right(t) >= RIGHT_WHEN_CONFIDENT]
    if not counted:
        return 1.0
    careful = [
        t for t in counted
        if wilson(*plain.over(t))[0] >= RIGHT_WHEN_CONFIDENT
        and all(one.share_right(t) >= RIGHT_WHEN_CONFIDENT for one in after)
    ]
    affordable = [t for t in counted if wilson(plain.leaves_over(t), leaves)[0] >= LEAVES_ANSWERED]
    most = max(affordable, default=counted[0])
    return round(float(min(careful[0] if careful else most, most)), 4)
