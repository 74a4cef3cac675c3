"""Compares two released models photo by photo: what a change of the network's file does to its answers.

python -m kutu_ml compare --data $LEAF_DATA --before DIR --after DIR [--splits val]
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from kutu_ml.cli import add_data_option
from kutu_ml.data.labels import read_labels
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.evaluate.metrics import macro_f1, predicted_classes, true_classes
from kutu_ml.network.released import load_released_model


def compare_models(before: Path, after: Path, data: Sequence[Path], splits: Sequence[str]) -> dict[str, float | int]:
    """Returns the differences of two models over the photos of some splits."""
    rows = [row for row in read_labels(*data) if row['split'] in splits]
    first, second = (load_released_model(model).predict(photo_loaders(rows)) for model in (before, after))
    return {'photos': len(rows), **differences(first, second, rows)}


def differences(first: torch.Tensor, second: torch.Tensor, rows: Sequence[dict]) -> dict[str, float | int]:
    """Returns how two sets of product class probabilities differ; a gap is the largest difference of one photo."""
    labels = true_classes(rows)
    gaps = (first - second).abs().max(1).values
    before, after = predicted_classes(first), predicted_classes(second)
    return {
        'accuracy_before': round(float((before == labels).mean()), 4),
        'accuracy_after': round(float((after == labels).mean()), 4),
        'macro_f1_before': round(macro_f1(labels, before), 4),
        'macro_f1_after': round(macro_f1(labels, after), 4),
        'other_class': int((before != after).sum()),
        'gap_median': round(float(gaps.median()), 5),
        'gap_p95': round(float(gaps.quantile(0.95)), 5),
        'gap_max': round(float(gaps.max()), 5),
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--before', type=Path, required=True, metavar='DIR')
    parser.add_argument('--after', type=Path, required=True, metavar='DIR')
    parser.add_argument('--splits', nargs='+', default=['val'])


def run(args: argparse.Namespace) -> None:
    for name, value in compare_models(args.before, args.after, args.data, args.splits).items():
        print(f'{name:<18}{value}')
