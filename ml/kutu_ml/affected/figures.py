"""Every figure about the heat map and the affected area, measured on the annotated leaves."""

from collections.abc import Callable, Sequence

import numpy as np

from kutu_ml.affected.logistic import (
    HEAT_THRESHOLDS,
    AnnotatedLeaf,
    areas_by_threshold,
    best_threshold,
    cross_validate,
    cross_validated_areas,
    fit_part,
)
from kutu_ml.evaluate.metrics import proportion

BOOTSTRAP_DRAWS = 2000
NETWORK_EVIDENCE = ('rust', 'other_disease', 'sick', 'not_leaf', 'unlabelled')
"""Kinds of evidence that come from the network; the others are colors. Names as in packages/vision."""
MIN_AFFECTED, MAX_UNAFFECTED = 0.3, 0.02
"""Affected fraction of a cell's leaf from which it counts as affected, and up to which it counts as healthy."""
MIN_MARKED = 0.25
"""Affected fraction of a cell from which a mark on it is right."""
LOG_ODDS_MARGIN = 0.01
BAND_COVERAGE = 0.8


def bootstrap(values: np.ndarray, statistic: Callable[[np.ndarray], float] = np.mean) -> dict[str, float | int]:
    """Returns a statistic of `values` [photos, ...] with its 95 % percentile interval by a bootstrap over photos."""
    rng = np.random.default_rng(1)
    drawn = [statistic(values[rng.integers(len(values), size=len(values))]) for _ in range(BOOTSTRAP_DRAWS)]
    low, high = (round(float(end), 4) for end in np.nanquantile(drawn, (0.025, 0.975)))
    return {'value': round(float(statistic(values)), 4), 'low': low, 'high': high, 'n': len(values)}


def ranks(values: np.ndarray) -> np.ndarray:
    """Returns ranks from 1; equal values share the mean of their ranks."""
    _, index, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[index]


def spearman(pairs: np.ndarray) -> float:
    """Returns Spearman's rank correlation of [photos, 2]; 0 where one side is constant."""
    first, second = ranks(pairs[:, 0]), ranks(pairs[:, 1])
    if first.std() == 0 or second.std() == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def area_figures(estimates: np.ndarray, annotated: np.ndarray) -> dict:
    return {
        'mean_absolute_error': bootstrap(np.abs(estimates - annotated)),
        'bias': bootstrap(estimates - annotated),
        'rank_correlation': bootstrap(np.stack([estimates, annotated], 1), spearman),
    }


def intersection_over_union(weights: np.ndarray, leaf: np.ndarray) -> float:
    """Returns the IoU of the cells that are rather leaf than not and the annotated leaf."""
    is_leaf = weights >= 0.5
    return float(np.minimum(is_leaf, leaf).sum() / np.maximum(is_leaf, leaf).sum())


def cell_auroc(scores: np.ndarray, leaf: AnnotatedLeaf) -> float:
    """Returns how often an affected cell of the leaf scores above a healthy one; NaN where the leaf lacks one kind.

    This is the area under the ROC curve, computed from ranks (Mann-Whitney U).
    """
    on_leaf, fraction = leaf.leaf >= 0.5, leaf.affected_fraction
    affected, healthy = on_leaf & (fraction >= MIN_AFFECTED), on_leaf & (fraction <= MAX_UNAFFECTED)
    if not affected.any() or not healthy.any():
        return float('nan')
    rank = ranks(np.concatenate([scores[affected], scores[healthy]]))[: affected.sum()]
    return float((rank.mean() - (affected.sum() + 1) / 2) / healthy.sum())


def heat_precision(weights: np.ndarray, affected: np.ndarray, threshold: float, leaf: AnnotatedLeaf) -> float:
    """Returns the share of the painted heat that lies on affected leaf; NaN where nothing is painted."""
    painted = weights * (affected >= threshold)
    return float((painted * leaf.affected).sum() / painted.sum()) if painted.sum() else float('nan')


def mark_precision(leaf: AnnotatedLeaf, size: int) -> float:
    """Returns the share of the marked cells that are affected or next to an affected cell; NaN where nothing is marked.

    A cell is 0.9 % of the photo's side, and the masks are not drawn more exactly.
    """
    if not leaf.marked.any():
        return float('nan')
    affected = np.pad(leaf.affected.reshape(size, size) >= MIN_MARKED, 1)
    near = affected[1:-1, 1:-1] | affected[:-2, 1:-1] | affected[2:, 1:-1] | affected[1:-1, :-2] | affected[1:-1, 2:]
    return float(near.ravel()[leaf.marked].mean())


