"""Recompute every figure of a shipped model from its files and the photos.

    python ml/evaluate.py --data $LEAF_DATA [--splits val test_lab test_field] [--studies] [--held DIR] [--write]

Without a flag this takes about half a minute on two cores. `--studies` adds what studies.py measures, some minutes more.
`--held` names the held folder of scenes.py: photos without a leaf from places never trained on, for the studies.
`--write` does both and puts everything into the model's card.json. The test splits are for a released model, once.
"""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from choice import photos_of
from detail import detail
from prepare import read_labels
from scores import HEALTH, answer_of, calibration_error, macro_f1, share_of, truth_of
from shipped import latest_model, read_shipped, write_card
from studies import products_of, studies
from verdict import NOT_LEAF, health_confidence


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


def evaluate(model: Path, data: Path, splits: Sequence[str]) -> dict[str, dict]:
    """Split -> its figures, and under `detail` what the drawings of the card are made of."""
    shipped = read_shipped(model)
    rows = read_labels(data)
    thresholds = shipped.card['thresholds']
    report = {}
    for split in splits:
        here = [row for row in rows if row['split'] == split]
        products = products_of(shipped, photos_of(data, here))
        report[split] = {**figures(products, here, thresholds), 'detail': detail(products, here, thresholds)}
    return report


def lines_of(name: str, value: object) -> list[str]:
    """A share as one line, a table of shares as several; drawings' numbers are left to the card."""
    if not isinstance(value, dict):
        return []
    if 'share' in value:
        return [f'  {name:<60}{share_text(value)}']
    return [line for key, entry in value.items() for line in lines_of(f'{name} {key}', entry)]


def text_of(report: dict[str, dict]) -> str:
    """The figures as lines for a terminal."""
    lines = []
    for split, figure in report.items():
        low, high = figure['detail']['macro_f1_interval']
        lines.append(
            f"{split}: {figure['n']} photos, macro-F1 {figure['macro_f1']} [{low}, {high}], calibration error {figure['ece']}"
        )
        lines += [line for name, value in figure.items() for line in lines_of(name, value)]
    return '\n'.join(lines)


def share_text(value: dict) -> str:
    return f"{value['share']:.3f}  [{value['low']:.3f}, {value['high']:.3f}]  n {value['n']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--model', type=Path, default=None)
    parser.add_argument('--splits', nargs='+', default=['val', 'test_lab', 'test_field'])
    parser.add_argument('--studies', action='store_true')
    parser.add_argument('--held', type=Path, default=None)
    parser.add_argument('--write', action='store_true')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    model = args.model or latest_model()
    report = evaluate(model, Path(args.data), args.splits)
    print(text_of(report), flush=True)
    found = {}
    if args.studies or args.write:
        for name, value in studies(read_shipped(model), Path(args.data), read_labels(Path(args.data)), args.held):
            found[name] = value
            print('\n'.join(lines_of(name, value)), flush=True)
    if args.write:
        card = json.loads((model / 'card.json').read_text())
        card['measured'].update(report)
        write_card(model, {**card, 'studies': found})


if __name__ == '__main__':
    main()
