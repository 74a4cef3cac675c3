"""Slow measurements of a shipped model: worse photos, photos without their leaf or on another ground, leaves of other crops.

Called by `evaluate.py --studies`; five minutes of processor time, so about three on two idle cores and more on busy ones.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from backdrop import GROUNDS, has_plain_ground, leaf_area, on_ground, without_leaf
from choice import Photo, photos_of
from hardships import EVERYDAY, HARDSHIPS
from prepare import load_photo, read_labels
from scores import HEALTH, answer_of, membership_of, share_of, truth_of
from selection import JUDGED_CROPS
from shipped import Shipped
from verdict import NOT_LEAF, health_confidence

OTHER_CROP_PHOTOS = 120
SPLITS = ('test_field', 'test_lab')


def products_of(shipped: Shipped, photos: list) -> torch.Tensor:
    return shipped.fine(shipped.embeddings(photos)) @ membership_of(shipped.card['classes'])


def told(products: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    """Accuracy over four classes; leaves answered with confidence; how many confident answers are right."""
    truth = truth_of(rows)
    winner, confidence = health_confidence(products)
    accepted = products[:, NOT_LEAF].numpy() < thresholds['leaf']
    confident = accepted & (confidence >= thresholds['confident'])
    leaves = truth != 'not_leaf'
    return {
        'accuracy': share_of(answer_of(products) == truth),
        'answered': share_of(confident[leaves]),
        'right_of_answered': share_of((np.array(HEALTH)[winner] == truth)[confident]),
    }


def hardships(shipped: Shipped, data: Path, rows: Sequence[dict]) -> dict[str, dict]:
    """split -> hardship -> what is told; of val only what the confident threshold was chosen by."""
    parts = {split: ([row for row in rows if row['split'] == split], tuple(HARDSHIPS)) for split in SPLITS}
    field = [row for row in rows if row['split'] == 'val' and row['setting'] == 'field']
    parts['val, field'] = (field, ('as it is', *EVERYDAY))
    return {
        part: {
            name: told(products_of(shipped, photos_of(data, here, name)), here, shipped.card['thresholds']) for name in names
        }
        for part, (here, names) in parts.items()
        if here
    }


def plain_parts(data: Path, rows: Sequence[dict]) -> Iterator[tuple[str, int, list[dict], list[np.ndarray]]]:
    """'split, source', its photos on plain ground, and those of them that the mask rule applies to, with their pixels."""
    for split in ('test_lab', 'val'):
        for source in sorted({row['source'] for row in rows if row['split'] == split and has_plain_ground(row)}):
            here = [r for r in rows if r['split'] == split and r['source'] == source and has_plain_ground(r)]
            photos = [np.asarray(load_photo(data / row['path'])) for row in here]
            kept = [(row, photo) for row, photo in zip(here, photos) if leaf_area(photo) is not None]
            if kept:
                yield f'{split}, {source}', len(here), [row for row, _ in kept], [photo for _, photo in kept]


def background_only(shipped: Shipped, data: Path, rows: Sequence[dict]) -> dict[str, dict]:
    """How far lab photos give their class away without their leaf, by split and source.

    `named` takes the likeliest health class, `balanced` is the mean of its recalls; against them stand the share of the
    commonest class and one over the number of classes. `no_leaf` is the share told that there is no leaf, which is right.
    """
    limits = shipped.card['thresholds']
    return {
        part: {'photos': count, **given_away(products_of(shipped, views_of(photos, without_leaf)), here, limits)}
        for part, count, here, photos in plain_parts(data, rows)
    }


def other_grounds(shipped: Shipped, data: Path, rows: Sequence[dict]) -> dict[str, dict]:
    """The same leaves on their own ground and cut out on others: what is right of four classes, and the recall of each."""
    found = {}
    for part, _, here, photos in plain_parts(data, rows):
        truth = truth_of(here)
        for ground in ('its own', *GROUNDS):
            colour = GROUNDS.get(ground)
            seen = views_of(photos, (lambda photo: photo) if colour is None else (lambda photo, c=colour: on_ground(photo, c)))
            right = answer_of(products_of(shipped, seen)) == truth
            recall = {name: share_of(right[truth == name]) for name in HEALTH if (truth == name).any()}
            found.setdefault(part, {})[ground] = {'accuracy': share_of(right), 'recall': recall}
    return found


def views_of(photos: Sequence[np.ndarray], change: Callable[[np.ndarray], np.ndarray]) -> list[Photo]:
    return [lambda photo=photo: change(photo) for photo in photos]


def given_away(products: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    truth = truth_of(rows)
    winner, confidence = health_confidence(products)
    named = np.array(HEALTH)[winner]
    accepted = products[:, NOT_LEAF].numpy() < thresholds['leaf']
    classes, counts = np.unique(truth, return_counts=True)
    return {
        'named': share_of(named == truth),
        'commonest': round(float(counts.max() / counts.sum()), 4),
        'balanced': round(float(np.mean([(named == truth)[truth == name].mean() for name in classes])), 4),
        'classes': len(classes),
        'right_of_four': share_of(answer_of(products) == truth),
        'no_leaf': share_of(~accepted),
        'answered': share_of(accepted & (confidence >= thresholds['confident'])),
    }


def other_crops(shipped: Shipped, data: Path, rows: Sequence[dict]) -> dict[str, dict]:
    """Leaves of crops the product does not judge, at most `OTHER_CROP_PHOTOS` of each, evenly through the folder.

    The network has trained on these photos: the figures say what it makes of what it knows, not of a new place.
    Plants without a health label (weeds) have no right answer but `uncertain`.
    """
    found = {}
    others = [row for row in rows if row['split'] == 'extra' and row['crop'] not in JUDGED_CROPS]
    for crop in sorted({row['crop'] for row in others}):
        here = [row for row in others if row['crop'] == crop]
        here = [here[i] for i in np.linspace(0, len(here) - 1, min(len(here), OTHER_CROP_PHOTOS)).astype(int)]
        products = products_of(shipped, photos_of(data, here))
        accepted = products[:, NOT_LEAF].numpy() < shipped.card['thresholds']['leaf']
        labelled = [row['product_class'] in HEALTH for row in here]
        figures = told(products, here, shipped.card['thresholds'])
        found[crop] = {
            'labelled': all(labelled), 'leaf_accepted': share_of(accepted), 'answered': figures['answered'],
            'right_of_answered': figures['right_of_answered'],
        }
    return found


def held_scenes(shipped: Shipped, folder: Path) -> dict[str, dict]:
    """Photos without a leaf from places never trained on (the held folder of scenes.py), by package and all together.

    Packages that helped to choose the leaf threshold are left out.
    """
    used = shipped.card.get('chosen_on', {}).get('their_sources', ())
    rows = [row for row in read_labels(folder) if row['product_class'] == 'not_leaf' and row['source'] not in used]
    trained = {entry['name'] for entry in shipped.card['sources']} & {row['source'] for row in rows}
    if trained:
        raise SystemExit(f'{folder} is not held: the model has trained on {sorted(trained)}')
    if not rows:
        return {}
    products = products_of(shipped, photos_of(folder, rows))
    limits = shipped.card['thresholds']
    accepted = products[:, NOT_LEAF].numpy() < limits['leaf']
    answered = accepted & (health_confidence(products)[1] >= limits['confident'])
    sources = np.array([row['source'] for row in rows])
    parts = {'all': np.ones(len(rows), bool), **{name: sources == name for name in np.unique(sources).tolist()}}
    return {
        name: {'accepted': share_of(accepted[inside]), 'answered': share_of(answered[inside])}
        for name, inside in parts.items()
    }


def studies(shipped: Shipped, data: Path, rows: Sequence[dict], held: Path | None = None) -> Iterator[tuple[str, dict]]:
    """Each study's name and figures, as soon as it is done."""
    yield 'hardships', hardships(shipped, data, rows)
    yield 'background_only', background_only(shipped, data, rows)
    yield 'other_grounds', other_grounds(shipped, data, rows)
    yield 'other_crops', other_crops(shipped, data, rows)
    if held is not None:
        yield 'held_scenes', held_scenes(shipped, held)
