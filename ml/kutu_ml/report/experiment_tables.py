"""The tables of the model card that are made from ml/results: new places, learning curve, kinds of network."""

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kutu_ml.data.labels import HEALTH_CLASSES, SUPPORTED_CROPS
from kutu_ml.evaluate.folds.by_source import worst_folds
from kutu_ml.evaluate.result_tables import BY_SOURCE, CHECKS, LEFT_OUT, SELECTIVE, SHARE, read_rows
from kutu_ml.paths import RESULTS
from kutu_ml.report.tables import NOT_MEASURED, markdown_table, to_words

ARCHITECTURE_PREFIX = 'arch-'
MACRO_F1_GOAL = 0.93
MAX_EXTRAPOLATION = 30
"""Up to how many times the photos at hand the learning curve is extrapolated."""


def format_interval(row: dict[str, str], value: str, low: str, high: str) -> str:
    return f'{float(row[value]):.3f} [{float(row[low]):.3f}, {float(row[high]):.3f}]'


def format_optional(text: str) -> str:
    return f'{float(text):.3f}' if text else ''


def left_out_table(folder: Path = RESULTS) -> str:
    """Returns each source as judged by networks that have never seen it, beside one that has."""
    rows = sorted(
        read_rows(LEFT_OUT, folder), key=lambda row: (row['source'], row['part'], row['in_training'], row['run'])
    )
    if not rows:
        return NOT_MEASURED
    head = [
        'source',
        'in training',
        'photos',
        'run',
        'accuracy',
        'macro-F1',
        'commonest class',
        *(f'recall of {to_words(name)}' for name in HEALTH_CLASSES),
        'answered confidently',
        'correct of those',
    ]
    return markdown_table(
        head,
        [
            [
                row['source'],
                row['in_training'],
                f'{row["part"]} (n {row["n"]})',
                row['run'],
                format_interval(row, 'accuracy', 'low', 'high'),
                format_interval(row, 'macro_f1', 'macro_low', 'macro_high'),
                *(
                    format_optional(row[name])
                    for name in ('majority', *HEALTH_CLASSES, 'coverage', 'selective_accuracy')
                ),
            ]
            for row in rows
        ],
    )


def fold_table(folder: Path = RESULTS) -> str:
    """Returns the figures of leave-one-source-out evaluation, fold by fold, and the worst folds."""
    rows = [row for row in read_rows(BY_SOURCE, folder) if row['part'] == 'fold']
    if not rows:
        return NOT_MEASURED
    names = (*SELECTIVE, *CHECKS)
    head = [
        'run',
        'sources left out',
        'photos',
        'accuracy',
        'macro-F1',
        'leaves answered confidently',
        'correct of those',
        'leaves refused',
        'photos without a leaf accepted',
        'other crops answered confidently',
        'thresholds chosen on',
    ]
    table = markdown_table(
        head,
        [
            [
                row['run'],
                row['source'].replace(' ', ', '),
                row['n'],
                format_interval(row, 'accuracy', 'low', 'high'),
                format_interval(row, 'macro_f1', 'macro_low', 'macro_high'),
                *(format_optional(row[name]) for name in names),
                row['calibrated_on'],
            ]
            for row in rows
        ],
    )
    labels = {'macro_f1': 'macro-F1', 'selective_accuracy': 'share of correct confident answers'}
    worst = [f'{labels[name]}: {row[name]} ({row["run"]})' for name, row in worst_folds(rows).items()]
    return f'{table}\n\nWorst fold: {"; ".join(worst)}.'


def curve_points(folder: Path = RESULTS) -> list[dict[str, str]]:
    return sorted(read_rows(SHARE, folder), key=lambda row: (row['part'], int(row['field_photos']), row['run']))


