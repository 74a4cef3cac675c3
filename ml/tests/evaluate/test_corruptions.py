import numpy as np
import pytest

from kutu_ml.evaluate.corruptions import (
    BLUR_SIGMAS,
    CORRUPTIONS,
    STOPS_DARKER,
    blur,
    cover_half,
    darken,
    make_thumbnail,
    rotate,
    tilt,
)
from kutu_ml.export.golden import draw_image


@pytest.fixture(params=[(300, 200), (200, 200), (180, 320)], ids=['wide', 'square', 'tall'])
def photo(request):
    return draw_image('discs', *request.param)


def test_every_corruption_is_repeatable_and_leaves_its_input_alone(photo):
    before = photo.copy()
    for name, change in CORRUPTIONS.items():
        first, second = change(photo, 5), change(photo, 5)
        assert first.dtype == np.uint8 and first.shape[2] == 3, name
        assert np.array_equal(first, second), name
        assert np.array_equal(photo, before), name
        if name not in ('as it is', 'thumbnail of 320 px'):
            assert first.shape != photo.shape or np.abs(first.astype(int) - photo).max() > 5, name


def test_darkening_keeps_an_eighth_of_the_light():
    gray = np.full((100, 100, 3), 186, np.uint8)  # half of the light
    assert darken(STOPS_DARKER)(gray, 1).mean() == pytest.approx(71, abs=1)  # a sixteenth of it
    assert darken(STOPS_DARKER)(np.full((100, 100, 3), 255, np.uint8), 1).mean() == pytest.approx(99, abs=1)


def test_the_blur_is_a_fraction_of_the_short_side():
    edge = np.zeros((100, 300, 3), np.uint8)
    edge[:, 150:] = 255
    for sigma in BLUR_SIGMAS:
        slope = np.diff(blur(sigma)(edge, 0)[50, :, 0].astype(float))
        columns = np.arange(299) - 149
        measured = np.sqrt((slope * columns**2).sum() / slope.sum())
        assert measured == pytest.approx(sigma * 100, rel=0.25)


def test_rotations_lose_no_pixel(photo):
    for number in range(3):
        assert np.array_equal(np.rot90(rotate(photo, number), 3 - number), photo)


def test_a_tilted_photo_keeps_its_size_and_its_center(photo):
    height, width = photo.shape[:2]
    found = tilt(photo, 1)
    assert found.shape == photo.shape
    center = (slice(height // 2 - 5, height // 2 + 5), slice(width // 2 - 5, width // 2 + 5))
    assert abs(found[center].mean() - photo[center].mean()) < 8
    assert not (found == 0).all(2).any()
    assert np.abs(found.astype(int) - tilt(photo, 2)).max() > 5


def test_each_half_of_a_photo_is_covered_in_turn(photo):
    for number in range(4):
        covered = (cover_half(photo, number) == 128).all(2)
        assert covered.mean() == pytest.approx(0.5, abs=0.01)
    sides = [(cover_half(photo, number) == 128).all(2) for number in range(4)]
    assert not (sides[0] & sides[1]).any() and not (sides[2] & sides[3]).any()


def test_a_thumbnail_fits_and_is_never_enlarged(photo):
    assert max(make_thumbnail(160)(photo, 0).shape) == 160
    small = draw_image('discs', 120, 90)
    assert make_thumbnail(320)(small, 0).shape == small.shape
