"""Which photos are too small, dark, bright or blurred to be asked about. Twin of packages/vision/src/quality.ts.

    python ml/quality.py --data $LEAF_DATA [--model DIR] [--write]     # the thresholds of a shipped model
    python ml/quality.py --golden                                      # what quality.ts must measure

The photos of val are made worse step by step, until the model's accuracy on their leaves has fallen by FALL. A threshold
warns of CAUGHT of the photos made that bad, unless it would warn of more than FALSE_ALARMS of the real photos of train and
val: then that bounds it. The warned share of real photos counts as false alarms, though some of them are bad photos.
"""

import argparse
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from golden import CASES, draw
from hardships import Change, as_jpeg, blurred, brighter, darker
from prepare import load_photo, read_labels
from preprocess import resize, view_square
from scores import answer_of, membership_of, share_of, truth_of
from shipped import Shipped, latest_model, read_shipped, write_card

GOLDEN = Path(__file__).parent.parent / 'packages' / 'vision' / 'test' / 'golden' / 'quality.json'
SIDE = 160
LIGHT_SHARE = 0.95
LEAST_SPREAD = 12
BURNT_FROM = 250
LEAST_COLOURED = 0.03

FALL = 0.05
CAUGHT = 0.9
FALSE_ALARMS = 0.005
SENT_QUALITY = 85


def reduced_to(side: int) -> Change:
    def change(photo: np.ndarray, _number: int) -> np.ndarray:
        small = Image.fromarray(photo)
        ratio = side / min(small.size)
        size = (max(side, round(small.width * ratio)), max(side, round(small.height * ratio)))
        return np.asarray(small.resize(size, Image.Resampling.BILINEAR)) if ratio < 1 else photo

    return change


# Each warning: what it is measured by, how photos are made worse, and by how much, from little to much. Pixels of the
# short side, stops of light, and sigma as a share of the short side.
LADDERS: dict[str, tuple[str, Callable[[float], Change], tuple[float, ...]]] = {
    'too_small': ('short_side', reduced_to, (128, 112, 96, 80, 64, 48, 32)),
    'too_dark': ('light', darker, (1, 2, 2.5, 3, 3.5, 4, 5)),
    'too_bright': ('burnt', brighter, (1, 1.5, 2, 2.5, 3)),
    'too_blurred': ('sharpness', blurred, (0.005, 0.01, 0.0125, 0.015, 0.02, 0.03)),
}


def measure(photo: np.ndarray) -> dict[str, float]:
    """What quality.ts measures of an upright photo, uint8 [h, w, 3], whose short side is at most 512 px."""
    height, width, _ = photo.shape
    left, top, side = view_square(width, height, 1.0)
    square = torch.from_numpy(photo[top : top + side, left : left + side].copy()).permute(2, 0, 1).unsqueeze(0).float()
    planes = resize(square, SIDE)[0].numpy()
    luma = (0.299 * planes[0] + 0.587 * planes[1] + 0.114 * planes[2]).astype(np.float64)
    most, coloured = planes.max(0), planes.max(0) - planes.min(0) >= LEAST_SPREAD
    return {
        'short_side': min(height, width),
        'light': float(np.sort(luma, None)[int(LIGHT_SHARE * luma.size)]),
        'burnt': float((coloured & (most >= BURNT_FROM)).sum() / max(coloured.sum(), LEAST_COLOURED * luma.size)),
        'sharpness': sharpness(luma),
    }


