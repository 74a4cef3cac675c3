"""Which labelled rows an experiment may learn from: sources left out, and a share of the field photos.

labels.csv does not say which photos show one plant, so photos are kept or dropped in runs of `RUN_LENGTH` neighbours in file
order. That keeps plants together in CCMT-maize, whose neighbours are alike (mean difference of 8 x 8 thumbnails 36, of
random pairs 47); the files of the other field sources are in no order (41 to 45 either way), so there it is a random draw.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Sequence

from settings import Settings

JUDGED_CROPS = ('beans', 'maize', 'rice', 'wheat')
RUN_LENGTH = 8


def without_sources(rows: Sequence[dict], left_out: Sequence[str]) -> list[dict]:
    """The rows of other sources; a source that has no row at all is a slip of the pen."""
    unknown = set(left_out) - {row['source'] for row in rows}
    if unknown:
        raise SystemExit(f'left_out_sources: no photo is of {sorted(unknown)}')
    return [row for row in rows if row['source'] not in left_out]


def runs_of_neighbours(rows: Sequence[dict]) -> dict[tuple[str, str], list[list[dict]]]:
    """The rows of each (class, source) in runs of neighbours in file order."""
    together = defaultdict(list)
    for row in sorted(rows, key=lambda row: row['path']):
        together[f"{row['crop']}__{row['disease']}", row['source']].append(row)
    return {
        key: [found[i : i + RUN_LENGTH] for i in range(0, len(found), RUN_LENGTH)] for key, found in together.items()
    }


def draw_of(seed: int, run: Sequence[dict]) -> str:
    return hashlib.sha256(f"{seed} {run[0]['path']}".encode()).hexdigest()


def with_field_share(rows: Sequence[dict], share: float, seed: int) -> list[dict]:
    """The rows, with only `share` of the field photos of the judged crops in the train split.

    Of each class and source alike, at least one run; a smaller share of the same seed is part of a larger one.
    """
    if not 0 < share <= 1:
        raise SystemExit(f'train_share: {share} is not over 0 and at most 1')
    field = [
        row for row in rows if row['split'] == 'train' and row['setting'] == 'field' and row['crop'] in JUDGED_CROPS
    ]
    dropped = set()
    for runs in runs_of_neighbours(field).values():
        drawn = sorted(runs, key=lambda run: draw_of(seed, run))
        kept = max(1, math.floor(len(drawn) * share + 0.5))
        dropped |= {row['path'] for run in drawn[kept:] for row in run}
    return [row for row in rows if row['path'] not in dropped]


def refuse_leak(saved: dict, settings: Settings) -> None:
    """A run that goes on from a checkpoint must not inherit what its own settings leave out."""
    before = saved.get('settings')
    if before is None:
        if settings.left_out_sources or settings.train_share < 1:
            raise SystemExit('start_from is a released model, which has learnt from every source')
        return
    for source in settings.left_out_sources:
        inherited = before['start_from'] and source not in before.get('left_out_sources', ())
        if source in saved['sources'] or inherited:
            raise SystemExit(f'start_from may have learnt from {source}, which left_out_sources leaves out')
    if settings.train_share == 1 or (not before['start_from'] and 'train' not in before['splits']):
        return
    share, seed = before.get('train_share', 1.0), before.get('share_seed', settings.share_seed)
    if share > settings.train_share or seed != settings.share_seed:
        raise SystemExit('start_from has learnt from more field photos than train_share and share_seed allow')
