"""Chooses from which point on a photo counts as too small, dark, bright or blurred. Twin of quality/photo-quality.ts in packages/vision.

    python -m kutu_ml quality --data $LEAF_DATA [--model DIR] [--write]     # the thresholds of a released model
    python -m kutu_ml quality --golden                                      # what photo-quality.ts must measure

The photos of val are degraded step by step until the model's accuracy on their leaves has fallen by ACCURACY_DROP. A
threshold warns of RECALL of the photos degraded that far, unless it would warn of more than MAX_FALSE_ALARMS of the
real photos of train and val: then that bounds it. Every warning about a real photo counts as a false alarm, though some
of them are bad photos.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from kutu_ml.cli import add_data_option, add_model_option
from kutu_ml.data.labels import load_photo, photo_path, read_labels
from kutu_ml.data.preprocess import resize, view_square
from kutu_ml.evaluate.corruptions import Corruption, blur, compress_jpeg, darken, overexpose
from kutu_ml.evaluate.metrics import predicted_classes, proportion, true_classes
from kutu_ml.export.golden import CASES, draw_image
from kutu_ml.network.released import ReleasedModel, load_released_model, write_card
from kutu_ml.paths import GOLDEN

GOLDEN_FILE = GOLDEN / 'quality.json'
# What is measured; the same constants are in photo-quality.ts.
SIDE = 160
"""Side in px of the square that is measured."""
LIGHT_QUANTILE = 0.95
MIN_COLOR_SPREAD = 12
"""Smallest max - min of the channels of a colored pixel, in levels of 255."""
BURNT_LEVEL = 250
"""A colored pixel counts as burnt out when one of its channels reaches this level."""
MIN_COLORED = 0.03
"""Fraction of the pixels that the burnt ones are divided by at least."""
# How thresholds are chosen.
ACCURACY_DROP = 0.05
RECALL = 0.9
MAX_FALSE_ALARMS = 0.005
UPLOAD_JPEG_QUALITY = 85


def shrink(side: int) -> Corruption:
    """Returns a corruption that reduces the short side to `side` px; smaller photos stay as they are."""

    def corrupt(photo: np.ndarray, _number: int) -> np.ndarray:
        small = Image.fromarray(photo)
        ratio = side / min(small.size)
        size = (max(side, round(small.width * ratio)), max(side, round(small.height * ratio)))
        return np.asarray(small.resize(size, Image.Resampling.BILINEAR)) if ratio < 1 else photo

    return corrupt


# Warning: what it is measured by, how photos are degraded, and how far, from little to much. In px of the short side,
# stops of light, and sigma as a fraction of the short side.
DEGRADATIONS: dict[str, tuple[str, Callable[[float], Corruption], tuple[float, ...]]] = {
    'too_small': ('short_side', shrink, (128, 112, 96, 80, 64, 48, 32)),
    'too_dark': ('light', darken, (1, 2, 2.5, 3, 3.5, 4, 5)),
    'too_bright': ('burnt', overexpose, (1, 1.5, 2, 2.5, 3)),
    'too_blurred': ('sharpness', blur, (0.005, 0.01, 0.0125, 0.015, 0.02, 0.03)),
}


def measure_quality(photo: np.ndarray) -> dict[str, float]:
    """Measures an upright photo, uint8 [h, w, 3], whose short side is at most 512 px, as photo-quality.ts does.

    light: a high quantile of the luma. burnt: the fraction of colored pixels that are burnt out. sharpness: see below.
    """
    height, width, _ = photo.shape
    left, top, side = view_square(width, height, 1.0)
    square = torch.from_numpy(photo[top : top + side, left : left + side].copy()).permute(2, 0, 1).unsqueeze(0).float()
    planes = resize(square, SIDE)[0].numpy()
    luma = (0.299 * planes[0] + 0.587 * planes[1] + 0.114 * planes[2]).astype(np.float64)
    brightest, is_colored = planes.max(0), planes.max(0) - planes.min(0) >= MIN_COLOR_SPREAD
    burnt = (is_colored & (brightest >= BURNT_LEVEL)).sum()
    return {
        'short_side': min(height, width),
        'light': float(np.sort(luma, None)[int(LIGHT_QUANTILE * luma.size)]),
        'burnt': float(burnt / max(is_colored.sum(), MIN_COLORED * luma.size)),
        'sharpness': measure_sharpness(luma),
    }


def measure_sharpness(luma: np.ndarray) -> float:
    """Returns the energy of differences at full scale over that at half scale, the smaller of both directions."""
    half = luma.reshape(SIDE // 2, 2, SIDE // 2, 2).mean((1, 3))
    ratios = []
    for axis in (0, 1):
        fine, coarse = (float((np.diff(values, axis=axis) ** 2).mean()) for values in (luma, half))
        ratios.append(fine / coarse if coarse > 0 else 0.0)
    return min(ratios)


def quality_warnings(measured: dict[str, float], thresholds: dict[str, float]) -> list[str]:
    """Returns the warnings about a photo; too_small comes alone."""
    if measured['short_side'] < thresholds['short_side']:
        return ['too_small']
    applies = {
        'too_dark': measured['light'] < thresholds['light'],
        'too_bright': measured['burnt'] > thresholds['burnt'],
        'too_blurred': measured['sharpness'] < thresholds['sharpness'],
    }
    return [name for name, is_true in applies.items() if is_true]


def degrade_stepwise(
    warning: str,
    photos: Sequence[np.ndarray],
    is_correct: Callable[[list[np.ndarray]], np.ndarray],
    min_accuracy: float,
) -> list[tuple[float, np.ndarray, list[dict]]]:
    """Returns (strength, which answers are correct, measurements) of each step, up to the first below min_accuracy."""
    _, corruption, strengths = DEGRADATIONS[warning]
    steps = []
    for strength in strengths:
        corrupt = corruption(strength)
        degraded = [compress_jpeg(corrupt(photo, i), UPLOAD_JPEG_QUALITY) for i, photo in enumerate(photos)]
        steps.append((strength, is_correct(degraded), [measure_quality(photo) for photo in degraded]))
        if steps[-1][1].mean() <= min_accuracy:
            break
    return steps


def choose_quality_threshold(warning: str, steps: list, real: list[dict]) -> float:
    """Returns the threshold of one warning from the steps of degrade_stepwise and the measured real photos."""
    name, _, _ = DEGRADATIONS[warning]
    if warning == 'too_small':
        tolerable = [strength for strength, _, _ in steps[:-1]]
        return tolerable[-1] if tolerable else steps[-1][0]
    worst, usual = (np.array([measured[name] for measured in photos]) for photos in (steps[-1][2], real))
    if warning == 'too_bright':
        threshold = max(np.quantile(worst, 1 - RECALL), np.quantile(usual, 1 - MAX_FALSE_ALARMS))
        return float(np.ceil(threshold * 1e3) / 1e3)
    return float(np.floor(min(np.quantile(worst, RECALL), np.quantile(usual, MAX_FALSE_ALARMS)) * 1e3) / 1e3)


def choose_quality_thresholds(model: ReleasedModel, data: Sequence[Path]) -> tuple[dict[str, float], dict]:
    """Returns the thresholds, and the figures that the card gives for them."""
    rows = [r for r in read_labels(*data) if r['split'] in ('train', 'val') and r['product_class'] != 'not_leaf']
    val = [row for row in rows if row['split'] == 'val']
    photos, labels = [np.asarray(load_photo(photo_path(row))) for row in val], true_classes(val)

    def is_correct(photos: list[np.ndarray]) -> np.ndarray:
        return predicted_classes(model.predict([lambda photo=photo: photo for photo in photos])) == labels

    correct = is_correct(photos)
    real = [measure_quality(np.asarray(load_photo(photo_path(row)))) for row in rows]
    min_accuracy = correct.mean() - ACCURACY_DROP
    steps_of = {name: degrade_stepwise(name, photos, is_correct, min_accuracy) for name in DEGRADATIONS}
    thresholds = {
        DEGRADATIONS[name][0]: choose_quality_threshold(name, steps, real) for name, steps in steps_of.items()
    }
    warnings = [quality_warnings(measured, thresholds) for measured in real]

    def warned(warnings: list[list[str]], name: str | None = None) -> dict:
        return proportion(np.array([name in names if name else bool(names) for names in warnings]))

    return thresholds, {
        'fall': ACCURACY_DROP,
        'accuracy': proportion(correct),
        'false_alarms': {**{name: warned(warnings, name) for name in DEGRADATIONS}, 'any': warned(warnings)},
        'made_worse': {
            name: [
                {
                    'by': strength,
                    'accuracy': proportion(correct),
                    'warned': warned([quality_warnings(one, thresholds) for one in measured]),
                }
                for strength, correct, measured in steps
            ]
            for name, steps in steps_of.items()
        },
    }


def write_quality(model: Path, data: Sequence[Path]) -> dict:
    """Chooses the thresholds of a model, puts them into its card with their figures, and returns the card."""
    thresholds, figures = choose_quality_thresholds(load_released_model(model), data)
    # Read again: choosing takes minutes, in which others may have written to the card.
    card = json.loads((model / 'card.json').read_text())
    card['thresholds']['quality'] = thresholds
    card['quality'] = figures
    write_card(model, card)
    return card


def golden_quality() -> list[dict]:
    """Returns what photo-quality.ts must measure of the images of golden.py."""
    return [
        {'formula': formula, 'width': width, 'height': height, **measure_quality(draw_image(formula, width, height))}
        for formula, width, height, _ in CASES
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser, is_required=False)
    add_model_option(parser)
    parser.add_argument('--write', action='store_true', help="put them into the model's card.json")
    parser.add_argument('--golden', action='store_true', help='write the golden file of photo-quality.ts instead')


def run(args: argparse.Namespace) -> None:
    if args.golden:
        GOLDEN_FILE.write_text(json.dumps(golden_quality(), indent=1) + '\n')
        return
    if args.data is None:
        raise SystemExit('give --data or set LEAF_DATA')
    if args.write:
        card = write_quality(args.model, args.data)
        thresholds, figures = card['thresholds']['quality'], card['quality']
    else:
        thresholds, figures = choose_quality_thresholds(load_released_model(args.model), args.data)
    print(json.dumps({'thresholds': thresholds, **figures}, indent=1))
