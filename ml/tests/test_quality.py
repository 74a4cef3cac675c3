import json

import numpy as np
import pytest

from golden import draw
from hardships import blurred, brighter, darker
from quality import GOLDEN, LADDERS, golden_quality, judge, measure, reduced_to, threshold_of
from shipped import read_shipped

THRESHOLDS = {'short_side': 96, 'light': 100.0, 'burnt': 0.2, 'sharpness': 0.3}


def test_the_golden_file_is_what_is_measured():
    for found, expected in zip(golden_quality(), json.loads(GOLDEN.read_text()), strict=True):
        assert found == pytest.approx(expected, abs=1e-3), expected['formula']


def test_less_light_more_light_blur_and_few_pixels_are_each_seen():
    photo = draw('discs', 300, 256)
    plain = measure(photo)
    assert measure(darker(3)(photo, 1))['light'] < 0.5 * plain['light']
    assert measure(brighter(2)(photo, 1))['burnt'] > plain['burnt'] + 0.2
    assert measure(blurred(0.02)(photo, 1))['sharpness'] < 0.3 < plain['sharpness']
    assert measure(reduced_to(90)(photo, 1))['short_side'] == 90
    assert reduced_to(300)(photo, 1) is photo


def test_a_photo_of_too_few_pixels_is_called_nothing_else():
    bad = {'short_side': 90, 'light': 1.0, 'burnt': 1.0, 'sharpness': 0.0}
    assert judge(bad, THRESHOLDS) == ['too_small']
    assert judge({**bad, 'short_side': 96}, THRESHOLDS) == ['too_dark', 'too_bright', 'too_blurred']


def test_a_threshold_catches_the_spoilt_photos_unless_it_would_hit_too_many_good_ones():
    right = np.array([True])
    good = [{'sharpness': value, 'burnt': 1 - value} for value in np.linspace(0.4, 1, 1000)]
    spoilt = [(1, right, good), (2, ~right, [{'sharpness': value, 'burnt': 1 - value} for value in np.linspace(0, 0.3, 100)])]
    assert threshold_of('too_blurred', spoilt, good) == pytest.approx(0.27, abs=0.01)
    assert threshold_of('too_bright', spoilt, good) == pytest.approx(0.73, abs=0.01)
    mixed = [(1, right, good), (2, ~right, [{'sharpness': value} for value in np.linspace(0.3, 0.9, 100)])]
    assert threshold_of('too_blurred', mixed, good) == pytest.approx(0.4, abs=0.01)


def test_too_small_begins_below_the_last_size_that_still_does():
    steps = [(160, None, []), (128, None, []), (112, None, [])]
    assert threshold_of('too_small', steps, []) == 128


def test_an_exported_card_tells_its_thresholds_and_what_they_cost(released):
    _, folder, _ = released
    card = read_shipped(folder).card
    assert set(card['thresholds']['quality']) == {name for name, _, _ in LADDERS.values()}
    assert set(card['quality']['false_alarms']) == {*LADDERS, 'any'}
    for name, steps in card['quality']['made_worse'].items():
        assert 0 < len(steps) <= len(LADDERS[name][2])
        assert all({'by', 'accuracy', 'warned'} == set(step) for step in steps)
