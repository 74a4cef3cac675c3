"""Golden figures: made-up answers and what evaluate.py says of them, for packages/vision/src/scores.ts to match.

    python ml/golden_scores.py

No model and no photo is needed: the probabilities are drawn from whole numbers, so that they are the same everywhere.
"""

import json
from pathlib import Path

import torch

from evaluate import figures
from prepare import PRODUCT_CLASSES
from scores import JUDGED, answer_of, macro_f1, truth_of

GOLDEN = Path(__file__).parent.parent / 'packages' / 'vision' / 'test' / 'golden' / 'scores.json'
THRESHOLDS = {'leaf': 0.35, 'confident': 0.6}
CROPS = ('maize', 'beans', 'wheat')
SETTINGS = ('field', 'lab')
PHOTOS = 180


def drawn(number: int, place: int) -> float:
    """From 0 to 1, without any pattern to the eye."""
    value = (number * 7 + place + 1) * 2654435761 % 2**32
    value = (value ^ value >> 15) * 2246822519 % 2**32
    return (value ^ value >> 13) / 2**32


def made_up(number: int) -> tuple[dict[str, str], list[float]]:
    """One photo's truth and its five product probabilities, mostly on the side of the truth."""
    truth = JUDGED[int(drawn(number, 6) * len(JUDGED))]
    weights = [drawn(number, place) ** 3 for place in range(5)]
    weights[4] /= 2
    weights[JUDGED.index(truth)] += drawn(number, 5) * 1.5
    products = [round(weight / sum(weights), 6) for weight in weights]
    crop = 'other' if truth == 'not_leaf' else CROPS[number % len(CROPS)]
    return {'product_class': truth, 'crop': crop, 'setting': SETTINGS[number % 5 % 2], 'source': 'made up'}, products


def golden_scores() -> dict:
    photos = [made_up(number) for number in range(PHOTOS)]
    rows = [row for row, _ in photos]
    products = torch.tensor([values for _, values in photos], dtype=torch.float64)
    found = figures(products, rows, THRESHOLDS)
    truth, answer = truth_of(rows), answer_of(products)
    by_setting = {}
    for name in SETTINGS:
        here = torch.tensor([row['setting'] == name for row in rows]).numpy()
        by_setting[name] = {'n': int(here.sum()), 'macro_f1': round(macro_f1(truth[here], answer[here]), 4)}
    return {
        'thresholds': THRESHOLDS,
        'product_classes': list(PRODUCT_CLASSES),
        'photos': [{**row, 'products': values} for row, values in photos],
        'figures': {name: value for name, value in found.items() if name != 'by_source'},
        'by_setting': by_setting,
    }


def text_of(golden: dict) -> str:
    """JSON with one line for each photo."""
    lines = ',\n'.join('  ' + json.dumps(photo) for photo in golden['photos'])
    rest = json.dumps({name: value for name, value in golden.items() if name != 'photos'}, indent=1)
    return rest[:-2] + ',\n "photos": [\n' + lines + '\n ]\n}\n'


if __name__ == '__main__':
    GOLDEN.write_text(text_of(golden_scores()))
