"""The figures behind the drawings and the finer tables of the model card, for one set of photos."""

from collections.abc import Sequence

import numpy as np
import torch

from scores import HEALTH, JUDGED, answer_of, macro_f1, macro_f1_interval, share_of, truth_of
from verdict import NOT_LEAF, health_confidence

BINS = 10
CURVE_POINTS = 25


def reliability(products: torch.Tensor, rows: Sequence[dict]) -> list[list[float]]:
    """[photos, mean confidence, share right] of each bin of confidence of the likeliest of four classes; empty bins too."""
    right = truth_of(rows) == answer_of(products)
    judged = products[:, : len(JUDGED)] / products[:, : len(JUDGED)].sum(1, keepdim=True).clamp(min=1e-12)
    confidence = judged.max(1).values.numpy()
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    bins = []
    for i in range(BINS):
        inside = place == i
        n = int(inside.sum())
        bins.append([n, *(round(float(v[inside].mean()), 4) if n else 0.0 for v in (confidence, right))])
    return bins


def risk_coverage(products: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> list[list[float]]:
    """[share of leaves answered, share of answers wrong, confidence] down the confidences.

    `CURVE_POINTS` of them at most, and the one that the threshold gives. Answers about photos without a leaf that were
    taken for leaves count as wrong.
    """
    truth = truth_of(rows)
    winner, confidence = health_confidence(products)
    order = np.argsort(-confidence, kind='stable')
    order = order[products[:, NOT_LEAF].numpy()[order] < thresholds['leaf']]
    leaves = (truth != 'not_leaf')[order].cumsum() / max(1, (truth != 'not_leaf').sum())
    wrong = (np.array(HEALTH)[winner] != truth)[order].cumsum() / np.arange(1, len(order) + 1)
    over = int((confidence[order] >= thresholds['confident']).sum())
    even = np.linspace(0, len(order) - 1, CURVE_POINTS).round().astype(int)
    chosen = np.unique([*even, max(over - 1, 0)]) if len(order) else []
    return [[round(float(v[i]), 4) for v in (leaves, wrong, confidence[order])] for i in chosen]


def confusion(products: torch.Tensor, rows: Sequence[dict]) -> list[list[int]]:
    """Photos by their class (down) and the likeliest of four classes (across), in the order of `JUDGED`."""
    truth, answer = truth_of(rows), answer_of(products)
    return [[int(((truth == t) & (answer == a)).sum()) for a in JUDGED] for t in JUDGED]


def group_of(right: np.ndarray, truth: np.ndarray, answer: np.ndarray) -> dict:
    return {
        'accuracy': share_of(right), 'macro_f1': round(macro_f1(truth, answer), 4),
        'macro_f1_interval': [round(end, 4) for end in macro_f1_interval(truth, answer)],
        'recall': {name: share_of(right[truth == name]) for name in JUDGED if (truth == name).any()},
    }


def by_crop_and_setting(products: torch.Tensor, rows: Sequence[dict]) -> dict[str, dict]:
    """'crop, setting' -> accuracy, macro-F1 with its interval, and recall of each class, of the groups that occur."""
    truth, answer = truth_of(rows), answer_of(products)
    groups = np.array([f"{row['crop']}, {row['setting']}" for row in rows])
    found = {}
    for name in np.unique(groups).tolist():
        inside = groups == name
        found[name] = group_of((truth == answer)[inside], truth[inside], answer[inside])
    return found


def detail(products: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    truth, answer = truth_of(rows), answer_of(products)
    return {
        'macro_f1_interval': [round(end, 4) for end in macro_f1_interval(truth, answer)],
        'reliability': reliability(products, rows),
        'risk_coverage': risk_coverage(products, rows, thresholds),
        'confusion': confusion(products, rows),
        'by_crop_and_setting': by_crop_and_setting(products, rows),
    }
