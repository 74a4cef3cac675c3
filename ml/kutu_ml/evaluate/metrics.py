"""Metrics of product class probabilities [n, 5] against the classes of rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from kutu_ml.data.labels import EVALUATED_CLASSES, HEALTH_CLASSES, NOT_LEAF, UNLABELLED

Z_95 = 1.959964


def true_classes(rows: Sequence[dict]) -> np.ndarray:
    return np.array([row['product_class'] for row in rows], dtype=str)


def predicted_classes(probs: torch.Tensor) -> np.ndarray:
    """Returns the most probable of the four evaluated product classes of each photo."""
    return np.array(EVALUATED_CLASSES)[probs[:, : len(EVALUATED_CLASSES)].argmax(1).numpy()]


def evaluated_probs(probs: torch.Tensor) -> torch.Tensor:
    """Returns the probabilities of the four evaluated classes [n, 4], divided by their sum."""
    evaluated = probs[:, : len(EVALUATED_CLASSES)]
    return evaluated / evaluated.sum(1, keepdim=True).clamp(min=1e-12)


def health_prediction(probs: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Returns the most probable health class (name) of each photo and its confidence, as the verdict counts it.

    The confidence is the class's share of the health classes, times the probability that the leaf can be judged.
    """
    health = probs[:, : len(HEALTH_CLASSES)].double()
    total = health.sum(1).clamp(min=1e-12)
    best, index = (health / total.unsqueeze(1)).max(1)
    can_judge = total / (total + probs[:, UNLABELLED].double())
    return np.array(HEALTH_CLASSES)[index.numpy()], (best * can_judge).numpy()


@dataclass(frozen=True)
class Answers:
    """The answers to n photos; arrays [n]."""

    probs: torch.Tensor
    """Product class probabilities, before the prior of a stated crop, [n, 5]."""
    health_class: np.ndarray
    """Names of the answered health classes."""
    accepted: np.ndarray
    """Whether the leaf check lets the photo through."""
    confident: np.ndarray
    likely: np.ndarray


def threshold_answers(probs: torch.Tensor, thresholds: dict[str, float]) -> Answers:
    """Returns the answers of a simple rule, for golden figures and tests; none are likely."""
    health_class, confidence = health_prediction(probs)
    accepted = probs[:, NOT_LEAF].numpy() < thresholds['leaf']
    confident = accepted & (confidence >= thresholds['confident'])
    return Answers(probs, health_class, accepted, confident, np.zeros(len(probs), bool))


def answered_figures(answers: Answers, labels: np.ndarray) -> dict[str, dict]:
    """Returns coverage (`answered`) and selective accuracy (`right_of_answered`) of the confident answers."""
    correct = answers.health_class == labels
    return {
        'answered': proportion(answers.confident[labels != 'not_leaf']),
        'right_of_answered': proportion(correct[answers.confident]),
    }


def wilson_interval(successes: int, n: int) -> tuple[float, float]:
    """Returns the 95 % score interval of a proportion (Wilson 1927); (0, 1) when n is 0."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    center = p + Z_95**2 / (2 * n)
    spread = Z_95 * math.sqrt(p * (1 - p) / n + Z_95**2 / (4 * n * n))
    scale = 1 + Z_95**2 / n
    return max(0.0, (center - spread) / scale), min(1.0, (center + spread) / scale)


def proportion(values: np.ndarray) -> dict[str, float | int]:
    """Returns the share of true values with its 95 % Wilson interval and n; share 0 when there are none."""
    low, high = wilson_interval(int(values.sum()), len(values))
    return {
        'share': round(float(values.mean()), 4) if len(values) else 0.0,
        'low': round(low, 4),
        'high': round(high, 4),
        'n': len(values),
    }


def macro_f1(labels: np.ndarray, predictions: np.ndarray) -> float:
    """Returns the mean F1 of the classes that occur in the labels."""
    scores = []
    for name in np.unique(labels):
        true_positives = ((labels == name) & (predictions == name)).sum()
        scores.append(2 * true_positives / max(1, (labels == name).sum() + (predictions == name).sum()))
    return float(np.mean(scores))


def macro_f1_interval(
    labels: np.ndarray, predictions: np.ndarray, draws: int = 2000, seed: int = 1
) -> tuple[float, float]:
    """Returns the 95 % percentile interval of macro-F1 by a bootstrap over photos.

    Resampling photos is the same as resampling the cells of the confusion matrix, which is much quicker.
    """
    names = np.unique(np.concatenate([labels, predictions]))
    table = np.array([[((labels == t) & (predictions == p)).sum() for p in names] for t in names])
    drawn = np.random.default_rng(seed).multinomial(len(labels), table.ravel() / len(labels), draws)
    drawn = drawn.reshape(draws, len(names), len(names))
    true_positives = np.diagonal(drawn, axis1=1, axis2=2)
    f1 = 2 * true_positives / np.maximum(1, drawn.sum(1) + drawn.sum(2))
    low, high = np.quantile(f1[:, np.isin(names, labels)].mean(1), (0.025, 0.975))
    return float(low), float(high)


def expected_calibration_error(confidence: np.ndarray, correct: np.ndarray, bins: int = 15) -> float:
    """Returns the expected calibration error over bins of equal width (ECE, Guo et al. 2017)."""
    index = np.minimum((confidence * bins).astype(int), bins - 1)
    total = 0.0
    for i in range(bins):
        inside = index == i
        if inside.any():
            total += inside.sum() * abs(confidence[inside].mean() - correct[inside].mean())
    return float(total / max(1, len(correct)))


def summarize(probs: torch.Tensor, rows: Sequence[dict]) -> dict[str, float]:
    """Returns accuracy and macro-F1 of all photos, of the field photos and of the lab photos."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    setting = np.array([row['setting'] for row in rows])
    figures = {'accuracy': float((labels == predictions).mean()), 'macro_f1': macro_f1(labels, predictions)}
    for name in ('field', 'lab'):
        inside = setting == name
        if inside.any():
            figures[f'{name}_accuracy'] = float((labels == predictions)[inside].mean())
            figures[f'{name}_macro_f1'] = macro_f1(labels[inside], predictions[inside])
    return {name: round(value, 4) for name, value in figures.items()}


def by_group(probs: torch.Tensor, rows: Sequence[dict], column: str) -> dict[str, dict]:
    """Returns n and accuracy of the rows of each value of a column: for watching a run, not for reporting."""
    correct, values = true_classes(rows) == predicted_classes(probs), np.array([row[column] for row in rows])
    return {
        name: {'n': int((values == name).sum()), 'accuracy': round(float(correct[values == name].mean()), 4)}
        for name in np.unique(values).tolist()
    }
