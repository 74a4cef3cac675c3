"""The figures that a model card gives about a set of photos."""

from collections.abc import Sequence

import numpy as np

from kutu_ml.data.labels import HEALTH_CLASSES, SUPPORTED_CROPS
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.evaluate.curves import detailed_figures
from kutu_ml.evaluate.metrics import (
    Answers,
    answered_figures,
    evaluated_probs,
    expected_calibration_error,
    macro_f1,
    predicted_classes,
    proportion,
    true_classes,
)
from kutu_ml.evaluate.verdict import answer_photos
from kutu_ml.network.released import ReleasedModel


def compute_figures(answers: Answers, rows: Sequence[dict]) -> dict:
    """Returns everything that the card says about one split. Shares carry n and their 95 % Wilson interval.

    Accuracy, macro-F1 and recall take the most probable of four classes. `answered` is the coverage (leaf photos with
    a confident verdict), `right_of_answered` the selective accuracy; `leaves_accepted` and `not_leaves_accepted` are
    what the leaf check lets through. The keys are read by packages/vision and the web app.
    """
    probs, accepted, confident = answers.probs, answers.accepted, answers.confident
    labels, predictions = true_classes(rows), predicted_classes(probs)
    correct = labels == predictions
    is_leaf = labels != 'not_leaf'

    def accuracy_by(column: str) -> dict:
        values = np.array([row[column] for row in rows])
        return {name: proportion(correct[values == name]) for name in np.unique(values).tolist()}

    return {
        'n': len(rows),
        'accuracy': proportion(correct),
        'macro_f1': round(macro_f1(labels, predictions), 4),
        'ece': round(expected_calibration_error(evaluated_probs(probs).max(1).values.numpy(), correct), 4),
        **answered_figures(answers, labels),
        'leaves_accepted': proportion(accepted[is_leaf]),
        'not_leaves_accepted': proportion(accepted[~is_leaf]),
        'not_leaves_answered': proportion(confident[~is_leaf]),
        'recall': accuracy_by('product_class'),
        'by_crop': accuracy_by('crop'),
        'by_source': accuracy_by('source'),
    }


def stated_crops(rows: Sequence[dict]) -> list[str | None]:
    """Returns what a farmer who knows the crop would state: the row's crop where the model supports it."""
    return [row['crop'] if row['crop'] in SUPPORTED_CROPS else None for row in rows]


def band_figures(answers: Answers, stated: Answers, rows: Sequence[dict]) -> dict:
    """Returns the figures of the bands: answers without a stated crop, and with it (leaves of our crops alone).

    `by_class` gives for each 'crop, disease' how many are answered correctly, without and with the stated crop.
    """
    labels = true_classes(rows)
    ours = np.array([row['crop'] in SUPPORTED_CROPS and row['product_class'] in HEALTH_CLASSES for row in rows])
    correct, correct_stated = answers.health_class == labels, stated.health_class == labels
    names = np.array([f'{row["crop"]}, {row["disease"]}' for row in rows])
    return {
        'answered_likely': proportion(answers.likely[ours]),
        'right_of_likely': proportion(correct[answers.likely]),
        'crop_stated': {
            'accuracy': proportion(correct_stated[ours]),
            'answered': proportion(stated.confident[ours]),
            'right_of_answered': proportion(correct_stated[ours & stated.confident]),
            'answered_likely': proportion(stated.likely[ours]),
            'right_of_likely': proportion(correct_stated[ours & stated.likely]),
        },
        'by_class': {
            name: {
                'correct': proportion(correct[names == name]),
                'correct_crop_stated': proportion(correct_stated[names == name]),
                'confident': proportion(answers.confident[names == name]),
            }
            for name in np.unique(names[ours]).tolist()
        },
    }


def evaluate_splits(model: ReleasedModel, rows: Sequence[dict], splits: Sequence[str]) -> dict[str, dict]:
    """Returns the figures of each split, and under `detail` the numbers behind the card's plots."""
    report = {}
    for split in splits:
        inside = [row for row in rows if row['split'] == split]
        views, head = model.embed_views(photo_loaders(inside)), (model.weight, model.bias)
        answers = answer_photos(views, head, model.card, [None] * len(inside))
        stated = answer_photos(views, head, model.card, stated_crops(inside))
        report[split] = {
            **compute_figures(answers, inside),
            **band_figures(answers, stated, inside),
            'detail': detailed_figures(answers, inside),
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
