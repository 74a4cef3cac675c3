import json

import numpy as np
import pytest

from kutu_ml.evaluate.corruptions import blur, darken, overexpose
from kutu_ml.export.golden import draw_image
from kutu_ml.export.quality import (
    DEGRADATIONS,
    GOLDEN_FILE,
    choose_quality_threshold,
    golden_quality,
    measure_quality,
    quality_warnings,
    shrink,
)
from kutu_ml.network.released import load_released_model

THRESHOLDS = {'short_side': 96, 'light': 100.0, 'burnt': 0.2, 'sharpness': 0.3}


def test_the_golden_file_is_up_to_date():
    for found, expected in zip(golden_quality(), json.loads(GOLDEN_FILE.read_text()), strict=True):
        assert found == pytest.approx(expected, abs=1e-3), expected['formula']


def test_each_degradation_is_measured():
    photo = draw_image('discs', 300, 256)
    plain = measure_quality(photo)
    assert measure_quality(darken(3)(photo, 1))['light'] < 0.5 * plain['light']
    assert measure_quality(overexpose(2)(photo, 1))['burnt'] > plain['burnt'] + 0.2
    assert measure_quality(blur(0.02)(photo, 1))['sharpness'] < 0.3 < plain['sharpness']
    assert measure_quality(shrink(90)(photo, 1))['short_side'] == 90
    assert shrink(300)(photo, 1) is photo


def test_a_photo_that_is_too_small_gets_no_other_warning():
    bad = {'short_side': 90, 'light': 1.0, 'burnt': 1.0, 'sharpness': 0.0}
    assert quality_warnings(bad, THRESHOLDS) == ['too_small']
    assert quality_warnings({**bad, 'short_side': 96}, THRESHOLDS) == ['too_dark', 'too_bright', 'too_blurred']


def test_a_threshold_catches_the_degraded_photos_unless_it_would_warn_of_too_many_good_ones():
    correct = np.array([True])
    good = [{'sharpness': value, 'burnt': 1 - value} for value in np.linspace(0.4, 1, 1000)]
    degraded = [
        (1, correct, good),
        (2, ~correct, [{'sharpness': value, 'burnt': 1 - value} for value in np.linspace(0, 0.3, 100)]),
    ]
    assert choose_quality_threshold('too_blurred', degraded, good) == pytest.approx(0.27, abs=0.01)
    assert choose_quality_threshold('too_bright', degraded, good) == pytest.approx(0.73, abs=0.01)
    mixed = [(1, correct, good), (2, ~correct, [{'sharpness': value} for value in np.linspace(0.3, 0.9, 100)])]
    assert choose_quality_threshold('too_blurred', mixed, good) == pytest.approx(0.4, abs=0.01)


def test_too_small_starts_below_the_smallest_size_that_still_works():
    steps = [(160, None, []), (128, None, []), (112, None, [])]
    assert choose_quality_threshold('too_small', steps, []) == 128


def test_an_exported_card_holds_the_quality_thresholds_and_their_cost(released):
    _, folder, _ = released
    card = load_released_model(folder).card
    assert set(card['thresholds']['quality']) == {name for name, _, _ in DEGRADATIONS.values()}
    assert set(card['quality']['false_alarms']) == {*DEGRADATIONS, 'any'}
    for name, steps in card['quality']['made_worse'].items():
        assert 0 < len(steps) <= len(DEGRADATIONS[name][2])
        assert all({'by', 'accuracy', 'warned'} == set(step) for step in steps)
