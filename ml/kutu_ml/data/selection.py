"""Which labelled rows a run may train on: sources left out, and a fraction of the field photos.

labels.csv does not say which photos show one plant, so photos are kept or dropped in runs of RUN_LENGTH neighbors
in the order of their paths. That keeps plants together in CCMT-maize, whose neighbors are alike (mean difference of
8 x 8 thumbnails 36, of random pairs 47). The files of the other field sources are in no order (41 to 45 either way),
so there the draw is simply random.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Sequence

from kutu_ml.data.labels import SUPPORTED_CROPS, class_name
from kutu_ml.settings import Settings

RUN_LENGTH = 8


def select_training_rows(labels: Sequence[dict], settings: Settings) -> list[dict]:
    """Returns the rows that a run with these settings trains on."""
    rows = [row for row in labels if class_name(row) not in settings.left_out_classes]
    rows = without_sources(rows, settings.left_out_sources)
    rows = [row for row in rows if row['split'] in settings.splits]
    return with_field_share(rows, settings.train_share, settings.share_seed)


def without_sources(rows: Sequence[dict], left_out: Sequence[str]) -> list[dict]:
    """Returns the rows of all other sources. Raises SystemExit for a source without rows: a misspelled name."""
    unknown = set(left_out) - {row['source'] for row in rows}
    if unknown:
        raise SystemExit(f'left_out_sources: no photo is of {sorted(unknown)}')
    return [row for row in rows if row['source'] not in left_out]


def neighbor_runs(rows: Sequence[dict]) -> dict[tuple[str, str], list[list[dict]]]:
    """Groups the rows by (class, source) and splits each group into runs of neighbors in the order of paths."""
    groups = defaultdict(list)
    for row in sorted(rows, key=lambda row: row['path']):
        groups[class_name(row), row['source']].append(row)
    return {key: [group[i : i + RUN_LENGTH] for i in range(0, len(group), RUN_LENGTH)] for key, group in groups.items()}


def run_order(seed: int, run: Sequence[dict]) -> str:
    """Returns a sort key that puts runs in a random order, fixed by the seed and the run's first path."""
    return hashlib.sha256(f'{seed} {run[0]["path"]}'.encode()).hexdigest()


def with_field_share(rows: Sequence[dict], share: float, seed: int) -> list[dict]:
    """Returns the rows with only `share` of the train split's field photos of the supported crops.

    The same share of every class and source is kept, at least one run. A smaller share of the same seed is a subset
    of a larger one.
    """
    if not 0 < share <= 1:
        raise SystemExit(f'train_share: {share} is not over 0 and at most 1')
    field = [
        row for row in rows if row['split'] == 'train' and row['setting'] == 'field' and row['crop'] in SUPPORTED_CROPS
    ]
    dropped = set()
    for runs in neighbor_runs(field).values():
        shuffled = sorted(runs, key=lambda run: run_order(seed, run))
        kept = max(1, math.floor(len(shuffled) * share + 0.5))
        dropped |= {id(row) for run in shuffled[kept:] for row in run}
    return [row for row in rows if id(row) not in dropped]


def check_no_leakage(checkpoint: dict, settings: Settings) -> None:
    """Stops a run that would start from weights trained on photos that its own settings leave out."""
    earlier = checkpoint['settings']
    for source in settings.left_out_sources:
        inherited = earlier['init_from'] and source not in earlier.get('left_out_sources', ())
        if source in checkpoint['sources'] or inherited:
            raise SystemExit(f'init_from may have been trained on {source}, which left_out_sources leaves out')
    if settings.train_share == 1 or (not earlier['init_from'] and 'train' not in earlier['splits']):
        return
    share, seed = earlier.get('train_share', 1.0), earlier.get('share_seed', settings.share_seed)
    if share > settings.train_share or seed != settings.share_seed:
        raise SystemExit('init_from was trained on more field photos than train_share and share_seed allow')
