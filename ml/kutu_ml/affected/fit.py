"""Fits and measures the heat map and the affected area of a released model on the annotated leaves (ml/masks).

    python -m kutu_ml affected-area --data $LEAF_DATA [--model DIR] [--write]

What is measured is what is released: the cells come from packages/vision itself (node/cli/cell-features.ts, run by npx tsx), so
Node and its packages must be installed. The coefficients and the heat threshold are fitted on the annotated leaves;
every figure is cross-validated: a photo is judged by coefficients and a threshold that saw no photo of its source and
disease. `--write` puts coefficients and threshold into card.json and the figures into ml/results/affected.json, after
checking that the released code, given the new card, computes the same as this command.
"""

import argparse
import base64
import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kutu_ml.affected.figures import compute_figures, mark_figures
from kutu_ml.affected.logistic import AnnotatedLeaf, area_above, fit_part
from kutu_ml.affected.masks import rasterize, read_masks
from kutu_ml.calibrate.logistic import Logistic
from kutu_ml.cli import add_data_option, add_model_option
from kutu_ml.data.labels import read_labels
from kutu_ml.network.released import write_card
from kutu_ml.paths import RESULTS, ROOT

COMMAND = ('npx', 'tsx', 'packages/vision/src/node/cli/cell-features.ts')
AFFECTED = RESULTS / 'affected.json'
TOLERANCE = 2e-3


def read_evidence(model: Path, folder: Path, paths: list[str]) -> tuple[dict, list[dict]]:
    """Returns what packages/vision says about the model, and about each photo."""
    result = subprocess.run(
        [*COMMAND, str(model.resolve()), str(folder.resolve())],
        cwd=ROOT,
        input='\n'.join(paths),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise SystemExit(f'{" ".join(COMMAND)} failed:\n{result.stderr}')
    about, *photos = map(json.loads, result.stdout.splitlines())
    return about, photos


def decode(text: str, dtype: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), dtype)


def annotated_folder(data: Sequence[Path]) -> tuple[Path, dict[str, dict]]:
    """Returns the folder that holds the annotated photos, and its rows by path."""
    for folder in data:
        rows = {row['path']: row for row in read_labels(folder)}
        if all(path in rows for path in read_masks()):
            return folder, rows
    raise SystemExit(f'none of {[str(folder) for folder in data]} holds the photos of ml/masks/leaves.json')


def read_leaves(model: Path, data: Sequence[Path]) -> tuple[dict, list[AnnotatedLeaf]]:
    masks = read_masks()
    folder, rows = annotated_folder(data)
    about, photos = read_evidence(model, folder, list(masks))
    leaves = []
    for photo in photos:
        row, annotated = rows[photo['path']], rasterize(masks[photo['path']], about['size'])
        mask = decode(photo['mask'], '<u1').astype(np.float32)
        leaves.append(
            AnnotatedLeaf(
                path=photo['path'],
                stratum='/'.join((row['crop'], row['disease'], row['source'])),
                setting=row['setting'],
                is_diseased=row['product_class'] != 'healthy',
                answer=photo['answer'],
                has_area=photo['affected_area'] is not None,
                marked=decode(photo['spots'], '<u1') == 1,
                mask=mask if mask.mean() >= about['least_leaf'] else np.ones_like(mask),
                evidence=np.stack([decode(values, '<f4') for values in photo['evidence']]).astype(np.float64),
                leaf=annotated.leaf.ravel(),
                affected=annotated.affected.ravel(),
            )
        )
    return about, leaves


def card_entry(model: Logistic, names: list[str]) -> dict[str, float]:
    """Returns the coefficients as card.json keeps them under `parts`."""
    coefficients = {name: round(float(value), 5) for name, value in zip(names, model.weights)}
    return {'constant': round(model.bias, 5), **coefficients}


def update_card(model: Path, parts: dict[str, dict[str, float]], heat: float) -> None:
    card = json.loads((model / 'card.json').read_text())
    card['thresholds']['heat'] = heat
    card['parts'] = parts
    write_card(model, card)


def check_released_code(
    model: Path, data: Sequence[Path], leaves: list[AnnotatedLeaf], parts: dict[str, Logistic], heat: float
) -> None:
    """Stops unless packages/vision, reading the card, computes the same areas as this command. Updates what it marks."""
    _, photos = read_evidence(model, annotated_folder(data)[0], [leaf.path for leaf in leaves])
    for leaf, photo in zip(leaves, photos):
        leaf.marked = decode(photo['spots'], '<u1') == 1
        if photo['affected_area'] is None:
            continue
        weights = leaf.mask * parts['leaf'].predict(leaf.evidence.T)
        expected = area_above(weights, parts['affected'].predict(leaf.evidence.T), heat)
        if abs(photo['affected_area'] - expected) > TOLERANCE:
            raise SystemExit(f'{leaf.path}: {photo["affected_area"]:.4f} as released, {expected:.4f} here')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    add_model_option(parser)
    parser.add_argument('--write', action='store_true', help='update card.json and ml/results/affected.json')


def run(args: argparse.Namespace) -> None:
    about, leaves = read_leaves(args.model, args.data)
    every = np.arange(len(about['evidence']))
    parts = {part: fit_part(leaves, about['size'], every, part) for part in ('leaf', 'affected')}
    figures = compute_figures(leaves, about)
    print(json.dumps(figures, indent=1))
    if not args.write:
        return
    entries = {part: card_entry(model, about['evidence']) for part, model in parts.items()}
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / args.model.name
        shutil.copytree(args.model, trial)
        update_card(trial, entries, figures['heat'])
        check_released_code(trial, args.data, leaves, parts, figures['heat'])
    figures['marks'] = mark_figures([leaf for leaf in leaves if leaf.is_reported], about['size'])
    update_card(args.model, entries, figures['heat'])
    AFFECTED.write_text(json.dumps(figures, indent=1) + '\n')
