import hashlib
import json
import math
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kutu_ml.affected.figures import cell_auroc, heat_precision, mark_precision, spearman
from kutu_ml.affected.fit import annotated_folder
from kutu_ml.affected.logistic import (
    HEAT_THRESHOLDS,
    AnnotatedLeaf,
    areas_by_threshold,
    assign_folds,
    best_threshold,
    cross_validate,
    cross_validated_areas,
)
from kutu_ml.affected.masks import SIDE, rasterize, read_masks
from kutu_ml.calibrate.logistic import fit_logistic
from kutu_ml.paths import MASKS

STEPS = {0.05, 0.1, 0.25, 0.5, 0.75, 1}
SQUARE = [20, 20, 60, 20, 60, 60, 20, 60]
LOTTERY_SALT = 'kutu-masks-1:'
DISEASED_PER_STRATUM, HEALTHY_PER_STRATUM = 5, 4


def make_leaf(stratum: str, leaf: np.ndarray, affected: np.ndarray) -> AnnotatedLeaf:
    evidence = np.zeros((1, len(leaf)))
    marked = np.zeros(len(leaf), bool)
    return AnnotatedLeaf(
        'a.jpg', stratum, 'field', True, 'healthy', False, marked, np.ones_like(leaf), evidence, leaf, affected
    )


def test_a_polygon_covers_its_share_of_the_square():
    mask = rasterize({'leaf': [SQUARE]}, 112)
    assert mask.leaf.mean() == pytest.approx(0.16, abs=0.004)
    assert mask.affected_area == 0


def test_spots_strokes_and_regions_cover_their_area():
    spot = rasterize({'leaf': [SQUARE], 'spots': [[40, 40, 10]]}, 112)
    assert spot.affected.sum() / spot.leaf.size == pytest.approx(math.pi * 0.01, rel=0.02)
    line = rasterize({'leaf': [SQUARE], 'strokes': [[30, 40, 50, 40, 4]]}, 112)
    assert line.affected.mean() == pytest.approx(0.2 * 0.04 + math.pi * 0.02**2, rel=0.04)
    region = rasterize({'leaf': [SQUARE], 'regions': [[0.25, *SQUARE]]}, 112)
    assert region.affected_area == pytest.approx(0.25)


def test_nothing_beside_the_leaf_is_affected_and_of_overlapping_regions_the_larger_fraction_counts():
    half = [20, 20, 40, 20, 40, 60, 20, 60]
    mask = rasterize({'leaf': [SQUARE], 'regions': [[0.5, *half], [0.1, 0, 0, 100, 0, 100, 100, 0, 100]]}, 112)
    assert mask.affected[mask.leaf == 0].max() == 0
    assert mask.affected_area == pytest.approx((0.5 + 0.1) / 2, abs=0.01)


def test_every_annotation_follows_the_rules():
    masks = read_masks()
    assert len(masks) >= 40
    for path, shapes in masks.items():
        assert path.startswith('val/')
        assert shapes['leaf'], path
        polygons = shapes['leaf'] + [region[1:] for region in shapes.get('regions', [])]
        assert all(len(shape) >= 6 and len(shape) % 2 == 0 for shape in polygons), path
        assert all(0 <= value <= SIDE for shape in polygons for value in shape), path
        assert {region[0] for region in shapes.get('regions', [])} <= STEPS, path
        assert all(len(spot) == 3 for spot in shapes.get('spots', [])) and all(
            len(s) == 5 for s in shapes.get('strokes', [])
        ), path
        area = rasterize(shapes, 56).affected_area
        assert (area == 0) == ('__healthy/' in path), path


def draw_lots(rows: Sequence[dict], passed_over: Sequence[str] = ()) -> list[str]:
    """Returns the paths that the rule of ml/masks/README.md chooses out of labels.csv."""
    strata: dict[tuple[str, ...], list[dict]] = {}
    for row in rows:
        if row['split'] == 'val' and row['product_class'] != 'not_leaf' and row['path'] not in passed_over:
            strata.setdefault((row['crop'], row['disease'], row['source']), []).append(row)
    chosen = []
    for stratum in strata.values():
        stratum.sort(key=lambda row: hashlib.sha256((LOTTERY_SALT + row['path']).encode()).hexdigest())
        chosen += stratum[: HEALTHY_PER_STRATUM if stratum[0]['product_class'] == 'healthy' else DISEASED_PER_STRATUM]
    return sorted(row['path'] for row in chosen)


def test_lots_choose_five_diseased_and_four_healthy_photos_of_every_stratum():
    def row(number: int, disease: str, product_class: str, split: str = 'val') -> dict[str, str]:
        path = f'{split}/maize__{disease}/{number:03d}.jpg'
        return {
            'path': path,
            'split': split,
            'crop': 'maize',
            'disease': disease,
            'product_class': product_class,
            'source': 's',
        }

    rows = [
        row(n, d, c)
        for n in range(9)
        for d, c in (('rust', 'common_rust'), ('healthy', 'healthy'), ('any', 'not_leaf'))
    ]
    rows += [row(n, 'rust', 'common_rust', 'test_field') for n in range(9)]
    chosen = draw_lots(rows)
    assert [sum(name in path for path in chosen) for name in ('rust', 'healthy', 'any', 'test')] == [5, 4, 0, 0]
    others = draw_lots(rows, chosen[:1])
    assert chosen[0] not in others
    assert set(chosen[1:]) < set(others)


