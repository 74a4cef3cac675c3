import json
import math
import os
from pathlib import Path

import numpy as np
import pytest

from affected_figures import heat_on_affected, rank_correlation, rim_of, told_apart
from affected_fit import HEATS, Leaf, areas_by_heat, best_heat, crossed, crossed_areas, fit, folds_of
from affected_masks import FILE, SIDE, drawn_lots, rasterise, read_masks
from prepare import read_labels

STEPS = {0.05, 0.1, 0.25, 0.5, 0.75, 1}
SQUARE = [20, 20, 60, 20, 60, 60, 20, 60]


def leaf_of(stratum: str, sick: bool, leaf: np.ndarray, affected: np.ndarray, evidence: np.ndarray | None = None) -> Leaf:
    evidence = np.zeros((1, len(leaf))) if evidence is None else evidence
    return Leaf('a.jpg', stratum, 'field', sick, 'healthy', False, np.ones_like(leaf), evidence, leaf, affected)


def test_a_polygon_covers_its_share_of_the_square():
    drawn = rasterise({'leaf': [SQUARE]}, 112)
    assert drawn.leaf.mean() == pytest.approx(0.16, abs=0.004)
    assert drawn.area == 0


def test_spots_strokes_and_regions_cover_what_their_rule_says():
    spot = rasterise({'leaf': [SQUARE], 'spots': [[40, 40, 10]]}, 112)
    assert spot.affected.sum() / spot.leaf.size == pytest.approx(math.pi * 0.01, rel=0.02)
    line = rasterise({'leaf': [SQUARE], 'strokes': [[30, 40, 50, 40, 4]]}, 112)
    assert line.affected.mean() == pytest.approx(0.2 * 0.04 + math.pi * 0.02**2, rel=0.04)
    region = rasterise({'leaf': [SQUARE], 'regions': [[0.25, *SQUARE]]}, 112)
    assert region.area == pytest.approx(0.25)


def test_nothing_beside_the_leaf_is_affected_and_of_overlapping_shapes_the_larger_share_counts():
    half = [20, 20, 40, 20, 40, 60, 20, 60]
    drawn = rasterise({'leaf': [SQUARE], 'regions': [[0.5, *half], [0.1, 0, 0, 100, 0, 100, 100, 0, 100]]}, 112)
    assert drawn.affected[drawn.leaf == 0].max() == 0
    assert drawn.area == pytest.approx((0.5 + 0.1) / 2, abs=0.01)


def test_every_drawn_photo_keeps_to_the_rule():
    masks = read_masks()
    assert len(masks) >= 40
    for path, mask in masks.items():
        assert path.startswith('val/')
        assert mask['leaf'], path
        shapes = mask['leaf'] + [region[1:] for region in mask.get('regions', [])]
        assert all(len(shape) >= 6 and len(shape) % 2 == 0 for shape in shapes), path
        assert all(0 <= value <= SIDE for shape in shapes for value in shape), path
        assert {region[0] for region in mask.get('regions', [])} <= STEPS, path
        assert all(len(spot) == 3 for spot in mask.get('spots', [])) and all(len(s) == 5 for s in mask.get('strokes', [])), path
        area = rasterise(mask, 56).area
        assert (area == 0) == ('__healthy/' in path), path


def test_lots_choose_three_sick_and_two_healthy_photos_of_every_stratum_and_pass_on():
    def row(number: int, disease: str, product_class: str, split: str = 'val') -> dict[str, str]:
        path = f'{split}/maize__{disease}/{number:03d}.jpg'
        return {'path': path, 'split': split, 'crop': 'maize', 'disease': disease, 'product_class': product_class, 'source': 's'}

    rows = [row(n, d, c) for n in range(9) for d, c in (('rust', 'common_rust'), ('healthy', 'healthy'), ('any', 'not_leaf'))]
    rows += [row(n, 'rust', 'common_rust', 'test_field') for n in range(9)]
    chosen = drawn_lots(rows)
    assert [sum(name in path for path in chosen) for name in ('rust', 'healthy', 'any', 'test')] == [3, 2, 0, 0]
    others = drawn_lots(rows, chosen[:1])
    assert chosen[0] not in others
    assert set(chosen[1:]) < set(others)


