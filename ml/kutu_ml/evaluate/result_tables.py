"""The table of results/by_source.csv."""

import csv
from collections.abc import Sequence
from pathlib import Path

from kutu_ml.paths import RESULTS

RUN = ('run', 'commit', 'train_rows', 'samples_seen', 'seconds')
FIGURES = ('n', 'accuracy', 'low', 'high', 'macro_f1', 'macro_low', 'macro_high')
SELECTIVE = ('coverage', 'selective_accuracy')
CHECKS = ('leaves_refused', 'not_leaf_accepted', 'other_crops_confident')
BANDS = tuple(
    f'{band}{suffix}' for mode in ('', '_stated') for band in ('confident', 'likely') for suffix in (mode, f'{mode}_right')
)
"""Shares of the leaves answered in each band and shares of those that are right, without and with a stated crop."""
COLUMNS = (*RUN, 'source', 'part', *FIGURES, *SELECTIVE, *CHECKS, *BANDS, 'calibrated_on')
BY_SOURCE = RESULTS / 'by_source.csv'


def save_rows(rows: Sequence[dict], path: Path = BY_SOURCE) -> None:
    """Writes rows into the table, in place of earlier rows of the same run, source and part."""

    def key(row: dict) -> tuple[str, ...]:
        return row['run'], row['source'], row['part']

    replaced = {key(row) for row in rows}
    kept = [row for row in read_rows(path) if key(row) not in replaced]
    with open(path, 'w', newline='') as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator='\n')
        table.writeheader()
        table.writerows([*kept, *rows])


def read_rows(path: Path = BY_SOURCE) -> list[dict[str, str]]:
    """Returns the rows of the table; none when it does not exist yet."""
    if not path.exists():
        return []
    with open(path, newline='') as file:
        return list(csv.DictReader(file))
