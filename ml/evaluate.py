"""Recompute every figure of a shipped model from its files and the photos.

    python ml/evaluate.py --data $LEAF_DATA [--splits val test_lab test_field] [--write]

`--write` puts the figures into the model's card.json. The test splits are for a released model, once.
"""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from prepare import load_photo, read_labels
from scores import HEALTH, answer_of, calibration_error, macro_f1, membership_of, share_of, truth_of
from shipped import Shipped, read_shipped
from verdict import NOT_LEAF, health_confidence

MODELS = Path(__file__).parent.parent / 'packages' / 'vision' / 'models'


def figures(products: torch.Tensor, rows: Sequence[dict[str, str]], thresholds: dict[str, float]) -> dict:
    """Everything the card says about one split. Shares carry n and their 95 % Wilson interval.

    Accuracy, macro-F1 and recall take the likeliest of four classes. `answered` is the share of leaf photos
    with a confident verdict, `right_of_answered` how many of those are right; `leaves_accepted` and
    `not_leaves_accepted` are what the leaf check lets through.
    """
    truth, answer = truth_of(rows), answer_of(products)
    right = truth == answer
    judged = products[:, :4] / products[:, :4].sum(1, keepdim=True).clamp(min=1e-12)
    winner, confidence = health_confidence(products)
    leaves = truth != 'not_leaf'
    accepted = products[:, NOT_LEAF].numpy() < thresholds['leaf']
    confident = accepted & (confidence >= thresholds['confident'])
    named = np.array(HEALTH)[winner]

    def by(column: str) -> dict:
        values = np.array([row[column] for row in rows])
        return {name: share_of(right[values == name]) for name in np.unique(values).tolist()}

    return {
        'n': len(rows),
        'accuracy': share_of(right),
        'macro_f1': round(macro_f1(truth, answer), 4),
        'ece': round(calibration_error(judged.max(1).values.numpy(), right), 4),
        'answered': share_of(confident[leaves]),
        'right_of_answered': share_of((named == truth)[confident]),
        'leaves_accepted': share_of(accepted[leaves]),
        'not_leaves_accepted': share_of(accepted[~leaves]),
        'not_leaves_answered': share_of(confident[~leaves]),
        'recall': by('product_class'),
        'by_crop': by('crop'),
        'by_source': by('source'),
    }


def score(shipped: Shipped, data: Path, rows: Sequence[dict[str, str]]) -> torch.Tensor:
    """Product class probabilities [n, 5] of photos read from their files."""
    photos = [lambda row=row: np.asarray(load_photo(data / row['path'])) for row in rows]
    return shipped.fine(shipped.embeddings(photos)) @ membership_of(shipped.card['classes'])


def evaluate(model: Path, data: Path, splits: Sequence[str]) -> dict[str, dict]:
    shipped = read_shipped(model)
    rows = read_labels(data)
    report = {}
    for split in splits:
        here = [row for row in rows if row['split'] == split]
        report[split] = figures(score(shipped, data, here), here, shipped.card['thresholds'])
    return report


def text_of(report: dict[str, dict]) -> str:
    """The figures as lines for a terminal."""
    lines = []
    for split, figure in report.items():
        lines.append(f"{split}: {figure['n']} photos, macro-F1 {figure['macro_f1']}, calibration error {figure['ece']}")
        for name, value in figure.items():
            if isinstance(value, dict) and 'share' in value:
                lines.append(f'  {name:<40}{share_text(value)}')
            elif isinstance(value, dict):
                lines += [f'  {name + " " + key:<40}{share_text(entry)}' for key, entry in value.items()]
    return '\n'.join(lines)


def share_text(value: dict) -> str:
    return f"{value['share']:.3f}  [{value['low']:.3f}, {value['high']:.3f}]  n {value['n']}"


def latest_model() -> Path:
    return sorted(folder for folder in MODELS.iterdir() if (folder / 'card.json').exists())[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--model', type=Path, default=None)
    parser.add_argument('--splits', nargs='+', default=['val', 'test_lab', 'test_field'])
    parser.add_argument('--write', action='store_true')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    model = args.model or latest_model()
    report = evaluate(model, Path(args.data), args.splits)
    print(text_of(report))
    if args.write:
        path = model / 'card.json'
        card = json.loads(path.read_text())
        card['measured'].update(report)
        path.write_text(json.dumps(card, indent=2) + '\n')


if __name__ == '__main__':
    main()