@pytest.mark.skipif('LEAF_DATA' not in os.environ, reason='LEAF_DATA names no folder of leaf photos')
def test_the_drawn_photos_are_those_that_the_lots_chose():
    passed_over = json.loads(FILE.read_text())['passed_over']
    assert drawn_lots(read_labels(Path(os.environ['LEAF_DATA'])), list(passed_over)) == sorted(read_masks())


def test_the_fit_finds_the_weights_that_made_the_shares():
    chance = np.random.default_rng(3)
    evidence = chance.normal(size=(2, 4000)) * np.array([[1.0], [5.0]])
    target = 1 / (1 + np.exp(-(0.5 + 2 * evidence[0] - 0.3 * evidence[1])))
    found = fit(evidence, target, np.ones(4000), ridge=1e-6)
    assert [found.constant, *found.each] == pytest.approx([0.5, 2, -0.3], abs=0.01)
    assert found.probability(evidence) == pytest.approx(target, abs=0.01)


def test_no_photo_is_judged_by_weights_that_saw_its_stratum():
    leaves = [leaf_of(name, True, np.ones(4), np.zeros(4)) for name in 'aabbccddeeffgghhiijj']
    seen = []

    def fitted(some: list[Leaf]):
        seen.append({leaf.stratum for leaf in some})
        return fit(np.zeros((1, 4)), np.full(4, 0.5), np.ones(4))

    crossed(leaves, fitted, np.array([0]))
    folds = folds_of(leaves)
    for fold, strata in enumerate(seen):
        assert strata == {leaf.stratum for leaf, own in zip(leaves, folds) if own != fold}


def test_the_heat_threshold_is_that_of_the_least_error_and_not_chosen_by_the_photo_itself():
    affected = [np.array([0.2, 0.3, 0.6, 0.6])] * 16
    areas = areas_by_heat([np.ones(4)] * 16, affected)
    half, quarter = np.array([1.0, 1, 0, 0]), np.array([1.0, 0, 0, 0])
    leaves = [leaf_of(f'{i:02d}', True, np.ones(4), quarter if i == 0 else half) for i in range(16)]
    truth = np.array([leaf.truth for leaf in leaves])
    assert 0.3 < HEATS[best_heat(areas, truth)] <= 0.6
    assert crossed_areas(leaves, areas).tolist() == [0.5] * 16


def test_places_are_told_apart_by_rank():
    leaf = leaf_of('a', True, np.array([1.0, 1, 1, 1, 0]), np.array([1.0, 0.5, 0, 0, 0]))
    assert told_apart(np.array([0.9, 0.8, 0.2, 0.1, 1.0]), leaf) == 1
    assert told_apart(np.array([0.9, 0.15, 0.2, 0.1, 1.0]), leaf) == 0.75
    assert math.isnan(told_apart(np.zeros(5), leaf_of('a', True, np.ones(5), np.ones(5))))


def test_heat_counts_where_it_is_painted():
    leaf = leaf_of('a', True, np.ones(4), np.array([1.0, 0, 0, 0]))
    assert heat_on_affected(np.ones(4), np.array([0.9, 0.5, 0.1, 0.1]), 0.4, leaf) == 0.5
    assert math.isnan(heat_on_affected(np.ones(4), np.full(4, 0.1), 0.4, leaf))


def test_a_rim_lies_along_the_leaf_and_not_along_the_photo():
    leaf = np.zeros((20, 20))
    leaf[:, 8:] = 1
    rim = rim_of(leaf.ravel(), 20).reshape(20, 20)
    assert rim[:, 8:12].all()
    assert not rim[:, 12:].any()


def test_rank_correlation_looks_at_order_alone():
    assert rank_correlation(np.array([[0, 0], [1, 5], [2, 6], [3, 100]])) == pytest.approx(1)
    assert rank_correlation(np.array([[0, 3], [1, 2], [2, 1]])) == pytest.approx(-1)
    assert rank_correlation(np.array([[0, 3], [1, 3], [2, 3]])) == 0