def fit_power_law(points: Sequence[dict[str, str]]) -> tuple[float, float] | None:
    """Fits log10(1 - macro-F1) = a + b * log10(photos) by least squares and returns (a, b).

    None for fewer than three sizes, or where the error does not fall.
    """
    sizes = np.log10([int(point['field_photos']) for point in points])
    errors = np.log10([max(1e-3, 1 - float(point['macro_f1'])) for point in points])
    if len(set(sizes.tolist())) < 3:
        return None
    slope, intercept = np.polyfit(sizes, errors, 1)
    return (float(intercept), float(slope)) if slope < 0 else None


def fitted_part(points: Sequence[dict[str, str]]) -> str:
    """Returns the part whose curve is fitted: test_field where it was read, else val."""
    return 'test_field' if any(point['part'] == 'test_field' for point in points) else 'val'


def fit_curve(points: Sequence[dict[str, str]]) -> tuple[float, float] | None:
    return fit_power_law([point for point in points if point['part'] == fitted_part(points)])


def describe_curve(points: Sequence[dict[str, str]]) -> str:
    """Returns a sentence on how many more photos the goal would take, by the fitted curve."""
    fit = fit_curve(points)
    if fit is None:
        return 'There are too few points for a fit, or the error does not fall.'
    intercept, slope = fit
    part, max_photos = fitted_part(points), max(int(point['field_photos']) for point in points)
    start = f'By the line fitted to the points of {part}, doubling the photos cuts 1 - macro-F1 by {1 - 2**slope:.0%}'
    log_photos = (math.log10(1 - MACRO_F1_GOAL) - intercept) / slope
    if log_photos > math.log10(max_photos * MAX_EXTRAPOLATION):
        return f'{start}; a macro-F1 of {MACRO_F1_GOAL} would take more than {MAX_EXTRAPOLATION} times the {max_photos} photos at hand.'
    if log_photos <= math.log10(max_photos):
        return f'{start}; a macro-F1 of {MACRO_F1_GOAL} lies within the {max_photos} photos at hand.'
    needed = 10**log_photos
    return (
        f'{start}; a macro-F1 of {MACRO_F1_GOAL} would take about {needed:.0f} photos, {needed / max_photos:.1f} times the '
        f'{max_photos} at hand, if more photos came from the same places. A line through so few points is a rough guide.'
    )


def learning_curve_section(folder: Path = RESULTS) -> str:
    points = curve_points(folder)
    if not points:
        return NOT_MEASURED
    rows = [
        [
            point['part'],
            f'{float(point["share"]):.0%}',
            point['field_photos'],
            point['run'],
            format_interval(point, 'accuracy', 'low', 'high'),
            format_interval(point, 'macro_f1', 'macro_low', 'macro_high'),
            *(format_optional(point[crop]) for crop in SUPPORTED_CROPS),
        ]
        for point in points
    ]
    head = [
        'measured on the leaves of',
        'share of field photos',
        'field photos',
        'run',
        'accuracy',
        'macro-F1',
        *SUPPORTED_CROPS,
    ]
    return (
        f'{markdown_table(head, rows)}\n\n{describe_curve(points)}\n\n![Learning curve](model-card/learning-curve.svg)'
    )


def architecture_table(runs: Path = RESULTS / 'runs.csv') -> str:
    """Returns the runs whose name starts with ARCHITECTURE_PREFIX, best first."""
    with open(runs, newline='') as file:
        rows = [row for row in csv.DictReader(file) if row['run'].startswith(ARCHITECTURE_PREFIX)]
    if not rows:
        return NOT_MEASURED
    table = [
        [
            json.loads(row['settings'])['network'].get('block', 'residual'),
            row['run'],
            f'{float(row["multiply_adds"]) / 1e6:.0f}',
            row['seconds'],
            row['samples_seen'],
            *(format_optional(row[name]) for name in ('val_accuracy', 'val_macro_f1', 'val_field_macro_f1')),
        ]
        for row in sorted(rows, key=lambda row: -float(row['val_field_macro_f1']))
    ]
    head = [
        'block',
        'run',
        'million multiply-adds',
        'seconds',
        'samples seen',
        'val accuracy',
        'val macro-F1',
        'val field macro-F1',
    ]
    return markdown_table(head, table)
