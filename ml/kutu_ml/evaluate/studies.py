"""Slow measurements of a released model: corrupted photos, and lab photos without their leaf.

Run by `evaluate --studies` and `evaluate --write`. Five minutes of processor time, so about three on two idle cores and more on busy ones.
The keys of the results are those of card.json.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from kutu_ml.data.cutout import has_plain_background
from kutu_ml.data.labels import load_photo, photo_path
from kutu_ml.evaluate.background import dilated_leaf, remove_leaf
from kutu_ml.evaluate.corruptions import CORRUPTIONS, photo_loaders
from kutu_ml.evaluate.metrics import Answers, answered_figures, predicted_classes, proportion, true_classes
from kutu_ml.network.released import ReleasedModel

SPLITS = ('test_field', 'test_lab')


def answer_figures(answers: Answers, rows: Sequence[dict]) -> dict:
    """Returns accuracy over four classes, coverage (`answered`) and selective accuracy (`right_of_answered`)."""
    labels = true_classes(rows)
    return {
        'accuracy': proportion(predicted_classes(answers.probs) == labels),
        **answered_figures(answers, labels),
    }


def corruption_study(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns the figures by test split and corruption."""
    parts = {split: [row for row in rows if row['split'] == split] for split in SPLITS}
    return {
        part: {name: answer_figures(model.answer(photo_loaders(inside, name)), inside) for name in CORRUPTIONS}
        for part, inside in parts.items()
        if inside
    }


def plain_background_parts(rows: Sequence[dict]) -> Iterator[tuple[str, int, list[dict], list[np.ndarray]]]:
    """Yields 'split, source', its photos on a plain background, and those the mask rule fits, with their pixels."""
    for split in ('test_lab', 'val'):
        inside = [row for row in rows if row['split'] == split and has_plain_background(row)]
        for source in sorted({row['source'] for row in inside}):
            part = [row for row in inside if row['source'] == source]
            photos = [np.asarray(load_photo(photo_path(row))) for row in part]
            fitting = [(row, photo) for row, photo in zip(part, photos) if dilated_leaf(photo) is not None]
            if fitting:
                yield f'{split}, {source}', len(part), [row for row, _ in fitting], [photo for _, photo in fitting]


def background_study(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns how far lab photos give their class away without their leaf, by split and source."""
    return {
        part: {
            'photos': count,
            **leak_figures(model.answer([lambda photo=photo: remove_leaf(photo) for photo in photos]), inside),
        }
        for part, count, inside, photos in plain_background_parts(rows)
    }


def leak_figures(answers: Answers, rows: Sequence[dict]) -> dict:
    """Returns what a network makes of backgrounds whose leaf was removed.

    `named` takes the most probable health class; against it stands the share of the commonest class. `no_leaf` is the
    share that the leaf check refuses, which is correct.
    """
    labels = true_classes(rows)
    _, counts = np.unique(labels, return_counts=True)
    return {
        'named': proportion(answers.health_class == labels),
        'commonest': round(float(counts.max() / counts.sum()), 4),
        'right_of_four': proportion(predicted_classes(answers.probs) == labels),
        'no_leaf': proportion(~answers.accepted),
        'answered': proportion(answers.confident),
    }


def run_studies(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns the figures of each study by its name in card.json."""
    return {'corruptions': corruption_study(model, rows), 'background_only': background_study(model, rows)}
