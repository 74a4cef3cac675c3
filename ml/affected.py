"""Fit and measure the heat map and the affected area of a shipped model on the drawn leaves (ml/masks/README.md).

    python ml/affected.py --data $LEAF_DATA [--model DIR] [--write]

What is measured is what is shipped: the cells come from packages/vision itself (src/node/part-evidence.ts, run by npx tsx), so
Node and its packages must be there. The weights of the evidence and the heat threshold are chosen on the drawn leaves; every figure
is cross-validated, each photo judged by weights and threshold that saw no photo of its source and disease. `--write` puts weights
and threshold into card.json and the figures into ml/results/affected.json, after checking that the shipped code, given the new card,
says the same as this script.
"""

import argparse
import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from affected_figures import figures, text_of
from affected_fit import Leaf, Weights, fit_rows, share_above
from affected_masks import rasterise, read_masks
from prepare import read_labels
from shipped import latest_model, write_card

ROOT = Path(__file__).parent.parent
COMMAND = ('npx', 'tsx', 'packages/vision/src/node/part-evidence.ts')
RESULTS = Path(__file__).parent / 'results' / 'affected.json'
AGREEMENT = 2e-3


def part_evidence(model: Path, data: Path, paths: list[str]) -> tuple[dict, list[dict]]:
    """What packages/vision says about the model, and about each photo."""
    done = subprocess.run(
        [*COMMAND, str(model.resolve()), str(data.resolve())],
        cwd=ROOT, input='\n'.join(paths), capture_output=True, text=True, check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(COMMAND)} failed:\n{done.stderr}")
    about, *photos = map(json.loads, done.stdout.splitlines())
    return about, photos


def numbers(text: str, kind: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), kind)


def read_leaves(model: Path, data: Path) -> tuple[dict, list[Leaf]]:
    masks = read_masks()
    rows = {row['path']: row for row in read_labels(data)}
    missing = [path for path in masks if path not in rows]
    if missing:
        raise SystemExit(f'not in labels.csv: {missing}')
    about, photos = part_evidence(model, data, list(masks))
    leaves = []
    for photo in photos:
        row, drawn = rows[photo['path']], rasterise(masks[photo['path']], about['size'])
        mask = numbers(photo['mask'], '<u1').astype(np.float32)
        leaves.append(
            Leaf(
                photo['path'], '/'.join((row['crop'], row['disease'], row['source'])), row['setting'],
                row['product_class'] != 'healthy', photo['answer'], photo['affected_area'] is not None,
                mask if mask.mean() >= about['least_leaf'] else np.ones_like(mask),
                np.stack([numbers(values, '<f4') for values in photo['evidence']]).astype(np.float64),
                drawn.leaf.ravel(), drawn.affected.ravel(),
            )
        )
    return about, leaves


def card_weights(weights: Weights, names: list[str]) -> dict[str, float]:
    return {'constant': round(weights.constant, 5), **{name: round(float(w), 5) for name, w in zip(names, weights.each)}}


def put_into_card(model: Path, rows: dict[str, dict[str, float]], heat: float) -> None:
    card = json.loads((model / 'card.json').read_text())
    card['thresholds']['heat'] = heat
    card['parts'] = rows
    write_card(model, card)


def check_shipped(model: Path, data: Path, leaves: list[Leaf], parts: dict[str, Weights], heat: float) -> None:
    """Stop unless packages/vision, reading the card, gives the same areas as the weights do here."""
    _, again = part_evidence(model, data, [leaf.path for leaf in leaves])
    for leaf, photo in zip(leaves, again):
        if photo['affected_area'] is None:
            continue
        weight = leaf.mask * parts['leaf'].probability(leaf.evidence)
        expected = share_above(weight, parts['affected'].probability(leaf.evidence), heat)
        if abs(photo['affected_area'] - expected) > AGREEMENT:
            raise SystemExit(f"{leaf.path}: {photo['affected_area']:.4f} as shipped, {expected:.4f} here")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--model', type=Path, default=None)
    parser.add_argument('--write', action='store_true')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    model, data = args.model or latest_model(), Path(args.data)
    about, leaves = read_leaves(model, data)
    every = np.arange(len(about['evidence']))
    parts = {of: fit_rows(leaves, about['size'], every, of) for of in ('leaf', 'affected')}
    found = figures(leaves, about)
    heat = found['heat']
    print(text_of(found))
    if not args.write:
        return
    rows = {of: card_weights(weights, about['evidence']) for of, weights in parts.items()}
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / model.name
        shutil.copytree(model, trial)
        put_into_card(trial, rows, heat)
        check_shipped(trial, data, leaves, parts, heat)
    put_into_card(model, rows, heat)
    RESULTS.write_text(json.dumps(found, indent=1) + '\n')


if __name__ == '__main__':
    main()
