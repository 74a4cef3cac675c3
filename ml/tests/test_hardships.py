import numpy as np
import pytest

from golden import draw
from hardships import BLUR_SHARE, EVERYDAY, HARDSHIPS, blurred, dark, half_covered, thumbnail, tilted, turned


@pytest.fixture(params=[(300, 200), (200, 200), (180, 320)], ids=['wide', 'square', 'tall'])
def photo(request):
    return draw('discs', *request.param)


def test_every_hardship_gives_the_same_photo_twice_and_leaves_the_given_one_alone(photo):
    before = photo.copy()
    for name, change in HARDSHIPS.items():
        first, second = change(photo, 5), change(photo, 5)
        assert first.dtype == np.uint8 and first.shape[2] == 3, name
        assert np.array_equal(first, second), name
        assert np.array_equal(photo, before), name
        if name not in ('as it is', 'thumbnail of 320 px'):
            assert first.shape != photo.shape or np.abs(first.astype(int) - photo).max() > 5, name
    assert set(EVERYDAY) < set(HARDSHIPS)


def test_dark_is_an_eighth_of_the_light():
    grey = np.full((100, 100, 3), 186, np.uint8)  # half of the light
    assert dark(grey, 1).mean() == pytest.approx(71, abs=1)  # a sixteenth of it
    assert dark(np.full((100, 100, 3), 255, np.uint8), 1).mean() == pytest.approx(99, abs=1)


def test_the_blur_is_a_share_of_the_short_side():
    edge = np.zeros((100, 300, 3), np.uint8)
    edge[:, 150:] = 255
    for share in BLUR_SHARE:
        slope = np.diff(blurred(share)(edge, 0)[50, :, 0].astype(float))
        columns = np.arange(299) - 149
        sigma = np.sqrt((slope * columns**2).sum() / slope.sum())
        assert sigma == pytest.approx(share * 100, rel=0.25)


def test_turns_move_every_pixel_and_lose_none(photo):
    for number in range(3):
        assert np.array_equal(np.rot90(turned(photo, number), 3 - number), photo)


def test_a_tilted_photo_keeps_its_size_and_turns_about_its_middle(photo):
    height, width = photo.shape[:2]
    found = tilted(photo, 1)
    assert found.shape == photo.shape
    middle = (slice(height // 2 - 5, height // 2 + 5), slice(width // 2 - 5, width // 2 + 5))
    assert abs(found[middle].mean() - photo[middle].mean()) < 8
    assert not (found == 0).all(2).any()
    assert np.abs(found.astype(int) - tilted(photo, 2)).max() > 5


def test_half_of_a_photo_is_covered_on_each_side_in_turn(photo):
    for number in range(4):
        covered = (half_covered(photo, number) == 128).all(2)
        assert covered.mean() == pytest.approx(0.5, abs=0.01)
    sides = [(half_covered(photo, number) == 128).all(2) for number in range(4)]
    assert not (sides[0] & sides[1]).any() and not (sides[2] & sides[3]).any()


def test_a_thumbnail_fits_and_is_never_enlarged(photo):
    assert max(thumbnail(160)(photo, 0).shape) == 160
    small = draw('discs', 120, 90)
    assert thumbnail(320)(small, 0).shape == small.shape
