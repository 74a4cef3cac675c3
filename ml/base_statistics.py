"""Write base.bin beside a shipped model: what the server must know of the training to refit the head without forgetting.

    python ml/base_statistics.py --data $LEAF_DATA --checkpoint ~/.cache/kutu-ml/runs/first/last.pt [--model DIR]

The embeddings are those of the product itself (packages/vision/src/node/embeddings.ts, run by npx tsx, so Node and its packages
must be there), some ten milliseconds a photo. The checkpoint says which photos its training drew, and how often. base.bin holds
the second moment of their embeddings, and in one byte a value the embeddings of the field photos among them and of val, with what
the latter show.
"""

import argparse
import json
import os
import struct
import subprocess
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch

from batches import sampling_weights
from prepare import read_labels
from scores import JUDGED
from selection import with_field_share, without_sources
from settings import Settings
from shipped import latest_model

ROOT = Path(__file__).parent.parent
COMMAND = ('npx', 'tsx', 'packages/vision/src/node/embeddings.ts')


def settings_of(saved: dict) -> Settings:
    """Those of a checkpoint, also of one older than a setting; the network's shape is of no account here."""
    known = {entry.name for entry in fields(Settings)} - {'shape'}
    return Settings(**{name: value for name, value in saved['settings'].items() if name in known})


def photos_learnt(data: Path, settings: Settings) -> list[dict]:
    """The rows a run learnt from, each with its folder."""
    folders = [data, *(Path(folder).expanduser() for folder in settings.more)]
    rows = [{**row, 'folder': folder} for folder in folders for row in read_labels(folder)]
    rows = [row for row in rows if f"{row['crop']}__{row['disease']}" not in settings.left_out]
    rows = without_sources(rows, settings.left_out_sources)
    rows = [row for row in rows if row['split'] in settings.splits]
    return with_field_share(rows, settings.train_share, settings.share_seed)


def embeddings_of(model: Path, rows: list[dict], size: int) -> np.ndarray:
    """float32 [photos, size] by the product's own code, each row's photo in its own folder."""
    found = np.zeros((len(rows), size), np.float32)
    for folder in dict.fromkeys(row['folder'] for row in rows):
        here = [i for i, row in enumerate(rows) if row['folder'] == folder]
        said = subprocess.run(
            [*COMMAND, str(model.resolve()), str(folder)], cwd=ROOT, check=True, stdout=subprocess.PIPE,
            input=''.join(f"{rows[i]['path']}\n" for i in here).encode(),
        )
        found[here] = np.frombuffer(said.stdout, '<f4').reshape(len(here), size)
    return found


def moment_of(embeddings: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weighted mean of x xT, x being an embedding with a 1 behind it."""
    extended = np.concatenate([embeddings, np.ones((len(embeddings), 1))], 1).astype(np.float64)
    return (extended * (weights / weights.sum())[:, None]).T @ extended


def in_bytes(embeddings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each value as a byte times its column's step; embeddings are means of what a ReLU lets through, so none is negative."""
    steps = np.maximum(embeddings.max(0), 1e-12) / 255
    return np.round(embeddings / steps).astype(np.uint8), steps


def base_bytes(model: str, photos: int, moment: np.ndarray, kept: np.ndarray, val: np.ndarray, rows: list[dict]) -> bytes:
    """The file as packages/vision/src/base-statistics.ts reads it."""
    codes, steps = in_bytes(np.concatenate([kept, val]))
    header = json.dumps({
        'model': model, 'embedding_size': val.shape[1], 'photos': photos, 'kept': len(kept),
        'steps': [float(f'{step:.8g}') for step in steps],
        'truths': [row['product_class'] for row in rows], 'crops': [row['crop'] for row in rows],
        'settings': [row['setting'] for row in rows],
    }, separators=(',', ':')).encode()
    header += b' ' * (-len(header) % 4)
    lower = moment[np.tril_indices(len(moment))]
    return struct.pack('<I', len(header)) + header + lower.astype('<f4').tobytes() + codes.tobytes()


def write_base(model: Path, data: Path, settings: Settings) -> Path:
    card = json.loads((model / 'card.json').read_text())
    size = card['embedding_size']
    learnt = photos_learnt(data, settings)
    val = [{**row, 'folder': data} for row in read_labels(data) if row['split'] == 'val' and row['product_class'] in JUDGED]
    val = [row for row in val if f"{row['crop']}__{row['disease']}" not in settings.left_out]
    val = [row for row in val if row['source'] not in settings.left_out_sources]
    embeddings = embeddings_of(model, [*learnt, *val], size)
    moment = moment_of(embeddings[: len(learnt)], sampling_weights(learnt, settings, 1.0))
    field = np.array([row['split'] == 'train' and row['setting'] == 'field' for row in learnt])
    path = model / 'base.bin'
    path.write_bytes(
        base_bytes(card['version'], len(learnt), moment, embeddings[: len(learnt)][field], embeddings[len(learnt) :], val)
    )
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--model', type=Path, default=None)
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    saved = torch.load(args.checkpoint.expanduser(), map_location='cpu')
    path = write_base(args.model or latest_model(), Path(args.data), settings_of(saved))
    print(f'{path}: {path.stat().st_size} bytes')


if __name__ == '__main__':
    main()