def mark_figures(leaves: Sequence[AnnotatedLeaf], size: int) -> dict:
    """Returns how many reported leaves have marks, and how much of the marks lies on symptoms, by photo and by area."""
    marked = [leaf for leaf in leaves if leaf.marked.any()]
    pairs = np.array([(mark_precision(leaf, size), leaf.marked.sum()) for leaf in marked])
    return {
        'marked': proportion(np.array([leaf.marked.any() for leaf in leaves])),
        'on_symptoms': bootstrap(pairs[:, 0]),
        'on_symptoms_by_area': bootstrap(pairs, lambda drawn: float(np.average(drawn[:, 0], weights=drawn[:, 1]))),
    }


def log_odds(area: np.ndarray) -> np.ndarray:
    fraction = (area + LOG_ODDS_MARGIN) / (1 + 2 * LOG_ODDS_MARGIN)
    return np.log(fraction / (1 - fraction))


def compute_figures(leaves: Sequence[AnnotatedLeaf], about: dict) -> dict:
    """Returns the content of results/affected.json.

    `about` is what packages/vision says about the model. `heat` is the threshold with the least error over the diseased
    leaves; the areas themselves use one that did not see them.
    """
    size, names = about['size'], list(about['evidence'])
    every = np.arange(len(names))
    network = np.array([i for i, name in enumerate(names) if name in NETWORK_EVIDENCE])
    color = np.setdiff1d(every, network)
    diseased = np.array([leaf.is_diseased for leaf in leaves])
    field = np.array([leaf.setting == 'field' for leaf in leaves])
    annotated = np.array([leaf.affected_area for leaf in leaves])

    def cross_validated(part: str, kinds: np.ndarray) -> list[np.ndarray]:
        return cross_validate(leaves, lambda some: fit_part(some, size, kinds, part), kinds)

    color_masks = [leaf.mask for leaf in leaves]
    weights = [leaf.mask * p for leaf, p in zip(leaves, cross_validated('leaf', every))]
    affected = {
        'network': cross_validated('affected', network),
        'color': cross_validated('affected', color),
        'both': cross_validated('affected', every),
    }
    by_threshold = {name: areas_by_threshold(weights, probs) for name, probs in affected.items()}
    heat = float(HEAT_THRESHOLDS[best_threshold(by_threshold['both'][diseased], annotated[diseased])])
    areas = {
        **{name: cross_validated_areas(leaves, found) for name, found in by_threshold.items()},
        'the same for all': np.full(len(leaves), np.median(annotated[diseased])),
    }
    overlaps = {
        'color': [intersection_over_union(m, leaf.leaf) for m, leaf in zip(color_masks, leaves)],
        'color and network': [intersection_over_union(w, leaf.leaf) for w, leaf in zip(weights, leaves)],
    }
    reported = np.array([leaf.is_reported for leaf in leaves])
    groups = {'all': diseased, 'field': diseased & field, 'lab': diseased & ~field, 'reported': reported}
    errors = np.abs(log_odds(areas['both']) - log_odds(annotated))[diseased]
    in_band = errors <= about['spread']
    return {
        'version': about['version'],
        'photos': len(leaves),
        'diseased': int(diseased.sum()),
        'reported': int(reported.sum()),
        'heat': heat,
        'leaf_overlap': {
            name: {
                group: bootstrap(np.array(values)[chosen])
                for group, chosen in (('all', field | True), ('field', field), ('lab', ~field))
            }
            for name, values in overlaps.items()
        },
        'area': {
            name: {group: area_figures(values[chosen], annotated[chosen]) for group, chosen in groups.items()}
            for name, values in areas.items()
        },
        'spread': round(float(np.quantile(errors, BAND_COVERAGE)), 3),
        'within_band': {group: proportion(in_band[chosen[diseased]]) for group, chosen in groups.items()},
        'healthy_area': bootstrap(areas['both'][~diseased]),
        'places': {
            name: {
                'auroc': bootstrap(known([cell_auroc(p, leaf) for p, leaf in zip(probs, leaves) if leaf.is_diseased])),
                'heat_on_affected': bootstrap(
                    np.array(
                        [
                            heat_precision(w, p, heat, leaf)
                            for w, p, leaf in zip(weights, probs, leaves)
                            if leaf.is_diseased
                        ]
                    ),
                    np.nanmean,
                ),
            }
            for name, probs in affected.items()
        },
        'chance_on_affected': bootstrap(annotated[diseased]),
        'marks': mark_figures([leaf for leaf in leaves if leaf.is_reported], size),
    }


def known(values: list[float]) -> np.ndarray:
    """Drops NaN."""
    return np.array([value for value in values if not np.isnan(value)])