@pytest.mark.skipif(not os.environ.get('LEAF_DATA'), reason='LEAF_DATA names no folder of leaf photos')
def test_the_annotated_photos_are_those_that_the_lots_chose():
    folders = [Path(folder) for folder in os.environ['LEAF_DATA'].split(os.pathsep)]
    passed_over = json.loads(MASKS.read_text())['passed_over']
    assert draw_lots(list(annotated_folder(folders)[1].values()), list(passed_over)) == sorted(read_masks())


def test_logistic_regression_recovers_its_coefficients():
    rng = np.random.default_rng(3)
    evidence = rng.normal(size=(2, 4000)) * np.array([[1.0], [5.0]])
    target = 1 / (1 + np.exp(-(0.5 + 2 * evidence[0] - 0.3 * evidence[1])))
    found = fit_logistic(evidence.T, target, np.ones(4000), 1e-6)
    assert [found.bias, *found.weights] == pytest.approx([0.5, 2, -0.3], abs=0.01)
    assert found.predict(evidence.T) == pytest.approx(target, abs=0.01)


def test_no_photo_is_judged_by_a_model_that_saw_its_stratum():
    leaves = [make_leaf(name, np.ones(4), np.zeros(4)) for name in 'aabbccddeeffgghhiijj']
    seen = []

    def fit(some: list[AnnotatedLeaf]):
        seen.append({leaf.stratum for leaf in some})
        return fit_logistic(np.zeros((4, 1)), np.full(4, 0.5), np.ones(4), 1e-3)

    cross_validate(leaves, fit, np.array([0]))
    folds = assign_folds(leaves)
    for fold, strata in enumerate(seen):
        assert strata == {leaf.stratum for leaf, own in zip(leaves, folds) if own != fold}


def test_the_heat_threshold_has_the_least_error_and_is_not_chosen_by_the_photo_itself():
    affected = [np.array([0.2, 0.3, 0.6, 0.6])] * 16
    areas = areas_by_threshold([np.ones(4)] * 16, affected)
    half, quarter = np.array([1.0, 1, 0, 0]), np.array([1.0, 0, 0, 0])
    leaves = [make_leaf(f'{i:02d}', np.ones(4), quarter if i == 0 else half) for i in range(16)]
    annotated = np.array([leaf.affected_area for leaf in leaves])
    assert 0.3 < HEAT_THRESHOLDS[best_threshold(areas, annotated)] <= 0.6
    assert cross_validated_areas(leaves, areas).tolist() == [0.5] * 16


def test_the_auroc_counts_pairs_of_affected_and_healthy_cells():
    leaf = make_leaf('a', np.array([1.0, 1, 1, 1, 0]), np.array([1.0, 0.5, 0, 0, 0]))
    assert cell_auroc(np.array([0.9, 0.8, 0.2, 0.1, 1.0]), leaf) == 1
    assert cell_auroc(np.array([0.9, 0.15, 0.2, 0.1, 1.0]), leaf) == 0.75
    assert math.isnan(cell_auroc(np.zeros(5), make_leaf('a', np.ones(5), np.ones(5))))


def test_heat_precision_counts_painted_heat_alone():
    leaf = make_leaf('a', np.ones(4), np.array([1.0, 0, 0, 0]))
    assert heat_precision(np.ones(4), np.array([0.9, 0.5, 0.1, 0.1]), 0.4, leaf) == 0.5
    assert math.isnan(heat_precision(np.ones(4), np.full(4, 0.1), 0.4, leaf))


def test_rank_correlation_depends_on_order_alone():
    assert spearman(np.array([[0, 0], [1, 5], [2, 6], [3, 100]])) == pytest.approx(1)
    assert spearman(np.array([[0, 3], [1, 2], [2, 1]])) == pytest.approx(-1)
    assert spearman(np.array([[0, 3], [1, 3], [2, 3]])) == 0


def test_a_mark_next_to_an_affected_cell_is_right_and_one_further_away_wrong():
    affected = np.zeros((8, 8))
    affected[2, 2] = 1
    leaf = make_leaf('maize/rust/a', np.ones(64), affected.ravel())
    assert np.isnan(mark_precision(leaf, 8))
    for cell, right in (((2, 2), 1), ((2, 3), 1), ((2, 4), 0), ((3, 3), 0)):
        leaf.marked = np.zeros(64, bool)
        leaf.marked[cell[0] * 8 + cell[1]] = True
        assert mark_precision(leaf, 8) == right
