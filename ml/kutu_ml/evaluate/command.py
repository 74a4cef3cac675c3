"""Recomputes every figure of a released model from its files and the photos.

    python -m kutu_ml evaluate [--splits val test_lab test_field] [--studies] [--write]

Without an option this takes about half a minute on two cores. `--studies` adds what studies.py measures, some minutes
more. `--write` does both and puts everything into the model's card.json. The test splits are read once
for a released model; while developing, use `--splits val`.
"""

import argparse
import json

from kutu_ml.cli import add_data_option, add_model_option
from kutu_ml.data.labels import read_labels
from kutu_ml.evaluate.figures import evaluate_splits, format_lines, format_report
from kutu_ml.evaluate.studies import run_studies
from kutu_ml.network.released import load_released_model, write_card


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    add_model_option(parser)
    parser.add_argument('--splits', nargs='+', default=['val', 'test_lab', 'test_field'])
    parser.add_argument('--studies', action='store_true', help='add the slow measurements')
    parser.add_argument('--write', action='store_true', help="put the figures into the model's card.json")


def run(args: argparse.Namespace) -> None:
    model, rows = load_released_model(args.model), read_labels(*args.data)
    report = evaluate_splits(model, rows, args.splits)
    print(format_report(report), flush=True)
    studies = {}
    if args.studies or args.write:
        for name, figures in run_studies(model, rows).items():
            studies[name] = figures
            print('\n'.join(format_lines(name, figures)), flush=True)
    if args.write:
        # Read again: the studies take minutes, in which others may have written to the card.
        card = json.loads((args.model / 'card.json').read_text())
        card['measured'].update(report)
        write_card(args.model, {**card, 'studies': studies})
