"""Evaluates checkpoints of experiments on photos they were not trained on and keeps the figures in ml/results.

    python -m kutu_ml experiments left-out --checkpoint runs/no-ccmt/last.pt [more ...] [--source CCMT-maize]
    python -m kutu_ml experiments share --checkpoint runs/share-25/last.pt [more ...] [--splits val test_field]

`left-out` reads every labelled photo of the sources that a checkpoint was trained without (`left_out_sources`), and
its val and test photos once more alone; `--source` names a source for checkpoints that have seen it, of which val and
tests are read. `share` reads the field leaves of the supported crops, for the learning curve over `train_share`.

A row of the same run and part is replaced. One checkpoint takes about two minutes on two cores; a GPU is used where
there is one. For many folds at once see `evaluate --by-source`, which never reads the tests.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from kutu_ml.cli import add_data_option
from kutu_ml.data.labels import EVALUATED_CLASSES, HEALTH_CLASSES, SUPPORTED_CROPS
from kutu_ml.data.selection import with_field_share
from kutu_ml.evaluate.calibrated import CalibratedCheckpoint
from kutu_ml.evaluate.metrics import (
    health_prediction,
    is_accepted,
    macro_f1,
    macro_f1_interval,
    predicted_classes,
    true_classes,
    wilson_interval,
)
from kutu_ml.evaluate.result_tables import LEFT_OUT, RUN, SHARE, save_rows


def accuracy_figures(probs: torch.Tensor, rows: Sequence[dict]) -> dict[str, float | int]:
    """Returns accuracy over four classes and macro-F1, both with 95 % intervals (Wilson; bootstrap over photos)."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    correct = int((labels == predictions).sum())
    low, high = wilson_interval(correct, len(rows))
    macro_low, macro_high = macro_f1_interval(labels, predictions)
    values = {
        'accuracy': correct / len(rows),
        'low': low,
        'high': high,
        'macro_f1': macro_f1(labels, predictions),
        'macro_low': macro_low,
        'macro_high': macro_high,
    }
    return {'n': len(rows), **{name: round(value, 4) for name, value in values.items()}}


def accuracy_by(correct: np.ndarray, values: np.ndarray, names: Sequence[str]) -> dict[str, float | str]:
    """Returns the accuracy for each name among the values; '' where it does not occur."""
    return {name: round(float(correct[values == name].mean()), 4) if (values == name).any() else '' for name in names}


def evaluate_left_out(model: CalibratedCheckpoint, source: str) -> list[dict]:
    """Returns one row over every labelled photo of a source never seen, and one over its val and test photos."""
    was_seen = source in model.checkpoint['sources']
    labelled = [row for row in model.rows if row['source'] == source and row['product_class'] in EVALUATED_CLASSES]
    held_back = [row for row in labelled if row['split'] not in ('train', 'extra')]
    parts = {'val and tests': held_back}
    if not was_seen:
        parts['all labelled photos'] = labelled
    found = []
    for part, rows in parts.items():
        if not rows:
            continue
        probs = model.predict(rows)
        found.append(
            {
                **model.run_columns,
                'source': source,
                'in_training': 'yes' if was_seen else 'no',
                'part': part,
                **accuracy_figures(probs, rows),
                **answer_columns(probs, rows, model.thresholds),
            }
        )
    return found


def answer_columns(probs: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    """Returns the recall of each class, the share of the commonest one, and the figures of confident answers."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    health_class, confidence = health_prediction(probs)
    confident = is_accepted(probs, thresholds) & (confidence >= thresholds['confident'])
    correct = health_class == labels
    return {
        'majority': round(float(np.unique(labels, return_counts=True)[1].max() / len(labels)), 4),
        **accuracy_by(labels == predictions, labels, HEALTH_CLASSES),
        'coverage': round(float(confident.mean()), 4),
        'selective_accuracy': round(float(correct[confident].mean()), 4) if confident.any() else '',
    }


def evaluate_share(model: CalibratedCheckpoint, splits: Sequence[str]) -> list[dict]:
    """Returns a row for each split, over the field leaves of the supported crops."""
    share = model.settings['train_share']

    def field_leaves(rows: Sequence[dict], split: str) -> list[dict]:
        return [r for r in rows if r['split'] == split and r['setting'] == 'field' and r['crop'] in SUPPORTED_CROPS]

    trained_on = field_leaves(with_field_share(model.rows, share, model.settings['share_seed']), 'train')
    found = []
    for split in splits:
        rows = field_leaves(model.rows, split)
        probs = model.predict(rows)
        correct, crops = true_classes(rows) == predicted_classes(probs), np.array([row['crop'] for row in rows])
        found.append(
            {
                **model.run_columns,
                'share': share,
                'field_photos': len(trained_on),
                'part': split,
                **accuracy_figures(probs, rows),
                **accuracy_by(correct, crops, SUPPORTED_CROPS),
            }
        )
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('kind', choices=('left-out', 'share'))
    add_data_option(parser)
    parser.add_argument('--checkpoint', type=Path, nargs='+', required=True, metavar='FILE')
    parser.add_argument('--source', nargs='*', default=[], help='left-out: sources besides those left out')
    parser.add_argument('--splits', nargs='+', default=['val'], help='share: the splits to read')


def run(args: argparse.Namespace) -> None:
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    for path in args.checkpoint:
        model = CalibratedCheckpoint(path.expanduser(), args.data, device)
        if args.kind == 'share':
            name, rows = SHARE, evaluate_share(model, args.splits)
        else:
            sources = dict.fromkeys([*model.settings['left_out_sources'], *args.source])
            if not sources:
                raise SystemExit(f'{path} leaves no source out: name one with --source')
            name, rows = LEFT_OUT, [row for source in sources for row in evaluate_left_out(model, source)]
        save_rows(name, rows)
        for row in rows:
            print(' '.join(f'{key}={value}' for key, value in row.items() if key not in RUN[1:]), flush=True)
