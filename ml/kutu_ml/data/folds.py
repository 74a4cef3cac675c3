"""Leave-one-source-out folds: each fold is a set of sources that a network is trained without.

Photos of one source share campaign, camera, place and background, so a source is never split. Every fold holds, as
far as there are enough sources, photos of each supported crop, and leaves other sources of that crop to train on.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kutu_ml.data.labels import EVALUATED_CLASSES, SUPPORTED_CROPS

DEFAULT_FOLDS = 8
MIN_PHOTOS = 60
"""A source with fewer photos is grouped with the other small sources of its crop."""


@dataclass(frozen=True)
class Fold:
    sources: tuple[str, ...]
    photos: int
    """Photos that the fold is measured on: labelled, of no test split."""


def fold_rows(rows: Sequence[dict]) -> list[dict]:
    """Returns the rows that folds are made of and measured on: labelled photos of no test split."""
    return [row for row in rows if row['product_class'] in EVALUATED_CLASSES and not row['split'].startswith('test')]


def main_crop(crops: Counter) -> str:
    """Returns the supported crop with most photos; for other sources 'other' (no leaf) or 'other crops'."""
    supported = [(count, crop) for crop, count in crops.items() if crop in SUPPORTED_CROPS]
    return max(supported)[1] if supported else 'other' if 'other' in crops else 'other crops'


def make_folds(rows: Sequence[dict], count: int = DEFAULT_FOLDS, min_photos: int = MIN_PHOTOS) -> list[Fold]:
    """Divides all sources into `count` folds; the same labels give the same folds.

    The groups of each crop, largest first, go to the fold with the fewest photos of that crop, then of all crops.
    """
    crops_of_source: dict[str, Counter] = defaultdict(Counter)
    for row in fold_rows(rows):
        crops_of_source[row['source']][row['crop']] += 1
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for source, crops in sorted(crops_of_source.items()):
        is_small = crops.total() < min_photos
        groups[main_crop(crops), 'small' if is_small else source].append(source)
    sizes = {key: sum(crops_of_source[source].total() for source in sources) for key, sources in groups.items()}
    if len(groups) < count:
        raise SystemExit(f'{len(groups)} groups of sources are too few for {count} folds')
    members: list[list[str]] = [[] for _ in range(count)]
    by_crop = [Counter() for _ in range(count)]
    for crop, name in sorted(groups, key=lambda key: (-sizes[key], key)):
        fold = min(range(count), key=lambda i: (by_crop[i][crop], by_crop[i].total(), i))
        members[fold] += groups[crop, name]
        by_crop[fold][crop] += sizes[crop, name]
    return [Fold(tuple(sorted(sources)), total.total()) for sources, total in zip(members, by_crop)]
