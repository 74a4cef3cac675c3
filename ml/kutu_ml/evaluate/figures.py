"""The figures that a model card gives about a set of photos."""

from collections.abc import Sequence

import numpy as np
import torch

from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.evaluate.curves import detailed_figures
from kutu_ml.evaluate.metrics import (
    evaluated_probs,
    expected_calibration_error,
    health_prediction,
    is_accepted,
    macro_f1,
    predicted_classes,
    proportion,
    true_classes,
)
from kutu_ml.network.released import ReleasedModel


def compute_figures(probs: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    """Returns everything that the card says about one split. Shares carry n and their 95 % Wilson interval.

    Accuracy, macro-F1 and recall take the most probable of four classes. `answered` is the coverage (leaf photos with
    a confident verdict), `right_of_answered` the selective accuracy; `leaves_accepted` and `not_leaves_accepted` are
    what the leaf check lets through. The keys are read by packages/vision and the web app.
    """
    labels, predictions = true_classes(rows), predicted_classes(probs)
    correct = labels == predictions
    health_class, confidence = health_prediction(probs)
    is_leaf = labels != 'not_leaf'
    accepted = is_accepted(probs, thresholds)
    confident = accepted & (confidence >= thresholds['confident'])

    def accuracy_by(column: str) -> dict:
        values = np.array([row[column] for row in rows])
        return {name: proportion(correct[values == name]) for name in np.unique(values).tolist()}

    return {
        'n': len(rows),
        'accuracy': proportion(correct),
        'macro_f1': round(macro_f1(labels, predictions), 4),
        'ece': round(expected_calibration_error(evaluated_probs(probs).max(1).values.numpy(), correct), 4),
        'answered': proportion(confident[is_leaf]),
        'right_of_answered': proportion((health_class == labels)[confident]),
        'leaves_accepted': proportion(accepted[is_leaf]),
        'not_leaves_accepted': proportion(accepted[~is_leaf]),
        'not_leaves_answered': proportion(confident[~is_leaf]),
        'recall': accuracy_by('product_class'),
        'by_crop': accuracy_by('crop'),
        'by_source': accuracy_by('source'),
    }


def evaluate_splits(model: ReleasedModel, rows: Sequence[dict], splits: Sequence[str]) -> dict[str, dict]:
    """Returns the figures of each split, and under `detail` the numbers behind the card's plots."""
    thresholds = model.card['thresholds']
    report = {}
    for split in splits:
        inside = [row for row in rows if row['split'] == split]
        probs = model.predict(photo_loaders(inside))
        report[split] = {
            **compute_figures(probs, inside, thresholds),
            'detail': detailed_figures(probs, inside, thresholds),
        }
    return report


def format_share(value: dict) -> str:
    return f'{value["share"]:.3f}  [{value["low"]:.3f}, {value["high"]:.3f}]  n {value["n"]}'


def format_lines(name: str, value: object) -> list[str]:
    """Formats a share as one line and a table of shares as several; anything else is left out."""
    if not isinstance(value, dict):
        return []
    if 'share' in value:
        return [f'  {name:<60}{format_share(value)}']
    return [line for key, entry in value.items() for line in format_lines(f'{name} {key}', entry)]


def format_report(report: dict[str, dict]) -> str:
    """Formats the figures of all splits for a terminal."""
    lines = []
    for split, figures in report.items():
        low, high = figures['detail']['macro_f1_interval']
        macro = f'macro-F1 {figures["macro_f1"]} [{low}, {high}]'
        lines.append(f'{split}: {figures["n"]} photos, {macro}, calibration error {figures["ece"]}')
        lines += [line for name, value in figures.items() for line in format_lines(name, value)]
    return '\n'.join(lines)
