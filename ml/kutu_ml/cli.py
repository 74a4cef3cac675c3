"""Command-line options that several commands share."""

import argparse
import os
from pathlib import Path

from kutu_ml.paths import latest_model_dir


def add_data_option(parser: argparse.ArgumentParser, is_required: bool = True) -> None:
    """Adds --data: folders with a labels.csv. Without it LEAF_DATA counts, folders separated by os.pathsep."""
    from_environment = [Path(folder) for folder in os.environ.get('LEAF_DATA', '').split(os.pathsep) if folder]
    parser.add_argument(
        '--data',
        type=Path,
        nargs='+',
        metavar='DIR',
        default=from_environment or None,
        required=is_required and not from_environment,
        help='folders of leaf photos, each with a labels.csv (default: LEAF_DATA)',
    )


def add_model_option(parser: argparse.ArgumentParser) -> None:
    """Adds --model: the folder of a released model, by default the newest in packages/vision/models."""
    parser.add_argument(
        '--model', type=Path, default=latest_model_dir(), metavar='DIR', help='default: the newest model'
    )
