"""Writes the golden figures: synthetic answers and what evaluate/figures.py computes from them.

packages/vision must compute the same for `npx kutu evaluate`. No model and no photo is needed: the probabilities are
derived from integers, so that they are the same everywhere.
"""

import argparse
import json

import torch

from kutu_ml.data.labels import EVALUATED_CLASSES, PRODUCT_CLASSES
from kutu_ml.evaluate.figures import compute_figures
from kutu_ml.evaluate.metrics import macro_f1, predicted_classes, threshold_answers, true_classes
from kutu_ml.paths import GOLDEN

PATH = GOLDEN / 'scores.json'
THRESHOLDS = {'leaf': 0.35, 'confident': 0.6}
CROPS = ('maize', 'beans', 'wheat')
SETTINGS = ('field', 'lab')
PHOTOS = 180


def hash_unit(number: int, place: int) -> float:
    """Hashes two integers to a number from 0 to 1 (multiply-xorshift)."""
    value = (number * 7 + place + 1) * 2654435761 % 2**32
    value = (value ^ value >> 15) * 2246822519 % 2**32
    return (value ^ value >> 13) / 2**32


def synthetic_photo(number: int) -> tuple[dict[str, str], list[float]]:
    """Returns one photo's row and its five product class probabilities, mostly in favor of its true class."""
    label = EVALUATED_CLASSES[int(hash_unit(number, 6) * len(EVALUATED_CLASSES))]
    weights = [hash_unit(number, place) ** 3 for place in range(5)]
    weights[4] /= 2
    weights[EVALUATED_CLASSES.index(label)] += hash_unit(number, 5) * 1.5
    probs = [round(weight / sum(weights), 6) for weight in weights]
    crop = 'other' if label == 'not_leaf' else CROPS[number % len(CROPS)]
    return {'product_class': label, 'crop': crop, 'setting': SETTINGS[number % 5 % 2], 'source': 'made up'}, probs


def golden_scores() -> dict:
    """Returns the content of scores.json."""
    photos = [synthetic_photo(number) for number in range(PHOTOS)]
    rows = [row for row, _ in photos]
    probs = torch.tensor([values for _, values in photos], dtype=torch.float64)
    figures = compute_figures(threshold_answers(probs, THRESHOLDS), rows)
    labels, predictions = true_classes(rows), predicted_classes(probs)
    by_setting = {}
    for name in SETTINGS:
        inside = torch.tensor([row['setting'] == name for row in rows]).numpy()
        by_setting[name] = {'n': int(inside.sum()), 'macro_f1': round(macro_f1(labels[inside], predictions[inside]), 4)}
    return {
        'thresholds': THRESHOLDS,
        'product_classes': list(PRODUCT_CLASSES),
        'photos': [{**row, 'products': values} for row, values in photos],
        'figures': {name: value for name, value in figures.items() if name != 'by_source'},
        'by_setting': by_setting,
    }


def format_golden(golden: dict) -> str:
    """Formats the content as JSON with one line for each photo."""
    lines = ',\n'.join('  ' + json.dumps(photo) for photo in golden['photos'])
    rest = json.dumps({name: value for name, value in golden.items() if name != 'photos'}, indent=1)
    return rest[:-2] + ',\n "photos": [\n' + lines + '\n ]\n}\n'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(_args: argparse.Namespace) -> None:
    PATH.write_text(format_golden(golden_scores()))
    print(PATH)
