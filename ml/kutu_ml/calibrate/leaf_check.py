"""The leaf check: a logistic regression on the mean embedding, leaf against no leaf.

It is fitted on photos of known and new places (houses, soil, scenes, seedlings from above among them). Its threshold is
chosen on out-of-fold probabilities: those of a group of new places come from a fit without that group.
"""

from collections.abc import Sequence

import numpy as np

from kutu_ml.calibrate.logistic import Logistic, fit_logistic
from kutu_ml.calibrate.places import Place, is_leaf

PENALTY = 0.3
"""L2 penalty of the fit: docs/decisions/0026-calibration-on-new-places.md."""
MIN_LEAVES_ACCEPTED = 0.97
"""Share of the leaves of new places that must be accepted."""


def labels_of(rows: Sequence[dict]) -> np.ndarray:
    return np.array([is_leaf(row) for row in rows], float)


def balanced_weights(labels: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Returns weights that give leaves and other photos the same total, and a group the square root of its size."""
    weights = np.zeros(len(labels))
    for value in (0.0, 1.0):
        for group in np.unique(groups[labels == value]):
            inside = (labels == value) & (groups == group)
            weights[inside] = inside.sum() ** -0.5
        weights[labels == value] /= max(weights[labels == value].sum(), 1e-12)
    return weights


def fit_leaf_check_on(embeddings: np.ndarray, rows: Sequence[dict]) -> Logistic:
    """Fits the leaf check on mean embeddings [n, channels] of labelled photos."""
    labels = labels_of(rows)
    weights = balanced_weights(labels, np.array([row['source'] for row in rows]))
    return fit_logistic(embeddings.astype(float), labels, weights, PENALTY)


def out_of_fold_leaf(place: Place) -> np.ndarray:
    """Returns each new photo's probability of a leaf, by the fit without its group."""
    groups, new, known = place.groups, place.mean.numpy(), place.known.numpy()
    found = np.zeros(len(groups))
    for group in np.unique(groups):
        others = groups != group
        rows = [row for row, one in zip(place.rows, others) if one] + place.known_rows
        model = fit_leaf_check_on(np.concatenate([new[others], known]), rows)
        found[~others] = model.predict(new[~others].astype(float))
    return found


def choose_threshold(leaves: np.ndarray) -> float:
    """Returns the highest threshold, at most a half, that accepts MIN_LEAVES_ACCEPTED of the leaves."""
    return round(min(0.5, float(np.quantile(leaves, 1 - MIN_LEAVES_ACCEPTED, method='lower'))), 4)
