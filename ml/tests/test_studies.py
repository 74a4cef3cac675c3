import json

import numpy as np
import pytest
import torch
from PIL import Image

from backdrop import GROUNDS, LEAST_LEFT, filled, has_plain_ground, leaf_area, on_ground, without_leaf
from detail import BINS, CURVE_POINTS, detail
from hardships import EVERYDAY, HARDSHIPS
from prepare import read_labels
from scores import JUDGED, calibration_error, truth_of
from shipped import read_shipped, write_card
from studies import OTHER_CROP_PHOTOS, background_only, given_away, held_scenes, other_crops, other_grounds, studies

THRESHOLDS = {'leaf': 0.5, 'confident': 0.8}
GREY = np.array([140, 132, 138])


def leaf_on_grey(radius: int = 60) -> np.ndarray:
    """A green disc with brown spots and a bluish half on a grey ground with a soft slope of light."""
    y, x = np.mgrid[0:200, 0:240]
    photo = GREY + ((x - 120) // 12)[..., None] + np.zeros((200, 240, 1), int)
    inside = (x - 110) ** 2 + (y - 100) ** 2 < radius**2
    photo[inside] = (70, 140, 60)
    photo[inside & (x > 110)] = (90, 130, 128)
    photo[inside & ((x // 9 + y // 9) % 5 == 0)] = (150, 100, 50)
    return photo.astype(np.uint8)


def test_without_its_leaf_a_photo_shows_the_ground_alone():
    photo = leaf_on_grey()
    found = without_leaf(photo)
    ground = GREY + ((np.arange(240) - 120) // 12)[None, :, None]
    assert np.abs(found.astype(int) - ground).max() <= 12
    area = leaf_area(photo)
    assert np.array_equal(found[~area], photo[~area])
    assert 0.25 < area.mean() < 0.5


def test_on_another_ground_the_leaf_stays_and_all_else_goes():
    photo = leaf_on_grey()
    found = on_ground(photo, GROUNDS['black'])
    y, x = np.mgrid[0:200, 0:240]
    distance = np.hypot(x - 110, y - 100)
    assert np.array_equal(found[distance < 50], photo[distance < 50])
    assert (found[distance > 70] == 2).all()


def test_photos_that_the_mask_rule_does_not_fit_are_left_out():
    y, x = np.mgrid[0:100, 0:100]
    assert without_leaf(np.full((100, 100, 3), 120, np.uint8)) is None
    assert without_leaf(leaf_on_grey(radius=160)) is None
    green = np.full((100, 100, 3), (60, 150, 50), np.uint8)
    green[:4, :4] = GREY
    assert without_leaf(green) is None
    assert has_plain_ground({'source': 'PlantVillage', 'crop': 'maize', 'disease': 'common_rust'})
    assert not has_plain_ground({'source': 'PlantVillage', 'crop': 'maize', 'disease': 'healthy'})
    assert not has_plain_ground({'source': 'iBean', 'crop': 'beans', 'disease': 'rust'})
    assert LEAST_LEFT > 0


def test_a_hole_is_filled_from_what_lies_nearest():
    photo = np.zeros((60, 120, 3), np.uint8)
    photo[:, 60:] = 200
    area = np.zeros((60, 120), bool)
    area[20:40, 10:50] = area[20:40, 70:110] = True
    found = filled(photo, area)
    assert found[30, 12:40].max() < 20 and found[30, 80:108].min() > 180


def products_of(answers: list[tuple[str, float]]) -> torch.Tensor:
    products = torch.zeros(len(answers), 5, dtype=torch.float64)
    for i, (name, share) in enumerate(answers):
        products[i, :4] = (1 - share) / 3
        products[i, JUDGED.index(name)] = share
    return products


def rows_of(classes: list[str]) -> list[dict]:
    return [{'product_class': name, 'crop': 'maize' if i % 2 else 'beans', 'setting': 'field'} for i, name in enumerate(classes)]


def test_the_drawn_figures_count_every_photo_once():
    chance = np.random.default_rng(2)
    truth = chance.choice(JUDGED, 300).tolist()
    answers = [(name if chance.random() < 0.8 else 'healthy', chance.uniform(0.4, 1)) for name in truth]
    rows, products = rows_of(truth), products_of(answers)
    found = detail(products, rows, THRESHOLDS)
    assert sum(n for n, _, _ in found['reliability']) == 300 and len(found['reliability']) == BINS
    gap = sum(n * abs(confidence - right) for n, confidence, right in found['reliability']) / 300
    right = np.array([name == answer for name, (answer, _) in zip(truth, answers)])
    assert gap == pytest.approx(calibration_error(np.array([share for _, share in answers]), right, BINS), abs=2e-4)
    assert [sum(row) for row in found['confusion']] == [truth.count(name) for name in JUDGED]
    assert sum(found['confusion'][i][i] for i in range(4)) == right.sum()
    groups = found['by_crop_and_setting']
    assert {name: group['accuracy']['n'] for name, group in groups.items()} == {'beans, field': 150, 'maize, field': 150}
    json.dumps(found)


def test_the_risk_grows_along_the_leaves_answered_and_ends_with_all_that_were_accepted():
    rows = rows_of(['healthy'] * 80 + ['common_rust'] * 16 + ['not_leaf'] * 4)
    products = products_of([('healthy', 0.9)] * 80 + [('healthy', 0.7)] * 16 + [('not_leaf', 0.9)] * 3 + [('healthy', 0.6)])
    curve = detail(products, rows, THRESHOLDS)['risk_coverage']
    assert len(curve) <= CURVE_POINTS + 1
    assert [0.8333, 0.0] in [point[:2] for point in curve]  # the 80 of 96 over the threshold
    assert [x for x, _, _ in curve] == sorted(x for x, _, _ in curve)
    assert [c for _, _, c in curve] == sorted((c for _, _, c in curve), reverse=True)
    assert curve[0][1] == 0
    assert curve[-1][:2] == [1.0, round(17 / 97, 4)]  # 16 rusts and one photo without a leaf


def test_what_a_background_gives_away_is_set_against_the_commonest_class():
    rows = rows_of(['other_disease'] * 6 + ['common_rust'] * 4)
    products = products_of([('not_leaf', 0.97)] * 5 + [('other_disease', 0.9)] * 3 + [('common_rust', 0.9)] * 2)
    found = given_away(products, rows, THRESHOLDS)
    assert (found['commonest'], found['classes']) == (0.6, 2)
    assert found['no_leaf']['share'] == 0.5 and found['answered']['share'] == 0.5
    assert found['right_of_four']['share'] == 0.3  # one other disease and two rusts


def test_the_studies_measure_every_hardship_on_every_part(released, drawn_data):
    _, folder, _ = released
    shipped, rows = read_shipped(folder), read_labels(drawn_data)
    found = dict(studies(shipped, drawn_data, rows))
    assert set(found['hardships']) == {'test_field', 'test_lab', 'val, field'}
    for part, count in (('test_field', 16), ('test_lab', 16), ('val, field', 24)):
        assert list(found['hardships'][part]) == (['as it is', *EVERYDAY] if part == 'val, field' else list(HARDSHIPS))
        assert {entry['accuracy']['n'] for entry in found['hardships'][part].values()} == {count}
    assert found['background_only'] == found['other_grounds'] == {}
    assert found['other_crops']['weed']['labelled'] is False
    assert found['other_crops']['weed']['answered']['n'] == 6 <= OTHER_CROP_PHOTOS


def test_leaves_on_plain_ground_are_read_without_their_leaf_and_on_other_grounds(released, tmp_path):
    _, folder, _ = released
    Image.fromarray(leaf_on_grey()).save(tmp_path / 'leaf.png')
    Image.fromarray(np.full((100, 100, 3), 120, np.uint8)).save(tmp_path / 'plain.png')
    row = {'split': 'val', 'source': 'PlantVillage', 'crop': 'maize', 'disease': 'gray_leaf_spot', 'product_class': 'other_disease'}
    rows = [{**row, 'path': 'leaf.png'}, {**row, 'path': 'plain.png'}]
    only = background_only(read_shipped(folder), tmp_path, rows)['val, PlantVillage']
    assert (only['photos'], only['named']['n'], only['commonest']) == (2, 1, 1.0)
    grounds = other_grounds(read_shipped(folder), tmp_path, rows)['val, PlantVillage']
    assert list(grounds) == ['its own', *GROUNDS]
    assert {entry['recall']['other_disease']['n'] for entry in grounds.values()} == {1}


def test_other_crops_are_read_evenly_and_the_judged_ones_not_at_all(released, drawn_data):
    _, folder, _ = released
    rows = read_labels(drawn_data)
    extra = [{**row, 'split': 'extra', 'crop': 'chilli' if row['crop'] == 'maize' else 'beans'} for row in rows if row['split'] == 'train']
    found = other_crops(read_shipped(folder), drawn_data, extra)
    assert set(found) == {'chilli'}
    assert found['chilli']['labelled'] and found['chilli']['leaf_accepted']['n'] == 36
    assert set(truth_of(extra)) > {'healthy'}


def test_scenes_held_back_are_counted_by_package_and_refused_when_they_were_trained_on(released, drawn_data, tmp_path):
    _, folder, _ = released
    shipped = read_shipped(folder)
    with pytest.raises(SystemExit, match='PlantDoc'):
        held_scenes(shipped, drawn_data)
    rows = [row for row in read_labels(drawn_data) if row['product_class'] == 'not_leaf' and row['split'] == 'train']
    lines = [f"{drawn_data / row['path']},held,other,not_leaf,not_leaf,{'palapeli' if i < 5 else 'torcs'},field" for i, row in enumerate(rows)]
    (tmp_path / 'labels.csv').write_text('\n'.join(['path,split,crop,disease,product_class,source,setting', *lines]))
    found = held_scenes(shipped, tmp_path)
    assert {name: entry['accepted']['n'] for name, entry in found.items()} == {'all': 12, 'palapeli': 5, 'torcs': 7}
    shipped.card['chosen_on'] = {'their_sources': ['palapeli']}
    assert held_scenes(shipped, tmp_path)['all']['accepted']['n'] == 7
    assert found['all']['answered']['share'] <= found['all']['accepted']['share']


def test_a_card_written_is_the_card_read(tmp_path):
    card = {'a': [1, 2.5], 'b': [], 'c': [[0, 1], [2, 3]], 'd': ['x [ 1 ]  y', 'é'], 'e': [{'f': [True, None]}], 'g': 'two\n lines [\n]'}
    write_card(tmp_path, card)
    text = (tmp_path / 'card.json').read_text()
    assert json.loads(text) == card
    assert '"a": [1, 2.5]' in text and '[0, 1]' in text
