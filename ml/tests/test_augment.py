import numpy as np
import pytest
import torch

from augment import erased, mixed, recoloured, turned_and_cropped, worsened
from backgrounds import Backgrounds, leaf_mask
from batches import sampling_weights
from model import LeafNet, Shape
from settings import Settings
from train import begin_with, rate_at, size_at


class OnePhoto:
    """A cache of one drawn photo: a green disc on a plain backdrop."""

    def __init__(self, backdrop: tuple[int, int, int]):
        y, x = np.mgrid[0:96, 0:96]
        self.inside = (x - 48) ** 2 + (y - 48) ** 2 < 900
        self.pixels = np.where(self.inside[..., None], (70, 140, 40), backdrop).astype(np.uint8)
        self.short = 96

    def photo(self, _row: int) -> np.ndarray:
        return self.pixels


def lab_row(**changes: str) -> dict:
    row = {'row': 0, 'source': 'PlantVillage', 'crop': 'maize', 'disease': 'common_rust', 'product_class': 'common_rust'}
    return {**row, **changes}


@pytest.mark.parametrize('backdrop', [(0, 0, 0), (128, 122, 138), (255, 255, 255)])
def test_the_leaf_is_told_from_black_grey_and_white_backdrops(backdrop):
    cache = OnePhoto(backdrop)
    found = leaf_mask(cache.pixels) > 0.5
    overlap = (found & cache.inside).sum() / (found | cache.inside).sum()
    assert overlap > 0.9


def test_a_swapped_background_leaves_the_leaf_as_it_was():
    cache = OnePhoto((0, 0, 0))
    swapped = Backgrounds(cache, [lab_row()]).swapped(0, cache.pixels, 0, 0, np.random.default_rng(1))
    core = (np.mgrid[0:96, 0:96] - 48).__pow__(2).sum(0) < 400
    far = (np.mgrid[0:96, 0:96] - 48).__pow__(2).sum(0) > 1600
    assert np.abs(swapped[core].astype(int) - cache.pixels[core]).max() <= 1
    assert (swapped[far] != cache.pixels[far]).any()


def test_field_photos_and_frame_filling_leaves_keep_their_background():
    cache = OnePhoto((0, 0, 0))
    for row in (lab_row(source='iBean'), lab_row(disease='healthy', product_class='healthy')):
        swapped = Backgrounds(cache, [row]).swapped(0, cache.pixels, 0, 0, np.random.default_rng(1))
        assert np.array_equal(swapped, cache.pixels)


def test_changed_images_stay_images_of_the_wanted_size():
    torch.manual_seed(4)
    images = torch.rand(12, 3, 80, 80)
    changed = turned_and_cropped(images * 255, 64, 0.4) / 255
    changed = erased(worsened(recoloured(changed, torch.ones(12)), 0.2), 0.5)
    assert changed.shape == (12, 3, 64, 64)
    assert float(changed.min()) >= 0 and float(changed.max()) <= 1
    assert torch.isfinite(changed).all()


def test_no_strength_leaves_colours_alone():
    images = torch.rand(4, 3, 16, 16)
    assert torch.allclose(recoloured(images.clone(), torch.zeros(4)), images, atol=1e-4)


@pytest.mark.parametrize('kind', ['mixup', 'cutmix'])
def test_mixed_targets_still_add_up_to_one(kind):
    targets = torch.eye(6)
    _, both = mixed(torch.rand(6, 3, 32, 32), targets, kind)
    assert torch.allclose(both.sum(1), torch.ones(6))
    assert (both.max(1).values <= 1).all()


def test_the_schedule_warms_up_then_falls_and_images_grow():
    settings = Settings()
    assert rate_at(settings, 0.0) < rate_at(settings, settings.warmup) == pytest.approx(settings.learning_rate)
    assert rate_at(settings, 1.0) == pytest.approx(settings.least_rate)
    sizes = [size_at(settings, share) for share in (0, 0.3, 0.6, 0.99)]
    assert sizes == sorted(sizes) and sizes[-1] == settings.test_size


def test_rare_groups_and_field_photos_are_shown_more_often():
    settings = Settings()
    common = [{**lab_row(), 'split': 'train', 'setting': 'lab'}] * 100
    rare = [{**lab_row(source='PlantDoc'), 'split': 'train', 'setting': 'field'}] * 4
    weights = sampling_weights(common + rare, settings, 0.0)
    assert weights.sum() == pytest.approx(1)
    assert weights[100] / weights[0] == pytest.approx(5 * settings.field_weight / settings.lab_weight)


def test_a_run_that_goes_on_from_another_keeps_the_head_rows_by_name():
    old = LeafNet(3, Shape(8, (8, 8, 8, 8), (0, 0, 0, 0), 8))
    new = LeafNet(2, Shape(8, (8, 8, 8, 8), (0, 0, 0, 0), 8))
    saved = {'average': old.state_dict(), 'classes': [{'name': name} for name in ('a', 'b', 'c')]}
    begin_with(new, saved, [{'name': 'a'}, {'name': 'c'}])
    assert torch.equal(new.head.weight, old.head.weight[[0, 2]])
    assert torch.equal(new.stem[0].weight, old.stem[0].weight)
