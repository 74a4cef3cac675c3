"""Everything that is said about the heat map and the affected area, from leaves that were drawn."""

from collections.abc import Callable, Sequence

import numpy as np

from affected_fit import HEATS, Leaf, areas_by_heat, best_heat, crossed, crossed_areas, fit_rows
from scores import share_of

DRAWS = 2000
NETWORK = ('rust', 'other_disease', 'sick', 'not_leaf', 'unlabelled')
CLEARLY_AFFECTED, CLEARLY_NOT = 0.3, 0.02
MARGIN = 0.01
WITHIN = 0.8
RIM = 4


def interval(values: np.ndarray, of: Callable[[np.ndarray], float] = np.mean) -> dict[str, float | int]:
    """A figure of photos with its 95 % interval by a bootstrap over photos. `values` is [photos, …]."""
    chance = np.random.default_rng(1)
    drawn = [of(values[chance.integers(len(values), size=len(values))]) for _ in range(DRAWS)]
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return {'value': round(float(of(values)), 4), 'low': round(float(low), 4), 'high': round(float(high), 4), 'n': len(values)}


def ranks(values: np.ndarray) -> np.ndarray:
    """1 for the least; equal values share the mean of their ranks."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def rank_correlation(pairs: np.ndarray) -> float:
    first, second = ranks(pairs[:, 0]), ranks(pairs[:, 1])
    if first.std() == 0 or second.std() == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def area_figures(estimate: np.ndarray, truth: np.ndarray) -> dict:
    return {
        'mean_absolute_error': interval(np.abs(estimate - truth)),
        'bias': interval(estimate - truth),
        'rank_correlation': interval(np.stack([estimate, truth], 1), rank_correlation),
    }


def overlap(weight: np.ndarray, leaf: np.ndarray) -> float:
    """Intersection over union of what rather is leaf than not, and the drawn leaf."""
    found = weight >= 0.5
    return float(np.minimum(found, leaf).sum() / np.maximum(found, leaf).sum())


def told_apart(score: np.ndarray, leaf: Leaf) -> float:
    """How often an affected cell of the leaf scores above one that is not; NaN where the leaf lacks one kind."""
    on_leaf, share = leaf.leaf >= 0.5, leaf.share_affected
    sick, sound = on_leaf & (share >= CLEARLY_AFFECTED), on_leaf & (share <= CLEARLY_NOT)
    if not sick.any() or not sound.any():
        return float('nan')
    order = ranks(np.concatenate([score[sick], score[sound]]))[: sick.sum()]
    return float((order.mean() - (sick.sum() + 1) / 2) / sound.sum())


def heat_on_affected(weight: np.ndarray, affected: np.ndarray, heat: float, leaf: Leaf) -> float:
    """The share of the painted heat that lies on affected leaf; NaN where nothing is painted."""
    painted = weight * (affected >= heat)
    return float((painted * leaf.affected).sum() / painted.sum()) if painted.sum() else float('nan')


def rim_of(leaf: np.ndarray, size: int) -> np.ndarray:
    """The cells of the drawn leaf near its edge; the edge of the photo is none."""
    inside = leaf.reshape(size, size) >= 0.5
    deep = inside.copy()
    for _ in range(RIM):
        padded = np.pad(deep, 1, mode='edge')
        deep = padded[1:-1, 1:-1] & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    return (inside & ~deep).ravel()


def odds(area: np.ndarray) -> np.ndarray:
    share = (area + MARGIN) / (1 + 2 * MARGIN)
    return np.log(share / (1 - share))


def figures(leaves: Sequence[Leaf], about: dict) -> dict:
    """`heat` is the threshold of the least error over the sick leaves; the areas themselves use one that did not see them."""
    size, names = about['size'], list(about['evidence'])
    every = np.arange(len(names))
    network = np.array([i for i, name in enumerate(names) if name in NETWORK])
    colour = np.setdiff1d(every, network)
    sick = np.array([leaf.sick for leaf in leaves])
    field = np.array([leaf.setting == 'field' for leaf in leaves])
    truth = np.array([leaf.truth for leaf in leaves])

    def crossed_parts(of: str, chosen: np.ndarray) -> list[np.ndarray]:
        return crossed(leaves, lambda some: fit_rows(some, size, chosen, of), chosen)

    by_colour = [leaf.mask for leaf in leaves]
    weights = [leaf.mask * p for leaf, p in zip(leaves, crossed_parts('leaf', every))]
    affected = {'network': crossed_parts('affected', network), 'colour': crossed_parts('affected', colour),
                'both': crossed_parts('affected', every)}
    by_heat = {name: areas_by_heat(weights, found) for name, found in affected.items()}
    heat = float(HEATS[best_heat(by_heat['both'][sick], truth[sick])])
    areas = {name: crossed_areas(leaves, found) for name, found in by_heat.items()}
    areas['both, leaf as drawn'] = crossed_areas(leaves, areas_by_heat([leaf.leaf for leaf in leaves], affected['both']))
    areas['both, leaf by colour alone'] = crossed_areas(leaves, areas_by_heat(by_colour, affected['both']))
    areas['the same for all'] = np.full(len(leaves), np.median(truth[sick]))
    overlaps = {'colour': [overlap(m, leaf.leaf) for m, leaf in zip(by_colour, leaves)],
                'colour and network': [overlap(w, leaf.leaf) for w, leaf in zip(weights, leaves)]}
    told = sick & np.array([leaf.is_told for leaf in leaves])
    groups = {'all': sick, 'field': sick & field, 'lab': sick & ~field, 'told': told}
    apart = np.abs(odds(areas['both']) - odds(truth))[sick]
    return {
        'version': about['version'],
        'photos': len(leaves), 'sick': int(sick.sum()), 'told': int(told.sum()), 'heat': heat,
        'leaf_overlap': {
            name: {group: interval(np.array(found)[chosen]) for group, chosen in
                   (('all', field | True), ('field', field), ('lab', ~field))}
            for name, found in overlaps.items()
        },
        'area': {
            name: {group: area_figures(found[chosen], truth[chosen]) for group, chosen in groups.items()}
            for name, found in areas.items()
        },
        'spread': round(float(np.quantile(apart, WITHIN)), 3),
        'within_band': {group: share_of((apart <= about['spread'])[chosen[sick]]) for group, chosen in groups.items()},
        'healthy_area': interval(areas['both'][~sick]),
        'places': {
            name: {
                'told_apart': interval(np.array([v for v in (told_apart(p, leaf) for p, leaf in zip(found, leaves) if leaf.sick)
                                                 if not np.isnan(v)])),
                'heat_on_affected': interval(np.array([
                    heat_on_affected(w, p, heat, leaf) for w, p, leaf in zip(weights, found, leaves) if leaf.sick]), np.nanmean),
            }
            for name, found in affected.items()
        },
        'chance_on_affected': interval(truth[sick]),
        'rim': rims(leaves, weights, affected, heat, size),
        'each': [
            {'path': leaf.path, 'answer': leaf.answer, 'told': leaf.is_told, 'truth': round(leaf.truth, 3), 'estimate': round(float(area), 3),
             'leaf_overlap': round(own, 3)}
            for leaf, area, own in zip(leaves, areas['both'], overlaps['colour and network'])
        ],
    }


def rims(leaves: Sequence[Leaf], weights: list[np.ndarray], affected: dict, heat: float, size: int) -> dict:
    """Of sick lab leaves, which lie on a plain backdrop: the share of the leaf, and of the heat, within RIM cells of the edge."""
    lab = [i for i, leaf in enumerate(leaves) if leaf.sick and leaf.setting == 'lab']
    edges = {i: rim_of(leaves[i].leaf, size) for i in lab}

    def share(found: np.ndarray, i: int) -> float:
        return float(found[edges[i]].sum() / found.sum()) if found.sum() else float('nan')

    found = {'leaf': interval(np.array([share(leaves[i].leaf, i) for i in lab])),
             'affected, as drawn': interval(np.array([share(leaves[i].affected, i) for i in lab]))}
    for name, probabilities in affected.items():
        found[name] = interval(np.array([share(weights[i] * (probabilities[i] >= heat), i) for i in lab]), np.nanmean)
    return found


def text_of(found: dict) -> str:
    """The figures as lines for a terminal."""

    def said(entry: dict) -> str:
        return f"{entry['value']:.3f} [{entry['low']:.3f}, {entry['high']:.3f}] n {entry['n']}"

    lines = [f"{found['version']}: {found['photos']} leaves, heat threshold {found['heat']}, spread {found['spread']}"]
    for name, groups in found['leaf_overlap'].items():
        lines += [f'leaf overlap, {name}, {group}: {said(entry)}' for group, entry in groups.items()]
    for name, groups in found['area'].items():
        for group, entry in groups.items():
            lines.append(f'area, {name}, {group}: ' + '; '.join(f'{what} {said(value)}' for what, value in entry.items()))
    lines += [f"within the band, {group}: {said({**entry, 'value': entry['share']})}" for group, entry in found['within_band'].items()]
    lines.append(f"healthy: {said(found['healthy_area'])}; chance on affected {said(found['chance_on_affected'])}")
    for name, entry in found['places'].items():
        lines.append(f'places, {name}: ' + '; '.join(f'{what} {said(value)}' for what, value in entry.items()))
    lines += [f'within the rim, {name}: {said(entry)}' for name, entry in found['rim'].items()]
    return '\n'.join(lines)
