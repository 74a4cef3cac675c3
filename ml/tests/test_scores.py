import numpy as np
import pytest
import torch

from scores import calibration_error, macro_f1, share_of, wilson
from verdict import best_temperature, best_thresholds, confident_threshold, leaf_threshold, verdict_of

CLASSES = [
    {'name': f'{crop}__{disease}', 'crop': crop, 'disease': disease, 'product_class': product}
    for crop, disease, product in (
        ('maize', 'common_rust', 'common_rust'), ('beans', 'rust', 'common_rust'), ('maize', 'healthy', 'healthy'),
        ('maize', 'blight', 'other_disease'), ('other', 'not_leaf', 'not_leaf'), ('weed', 'any', 'unlabelled'),
    )
]
THRESHOLDS = {'leaf': 0.4, 'confident': 0.8}


def test_the_wilson_interval_is_the_known_one():
    low, high = wilson(90, 100)
    assert (round(low, 4), round(high, 4)) == (0.8256, 0.9448)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert share_of(np.array([True, True, False, True]))['share'] == 0.75


def test_macro_f1_gives_each_class_the_same_weight():
    truth = np.array(['a'] * 8 + ['b'] * 2)
    assert macro_f1(truth, np.array(['a'] * 10)) == pytest.approx((16 / 18) / 2)


def test_the_calibration_error_is_the_gap_between_confidence_and_being_right():
    assert calibration_error(np.full(10, 0.9), np.array([True] * 6 + [False] * 4)) == pytest.approx(0.3)
    assert calibration_error(np.array([1.0, 1.0]), np.array([True, True])) == 0


def test_a_photo_without_a_leaf_is_told_so():
    answer = verdict_of(torch.tensor([0.5, 0.0, 0.05, 0.0, 0.45, 0.0]), CLASSES, THRESHOLDS)
    assert (answer.verdict, answer.rust_class) == ('not_a_leaf', None)


def test_a_clear_rust_is_confident_and_names_crop_and_disease():
    answer = verdict_of(torch.tensor([0.85, 0.05, 0.05, 0.05, 0.0, 0.0]), CLASSES, THRESHOLDS)
    assert (answer.verdict, answer.rust_class, answer.crop, answer.disease) == ('confident', 'common_rust', 'maize', 'common_rust')
    assert answer.confidence == pytest.approx(0.9, abs=1e-6)


def test_mass_on_leaves_that_cannot_be_judged_makes_the_verdict_uncertain():
    answer = verdict_of(torch.tensor([0.55, 0.0, 0.03, 0.02, 0.0, 0.4]), CLASSES, THRESHOLDS)
    assert answer.verdict == 'uncertain'
    assert answer.confidence == pytest.approx(0.55 / 0.6 * 0.6, abs=1e-6)


def test_two_equally_likely_crops_leave_the_best_one_named_only_at_half():
    classes = [*CLASSES, {'name': 'wheat__rust', 'crop': 'wheat', 'disease': 'rust', 'product_class': 'common_rust'}]
    answer = verdict_of(torch.tensor([0.4, 0.3, 0.0, 0.0, 0.0, 0.0, 0.3]), classes, THRESHOLDS)
    assert (answer.rust_class, answer.crop, answer.disease) == ('common_rust', None, None)


def test_thresholds_keep_98_of_100_leaves_and_97_of_100_confident_answers_right():
    chance = np.random.default_rng(3)
    truth = chance.choice(['common_rust', 'healthy', 'other_disease', 'not_leaf'], 2000, p=[0.3, 0.3, 0.3, 0.1])
    hint = np.stack([truth == name for name in ('common_rust', 'healthy', 'other_disease', 'not_leaf')], 1) * 2.0
    logits = torch.from_numpy(np.concatenate([hint + chance.normal(size=hint.shape), np.full((2000, 1), -3.0)], 1))
    products = torch.softmax(logits * 1.5, 1)
    found = best_thresholds(products, truth, np.ones(2000, bool))
    accepted = products[:, 3].numpy() < found['leaf']
    assert accepted[truth != 'not_leaf'].mean() >= 0.98
    health = products[:, :3] / products[:, :3].sum(1, keepdim=True)
    confidence = health.max(1).values * (1 - products[:, 4] / (products[:, 4] + products[:, :3].sum(1)))
    sure = accepted & (confidence.numpy() >= found['confident'] - 1e-6)
    named = np.array(['common_rust', 'healthy', 'other_disease'])[health.argmax(1).numpy()]
    assert sure.sum() > 100
    assert (named == truth)[sure].mean() >= 0.969


def test_the_leaf_threshold_lies_between_the_leaves_and_the_nearest_other_photo():
    leaves = np.concatenate([np.full(99, 0.01), [0.9]])
    # 99 of 100 are too few for a lower end of 0.98, so the 98 % are counted
    assert leaf_threshold(leaves, np.array([0.99, 0.995])) == pytest.approx(0.5, abs=0.01)
    assert leaf_threshold(leaves, np.array([0.001, 0.995])) == pytest.approx(0.0101, abs=1e-6)


