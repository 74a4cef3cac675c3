import numpy as np
import pytest
import torch

from kutu_ml.evaluate.calibration import (
    choose_confident_threshold,
    choose_leaf_threshold,
    choose_thresholds,
    fit_temperature,
)
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


def test_thresholds_accept_98_of_100_leaves_and_keep_97_of_100_confident_answers_correct():
    rng = np.random.default_rng(3)
    labels = rng.choice(['common_rust', 'healthy', 'other_disease', 'not_leaf'], 2000, p=[0.3, 0.3, 0.3, 0.1])
    hint = np.stack([labels == name for name in ('common_rust', 'healthy', 'other_disease', 'not_leaf')], 1) * 2.0
    logits = torch.from_numpy(np.concatenate([hint + rng.normal(size=hint.shape), np.full((2000, 1), -3.0)], 1))
    probs = torch.softmax(logits * 1.5, 1)
    found = choose_thresholds(probs, labels, np.ones(2000, bool))
    accepted = probs[:, 3].numpy() < found['leaf']
    assert accepted[labels != 'not_leaf'].mean() >= 0.98
    health = probs[:, :3] / probs[:, :3].sum(1, keepdim=True)
    confidence = health.max(1).values * (1 - probs[:, 4] / (probs[:, 4] + probs[:, :3].sum(1)))
    confident = accepted & (confidence.numpy() >= found['confident'] - 1e-6)
    named = np.array(['common_rust', 'healthy', 'other_disease'])[health.argmax(1).numpy()]
    assert confident.sum() > 100
    assert (named == labels)[confident].mean() >= 0.969


def test_the_leaf_threshold_lies_between_the_leaves_and_the_nearest_other_photo():
    leaves = np.concatenate([np.full(99, 0.01), [0.9]])
    # 99 of 100 are too few for a lower end of 0.98, so the 98 % are counted
    assert choose_leaf_threshold(leaves, np.array([0.99, 0.995])) == pytest.approx(0.5, abs=0.01)
    assert choose_leaf_threshold(leaves, np.array([0.001, 0.995])) == pytest.approx(0.0101, abs=1e-6)


def test_the_leaf_threshold_uses_the_lower_end_of_the_interval_where_the_other_photos_allow_it():
    leaves = np.concatenate([np.full(396, 0.01), [0.2, 0.3, 0.4, 0.5]])
    # 398 of 400 have a lower end over 0.98: the third highest must be accepted, and so must all below it
    assert choose_leaf_threshold(leaves, np.array([0.6])) == pytest.approx(0.445, abs=1e-3)
    # with another photo at 0.25 there is no room, so the 98 % are counted
    assert choose_leaf_threshold(leaves, np.array([0.25])) < 0.1


def make_probs(confidence: list[float], wrong: list[bool]) -> torch.Tensor:
    """Returns probabilities of healthy leaves with this confidence; the wrong ones say rust."""
    probs = torch.zeros(len(confidence), 5, dtype=torch.float64)
    for i, (share, is_wrong) in enumerate(zip(confidence, wrong)):
        probs[i, int(not is_wrong)], probs[i, int(is_wrong)] = share, 1 - share
    return probs


def test_the_confident_threshold_is_chosen_on_field_photos_only():
    labels = np.array(['healthy'] * 400)
    probs = make_probs([0.7] * 200 + [0.8] * 100 + [0.7] * 100, [False] * 200 + [True] * 100 + [False] * 100)
    field = np.arange(400) >= 200
    assert choose_thresholds(probs, labels, ~field)['confident'] == pytest.approx(0.7, abs=1e-3)
    assert choose_thresholds(probs, labels, field)['confident'] == 1.0


def test_the_confident_threshold_counts_by_the_lower_end_of_the_interval():
    labels = np.array(['healthy'] * 1000)
    confidence = [0.9] * 900 + [0.6] * 100
    few_wrong = make_probs(
        confidence, [i >= 975 for i in range(1000)]
    )  # 25 wrong of 1000, all among the less confident
    assert choose_confident_threshold(few_wrong, labels, 0.5) == pytest.approx(0.9, abs=1e-3)
    fewer_wrong = make_probs(confidence, [i >= 985 for i in range(1000)])  # 15 of 1000: lower end 0.975
    assert choose_confident_threshold(fewer_wrong, labels, 0.5) == pytest.approx(0.6, abs=1e-3)


def test_the_confident_threshold_holds_after_every_corruption():
    labels = np.array(['healthy'] * 1000)
    confidence = [0.9] * 800 + [0.6] * 200
    plain = make_probs(confidence, [False] * 1000)
    after = make_probs(confidence, [i >= 960 for i in range(1000)])
    assert choose_confident_threshold(plain, labels, 0.5, [plain]) == pytest.approx(0.6, abs=1e-3)
    assert choose_confident_threshold(plain, labels, 0.5, [plain, after]) == pytest.approx(0.9, abs=1e-3)


def test_the_interval_rule_is_relaxed_only_as_far_as_70_percent_coverage_needs_it():
    labels = np.array(['healthy'] * 1000)
    confidence = [0.9] * 600 + [0.8] * 150 + [0.6] * 250
    # 97.5 % are correct overall and 98 % above 0.8: enough by count, but by the lower end only the 600 at 0.9
    wrong = [615 <= i < 635 or i >= 995 for i in range(1000)]
    assert choose_confident_threshold(make_probs(confidence, wrong), labels, 0.5) == pytest.approx(0.8, abs=1e-3)
    # answers that are too often wrong by count are never given, however low the coverage
    wrong = [615 <= i < 645 or i >= 995 for i in range(1000)]
    assert choose_confident_threshold(make_probs(confidence, wrong), labels, 0.5) == pytest.approx(0.9, abs=1e-3)


def test_photos_without_a_leaf_that_were_answered_do_not_count_as_answered_leaves():
    labels = np.array(['healthy'] * 100 + ['not_leaf'] * 200)
    found = choose_confident_threshold(make_probs([0.9] * 300, [False] * 300), labels, 0.5)
    assert found == 1.0


def test_the_temperature_undoes_overconfidence():
    rng = torch.Generator().manual_seed(1)
    logits = torch.randn(4000, 4, generator=rng) * 1.5
    labels = torch.multinomial(torch.softmax(logits, 1), 1, generator=rng).flatten()
    membership = torch.eye(4, 5)
    assert fit_temperature(logits * 2.0, labels, membership) == pytest.approx(2.0, rel=0.15)


def test_with_other_goals_the_confident_threshold_trades_coverage_for_accuracy():
    labels = np.array(['healthy'] * 1000)
    probs = make_probs([0.9] * 400 + [0.6] * 600, [i >= 400 and i % 5 == 0 for i in range(1000)])
    assert choose_confident_threshold(probs, labels, 0.5, (), 0.95, 0.0) == pytest.approx(0.9, abs=1e-3)
    assert choose_confident_threshold(probs, labels, 0.5, (), 0.8, 0.0) == pytest.approx(0.6, abs=1e-3)
