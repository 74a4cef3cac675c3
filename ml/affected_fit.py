"""How the evidence of each cell is weighed: two logistic regressions, one for leaf and one for affected, judged by cross-validation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

FOLDS = 8
RIDGE = 3e-3
STRIDE = 2
HEATS = np.round(np.arange(0.15, 0.651, 0.025), 3)


@dataclass
class Leaf:
    """One drawn photo as the shipped code sees it; everything by cell, flat."""

    path: str
    stratum: str
    setting: str
    sick: bool
    answer: str
    is_told: bool
    mask: np.ndarray
    evidence: np.ndarray
    leaf: np.ndarray
    affected: np.ndarray

    @property
    def truth(self) -> float:
        return float(self.affected.sum() / self.leaf.sum())

    @property
    def share_affected(self) -> np.ndarray:
        return self.affected / np.maximum(self.leaf, 1e-6)


@dataclass(frozen=True)
class Weights:
    constant: float
    each: np.ndarray

    def probability(self, evidence: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-(self.constant + self.each @ evidence)))


def fit(evidence: np.ndarray, target: np.ndarray, weight: np.ndarray, ridge: float = RIDGE) -> Weights:
    """Ridge logistic regression of shares 0..1 by Newton's method; the ridge is on evidence of unit spread."""
    mean, spread = evidence.mean(1), evidence.std(1) + 1e-6
    scaled = torch.from_numpy((evidence - mean[:, None]) / spread[:, None]).double()
    x = torch.cat([torch.ones(1, scaled.shape[1], dtype=torch.double), scaled])
    y, w = torch.from_numpy(target).double(), torch.from_numpy(weight / weight.sum()).double()
    penalty = torch.eye(len(x), dtype=torch.double) * ridge
    penalty[0, 0] = 0
    b = torch.zeros(len(x), dtype=torch.double)
    for _ in range(30):
        p = torch.sigmoid(b @ x)
        step = torch.linalg.solve((x * (w * p * (1 - p))) @ x.T + penalty, x @ (w * (p - y)) + penalty @ b)
        b -= step
        if step.abs().max() < 1e-6:
            break
    each = b[1:].numpy() / spread
    return Weights(float(b[0] - each @ mean), each)


def fit_rows(leaves: Sequence[Leaf], size: int, names: np.ndarray, of: str) -> Weights:
    """Each photo counts alike. `leaf` is learnt where colour says leaf, `affected` on the drawn leaf."""
    kept = np.zeros((size, size), bool)
    kept[::STRIDE, ::STRIDE] = True
    evidence, target, weight = [], [], []
    for leaf in leaves:
        counts = (leaf.mask if of == 'leaf' else leaf.leaf) * kept.ravel()
        if counts.sum() == 0:
            continue
        here = counts > 0
        evidence.append(leaf.evidence[names][:, here])
        target.append((leaf.leaf if of == 'leaf' else leaf.share_affected)[here])
        weight.append(counts[here] / counts.sum())
    return fit(np.concatenate(evidence, 1), np.concatenate(target), np.concatenate(weight))


def folds_of(leaves: Sequence[Leaf]) -> np.ndarray:
    """A fold for each photo, that of its stratum: no photo is judged by weights that saw its source and disease."""
    order = {name: i % FOLDS for i, name in enumerate(sorted({leaf.stratum for leaf in leaves}))}
    return np.array([order[leaf.stratum] for leaf in leaves])


def crossed(leaves: Sequence[Leaf], fitted: Callable[[list[Leaf]], Weights], names: np.ndarray) -> list[np.ndarray]:
    """The probabilities of each photo's cells by weights fitted without its fold."""
    folds = folds_of(leaves)
    weights = {fold: fitted([leaf for leaf, own in zip(leaves, folds) if own != fold]) for fold in np.unique(folds)}
    return [weights[fold].probability(leaf.evidence[names]) for leaf, fold in zip(leaves, folds)]


def share_above(weight: np.ndarray, affected: np.ndarray, heat: float) -> float:
    return float((weight * (affected >= heat)).sum() / weight.sum())


def areas_by_heat(weights: Sequence[np.ndarray], affected: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([[share_above(w, p, heat) for heat in HEATS] for w, p in zip(weights, affected)])


def best_heat(areas: np.ndarray, truth: np.ndarray) -> int:
    """The place in HEATS of the least mean absolute error."""
    return int(np.abs(areas - truth[:, None]).mean(0).argmin())


def crossed_areas(leaves: Sequence[Leaf], areas: np.ndarray) -> np.ndarray:
    """Each photo's area at the heat threshold that the sick photos of the other folds choose."""
    folds, sick = folds_of(leaves), np.array([leaf.sick for leaf in leaves])
    truth = np.array([leaf.truth for leaf in leaves])
    found = np.empty(len(leaves))
    for fold in np.unique(folds):
        others = (folds != fold) & sick
        found[folds == fold] = areas[folds == fold, best_heat(areas[others], truth[others])]
    return found