def test_the_leaf_threshold_leaves_room_for_unseen_leaves_where_the_other_photos_allow_it():
    leaves = np.concatenate([np.full(396, 0.01), [0.2, 0.3, 0.4, 0.5]])
    # 398 of 400 have a lower end over 0.98: the third highest must be accepted, and so must all below it
    assert leaf_threshold(leaves, np.array([0.6])) == pytest.approx(0.445, abs=1e-3)
    # with another photo at 0.25 there is no room, so the 98 % are counted
    assert leaf_threshold(leaves, np.array([0.25])) < 0.1


def test_more_photos_without_a_leaf_move_the_leaf_threshold_and_one_in_a_hundred_does_not():
    truth = np.array(['healthy'] * 400 + ['not_leaf'] * 20)
    products = torch.zeros(420, 5, dtype=torch.float64)
    products[:400, 3], products[:400, 1] = 0.01, 0.99
    products[400:, 3], products[400:, 1] = 0.9, 0.1
    field = np.ones(420, bool)
    alone = best_thresholds(products, truth, field)['leaf']
    more = torch.zeros(200, 5, dtype=torch.float64)
    more[:, 3] = 0.9
    more[:2, 3] = 0.02
    assert best_thresholds(products, truth, field, leafless=more)['leaf'] == alone
    more[:30, 3] = 0.02
    assert 0.01 < best_thresholds(products, truth, field, leafless=more)['leaf'] < 0.02


def sure_products(confidence: list[float], wrong: list[bool]) -> torch.Tensor:
    """Answers for healthy leaves with this confidence, the wrong ones rust."""
    products = torch.zeros(len(confidence), 5, dtype=torch.float64)
    for i, (share, is_wrong) in enumerate(zip(confidence, wrong)):
        products[i, int(not is_wrong)], products[i, int(is_wrong)] = share, 1 - share
    return products


def test_the_confident_threshold_looks_at_field_photos_only():
    truth = np.array(['healthy'] * 400)
    products = sure_products([0.7] * 200 + [0.8] * 100 + [0.7] * 100, [False] * 200 + [True] * 100 + [False] * 100)
    field = np.arange(400) >= 200
    assert best_thresholds(products, truth, ~field)['confident'] == pytest.approx(0.7, abs=1e-3)
    assert best_thresholds(products, truth, field)['confident'] == 1.0


def test_the_confident_threshold_is_right_by_the_lower_end_of_the_interval():
    truth = np.array(['healthy'] * 1000)
    confidence = [0.9] * 900 + [0.6] * 100
    few_wrong = sure_products(confidence, [i >= 975 for i in range(1000)])  # 25 wrong of 1000, all among the unsure
    assert confident_threshold(few_wrong, truth, 0.5) == pytest.approx(0.9, abs=1e-3)
    fewer_wrong = sure_products(confidence, [i >= 985 for i in range(1000)])  # 15 of 1000: lower end 0.975
    assert confident_threshold(fewer_wrong, truth, 0.5) == pytest.approx(0.6, abs=1e-3)


def test_the_confident_threshold_holds_after_every_hardship():
    truth = np.array(['healthy'] * 1000)
    confidence = [0.9] * 800 + [0.6] * 200
    plain = sure_products(confidence, [False] * 1000)
    after = sure_products(confidence, [i >= 960 for i in range(1000)])
    assert confident_threshold(plain, truth, 0.5, [plain]) == pytest.approx(0.6, abs=1e-3)
    assert confident_threshold(plain, truth, 0.5, [plain, after]) == pytest.approx(0.9, abs=1e-3)


def test_care_is_given_up_only_as_far_as_70_of_100_leaves_need_it():
    truth = np.array(['healthy'] * 1000)
    confidence = [0.9] * 600 + [0.8] * 150 + [0.6] * 250
    # 97.5 % right over all and 98 % over 0.8: by count enough, by the lower end only the surest 600 are
    wrong = [615 <= i < 635 or i >= 995 for i in range(1000)]
    assert confident_threshold(sure_products(confidence, wrong), truth, 0.5) == pytest.approx(0.8, abs=1e-3)
    # answers that are right too seldom by count are never given, however few leaves are answered then
    wrong = [615 <= i < 645 or i >= 995 for i in range(1000)]
    assert confident_threshold(sure_products(confidence, wrong), truth, 0.5) == pytest.approx(0.9, abs=1e-3)


def test_photos_without_a_leaf_that_were_answered_do_not_count_as_answered_leaves():
    truth = np.array(['healthy'] * 100 + ['not_leaf'] * 200)
    found = confident_threshold(sure_products([0.9] * 300, [False] * 300), truth, 0.5)
    assert found == 1.0


def test_the_temperature_undoes_overconfidence():
    chance = torch.Generator().manual_seed(1)
    logits = torch.randn(4000, 4, generator=chance) * 1.5
    truth = torch.multinomial(torch.softmax(logits, 1), 1, generator=chance).flatten()
    membership = torch.eye(4, 5)
    assert best_temperature(logits * 2.0, truth, membership) == pytest.approx(2.0, rel=0.15)
