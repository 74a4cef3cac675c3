"""Slow measurements of a released model: corrupted photos, leaves without or on another background, other crops.

Run by `evaluate --studies`. Five minutes of processor time, so about three on two idle cores and more on busy ones.
The keys of the results are those of card.json, which the web app reads.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from kutu_ml.data.cutout import has_plain_background
from kutu_ml.data.labels import HEALTH_CLASSES, SUPPORTED_CROPS, load_photo, photo_path
from kutu_ml.evaluate.background import PLAIN_BACKGROUNDS, dilated_leaf, remove_leaf, replace_background
from kutu_ml.evaluate.corruptions import CORRUPTIONS, photo_loaders
from kutu_ml.evaluate.metrics import Answers, answered_figures, predicted_classes, proportion, true_classes
from kutu_ml.network.inference import PhotoLoader
from kutu_ml.network.released import ReleasedModel

MAX_PHOTOS_PER_OTHER_CROP = 120
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


def edited_loaders(photos: Sequence[np.ndarray], edit: Callable[[np.ndarray], np.ndarray]) -> list[PhotoLoader]:
    return [lambda photo=photo: edit(photo) for photo in photos]


def background_study(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns how far lab photos give their class away without their leaf, by split and source.

    `named` takes the most probable health class, `balanced` is the mean of its recalls. Against them stand the share of
    the commonest class and one over the number of classes. `no_leaf` is the share that the leaf check refuses, which
    is correct.
    """
    return {
        part: {
            'photos': count,
            **leak_figures(model.answer(edited_loaders(photos, remove_leaf)), inside),
        }
        for part, count, inside, photos in plain_background_parts(rows)
    }


def other_background_study(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns accuracy and recalls of the same leaves on their own background and cut out on others."""
    found = {}
    for part, _, inside, photos in plain_background_parts(rows):
        labels = true_classes(inside)
        for name in ('its own', *PLAIN_BACKGROUNDS):
            color = PLAIN_BACKGROUNDS.get(name)
            edit = (lambda photo: photo) if color is None else (lambda photo, c=color: replace_background(photo, c))
            correct = predicted_classes(model.predict(edited_loaders(photos, edit))) == labels
            recall = {c: proportion(correct[labels == c]) for c in HEALTH_CLASSES if (labels == c).any()}
            found.setdefault(part, {})[name] = {'accuracy': proportion(correct), 'recall': recall}
    return found


def leak_figures(answers: Answers, rows: Sequence[dict]) -> dict:
    """Returns what a network makes of backgrounds whose leaf was removed."""
    labels = true_classes(rows)
    health_class = answers.health_class
    classes, counts = np.unique(labels, return_counts=True)
    return {
        'named': proportion(health_class == labels),
        'commonest': round(float(counts.max() / counts.sum()), 4),
        'balanced': round(float(np.mean([(health_class == labels)[labels == name].mean() for name in classes])), 4),
        'classes': len(classes),
        'right_of_four': proportion(predicted_classes(answers.probs) == labels),
        'no_leaf': proportion(~answers.accepted),
        'answered': proportion(answers.confident),
    }


def other_crop_study(model: ReleasedModel, rows: Sequence[dict]) -> dict[str, dict]:
    """Returns the figures of crops that the product does not support, from photos spread evenly over each crop.

    The network was trained on these photos: the figures say what it makes of what it knows, not of a new place. Plants
    without a health label (weeds) have no correct answer but `uncertain`.
    """
    found = {}
    others = [row for row in rows if row['split'] == 'extra' and row['crop'] not in SUPPORTED_CROPS]
    for crop in sorted({row['crop'] for row in others}):
        inside = [row for row in others if row['crop'] == crop]
        count = min(len(inside), MAX_PHOTOS_PER_OTHER_CROP)
        inside = [inside[i] for i in np.linspace(0, len(inside) - 1, count).astype(int)]
        answers = model.answer(photo_loaders(inside))
        figures = answer_figures(answers, inside)
        found[crop] = {
            'labelled': all(row['product_class'] in HEALTH_CLASSES for row in inside),
            'leaf_accepted': proportion(answers.accepted),
            'answered': figures['answered'],
            'right_of_answered': figures['right_of_answered'],
        }
    return found


def run_studies(model: ReleasedModel, rows: Sequence[dict]) -> Iterator[tuple[str, dict]]:
    """Yields each study's name in card.json and its figures, as soon as it is done."""
    yield 'corruptions', corruption_study(model, rows)
    yield 'background_only', background_study(model, rows)
    yield 'other_grounds', other_background_study(model, rows)
    yield 'other_crops', other_crop_study(model, rows)
