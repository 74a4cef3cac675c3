"""Which labelled rows a run may train on."""

from collections.abc import Sequence

from kutu_ml.data.labels import class_name
from kutu_ml.settings import Settings


def select_training_rows(labels: Sequence[dict], settings: Settings) -> list[dict]:
    """Returns the rows that a run with these settings trains on."""
    rows = [row for row in labels if class_name(row) not in settings.left_out_classes]
    rows = without_sources(rows, settings.left_out_sources)
    return [row for row in rows if row['split'] in settings.splits]


def without_sources(rows: Sequence[dict], left_out: Sequence[str]) -> list[dict]:
    """Returns the rows of all other sources. Raises SystemExit for a source without rows: a misspelled name."""
    unknown = set(left_out) - {row['source'] for row in rows}
    if unknown:
        raise SystemExit(f'left_out_sources: no photo is of {sorted(unknown)}')
    return [row for row in rows if row['source'] not in left_out]
