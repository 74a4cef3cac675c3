"""Writes base.bin beside a released model: what the server must know of the training to refit the head.

    python -m kutu_ml base-statistics --data $LEAF_DATA --checkpoint ~/.cache/kutu-ml/runs/first/last.pt [--model DIR]

The embeddings are computed by the product itself (node/cli/embeddings.ts in packages/vision, run by npx tsx, so Node and its
packages must be installed), some ten milliseconds a photo. The checkpoint says which photos its training drew, and how
often. base.bin holds the weighted second moment (Gram matrix) of their embeddings, and in one byte a value the
embeddings of the field photos among them and of val, with the labels of the latter. Photos of val that the head hardly
decides are left out: any change of the head would flip them, and a refit may lose none.
"""

import argparse
import json
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch

from kutu_ml.cli import add_data_option, add_model_option
from kutu_ml.data.labels import EVALUATED_CLASSES, HEALTH_CLASSES, class_name, read_labels
from kutu_ml.data.selection import select_training_rows
from kutu_ml.data.training_set import sampling_probabilities
from kutu_ml.network.released import load_released_model
from kutu_ml.paths import ROOT
from kutu_ml.settings import Settings

MIN_MARGIN = 0.05
"""Least difference between the shares of the two most probable health classes of a photo of val."""
COMMAND = ('npx', 'tsx', 'packages/vision/src/node/cli/embeddings.ts')


def load_settings(checkpoint: dict) -> Settings:
    """Returns the settings of a checkpoint, also of one older than a setting; the architecture does not matter here."""
    known = {entry.name for entry in fields(Settings)} - {'network'}
    return Settings(**{name: value for name, value in checkpoint['settings'].items() if name in known})


def training_rows(data: Sequence[Path], settings: Settings) -> list[dict]:
    """Returns the rows that a run was trained on."""
    return select_training_rows(read_labels(*data), settings)


def product_embeddings(model: Path, rows: list[dict], size: int) -> np.ndarray:
    """Returns the embeddings, float32 [photos, size], as the product's own code computes them."""
    embeddings = np.zeros((len(rows), size), np.float32)
    for folder in dict.fromkeys(row['folder'] for row in rows):
        inside = [i for i, row in enumerate(rows) if row['folder'] == folder]
        output = subprocess.run(
            [*COMMAND, str(model.resolve()), str(folder)],
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
            input=''.join(f'{rows[i]["path"]}\n' for i in inside).encode(),
        ).stdout
        embeddings[inside] = np.frombuffer(output, '<f4').reshape(len(inside), size)
    return embeddings


def is_decided(product_probs: torch.Tensor) -> torch.Tensor:
    """Tells of each answer [n, 5] whether its two most probable health classes differ by MIN_MARGIN or more."""
    health = product_probs[:, : len(HEALTH_CLASSES)]
    best = (health / health.sum(1, keepdim=True)).topk(2, 1).values
    return best[:, 0] - best[:, 1] >= MIN_MARGIN


def second_moment(embeddings: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Returns the weighted mean of x x^T (Gram matrix), x being an embedding with a 1 appended for the bias."""
    x = np.concatenate([embeddings, np.ones((len(embeddings), 1))], 1).astype(np.float64)
    return (x * (weights / weights.sum())[:, None]).T @ x


def quantize_embeddings(embeddings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns uint8 codes [n, c] and the step of each column [c]; embeddings are means after ReLU, so not negative."""
    steps = np.maximum(embeddings.max(0), 1e-12) / 255
    return np.round(embeddings / steps).astype(np.uint8), steps


def encode_base(
    version: str, photos: int, moment: np.ndarray, field: np.ndarray, val: np.ndarray, val_rows: list[dict]
) -> bytes:
    """Encodes the file as refit/base-statistics.ts in packages/vision reads it.

    Header length (uint32), JSON header padded to a multiple of 4 bytes, lower triangle of the moment (float32), codes.
    """
    codes, steps = quantize_embeddings(np.concatenate([field, val]))
    header = json.dumps(
        {
            'model': version,
            'embedding_size': val.shape[1],
            'photos': photos,
            'kept': len(field),
            'steps': [float(f'{step:.8g}') for step in steps],
            'truths': [row['product_class'] for row in val_rows],
            'crops': [row['crop'] for row in val_rows],
            'settings': [row['setting'] for row in val_rows],
        },
        separators=(',', ':'),
    ).encode()
    header += b' ' * (-len(header) % 4)
    lower = moment[np.tril_indices(len(moment))]
    return struct.pack('<I', len(header)) + header + lower.astype('<f4').tobytes() + codes.tobytes()


def write_base(model: Path, data: Sequence[Path], settings: Settings) -> Path:
    """Writes base.bin into the folder of a model and returns its path."""
    card = json.loads((model / 'card.json').read_text())
    trained = training_rows(data, settings)
    val = [row for row in read_labels(*data) if row['split'] == 'val' and row['product_class'] in EVALUATED_CLASSES]
    val = [row for row in val if class_name(row) not in settings.left_out_classes]
    val = [row for row in val if row['source'] not in settings.left_out_sources]
    embeddings = product_embeddings(model, [*trained, *val], card['embedding_size'])
    trained_embeddings, val_embeddings = embeddings[: len(trained)], embeddings[len(trained) :]
    decided = is_decided(load_released_model(model).product_probs(torch.from_numpy(val_embeddings))).numpy()
    kept = decided | np.array([row['product_class'] not in HEALTH_CLASSES for row in val])
    val, val_embeddings = [row for row, one in zip(val, kept) if one], val_embeddings[kept]
    moment = second_moment(trained_embeddings, sampling_probabilities(trained, settings, 1.0))
    is_field = np.array([row['split'] == 'train' and row['setting'] == 'field' for row in trained])
    path = model / 'base.bin'
    field = trained_embeddings[is_field]
    path.write_bytes(encode_base(card['version'], len(trained), moment, field, val_embeddings, val))
    return path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    add_model_option(parser)
    parser.add_argument('--checkpoint', type=Path, required=True, metavar='FILE')


def run(args: argparse.Namespace) -> None:
    checkpoint = torch.load(args.checkpoint.expanduser(), map_location='cpu')
    path = write_base(args.model, args.data, load_settings(checkpoint))
    print(f'{path}: {path.stat().st_size} bytes')
