"""The tables in ml/results that experiments write and the model card reads."""

import csv
from collections.abc import Sequence
from pathlib import Path

from kutu_ml.data.labels import HEALTH_CLASSES, SUPPORTED_CROPS
from kutu_ml.paths import RESULTS

LEFT_OUT, SHARE, BY_SOURCE = 'left_out.csv', 'share.csv', 'by_source.csv'
RUN = ('run', 'commit', 'train_rows', 'samples_seen', 'seconds')
FIGURES = ('n', 'accuracy', 'low', 'high', 'macro_f1', 'macro_low', 'macro_high')
SELECTIVE = ('coverage', 'selective_accuracy')
CHECKS = ('leaves_refused', 'not_leaf_accepted', 'other_crops_confident')
BANDS = tuple(
    f'{band}{suffix}' for mode in ('', '_stated') for band in ('confident', 'likely') for suffix in (mode, f'{mode}_right')
)
"""Shares of the leaves answered in each band and shares of those that are right, without and with a stated crop."""
COLUMNS = {
    LEFT_OUT: (*RUN, 'source', 'in_training', 'part', *FIGURES, 'majority', *HEALTH_CLASSES, *SELECTIVE),
    SHARE: (*RUN, 'share', 'field_photos', 'part', *FIGURES, *SUPPORTED_CROPS),
    BY_SOURCE: (*RUN, 'source', 'part', *FIGURES, *SELECTIVE, *CHECKS, *BANDS, 'calibrated_on'),
}
KEY = ('run', 'source', 'share', 'part')
"""Columns that identify a row; a table has those of them that it has."""


def save_rows(name: str, rows: Sequence[dict], folder: Path = RESULTS) -> None:
    """Writes rows into a table, in place of earlier rows with the same key."""

    def key(row: dict) -> tuple[str, ...]:
        return tuple(str(row.get(column, '')) for column in KEY)

    replaced = {key(row) for row in rows}
    kept = [row for row in read_rows(name, folder) if key(row) not in replaced]
    with open(folder / name, 'w', newline='') as file:
        table = csv.DictWriter(file, COLUMNS[name], lineterminator='\n')
        table.writeheader()
        table.writerows([*kept, *rows])


def read_rows(name: str, folder: Path = RESULTS) -> list[dict[str, str]]:
    """Returns the rows of a table; none when it does not exist yet."""
    if not (folder / name).exists():
        return []
    with open(folder / name, newline='') as file:
        return list(csv.DictReader(file))