def sharpness(luma: np.ndarray) -> float:
    coarse = luma.reshape(SIDE // 2, 2, SIDE // 2, 2).mean((1, 3))
    shares = []
    for axis in (0, 1):
        fine, less = (float((np.diff(values, axis=axis) ** 2).mean()) for values in (luma, coarse))
        shares.append(fine / less if less > 0 else 0.0)
    return min(shares)


def judge(found: dict[str, float], thresholds: dict[str, float]) -> list[str]:
    if found['short_side'] < thresholds['short_side']:
        return ['too_small']
    told = {
        'too_dark': found['light'] < thresholds['light'],
        'too_bright': found['burnt'] > thresholds['burnt'],
        'too_blurred': found['sharpness'] < thresholds['sharpness'],
    }
    return [name for name, is_told in told.items() if is_told]


def climb(
    warning: str, photos: Sequence[np.ndarray], right_of: Callable[[list[np.ndarray]], np.ndarray], floor: float
) -> list[tuple[float, np.ndarray, list[dict]]]:
    """(strength, which answers are right, what is measured) of each step, the last being the first below the floor."""
    _, change_by, strengths = LADDERS[warning]
    steps = []
    for strength in strengths:
        change = change_by(strength)
        worse = [as_jpeg(change(photo, i), SENT_QUALITY) for i, photo in enumerate(photos)]
        steps.append((strength, right_of(worse), [measure(photo) for photo in worse]))
        if steps[-1][1].mean() <= floor:
            break
    return steps


def threshold_of(warning: str, steps: list, real: list[dict]) -> float:
    name, _, _ = LADDERS[warning]
    if warning == 'too_small':
        kept = [strength for strength, _, _ in steps[:-1]]
        return kept[-1] if kept else steps[-1][0]
    worst, usual = (np.array([found[name] for found in each]) for each in (steps[-1][2], real))
    if warning == 'too_bright':
        return float(np.ceil(max(np.quantile(worst, 1 - CAUGHT), np.quantile(usual, 1 - FALSE_ALARMS)) * 1e3) / 1e3)
    return float(np.floor(min(np.quantile(worst, CAUGHT), np.quantile(usual, FALSE_ALARMS)) * 1e3) / 1e3)


def chosen_quality(shipped: Shipped, data: Path) -> tuple[dict[str, float], dict]:
    """The thresholds, and the figures that the card gives for them."""
    rows = [row for row in read_labels(data) if row['split'] in ('train', 'val') and row['product_class'] != 'not_leaf']
    val = [row for row in rows if row['split'] == 'val']
    photos, truth = [np.asarray(load_photo(data / row['path'])) for row in val], truth_of(val)
    membership = membership_of(shipped.card['classes'])

    def right_of(given: list[np.ndarray]) -> np.ndarray:
        embeddings = shipped.embeddings([lambda photo=photo: photo for photo in given])
        return answer_of(shipped.fine(embeddings) @ membership) == truth

    plain = right_of(photos)
    real = [measure(np.asarray(load_photo(data / row['path']))) for row in rows]
    ladders = {name: climb(name, photos, right_of, plain.mean() - FALL) for name in LADDERS}
    thresholds = {LADDERS[name][0]: threshold_of(name, steps, real) for name, steps in ladders.items()}
    told = [judge(found, thresholds) for found in real]

    def warned(each: list[list[str]], name: str | None = None) -> dict:
        return share_of(np.array([name in names if name else bool(names) for names in each]))

    return thresholds, {
        'fall': FALL,
        'accuracy': share_of(plain),
        'false_alarms': {**{name: warned(told, name) for name in LADDERS}, 'any': warned(told)},
        'made_worse': {
            name: [
                {'by': by, 'accuracy': share_of(right), 'warned': warned([judge(one, thresholds) for one in found])}
                for by, right, found in steps
            ]
            for name, steps in ladders.items()
        },
    }


def write_quality(model: Path, data: Path) -> dict:
    """Chooses the thresholds of a model and puts them into its card, with their figures."""
    thresholds, figures = chosen_quality(read_shipped(model), data)
    # Read again: choosing takes minutes, in which others may have written to it.
    card = json.loads((model / 'card.json').read_text())
    card['thresholds']['quality'] = thresholds
    card['quality'] = figures
    write_card(model, card)
    return card


def golden_quality() -> list[dict]:
    drawn = [(formula, width, height) for formula, width, height, _ in CASES]
    return [
        {'formula': formula, 'width': width, 'height': height, **measure(draw(formula, width, height))}
        for formula, width, height in drawn
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--model', type=Path, default=None)
    parser.add_argument('--write', action='store_true')
    parser.add_argument('--golden', action='store_true')
    args = parser.parse_args()
    if args.golden:
        GOLDEN.write_text(json.dumps(golden_quality(), indent=1) + '\n')
        return
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    model = args.model or latest_model()
    if args.write:
        card = write_quality(model, Path(args.data))
        print(json.dumps({'thresholds': card['thresholds']['quality'], **card['quality']}, indent=1))
        return
    thresholds, figures = chosen_quality(read_shipped(model), Path(args.data))
    print(json.dumps({'thresholds': thresholds, **figures}, indent=1))


if __name__ == '__main__':
    main()
