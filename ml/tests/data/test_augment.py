import numpy as np
import pytest
import torch

from kutu_ml.data.augment import (
    cast_shadows,
    cutmix,
    degrade,
    jitter_color,
    mixup,
    random_affine_crop,
    random_erase,
)
from kutu_ml.data.backgrounds import BackgroundSwap
from kutu_ml.data.cutout import leaf_mask
from kutu_ml.data.training_set import sampling_probabilities
from kutu_ml.settings import Settings


class OnePhotoCache:
    """A cache of one drawn photo: a green disc on a plain background."""

    def __init__(self, background: tuple[int, int, int]):
        y, x = np.mgrid[0:96, 0:96]
        self.leaf = (x - 48) ** 2 + (y - 48) ** 2 < 900
        self.pixels = np.where(self.leaf[..., None], (70, 140, 40), background).astype(np.uint8)
        self.short = 96

    def photo(self, _row: int) -> np.ndarray:
        return self.pixels


def make_row(**changes: str) -> dict:
    row = {
        'row': 0, 'source': 'PlantVillage', 'crop': 'maize', 'disease': 'common_rust', 'product_class': 'common_rust',
        'setting': 'lab', 'split': 'train',
    }
    return {**row, **changes}


def swap(cache: OnePhotoCache, row: dict) -> np.ndarray:
    return BackgroundSwap(cache, [row]).swap(0, cache.pixels, 0, 0, np.random.default_rng(1))


@pytest.mark.parametrize('background', [(0, 0, 0), (128, 122, 138), (255, 255, 255)])
def test_the_leaf_is_found_on_black_gray_and_white_backgrounds(background):
    cache = OnePhotoCache(background)
    found = leaf_mask(cache.pixels) > 0.5
    assert (found & cache.leaf).sum() / (found | cache.leaf).sum() > 0.9


@pytest.mark.parametrize('row', [make_row(), make_row(source='iBean', setting='field')], ids=['lab', 'field'])
def test_a_background_swap_leaves_the_leaf_as_it_was(row):
    cache = OnePhotoCache((0, 0, 0))
    swapped = swap(cache, row)
    distance = (np.mgrid[0:96, 0:96] - 48).__pow__(2).sum(0)
    assert np.abs(swapped[distance < 400].astype(int) - cache.pixels[distance < 400]).max() <= 1
    assert (swapped[distance > 1600] != cache.pixels[distance > 1600]).any()


def test_field_and_lab_photos_are_swapped_with_their_own_probability():
    cache, settings = OnePhotoCache((0, 0, 0)), Settings(p_background_swap=0.5, p_field_background_swap=0.1)
    assert BackgroundSwap(cache, [make_row()]).probability(0, settings) == 0.5
    assert BackgroundSwap(cache, [make_row(source='iBean', setting='field')]).probability(0, settings) == 0.1


def test_leaves_that_fill_the_frame_and_photos_without_a_leaf_keep_their_background():
    cache = OnePhotoCache((0, 0, 0))
    for row in (
        make_row(disease='healthy', product_class='healthy'),
        make_row(source='Houses', crop='other', disease='not_leaf', product_class='not_leaf', setting='field'),
    ):
        assert np.array_equal(swap(cache, row), cache.pixels)


def test_augmented_images_stay_images_of_the_requested_size():
    torch.manual_seed(4)
    images = random_affine_crop(torch.rand(12, 3, 80, 80) * 255, 64, 0.4) / 255
    images = cast_shadows(jitter_color(images, torch.ones(12)), 1.0)
    images = random_erase(degrade(images, 0.2), 0.5)
    assert images.shape == (12, 3, 64, 64)
    assert float(images.min()) >= 0 and float(images.max()) <= 1
    assert torch.isfinite(images).all()


def test_without_strength_colors_and_light_do_not_change():
    images = torch.rand(4, 3, 16, 16)
    assert torch.allclose(jitter_color(images.clone(), torch.zeros(4)), images, atol=1e-4)
    assert torch.equal(cast_shadows(images.clone(), 0.0), images)


def test_shadows_darken_or_brighten_parts_of_the_chosen_images_alone():
    torch.manual_seed(2)
    images = torch.full((40, 3, 32, 32), 0.4)
    ratio = cast_shadows(images.clone(), 0.5)[:, 1] / 0.4
    is_changed = (ratio - 1).abs().amax((1, 2)) > 0.02
    assert 10 < int(is_changed.sum()) < 30
    assert float(ratio.min()) < 0.7 and float(ratio.max()) > 1.2


@pytest.mark.parametrize('mix', [mixup, cutmix])
def test_mixed_targets_still_add_up_to_one(mix):
    _, targets = mix(torch.rand(6, 3, 32, 32), torch.eye(6))
    assert torch.allclose(targets.sum(1), torch.ones(6))
    assert (targets.max(1).values <= 1).all()


def test_rare_groups_and_field_photos_are_drawn_more_often():
    settings = Settings(balance_exponent=0.5, max_weight_ratio=0)
    common = [make_row()] * 100
    rare = [make_row(source='PlantDoc', setting='field')] * 4
    p = sampling_probabilities(common + rare, settings, 0.0)
    assert p.sum() == pytest.approx(1)
    assert p[100] / p[0] == pytest.approx(5 * settings.field_weight / settings.lab_weight)


def test_a_higher_exponent_balances_sources_further_and_the_cap_bounds_single_photos():
    rows = [make_row()] * 100 + [make_row(source='PlantDoc')]
    even = sampling_probabilities(rows, Settings(balance_exponent=1.0, max_weight_ratio=0), 0.0)
    assert even[100] == pytest.approx(0.5)
    capped = sampling_probabilities(rows, Settings(balance_exponent=1.0, max_weight_ratio=5.0), 0.0)
    assert capped[100] / capped[0] == pytest.approx(5)
