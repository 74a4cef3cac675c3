"""Trains the leaf network within a given wall-clock time, on CPU or GPU.

    python -m kutu_ml train --data $LEAF_DATA --out ~/.cache/kutu-ml/runs/first --minutes 40

An interrupted run goes on when the same command is given again. Every finished run is a row of results/runs.csv.
"""

import argparse
import csv
import json
import time
from dataclasses import asdict, fields
from pathlib import Path

import torch

from kutu_ml.cli import add_data_option
from kutu_ml.data.folds import DEFAULT_FOLDS, make_folds
from kutu_ml.data.labels import read_labels
from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig, multiply_adds
from kutu_ml.paths import CACHE, RESULTS
from kutu_ml.settings import Settings
from kutu_ml.train.loop import train

RUNS = RESULTS / 'runs.csv'


def append_run(row: dict) -> None:
    """Appends one line to results/runs.csv; its header decides which columns are written."""
    with open(RUNS, newline='') as file:
        columns = next(csv.reader(file))
    with open(RUNS, 'a', newline='') as file:
        csv.DictWriter(file, columns).writerow({name: row.get(name, '') for name in columns})


def parse_settings(pairs: list[str], **given: object) -> Settings:
    """Returns Settings changed by NAME=JSON pairs. Raises SystemExit for an unknown name."""
    changes = dict(pair.split('=', 1) for pair in pairs)
    unknown = set(changes) - {entry.name for entry in fields(Settings)}
    if unknown:
        raise SystemExit(f'no such settings: {sorted(unknown)}')
    values = {name: json.loads(text) for name, text in changes.items()}
    if 'network' in values:
        values['network'] = NetworkConfig(**values['network'])
    return Settings(**{**values, **given})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--out', type=Path, required=True, metavar='DIR', help='where checkpoints go')
    parser.add_argument('--minutes', type=float, default=Settings.minutes)
    parser.add_argument('--cache', type=Path, default=CACHE, metavar='DIR')
    parser.add_argument('--backbone', default='', metavar='FILE', help='ImageNet MobileNetV2 (.tflite) to start from')
    parser.add_argument('--leave-out-fold', type=int, metavar='N', help='leave out the sources of fold N, 0 or more')
    parser.add_argument('--folds', type=int, default=DEFAULT_FOLDS, help='number of folds for --leave-out-fold')
    parser.add_argument(
        '--set', nargs='*', default=[], metavar='NAME=JSON', help='other settings (kutu_ml/settings.py)'
    )


def run(args: argparse.Namespace) -> None:
    given = {'minutes': args.minutes, 'backbone': args.backbone}
    if args.leave_out_fold is not None:
        given['left_out_sources'] = make_folds(read_labels(*args.data), args.folds)[args.leave_out_fold].sources
    settings = parse_settings(args.set, **given)
    started = time.strftime('%Y-%m-%dT%H:%M:%S')
    report = train(args.data, args.out, settings, args.cache)
    checkpoint = torch.load(args.out / 'last.pt', map_location='cpu')
    append_run(
        {
            'run': args.out.name,
            'started': started,
            'commit': checkpoint['commit'][:12],
            'device': checkpoint['device'],
            'seconds': round(checkpoint['seconds']),
            'samples_seen': checkpoint['samples_seen'],
            'train_rows': checkpoint['train_rows'],
            'settings': json.dumps(asdict(settings)),
            'multiply_adds': multiply_adds(MobileNetV2(len(checkpoint['classes']), settings.network), settings.eval_size),
            **{f'val_{name}': value for name, value in report.items()},
        }
    )
