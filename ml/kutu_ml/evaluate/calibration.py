"""Temperature and thresholds, chosen on val."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from kutu_ml.data.labels import EVALUATED_CLASSES, NOT_LEAF
from kutu_ml.evaluate.corruptions import EVERYDAY_CORRUPTIONS, photo_loaders
from kutu_ml.evaluate.metrics import evaluated_probs, health_prediction, true_classes, wilson_interval
from kutu_ml.network.inference import PhotoLoader, membership_matrix

MIN_LEAVES_ACCEPTED = 0.98
MAX_OTHERS_ACCEPTED = 0.01
MIN_SELECTIVE_ACCURACY = 0.97
MIN_COVERAGE = 0.70
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 231))


def calibrate(
    predict_logits: Callable[[list[PhotoLoader]], torch.Tensor],
    classes: Sequence[dict[str, str]],
    val: Sequence[dict],
    temperature: float | None = None,
) -> tuple[float, dict[str, float]]:
    """Returns the temperature and the thresholds `leaf` and `confident` of a network.

    `predict_logits` maps photos to logits [n, classes]. A `temperature` that was chosen before is kept.
    """
    membership, labels = membership_matrix(classes), true_classes(val)
    logits = predict_logits(photo_loaders(val))
    temperature = temperature or fit_temperature(logits, class_indices(labels), membership)
    field = [row for row in val if row['setting'] == 'field']

    def probs(logits: torch.Tensor) -> torch.Tensor:
        return torch.softmax(logits / temperature, 1) @ membership

    corrupted = [probs(predict_logits(photo_loaders(field, name))) for name in EVERYDAY_CORRUPTIONS]
    is_field = np.array([row['setting'] == 'field' for row in val])
    return temperature, choose_thresholds(probs(logits), labels, is_field, corrupted)


def class_indices(labels: np.ndarray) -> torch.Tensor:
    return torch.tensor([EVALUATED_CLASSES.index(name) for name in labels])


def fit_temperature(logits: torch.Tensor, labels: torch.Tensor, membership: torch.Tensor) -> float:
    """Returns the temperature with the least log loss of the product classes, by a fine search.

    Temperature scaling (Guo et al. 2017), on sums of softmax probabilities. `labels` [n] are indices of evaluated
    classes.
    """
    best, best_loss = 1.0, float('inf')
    for temperature in TEMPERATURES:
        probs = evaluated_probs(torch.softmax(logits / temperature, 1) @ membership)
        loss = -torch.log(probs[torch.arange(len(labels)), labels].clamp(min=1e-9)).mean().item()
        if loss < best_loss:
            best, best_loss = float(temperature), loss
    return round(best, 4)


def choose_thresholds(
    probs: torch.Tensor,
    labels: np.ndarray,
    is_field: np.ndarray,
    corrupted: Sequence[torch.Tensor] = (),
) -> dict[str, float]:
    """Returns `leaf` and `confident`, both chosen on the field photos.

    Lab photos are easier than what users send: with them both would come out too low. `corrupted` holds the
    probabilities of the same field photos after everyday corruptions, each [field photos, 5].
    """
    probs, labels = probs[is_field], labels[is_field]
    p_not_leaf = probs[:, NOT_LEAF].double().numpy()
    leaf = choose_leaf_threshold(p_not_leaf[labels != 'not_leaf'], p_not_leaf[labels == 'not_leaf'])
    return {'leaf': leaf, 'confident': choose_confident_threshold(probs, labels, leaf, corrupted)}


def choose_leaf_threshold(leaves: np.ndarray, others: np.ndarray) -> float:
    """Returns the probability of no leaf from which a photo is refused.

    `leaves` and `others` are that probability for leaves and for other photos. 98 % of leaves are accepted: by the
    lower end of the 95 % interval where the other photos leave room for it, else by count. The threshold is the
    midpoint, in log-odds, between the highest accepted leaf and the lowest other photo, 1 in 100 of them ignored.
    """
    highest = math.ceil(float(np.quantile(leaves, MIN_LEAVES_ACCEPTED, method='higher')) * 1e4 + 1) / 1e4
    nearest = min(float(np.quantile(others, MAX_OTHERS_ACCEPTED, method='lower')), 0.9999) if len(others) else highest
    if nearest <= highest:
        return highest
    descending, refused = np.sort(leaves)[::-1], 0
    while wilson_interval(len(leaves) - refused - 1, len(leaves))[0] >= MIN_LEAVES_ACCEPTED:
        refused += 1
    has_room = wilson_interval(len(leaves) - refused, len(leaves))[0] >= MIN_LEAVES_ACCEPTED
    if has_room and descending[refused] < nearest:
        highest = max(highest, float(descending[refused]))
    midpoint = (math.log(highest / (1 - highest)) + math.log(nearest / (1 - nearest))) / 2
    return round(1 / (1 + math.exp(-midpoint)), 4)


@dataclass
class RankedAnswers:
    """The answers to photos that were taken for leaves, most confident first, to count those above a threshold."""

    confidence: np.ndarray
    correct: np.ndarray
    is_leaf: np.ndarray

    @classmethod
    def rank(cls, probs: torch.Tensor, labels: np.ndarray, leaf_threshold: float) -> 'RankedAnswers':
        accepted = probs[:, NOT_LEAF].numpy() < leaf_threshold
        predictions, confidence = health_prediction(probs)
        order = np.flatnonzero(accepted)[np.argsort(-confidence[accepted], kind='stable')]
        return cls(confidence[order], (predictions == labels)[order], (labels != 'not_leaf')[order])

    def count(self, threshold: float) -> tuple[int, int]:
        """Returns (correct answers, answers) of at least this confidence."""
        n = int(np.searchsorted(-self.confidence, -threshold, side='right'))
        return int(self.correct[:n].sum()), n

    def count_leaves(self, threshold: float) -> int:
        return int(self.is_leaf[: self.count(threshold)[1]].sum())

    def accuracy(self, threshold: float) -> float:
        """Returns the share of correct answers of at least this confidence; 1 when there are none."""
        correct, n = self.count(threshold)
        return correct / n if n else 1.0


def choose_confident_threshold(
    probs: torch.Tensor,
    labels: np.ndarray,
    leaf_threshold: float,
    corrupted: Sequence[torch.Tensor] = (),
    min_accuracy: float = MIN_SELECTIVE_ACCURACY,
    min_coverage: float = MIN_COVERAGE,
) -> float:
    """Returns the confidence from which an answer counts as confident.

    Val flatters: it chose the run and the temperature too. So `min_accuracy` of the answers must be correct not only by
    count but by the lower end of the 95 % interval, and by count after each of the everyday corruptions. That is given
    up only as far as needed to answer `min_coverage` of the leaves (lower end again), and never below `min_accuracy`
    by count; 1 when that is out of reach.
    """
    plain = RankedAnswers.rank(probs, labels, leaf_threshold)
    after = [RankedAnswers.rank(one, labels, leaf_threshold) for one in corrupted]
    leaves = int((labels != 'not_leaf').sum())
    values = np.unique(np.floor(plain.confidence * 1e4) / 1e4)
    by_count = [t for t in values if plain.accuracy(t) >= min_accuracy]
    if not by_count:
        return 1.0
    by_interval = [
        t
        for t in by_count
        if wilson_interval(*plain.count(t))[0] >= min_accuracy and all(one.accuracy(t) >= min_accuracy for one in after)
    ]
    covering = [t for t in by_count if wilson_interval(plain.count_leaves(t), leaves)[0] >= min_coverage]
    highest = max(covering, default=by_count[0])
    return round(float(min(by_interval[0] if by_interval else highest, highest)), 4)
