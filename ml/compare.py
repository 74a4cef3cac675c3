"""Hold one shipped model against another, photo by photo: what a change of the network's file does to its answers.

    python ml/compare.py --data $LEAF_DATA --before DIR --after DIR [--splits val]
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import torch

from choice import photos_of
from prepare import read_labels
from scores import answer_of, macro_f1, truth_of
from shipped import read_shipped
from studies import products_of


def compare(before: Path, after: Path, data: Path, splits: Sequence[str]) -> dict[str, float | int]:
    """Figures over the photos of some splits; a gap is between the product class probabilities of one photo."""
    rows = [row for row in read_labels(data) if row['split'] in splits]
    photos = photos_of(data, rows)
    first, second = (products_of(read_shipped(model), photos) for model in (before, after))
    return {'photos': len(rows), **differences(first, second, rows)}


def differences(first: torch.Tensor, second: torch.Tensor, rows: Sequence[dict[str, str]]) -> dict[str, float | int]:
    truth = truth_of(rows)
    gaps = (first - second).abs().max(1).values
    answers = [answer_of(products) for products in (first, second)]
    return {
        'accuracy_before': round(float((answers[0] == truth).mean()), 4),
        'accuracy_after': round(float((answers[1] == truth).mean()), 4),
        'macro_f1_before': round(macro_f1(truth, answers[0]), 4),
        'macro_f1_after': round(macro_f1(truth, answers[1]), 4),
        'other_class': int((answers[0] != answers[1]).sum()),
        'gap_median': round(float(gaps.median()), 5),
        'gap_p95': round(float(gaps.quantile(0.95)), 5),
        'gap_largest': round(float(gaps.max()), 5),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--before', type=Path, required=True)
    parser.add_argument('--after', type=Path, required=True)
    parser.add_argument('--splits', nargs='+', default=['val'])
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    for name, value in compare(args.before, args.after, Path(args.data), args.splits).items():
        print(f'{name:<18}{value}')


if __name__ == '__main__':
    main()
