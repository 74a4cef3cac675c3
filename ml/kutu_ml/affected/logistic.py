"""Two ridge logistic regressions on the evidence of each cell, for leaf and for affected, with cross-validation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kutu_ml.calibrate.logistic import Logistic, fit_logistic

FOLDS = 8
RIDGE = 3e-3
"""Weight of the squared coefficients, for evidence of unit variance."""
CELL_STRIDE = 2
"""Every how many-th cell, in both directions, is fitted on: neighbors are much alike."""
HEAT_THRESHOLDS = np.round(np.arange(0.15, 0.651, 0.025), 3)


@dataclass
class AnnotatedLeaf:
    """One annotated photo as the released code sees it; arrays are flat over the cells."""

    path: str
    stratum: str
    """crop/disease/source; the unit of cross-validation."""
    setting: str
    is_diseased: bool
    answer: str
    """The product class that the model answers."""
    has_area: bool
    """Whether the product reports an affected area for this answer."""
    marked: np.ndarray
    """Which cells the released heat map marks, bool [cells]."""
    mask: np.ndarray
    """Fraction of leaf by color."""
    evidence: np.ndarray
    """[kinds of evidence, cells]."""
    leaf: np.ndarray
    """Fraction of leaf as annotated."""
    affected: np.ndarray
    """Fraction of affected leaf as annotated."""

    @property
    def is_reported(self) -> bool:
        """Whether the leaf is diseased and the product reports how much of it."""
        return self.is_diseased and self.has_area

    @property
    def affected_area(self) -> float:
        """The fraction of the leaf that is affected."""
        return float(self.affected.sum() / self.leaf.sum())

    @property
    def affected_fraction(self) -> np.ndarray:
        """The affected fraction of each cell's leaf."""
        return self.affected / np.maximum(self.leaf, 1e-6)


def fit_part(leaves: Sequence[AnnotatedLeaf], size: int, kinds: np.ndarray, part: str) -> Logistic:
    """Fits `part` ('leaf' or 'affected') on some kinds of evidence; every photo counts alike.

    `leaf` is learned where color says leaf, `affected` on the annotated leaf.
    """
    is_sampled = np.zeros((size, size), bool)
    is_sampled[::CELL_STRIDE, ::CELL_STRIDE] = True
    evidence, targets, weights = [], [], []
    for leaf in leaves:
        counts = (leaf.mask if part == 'leaf' else leaf.leaf) * is_sampled.ravel()
        if counts.sum() == 0:
            continue
        inside = counts > 0
        evidence.append(leaf.evidence[kinds][:, inside])
        targets.append((leaf.leaf if part == 'leaf' else leaf.affected_fraction)[inside])
        weights.append(counts[inside] / counts.sum())
    return fit_logistic(np.concatenate(evidence, 1).T, np.concatenate(targets), np.concatenate(weights), RIDGE)


def assign_folds(leaves: Sequence[AnnotatedLeaf]) -> np.ndarray:
    """Returns a fold for each photo, that of its stratum: no fit sees the source and disease it is judged by."""
    fold = {name: i % FOLDS for i, name in enumerate(sorted({leaf.stratum for leaf in leaves}))}
    return np.array([fold[leaf.stratum] for leaf in leaves])


def cross_validate(
    leaves: Sequence[AnnotatedLeaf], fit: Callable[[list[AnnotatedLeaf]], Logistic], kinds: np.ndarray
) -> list[np.ndarray]:
    """Returns the probabilities of each photo's cells by the model that was fitted without its fold."""
    folds = assign_folds(leaves)
    models = {fold: fit([leaf for leaf, own in zip(leaves, folds) if own != fold]) for fold in np.unique(folds)}
    return [models[fold].predict(leaf.evidence[kinds].T) for leaf, fold in zip(leaves, folds)]


def area_above(weights: np.ndarray, affected: np.ndarray, threshold: float) -> float:
    """Returns the weighted fraction of cells whose probability of being affected reaches the heat threshold."""
    return float((weights * (affected >= threshold)).sum() / weights.sum())


def areas_by_threshold(weights: Sequence[np.ndarray], affected: Sequence[np.ndarray]) -> np.ndarray:
    """Returns the area of each photo at each of HEAT_THRESHOLDS, [photos, thresholds]."""
    return np.array([[area_above(w, p, threshold) for threshold in HEAT_THRESHOLDS] for w, p in zip(weights, affected)])


def best_threshold(areas: np.ndarray, annotated: np.ndarray) -> int:
    """Returns the index in HEAT_THRESHOLDS with the least mean absolute error."""
    return int(np.abs(areas - annotated[:, None]).mean(0).argmin())


def cross_validated_areas(leaves: Sequence[AnnotatedLeaf], areas: np.ndarray) -> np.ndarray:
    """Returns each photo's area at the heat threshold that the diseased photos of the other folds choose."""
    folds, is_diseased = assign_folds(leaves), np.array([leaf.is_diseased for leaf in leaves])
    annotated = np.array([leaf.affected_area for leaf in leaves])
    result = np.empty(len(leaves))
    for fold in np.unique(folds):
        others = (folds != fold) & is_diseased
        result[folds == fold] = areas[folds == fold, best_threshold(areas[others], annotated[others])]
    return result
