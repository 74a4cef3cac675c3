"""Chooses reliability, bands and the threshold of other crops on predictions about new places.

Everything is judged leave-one-group-out: the reliability of a group's answers comes from the other groups. The bands are
chosen on these out-of-fold reliabilities. The temperature is that of val: one fitted on new places (2.4) flattens so far
that `other_disease` wins by the number of its fine classes. Honesty about new places is the reliability's task.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from kutu_ml.calibrate.leaf_check import choose_threshold, out_of_fold_leaf
from kutu_ml.calibrate.logistic import Logistic, fit_logistic
from kutu_ml.calibrate.places import Place, is_leaf, is_other_crop, is_ours
from kutu_ml.data.labels import HEALTH_CLASSES
from kutu_ml.evaluate.verdict import Scores

OTHER_CROP_PRIOR = 0.02
PENALTY = 1e-3
MIN_CONFIDENT = 0.95
"""Share of confident answers that must be right."""
MIN_LIKELY = 0.75
"""Share of likely answers that must be right."""
MIN_ANSWERS = 20
"""A threshold with fewer answers above it is not judged."""
OTHER_CROP_THRESHOLDS = tuple(round(0.95 - 0.05 * i, 2) for i in range(18))
MAX_OURS_UNFAMILIAR = 0.02
"""Share of the leaves of our crops that may be called unfamiliar."""
MODES = ('crop_unknown', 'crop_stated')
MAX_OTHER_CROPS = 0.02
"""Share of the leaves of other crops that may be answered with confidence."""


@dataclass
class Photos:
    """Out-of-fold results about the new photos of all places, arrays [n]."""

    rows: list[dict]
    groups: np.ndarray
    leaf: np.ndarray
    """Probability of a leaf."""
    reliability: dict[str, np.ndarray]
    """By 'crop_unknown' and 'crop_stated'."""
    correct: dict[str, np.ndarray]
    other_crops: np.ndarray

    @property
    def is_ours(self) -> np.ndarray:
        return np.array([is_ours(row) for row in self.rows], bool)

    @property
    def is_leaf(self) -> np.ndarray:
        return np.array([is_leaf(row) for row in self.rows], bool)

    @property
    def is_other_crop(self) -> np.ndarray:
        return np.array([is_other_crop(row) for row in self.rows], bool)


def stated_crops(rows: Sequence[dict], mode: str) -> list[str | None]:
    """Returns what a farmer who knows the crop would state; photos of other plants or without a leaf state nothing."""
    return [row['crop'] if mode == 'crop_stated' and is_ours(row) else None for row in rows]


def is_correct(rows: Sequence[dict], scores: Scores) -> np.ndarray:
    """Tells of each answer whether it is right; one about anything but a labelled leaf of our crops is not."""
    return np.array([is_ours(row) and HEALTH_CLASSES[i] == row['product_class'] for row, i in zip(rows, scores.rust_class)])


def group_weights(groups: np.ndarray) -> np.ndarray:
    """Returns weights that give each group the square root of its size, so that the largest does not decide alone."""
    names, index, counts = np.unique(groups, return_inverse=True, return_counts=True)
    return counts[index] ** -0.5


def mean_temperature(places: Sequence[Place]) -> float:
    """Returns the geometric mean of the places' temperatures."""
    return round(float(np.exp(np.mean([np.log(place.temperature) for place in places]))), 4)


