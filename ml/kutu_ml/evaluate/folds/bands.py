"""The bands of a fold's answers, by the decision rule that the other folds' left-out photos calibrate."""

from collections.abc import Sequence

import numpy as np

from kutu_ml.calibrate.command import mode_figures
from kutu_ml.calibrate.fit import (
    MODES,
    OTHER_CROP_PRIOR,
    Photos,
    calibrate_places,
    fit_reliability,
    has_two_groups,
    is_correct,
    stated_crops,
)
from kutu_ml.calibrate.leaf_check import out_of_fold_leaf
from kutu_ml.calibrate.places import Place
from kutu_ml.evaluate.folds.by_source import WHOLE_FOLD
from kutu_ml.evaluate.result_tables import BANDS

COLUMN_OF_MODE = {'crop_unknown': '', 'crop_stated': '_stated'}


def judge_place(place: Place, others: Sequence[Place], temperature: float) -> Photos:
    """Returns the results about a place's new photos: the reliability is fitted on the other places alone.

    The leaf check belongs to a network's own embeddings, so it is fitted on the place's other groups and its known photos.
    """
    model = fit_reliability(others, temperature)
    scores = {mode: place.score(temperature, stated_crops(place.rows, mode), OTHER_CROP_PRIOR) for mode in MODES}
    return Photos(
        place.rows,
        place.groups,
        out_of_fold_leaf(place),
        {mode: model.predict(one.inputs) for mode, one in scores.items()},
        {mode: is_correct(place.rows, one) for mode, one in scores.items()},
        scores['crop_unknown'].other_crops,
    )


def band_columns(photos: Photos, calibration: dict, inside: np.ndarray) -> dict:
    """Returns the columns BANDS of results/by_source.csv for some of the photos; '' where there is nothing to measure."""
    found = {}
    for mode, suffix in COLUMN_OF_MODE.items():
        figures = mode_figures(photos, calibration, mode, inside)
        for band in ('confident', 'likely'):
            found[f'{band}{suffix}'] = figures[band]
            found[f'{band}{suffix}_right'] = figures[f'{band}_correct']
    return {name: value['share'] if value['n'] else '' for name, value in found.items()}


def add_bands(rows: Sequence[dict], places: Sequence[Place]) -> list[dict]:
    """Returns the rows of `evaluate_folds` with the columns BANDS; empty where the other folds are too few to calibrate.

    `places` are the folds' networks and photos, named as the rows' runs.
    """
    found = [{**row, **dict.fromkeys(BANDS, '')} for row in rows]
    for place in places:
        others = [other for other in places if other is not place]
        if not has_two_groups(others):
            continue
        calibration, _ = calibrate_places(others)
        photos = judge_place(place, others, calibration['temperature'])
        sources = np.array([row['source'] for row in photos.rows])
        for row in found:
            if row['run'] == place.name:
                inside = np.isin(sources, row['source'].split(' ') if row['part'] == 'fold' else [row['source']])
                row.update(band_columns(photos, calibration, inside))
    return found
