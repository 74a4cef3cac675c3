import copy

import numpy as np
import pytest
import torch

from kutu_ml.evaluate.verdict import answer_photos, decide

CLASSES = [
    {'name': f'{crop}__{disease}', 'crop': crop, 'disease': disease, 'product_class': product}
    for crop, disease, product in (
        ('maize', 'common_rust', 'common_rust'),
        ('beans', 'rust', 'common_rust'),
        ('maize', 'healthy', 'healthy'),
        ('maize', 'blight', 'other_disease'),
        ('other', 'not_leaf', 'not_leaf'),
        ('weed', 'any', 'unlabelled'),
        ('coffee', 'rust', 'common_rust'),
    )
]
N = len(CLASSES)
CARD = {
    'classes': CLASSES,
    'temperature': 1.0,
    'decision': {
        'other_crop_prior': 0.02,
        'leaf': {'weights': [0, 0, 0, 0, -1, 0, 0], 'bias': 4.0, 'threshold': 0.5},
        'reliability': {'bias': 0.0, 'confidence': 1.0, 'view_agreement': 0.0},
        'bands': {
            'crop_unknown': {'likely': 0.7, 'confident': 0.9},
            'crop_stated': {'likely': 0.6, 'confident': 0.8},
        },
        'unfamiliar': {'other_crop': 0.5},
    },
}
HEAD = torch.eye(N), torch.zeros(N)


def views_of(*probs: list[float]) -> torch.Tensor:
    """Returns embeddings whose logits give these probabilities, one list for each view."""
    return torch.log(torch.tensor(probs).clamp(min=1e-6)) + 5


def answer(probs: list[float], stated: str | None = None, card: dict = CARD):
    return decide(views_of(probs, probs), HEAD, card, stated)


def test_a_photo_without_a_leaf_gets_no_class():
    found = answer([0.1, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0])
    assert not found.is_leaf and found.leaf_probability < 0.5
    assert (found.rust_class, found.band, found.crop_estimate) == (None, None, None)


def test_a_clear_rust_is_confident_and_names_crop_and_disease():
    found = answer([0.93, 0.02, 0.03, 0.02, 0.0, 0.0, 0.0])
    assert (found.rust_class, found.band, found.crop, found.disease) == (
        'common_rust',
        'confident',
        'maize',
        'common_rust',
    )
    assert found.confidence == pytest.approx(0.95, abs=1e-4)
    assert found.crop_estimate == {'crop': 'maize', 'probability': pytest.approx(0.98, abs=1e-4)}


def test_the_stated_crop_is_a_prior_and_never_names_a_disease_of_another():
    probs = [0.3, 0.5, 0.2, 0.0, 0.0, 0.0, 0.0]
    assert answer(probs).disease == 'rust'
    found = answer(probs, 'maize')
    total = 0.3 + 0.5 * 0.02 + 0.2
    assert found.confidence == pytest.approx((0.3 + 0.01) / total, abs=1e-4)
    assert (found.crop, found.disease, found.band) == ('maize', 'common_rust', 'likely')
    assert answer([0.05, 0.9, 0.05, 0, 0, 0, 0], 'maize').disease == 'common_rust'


def test_other_crops_are_unfamiliar_whether_stated_or_seen():
    assert answer([0.95, 0.0, 0.05, 0.0, 0.0, 0.0, 0.0], 'other').band == 'unfamiliar'
    seen = answer([0.1, 0.0, 0.1, 0.0, 0.0, 0.2, 0.6])
    assert (seen.band, seen.disease) == ('unfamiliar', None)
    assert seen.crop_estimate['crop'] == 'other'
    # Also where the stated crop contradicts the photo, which alone makes an answer uncertain.
    assert answer([0.01, 0.39, 0.0, 0.0, 0.0, 0.0, 0.6], 'maize').band == 'unfamiliar'


def test_a_stated_crop_that_the_network_hardly_sees_makes_the_answer_uncertain():
    assert answer([0.04, 0.96, 0.0, 0.0, 0.0, 0.0, 0.0]).band == 'confident'
    found = answer([0.04, 0.96, 0.0, 0.0, 0.0, 0.0, 0.0], 'maize')
    assert (found.band, found.disease) == ('uncertain', None) and found.reliability > 0.95
    assert answer([0.06, 0.94, 0.0, 0.0, 0.0, 0.0, 0.0], 'maize').band == 'confident'


def test_probability_of_leaves_without_health_labels_lowers_the_confidence():
    found = answer([0.55, 0.0, 0.03, 0.02, 0.0, 0.4, 0.0])
    assert found.confidence == pytest.approx(0.55 / 0.6 * 0.6, abs=1e-4)
    assert found.band == 'uncertain'


def test_views_that_disagree_lower_the_reliability():
    card = copy.deepcopy(CARD)
    card['decision']['reliability'] = {'bias': 0.0, 'confidence': 0.0, 'view_agreement': 1.0}
    agree = decide(views_of([0.8, 0, 0.2, 0, 0, 0, 0], [0.8, 0, 0.2, 0, 0, 0, 0]), HEAD, card)
    differ = decide(views_of([0.99, 0, 0.01, 0, 0, 0, 0], [0.3, 0, 0.7, 0, 0, 0, 0]), HEAD, card)
    assert agree.reliability == pytest.approx(0.8, abs=1e-3)
    assert differ.reliability == pytest.approx(0.3, abs=1e-3)


def test_many_photos_are_answered_as_each_alone():
    rng = np.random.default_rng(3)
    photos = torch.from_numpy(rng.normal(2, 1.5, (40, 4, N))).float()
    photos[::5, :, 4] += 5
    stated = [None, 'maize', 'beans', 'other'] * 10
    found = answer_photos(photos, HEAD, CARD, stated)
    for i, crop in enumerate(stated):
        one = decide(photos[i], HEAD, CARD, crop)
        assert found.accepted[i] == one.is_leaf
        assert found.confident[i] == (one.band == 'confident')
        assert found.likely[i] == (one.band == 'likely')
        if one.is_leaf:
            assert found.health_class[i] == one.rust_class
    assert found.accepted.any() and not found.accepted.all()
