"""The figures behind the plots and the finer tables of the model card, for one set of photos."""

from collections.abc import Sequence

import numpy as np
import torch

from kutu_ml.data.labels import EVALUATED_CLASSES
from kutu_ml.evaluate.metrics import (
    Answers,
    evaluated_probs,
    health_prediction,
    macro_f1,
    macro_f1_interval,
    predicted_classes,
    proportion,
    true_classes,
)

RELIABILITY_BINS = 10
CURVE_POINTS = 25


def reliability_diagram(probs: torch.Tensor, rows: Sequence[dict]) -> list[list[float]]:
    """Returns [photos, mean confidence, accuracy] of each bin of confidence, empty bins too."""
    correct = true_classes(rows) == predicted_classes(probs)
    confidence = evaluated_probs(probs).max(1).values.numpy()
    index = np.minimum((confidence * RELIABILITY_BINS).astype(int), RELIABILITY_BINS - 1)
    bins = []
    for i in range(RELIABILITY_BINS):
        inside = index == i
        n = int(inside.sum())
        bins.append([n, *(round(float(v[inside].mean()), 4) if n else 0.0 for v in (confidence, correct))])
    return bins


def risk_coverage_curve(probs: torch.Tensor, rows: Sequence[dict], accepted: np.ndarray) -> list[list[float]]:
    """Returns [coverage, risk, confidence] at descending confidences (Geifman and El-Yaniv 2017).

    coverage is the share of leaves answered, risk the share of answers that are wrong. At most CURVE_POINTS points.
    `accepted` [n] are the photos that the leaf check lets through; without a leaf, an answer about them is wrong.
    """
    labels = true_classes(rows)
    predictions, confidence = health_prediction(probs)
    order = np.argsort(-confidence, kind='stable')
    order = order[accepted[order]]
    coverage = (labels != 'not_leaf')[order].cumsum() / max(1, (labels != 'not_leaf').sum())
    risk = (predictions != labels)[order].cumsum() / np.arange(1, len(order) + 1)
    points = np.unique(np.linspace(0, len(order) - 1, CURVE_POINTS).round().astype(int)) if len(order) else []
    return [[round(float(v[i]), 4) for v in (coverage, risk, confidence[order])] for i in points]


def confusion_matrix(probs: torch.Tensor, rows: Sequence[dict]) -> list[list[int]]:
    """Returns photos by true class (rows) and predicted class (columns), in the order of EVALUATED_CLASSES."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    return [[int(((labels == t) & (predictions == p)).sum()) for p in EVALUATED_CLASSES] for t in EVALUATED_CLASSES]


def group_figures(labels: np.ndarray, predictions: np.ndarray) -> dict:
    correct = labels == predictions
    return {
        'accuracy': proportion(correct),
        'macro_f1': round(macro_f1(labels, predictions), 4),
        'macro_f1_interval': [round(end, 4) for end in macro_f1_interval(labels, predictions)],
        'recall': {name: proportion(correct[labels == name]) for name in EVALUATED_CLASSES if (labels == name).any()},
    }


def by_crop_and_setting(probs: torch.Tensor, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns the figures of each 'crop, setting' that occurs."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    groups = np.array([f'{row["crop"]}, {row["setting"]}' for row in rows])
    return {
        name: group_figures(labels[groups == name], predictions[groups == name]) for name in np.unique(groups).tolist()
    }


def detailed_figures(answers: Answers, rows: Sequence[dict]) -> dict:
    """Returns what card.json keeps under `detail`."""
    probs = answers.probs
    labels, predictions = true_classes(rows), predicted_classes(probs)
    return {
        'macro_f1_interval': [round(end, 4) for end in macro_f1_interval(labels, predictions)],
        'reliability': reliability_diagram(probs, rows),
        'risk_coverage': risk_coverage_curve(probs, rows, answers.accepted),
        'confusion': confusion_matrix(probs, rows),
        'by_crop_and_setting': by_crop_and_setting(probs, rows),
    }
