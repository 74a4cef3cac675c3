"""The parts of the model card that are made from ml/results: sources left out, learning curve, kinds of network."""

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from card_tables import NOT_MEASURED, table, words
from experiments import LEFT_OUT, RESULTS, SHARE, read
from scores import HEALTH
from selection import JUDGED_CROPS

ARCHITECTURE_PREFIX = 'arch-'
GOAL = 0.93
FURTHEST = 30


def spread(row: dict[str, str], value: str, low: str, high: str) -> str:
    return f'{float(row[value]):.3f} [{float(row[low]):.3f}, {float(row[high]):.3f}]'


def maybe(text: str) -> str:
    return f'{float(text):.3f}' if text else ''


def left_out(folder: Path = RESULTS) -> str:
    """Each source as judged by networks that have never seen it, beside one that has."""
    rows = sorted(read(LEFT_OUT, folder), key=lambda row: (row['source'], row['part'], row['seen'], row['run']))
    if not rows:
        return NOT_MEASURED
    head = [
        'source', 'in training', 'photos', 'run', 'accuracy', 'macro-F1', 'commonest class',
        *(f'{words(name)} found' for name in HEALTH), 'answered with confidence', 'right of those',
    ]
    return table(head, [
        [
            row['source'], row['seen'], f"{row['part']} (n {row['n']})", row['run'], spread(row, 'accuracy', 'low', 'high'),
            spread(row, 'macro_f1', 'macro_low', 'macro_high'), maybe(row['majority']),
            *(maybe(row[name]) for name in HEALTH), maybe(row['answered']), maybe(row['right_of_answered']),
        ]
        for row in rows
    ])


def curve_points(folder: Path = RESULTS) -> list[dict[str, str]]:
    return sorted(read(SHARE, folder), key=lambda row: (row['part'], int(row['field_photos']), row['run']))


def power_law(points: Sequence[dict[str, str]]) -> tuple[float, float] | None:
    """log10(1 - macro-F1) = a + b * log10(photos) by least squares; None for fewer than three sizes or a rising line."""
    sizes = np.log10([int(point['field_photos']) for point in points])
    wrong = np.log10([max(1e-3, 1 - float(point['macro_f1'])) for point in points])
    if len(set(sizes.tolist())) < 3:
        return None
    slope, start = np.polyfit(sizes, wrong, 1)
    return (float(start), float(slope)) if slope < 0 else None


def curve_part(points: Sequence[dict[str, str]]) -> str:
    """The part whose curve is fitted: test_field where it was read, else val."""
    return 'test_field' if any(point['part'] == 'test_field' for point in points) else 'val'


def curve_fit(points: Sequence[dict[str, str]]) -> tuple[float, float] | None:
    return power_law([point for point in points if point['part'] == curve_part(points)])


def curve_words(points: Sequence[dict[str, str]]) -> str:
    """What the fitted curve says about how many more photos the goal would take."""
    fit = curve_fit(points)
    if fit is None:
        return 'Too few points for a fit, or none that falls.'
    part, most = curve_part(points), max(int(point['field_photos']) for point in points)
    fewer = 1 - 2 ** fit[1]
    start = f'By the fitted line through the points of {part}, twice the photos take {fewer:.0%} off what macro-F1 lacks'
    exponent = (math.log10(1 - GOAL) - fit[0]) / fit[1]
    if exponent > math.log10(most * FURTHEST):
        return f'{start}; a macro-F1 of {GOAL} would take more than {FURTHEST} times the {most} photos at hand.'
    if exponent <= math.log10(most):
        return f'{start}; a macro-F1 of {GOAL} lies within the {most} photos at hand.'
    needed = 10**exponent
    return (
        f'{start}; a macro-F1 of {GOAL} would take about {needed:.0f} photos, {needed / most:.1f} times the {most} at hand, '
        'if more photos came from the same places. A line through so few points is a rough guide.'
    )


def learning(folder: Path = RESULTS) -> str:
    points = curve_points(folder)
    if not points:
        return NOT_MEASURED
    rows = [
        [
            point['part'], f"{float(point['share']):.0%}", point['field_photos'], point['run'],
            spread(point, 'accuracy', 'low', 'high'), spread(point, 'macro_f1', 'macro_low', 'macro_high'),
            *(maybe(point[crop]) for crop in JUDGED_CROPS),
        ]
        for point in points
    ]
    head = ['measured on the leaves of', 'share of field photos', 'field photos', 'run', 'accuracy', 'macro-F1', *JUDGED_CROPS]
    return f'{table(head, rows)}\n\n{curve_words(points)}\n\n![Learning curve](model-card/learning-curve.svg)'


def architectures(runs: Path = RESULTS / 'runs.csv') -> str:
    """The runs whose name begins with `ARCHITECTURE_PREFIX`, the best first."""
    with open(runs, newline='') as file:
        rows = [row for row in csv.DictReader(file) if row['run'].startswith(ARCHITECTURE_PREFIX)]
    if not rows:
        return NOT_MEASURED
    found = []
    for row in sorted(rows, key=lambda row: -float(row['val_field_macro_f1'])):
        shape = json.loads(row['settings'])['shape']
        found.append([
            shape.get('kind', 'residual'), row['run'], f"{float(row['multiply_adds']) / 1e6:.0f}", row['seconds'],
            row['photos_seen'], maybe(row['val_accuracy']), maybe(row['val_macro_f1']), maybe(row['val_field_macro_f1']),
        ])
    head = ['kind', 'run', 'million multiply-adds', 'seconds', 'photos seen', 'val accuracy', 'val macro-F1', 'val field macro-F1']
    return table(head, found)
