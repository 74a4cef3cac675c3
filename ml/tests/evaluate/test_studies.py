import json

import numpy as np
import pytest
import torch
from PIL import Image

from kutu_ml.data.cutout import has_plain_background
from kutu_ml.data.labels import EVALUATED_CLASSES, read_labels
from kutu_ml.evaluate.background import MIN_BACKGROUND, dilated_leaf, inpaint, remove_leaf
from kutu_ml.evaluate.corruptions import CORRUPTIONS
from kutu_ml.evaluate.curves import CURVE_POINTS, RELIABILITY_BINS, detailed_figures
from kutu_ml.evaluate.metrics import expected_calibration_error, threshold_answers, true_classes
from kutu_ml.evaluate.studies import background_study, leak_figures, run_studies
from kutu_ml.network.released import load_released_model, write_card

THRESHOLDS = {'leaf': 0.5, 'confident': 0.8}
GRAY = np.array([140, 132, 138])


def leaf_on_gray(radius: int = 60) -> np.ndarray:
    """A green disc with brown spots and a bluish half, on gray with a soft gradient of light."""
    y, x = np.mgrid[0:200, 0:240]
    photo = GRAY + ((x - 120) // 12)[..., None] + np.zeros((200, 240, 1), int)
    inside = (x - 110) ** 2 + (y - 100) ** 2 < radius**2
    photo[inside] = (70, 140, 60)
    photo[inside & (x > 110)] = (90, 130, 128)
    photo[inside & ((x // 9 + y // 9) % 5 == 0)] = (150, 100, 50)
    return photo.astype(np.uint8)


def test_a_photo_without_its_leaf_shows_the_background_alone():
    photo = leaf_on_gray()
    found = remove_leaf(photo)
    background = GRAY + ((np.arange(240) - 120) // 12)[None, :, None]
    assert np.abs(found.astype(int) - background).max() <= 12
    area = dilated_leaf(photo)
    assert np.array_equal(found[~area], photo[~area])
    assert 0.25 < area.mean() < 0.5


def test_photos_that_do_not_fit_the_mask_rule_are_left_out():
    y, x = np.mgrid[0:100, 0:100]
    assert remove_leaf(np.full((100, 100, 3), 120, np.uint8)) is None
    assert remove_leaf(leaf_on_gray(radius=160)) is None
    green = np.full((100, 100, 3), (60, 150, 50), np.uint8)
    green[:4, :4] = GRAY
    assert remove_leaf(green) is None
    assert has_plain_background({'source': 'PlantVillage', 'crop': 'maize', 'disease': 'common_rust'})
    assert not has_plain_background({'source': 'PlantVillage', 'crop': 'maize', 'disease': 'healthy'})
    assert not has_plain_background({'source': 'iBean', 'crop': 'beans', 'disease': 'rust'})
    assert MIN_BACKGROUND > 0


def test_a_hole_is_filled_from_the_nearest_pixels():
    photo = np.zeros((60, 120, 3), np.uint8)
    photo[:, 60:] = 200
    area = np.zeros((60, 120), bool)
    area[20:40, 10:50] = area[20:40, 70:110] = True
    found = inpaint(photo, area)
    assert found[30, 12:40].max() < 20 and found[30, 80:108].min() > 180


def make_probs(answers: list[tuple[str, float]]) -> torch.Tensor:
    probs = torch.zeros(len(answers), 5, dtype=torch.float64)
    for i, (name, share) in enumerate(answers):
        probs[i, :4] = (1 - share) / 3
        probs[i, EVALUATED_CLASSES.index(name)] = share
    return probs


def make_rows(classes: list[str]) -> list[dict]:
    return [
        {'product_class': name, 'crop': 'maize' if i % 2 else 'beans', 'setting': 'field'}
        for i, name in enumerate(classes)
    ]


def test_the_detailed_figures_count_every_photo_once():
    rng = np.random.default_rng(2)
    labels = rng.choice(EVALUATED_CLASSES, 300).tolist()
    answers = [(name if rng.random() < 0.8 else 'healthy', rng.uniform(0.4, 1)) for name in labels]
    rows, probs = make_rows(labels), make_probs(answers)
    found = detailed_figures(threshold_answers(probs, THRESHOLDS), rows)
    assert sum(n for n, _, _ in found['reliability']) == 300 and len(found['reliability']) == RELIABILITY_BINS
    gap = sum(n * abs(confidence - right) for n, confidence, right in found['reliability']) / 300
    right = np.array([name == answer for name, (answer, _) in zip(labels, answers)])
    assert gap == pytest.approx(
        expected_calibration_error(np.array([share for _, share in answers]), right, RELIABILITY_BINS), abs=2e-4
    )
    assert [sum(row) for row in found['confusion']] == [labels.count(name) for name in EVALUATED_CLASSES]
    assert sum(found['confusion'][i][i] for i in range(4)) == right.sum()
    groups = found['by_crop_and_setting']
    assert {name: group['accuracy']['n'] for name, group in groups.items()} == {
        'beans, field': 150,
        'maize, field': 150,
    }
    json.dumps(found)


def test_the_risk_coverage_curve_ends_with_all_accepted_leaves():
    rows = make_rows(['healthy'] * 80 + ['common_rust'] * 16 + ['not_leaf'] * 4)
    probs = make_probs([('healthy', 0.9)] * 80 + [('healthy', 0.7)] * 16 + [('not_leaf', 0.9)] * 3 + [('healthy', 0.6)])
    curve = detailed_figures(threshold_answers(probs, THRESHOLDS), rows)['risk_coverage']
    assert len(curve) <= CURVE_POINTS
    assert [x for x, _, _ in curve] == sorted(x for x, _, _ in curve)
    assert [c for _, _, c in curve] == sorted((c for _, _, c in curve), reverse=True)
    assert curve[0][1] == 0
    assert curve[-1][:2] == [1.0, round(17 / 97, 4)]  # 16 rusts and one photo without a leaf


def test_the_leak_of_a_background_is_compared_with_the_commonest_class():
    rows = make_rows(['other_disease'] * 6 + ['common_rust'] * 4)
    probs = make_probs([('not_leaf', 0.97)] * 5 + [('other_disease', 0.9)] * 3 + [('common_rust', 0.9)] * 2)
    found = leak_figures(threshold_answers(probs, THRESHOLDS), rows)
    assert found['commonest'] == 0.6
    assert found['no_leaf']['share'] == 0.5 and found['answered']['share'] == 0.5
    assert found['right_of_four']['share'] == 0.3  # one other disease and two rusts


def test_the_studies_measure_every_corruption_on_every_part(released, drawn_data):
    _, folder, _ = released
    model, rows = load_released_model(folder), read_labels(drawn_data)
    found = run_studies(model, rows)
    assert set(found['corruptions']) == {'test_field', 'test_lab'}
    for part in found['corruptions'].values():
        assert list(part) == list(CORRUPTIONS)
        assert {entry['accuracy']['n'] for entry in part.values()} == {16}
    assert found['background_only'] == {}


def test_leaves_on_a_plain_background_are_measured_without_their_leaf(released, tmp_path):
    _, folder, _ = released
    Image.fromarray(leaf_on_gray()).save(tmp_path / 'leaf.png')
    Image.fromarray(np.full((100, 100, 3), 120, np.uint8)).save(tmp_path / 'plain.png')
    row = {
        'split': 'val',
        'source': 'PlantVillage',
        'crop': 'maize',
        'disease': 'gray_leaf_spot',
        'product_class': 'other_disease',
    }
    rows = [{**row, 'folder': tmp_path, 'path': name} for name in ('leaf.png', 'plain.png')]
    only = background_study(load_released_model(folder), rows)['val, PlantVillage']
    assert (only['photos'], only['named']['n'], only['commonest']) == (2, 1, 1.0)


def test_a_card_written_is_the_card_read(tmp_path):
    card = {
        'a': [1, 2.5],
        'b': [],
        'c': [[0, 1], [2, 3]],
        'd': ['x [ 1 ]  y', 'é'],
        'e': [{'f': [True, None]}],
        'g': 'two\n lines [\n]',
    }
    write_card(tmp_path, card)
    text = (tmp_path / 'card.json').read_text()
    assert json.loads(text) == card
    assert '"a": [1, 2.5]' in text and '[0, 1]' in text