def reliability_samples(place: Place, temperature: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns inputs, targets and groups of the reliability: our leaves with and without their crop."""
    inside = np.array([is_ours(row) for row in place.rows])
    groups, parts = place.groups[inside], []
    for mode in MODES:
        scores = place.score(temperature, stated_crops(place.rows, mode), OTHER_CROP_PRIOR)
        parts.append((scores.inputs[inside], is_correct(place.rows, scores)[inside].astype(float), groups))
    return tuple(np.concatenate(values) for values in zip(*parts))  # type: ignore[return-value]


def fit_reliability(places: Sequence[Place], temperature: float, left_out: str | None = None) -> Logistic:
    """Fits the logistic regression of the reliability on the groups of all places but `left_out`."""
    x, y, groups = (np.concatenate(v) for v in zip(*(reliability_samples(place, temperature) for place in places)))
    inside = groups != left_out
    return fit_logistic(x[inside], y[inside], group_weights(groups[inside]), PENALTY)


def out_of_fold(places: Sequence[Place]) -> Photos:
    """Returns the results about all new photos, each by fits without its group."""
    temperature, parts = mean_temperature(places), []
    for place in places:
        groups = place.groups
        n = len(groups)
        found = {mode: (np.zeros(n), np.zeros(n, bool)) for mode in MODES}
        other_crops = np.zeros(n)
        for group in np.unique(groups):
            inside = groups == group
            model = fit_reliability(places, temperature, group)
            part = replace(
                place,
                rows=[row for row, one in zip(place.rows, inside) if one],
                views=place.views[torch.from_numpy(inside)],
            )
            for mode, (values, correct) in found.items():
                scores = part.score(temperature, stated_crops(part.rows, mode), OTHER_CROP_PRIOR)
                values[inside] = model.predict(scores.inputs)
                correct[inside] = is_correct(part.rows, scores)
                other_crops[inside] = scores.other_crops
        parts.append((place.rows, groups, out_of_fold_leaf(place), found, other_crops))
    return Photos(
        [row for part in parts for row in part[0]],
        np.concatenate([part[1] for part in parts]),
        np.concatenate([part[2] for part in parts]),
        {mode: np.concatenate([part[3][mode][0] for part in parts]) for mode in MODES},
        {mode: np.concatenate([part[3][mode][1] for part in parts]) for mode in MODES},
        np.concatenate([part[4] for part in parts]),
    )


def lowest_threshold(values: np.ndarray, correct: np.ndarray, groups: np.ndarray, wanted: float) -> float:
    """Returns the lowest threshold above which the wanted share is right; 1 when there is none.

    Two shares count: that of all answers, and the mean of the groups' shares weighted by the square root of their answers, so
    that one large source cannot hide the others.
    """
    chosen = 1.0
    for threshold in np.unique(np.ceil(values * 1000) / 1000)[::-1]:
        inside = values >= threshold
        if inside.sum() < MIN_ANSWERS:
            continue
        weights = group_weights(groups[inside])
        balanced = float((correct[inside] * weights).sum() / weights.sum())
        if min(correct[inside].mean(), balanced) >= wanted:
            chosen = float(threshold)
    return round(min(chosen, 1.0), 3)


def choose_bands(photos: Photos, mode: str, leaf_threshold: float, other_crop: float) -> dict[str, float]:
    """Returns the thresholds of the bands; an answer about a photo without a leaf counts as wrong."""
    inside = (photos.leaf >= leaf_threshold) & (photos.other_crops < other_crop)
    # A farmer who states a crop photographs a leaf, so photos without one count only where none is stated.
    inside &= photos.is_ours | (~photos.is_leaf & (mode == 'crop_unknown'))
    values, correct, groups = photos.reliability[mode][inside], photos.correct[mode][inside], photos.groups[inside]
    confident = lowest_threshold(values, correct, groups, MIN_CONFIDENT)
    below = values < confident
    likely = lowest_threshold(values[below], correct[below], groups[below], MIN_LIKELY) if below.any() else confident
    return {'likely': min(likely, confident), 'confident': confident}


def choose_other_crop(photos: Photos, leaf_threshold: float) -> tuple[float, dict[str, dict[str, float]]]:
    """Returns the threshold of other crops and the bands that go with it.

    It is the lowest that calls at most MAX_OURS_UNFAMILIAR of our own leaves unfamiliar, and lower only where more than
    MAX_OTHER_CROPS of the leaves of other crops would be answered with confidence, no crop being stated.
    """
    accepted = photos.leaf >= leaf_threshold
    for other_crop in OTHER_CROP_THRESHOLDS:
        bands = {mode: choose_bands(photos, mode, leaf_threshold, other_crop) for mode in MODES}
        answered = photos.is_other_crop & accepted & (photos.other_crops < other_crop)
        answered &= photos.reliability['crop_unknown'] >= bands['crop_unknown']['confident']
        is_spared = (photos.other_crops >= other_crop - 0.05)[photos.is_ours].mean() > MAX_OURS_UNFAMILIAR
        if is_spared and answered.sum() <= MAX_OTHER_CROPS * photos.is_other_crop.sum():
            break
    return other_crop, bands


def has_two_groups(places: Sequence[Place]) -> bool:
    """Tells whether leaves of our crops are of two groups or more, so that each can be judged by the others."""
    return len({group for place in places for row, group in zip(place.rows, place.groups) if is_ours(row)}) >= 2


def calibrate_places(places: Sequence[Place]) -> tuple[dict, Photos]:
    """Returns what export needs (temperature, reliability, bands, thresholds), and the out-of-fold results.

    Raises SystemExit where all leaves of our crops are of one group: each group is judged by the others.
    """
    if not has_two_groups(places):
        raise SystemExit('calibration needs leaves of our crops from two groups of places or more')
    photos = out_of_fold(places)
    leaf_threshold = choose_threshold(photos.leaf[photos.is_leaf])
    other_crop, bands = choose_other_crop(photos, leaf_threshold)
    temperature = mean_temperature(places)
    model = fit_reliability(places, temperature)
    reliability = {'bias': model.bias, **dict(zip(('confidence', 'view_agreement'), model.weights.tolist()))}
    return {
        'temperature': temperature,
        'leaf_threshold': leaf_threshold,
        'other_crop_prior': OTHER_CROP_PRIOR,
        'reliability': {name: round(value, 5) for name, value in reliability.items()},
        'bands': bands,
        'unfamiliar': {'other_crop': other_crop},
    }, photos


