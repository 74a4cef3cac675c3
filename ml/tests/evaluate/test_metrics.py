import numpy as np
import pytest
import torch

from kutu_ml.calibrate.places import fit_temperature
from kutu_ml.evaluate.metrics import (
    expected_calibration_error,
    macro_f1,
    macro_f1_interval,
    proportion,
    wilson_interval,
)


def test_the_wilson_interval_is_the_known_one():
    low, high = wilson_interval(90, 100)
    assert (round(low, 4), round(high, 4)) == (0.8256, 0.9448)
    assert wilson_interval(0, 10)[0] == 0.0
    assert wilson_interval(10, 10)[1] == pytest.approx(1.0)
    assert proportion(np.array([True, True, False, True]))['share'] == 0.75


def test_macro_f1_gives_each_class_the_same_weight():
    labels = np.array(['a'] * 8 + ['b'] * 2)
    assert macro_f1(labels, np.array(['a'] * 10)) == pytest.approx((16 / 18) / 2)


def test_the_interval_of_macro_f1_contains_it_and_narrows_with_more_photos():
    labels = np.array(['a'] * 80 + ['b'] * 20)
    answer = np.array(['a'] * 72 + ['b'] * 8 + ['b'] * 15 + ['a'] * 5)
    low, high = macro_f1_interval(labels, answer)
    assert low < macro_f1(labels, answer) < high
    narrow = macro_f1_interval(np.tile(labels, 25), np.tile(answer, 25))
    assert (high - low) / (narrow[1] - narrow[0]) == pytest.approx(5, rel=0.15)
    assert macro_f1_interval(labels, labels) == (1.0, 1.0)


def test_the_calibration_error_is_the_gap_between_confidence_and_accuracy():
    assert expected_calibration_error(np.full(10, 0.9), np.array([True] * 6 + [False] * 4)) == pytest.approx(0.3)
    assert expected_calibration_error(np.array([1.0, 1.0]), np.array([True, True])) == 0


def test_the_temperature_undoes_overconfidence():
    rng = torch.Generator().manual_seed(1)
    logits = torch.randn(4000, 4, generator=rng) * 1.5
    labels = torch.multinomial(torch.softmax(logits, 1), 1, generator=rng).flatten()
    membership = torch.eye(4, 5)
    assert fit_temperature(logits * 2.0, labels, membership) == pytest.approx(2.0, rel=0.15)
