"""Averages the weights of checkpoints that were fine-tuned from one network: a uniform model soup (Wortsman et al. 2022).

    python -m kutu_ml average --checkpoint ~/.cache/kutu-ml/runs/{place-a,place-b}/last.pt --out ~/.cache/kutu-ml/runs/soup

Networks with a common start lie in one basin of the loss, so their mean is about as good as the best of them and has
seen what any of them saw. BatchNorm's statistics are averaged like weights.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from kutu_ml.train.checkpoint import save_atomically

SAME_IN_ALL = ('network', 'eval_size', 'left_out_classes')
"""Settings that the checkpoints must share."""


def average_checkpoints(checkpoints: Sequence[dict]) -> dict:
    """Returns a checkpoint with the mean weights, and with the photos, samples and seconds of all of them.

    Only sources that every checkpoint left out count as left out. Raises SystemExit where classes or architecture differ.
    """
    first = checkpoints[0]
    if any(other['classes'] != first['classes'] for other in checkpoints):
        raise SystemExit('the checkpoints have different classes')
    for name in SAME_IN_ALL:
        if any(other['settings'][name] != first['settings'][name] for other in checkpoints):
            raise SystemExit(f'the checkpoints have different settings: {name}')
    left_out = set.intersection(*(set(checkpoint['settings']['left_out_sources']) for checkpoint in checkpoints))
    sources: dict[str, int] = {}
    for checkpoint in checkpoints:
        for source, photos in checkpoint['sources'].items():
            sources[source] = max(photos, sources.get(source, 0))
    return {
        **first,
        'ema': {name: mean_of([checkpoint['ema'][name] for checkpoint in checkpoints]) for name in first['ema']},
        'settings': {**first['settings'], 'left_out_sources': sorted(left_out)},
        'samples_seen': sum(checkpoint['samples_seen'] for checkpoint in checkpoints),
        'seconds': sum(checkpoint['seconds'] for checkpoint in checkpoints),
        'sources': sources,
        'train_rows': max(checkpoint['train_rows'] for checkpoint in checkpoints),
        'val': {},
    }


def mean_of(values: Sequence[torch.Tensor]) -> torch.Tensor:
    """Returns the mean of equally shaped tensors; of integers, such as BatchNorm's batch count, the first."""
    return torch.stack(list(values)).mean(0) if values[0].dtype.is_floating_point else values[0]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--checkpoint', type=Path, nargs='+', required=True, metavar='FILE', help='two or more')
    parser.add_argument('--out', type=Path, required=True, metavar='DIR', help='where last.pt goes')


def run(args: argparse.Namespace) -> None:
    if len(args.checkpoint) < 2:
        raise SystemExit('an average needs two checkpoints or more')
    averaged = average_checkpoints([torch.load(path, map_location='cpu') for path in args.checkpoint])
    args.out.mkdir(parents=True, exist_ok=True)
    save_atomically(averaged, args.out / 'last.pt')
