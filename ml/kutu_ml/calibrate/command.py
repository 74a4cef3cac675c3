"""Calibrates the decision rule on places that networks were trained without.

    python -m kutu_ml calibrate --checkpoint ~/.cache/kutu-ml/runs/place-*/last.pt

Each checkpoint left sources out (train --set left_out_sources=[...]). Writes what `export` reads, with the figures of
each group of new places. It takes some minutes and never reads the tests.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from kutu_ml.calibrate.fit import MODES, Photos, calibrate_places
from kutu_ml.calibrate.places import checkpoint_place
from kutu_ml.cli import add_data_option
from kutu_ml.data.distance import DISTANCES, distance_of, stand_of
from kutu_ml.data.labels import SUPPORTED_CROPS, read_labels
from kutu_ml.evaluate.metrics import proportion
from kutu_ml.paths import RESULTS

CALIBRATION = RESULTS / 'calibration.json'


def mode_figures(photos: Photos, calibration: dict, mode: str, inside: np.ndarray) -> dict:
    """Returns accuracy, coverage and selective accuracy of the bands for some of the photos."""
    bands, reliability, correct = calibration['bands'][mode], photos.reliability[mode], photos.correct[mode]
    familiar = photos.leaf >= calibration['leaf_threshold']
    familiar &= photos.other_crops < calibration['unfamiliar']['other_crop']
    confident = familiar & (reliability >= bands['confident'])
    likely = familiar & (reliability >= bands['likely']) & ~confident
    ours = inside & photos.is_ours
    return {
        'accuracy': proportion(correct[ours]),
        'confident': proportion(confident[ours]),
        'confident_correct': proportion(correct[ours & confident]),
        'likely': proportion(likely[ours]),
        'likely_correct': proportion(correct[ours & likely]),
        'other_crops_confident': proportion(confident[inside & photos.is_other_crop]),
        'not_leaf_confident': proportion(confident[inside & ~photos.is_leaf]),
    }


def group_figures(photos: Photos, calibration: dict) -> dict[str, dict]:
    """Returns the figures of all new photos and of each group, out of fold."""
    accepted = photos.leaf >= calibration['leaf_threshold']
    parts = {'all': np.ones(len(photos.rows), bool)}
    parts |= {str(name): photos.groups == name for name in np.unique(photos.groups)}
    return {
        name: {
            'photos': int(inside.sum()),
            'leaves_accepted': proportion(accepted[inside & photos.is_leaf]),
            'not_leaf_accepted': proportion(accepted[inside & ~photos.is_leaf]),
            **{mode: mode_figures(photos, calibration, mode, inside) for mode in MODES},
        }
        for name, inside in parts.items()
    }


def class_figures(photos: Photos, calibration: dict) -> dict[str, dict]:
    """Returns the figures of each 'crop, disease' of our crops in new places, out of fold."""
    names = np.array([f'{row["crop"]}, {row["disease"]}' for row in photos.rows])
    return {
        str(name): {mode: mode_figures(photos, calibration, mode, names == name) for mode in MODES}
        for name in np.unique(names[photos.is_ours])
    }


def distance_figures(photos: Photos, calibration: dict) -> dict[str, dict]:
    """Returns the figures of the leaves photographed from each distance, out of fold, and of the stands of each of our crops."""
    accepted = photos.leaf >= calibration['leaf_threshold']
    distances = np.array([distance_of(row) or '' for row in photos.rows])
    crops = np.array([row['crop'] for row in photos.rows])
    parts = {name: distances == name for name in DISTANCES}
    parts |= {stand_of(crop): parts['stand'] & (crops == crop) for crop in SUPPORTED_CROPS}
    return {
        name: {
            'leaves_accepted': proportion(accepted[inside]),
            **{mode: mode_figures(photos, calibration, mode, inside) for mode in MODES},
        }
        for name, inside in parts.items()
        if inside.any()
    }


def format_groups(groups: dict[str, dict]) -> str:
    """Formats the figures for a terminal."""
    lines = []
    for name, figures in groups.items():
        cells = [f'{name:<26}{figures["photos"]:>6}']
        for mode in MODES:
            entry = figures[mode]
            accuracy, right = entry['accuracy'], entry['confident_correct']
            correct = round(right['share'] * right['n'])
            cells.append(f'{accuracy["share"]:>8.3f} of {accuracy["n"]:<5} confident {correct:>4} of {right["n"]:<4}')
        lines.append('  '.join(cells))
    return '\n'.join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--checkpoint', type=Path, nargs='+', required=True, metavar='FILE')
    parser.add_argument('--out', type=Path, default=CALIBRATION, metavar='FILE')


def run(args: argparse.Namespace) -> None:
    rows = read_labels(*args.data)
    places = [checkpoint_place(path.expanduser(), rows) for path in args.checkpoint]
    calibration, photos = calibrate_places(places)
    groups = group_figures(photos, calibration)
    classes, distances = class_figures(photos, calibration), distance_figures(photos, calibration)
    networks = [place.name for place in places]
    calibration = {'networks': networks, **calibration, 'places': groups, 'classes': classes, 'distances': distances}
    args.out.write_text(json.dumps(calibration, indent=1) + '\n')
    print(format_groups(groups))
