import csv
import io
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kutu_ml.data.labels import read_labels
from kutu_ml.scenes.archives import Picture, find_pictures
from kutu_ml.scenes.build import make_scenes
from kutu_ml.scenes.composites import COMPOSITES, is_cut_out
from kutu_ml.scenes.frames import draw_page, spoil_photo, tint_like_plants
from kutu_ml.scenes.patterns import PATTERNS, draw_pattern, power_law_noise
from kutu_ml.scenes.selection import (
    NearDuplicates,
    difference_hash,
    is_technical,
    names_a_plant,
    read_exclusions,
    rejection_reason,
    select_by_name,
)


def draw_blotches(seed: int, size: tuple[int, int] = (320, 240)) -> Image.Image:
    """Draws a colorful picture that differs from seed to seed."""
    small = np.random.default_rng(seed).integers(0, 256, (7, 9, 3)).astype(np.uint8)
    return Image.fromarray(small).resize(size, Image.Resampling.BICUBIC)


def draw_ramp(first: int, last: int) -> Image.Image:
    return Image.fromarray(np.tile(np.linspace(first, last, 200).astype(np.uint8), (200, 1)))


def encode_png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, 'PNG')
    return out.getvalue()


def draw_cut_out(seed: int) -> Image.Image:
    """Draws a disc of blotches on transparency."""
    image = draw_blotches(seed, (256, 256)).convert('RGBA')
    y, x = np.mgrid[0:256, 0:256]
    image.putalpha(Image.fromarray((np.hypot(x - 128, y - 128) < 100).astype(np.uint8) * 255))
    return image


def encode_resource_file(name: str, content: bytes) -> bytes:
    """Encodes a Qt resource file of format 2 with one uncompressed file in one folder."""
    names = b''.join(struct.pack('>HI', len(word), 0) + word.encode('utf-16-be') for word in ('pictures', name))
    second = 6 + 2 * len('pictures')
    nodes = struct.pack('>IHII', 0, 2, 1, 1) + bytes(8)
    nodes += struct.pack('>IHII', 0, 2, 1, 2) + bytes(8)
    nodes += struct.pack('>IHHHI', second, 0, 0, 1, 0) + bytes(8)
    data = struct.pack('>I', len(content)) + content
    return struct.pack('>4s4I', b'qres', 2, 20, 20 + len(nodes), 20 + len(nodes) + len(data)) + nodes + data + names


@pytest.fixture
def packages(tmp_path: Path) -> list[Path]:
    """Two packages: one of plain files, one with a zip archive; the second repeats a picture of the first."""
    first, second = tmp_path / 'walls', tmp_path / 'game-data'
    for folder in (first, second):
        folder.mkdir()
    for seed in range(6):
        (first / f'wall{seed}.png').write_bytes(encode_png(draw_blotches(seed)))
    (first / 'oldTree01.png').write_bytes(encode_png(draw_blotches(50)))
    (first / 'wall_normal.png').write_bytes(encode_png(draw_blotches(51)))
    with zipfile.ZipFile(second / 'data.pk3', 'w') as archive:
        archive.writestr('textures/same.png', encode_png(draw_blotches(0)))
        archive.writestr('textures/crate.png', encode_png(draw_blotches(60)))
        for seed in range(3):
            archive.writestr(f'items/disc{seed}.png', encode_png(draw_cut_out(70 + seed)))
    return [first, second]


def test_pictures_are_found_in_files_archives_and_resource_files(packages, tmp_path):
    assert 'textures/crate.png' in {picture.member for picture in find_pictures(packages[1])}
    folder = tmp_path / 'school'
    folder.mkdir()
    (folder / 'photos.rcc').write_bytes(encode_resource_file('hand.png', encode_png(draw_blotches(5))))
    found = find_pictures(folder)
    assert [picture.name for picture in found] == ['photos.rcc/pictures/hand.png']
    image = found[0].decode()
    assert image is not None and image.convert('RGB').tobytes() == draw_blotches(5).tobytes()


def test_files_that_are_no_pictures_are_skipped(tmp_path):
    folder = tmp_path / 'broken'
    folder.mkdir()
    (folder / 'broken.png').write_bytes(b'no picture' * 2000)
    (folder / 'short.rcc').write_bytes(b'no resource file'.ljust(40))
    assert [picture.decode() for picture in find_pictures(folder)] == [None]


PLANTS = ['art/oldTree01.png', 'leaves.jpg', 'a/big_leaf/x.png', 'GrassDry.dds', 'tex/ivy.png', 'green_moss2.jpg']


@pytest.mark.parametrize('name', PLANTS)
def test_names_of_plants_are_recognized(name):
    assert names_a_plant(name)


@pytest.mark.parametrize(
    'name', ['street.png', 'planet.jpg', 'gentry.png', 'wood_floor.jpg', 'hedgehog.png', 'private.png']
)
def test_names_that_only_resemble_plants_pass(name):
    assert not names_a_plant(name)


@pytest.mark.parametrize('name', ['wall_n.png', 'a/stone-normal.jpg', 'b_spec.png.cached.dds', 'metal_AO.png'])
def test_technical_pictures_are_recognized_by_their_names(name):
    assert is_technical(name)
    assert not is_technical('a/region.png')


def test_exclusions_apply_by_package_and_pattern(tmp_path):
    listed = tmp_path / 'excluded.txt'
    listed.write_text('# a comment\n\nwalls *wall3*\n')
    pictures = [Picture(package, f'wall{i}.png', tmp_path) for package in ('walls', 'other') for i in (2, 3)]
    kept = {(picture.package, picture.name) for picture in select_by_name(pictures, read_exclusions(listed))}
    assert kept == {('walls', 'wall2.png'), ('other', 'wall2.png'), ('other', 'wall3.png')}


def test_adding_pictures_does_not_change_the_order_of_the_others(tmp_path):
    pictures = [Picture('walls', f'wall{i}.png', tmp_path) for i in range(20)]
    assert [p for p in select_by_name(pictures, {}) if p in pictures[:9]] == select_by_name(pictures[:9], {})


@pytest.mark.parametrize(
    ('image', 'reason'),
    [
        (draw_blotches(1), None),
        (draw_blotches(1, (90, 90)), 'tiny'),
        (draw_blotches(1, (900, 200)), 'long'),
        (Image.new('RGB', (200, 200), (90, 140, 60)), 'flat'),
        (Image.merge('RGB', [draw_ramp(98, 158), draw_ramp(158, 98), draw_ramp(255, 205)]), 'normal map'),
        (Image.fromarray(np.kron(np.uint8([[0, 255], [255, 0]]), np.ones((128, 128), np.uint8))), 'mask'),
        (Image.new('RGBA', (200, 200)), 'transparent'),
    ],
)
def test_pictures_that_cannot_serve_are_rejected_with_the_reason(image, reason):
    assert rejection_reason(image.convert('RGBA')) == reason


def test_near_duplicates_are_added_once():
    known = NearDuplicates.empty()
    assert known.add(difference_hash(draw_blotches(1)))
    assert not known.add(difference_hash(draw_blotches(1, (640, 480))))
    assert known.add(difference_hash(draw_blotches(2)))


def test_the_folder_can_be_trained_on_and_is_the_same_each_time(packages, drawn_data, tmp_path):
    for name in ('a', 'b'):
        make_scenes(packages, {'walls'}, [drawn_data], tmp_path / name, 0.02, 7)
    rows = read_labels(tmp_path / 'a')
    assert {(row['split'], row['product_class'], row['disease'], row['crop']) for row in rows} == {
        ('extra', 'not_leaf', 'not_leaf', 'other')
    }
    assert {row['source'] for row in rows} == {'game-data', *COMPOSITES}
    for row in rows:
        first, second = ((tmp_path / name / row['path']).read_bytes() for name in ('a', 'b'))
        assert first == second
        assert Image.open(io.BytesIO(first)).size == (256, 256)
    held = read_labels(tmp_path / 'a-held')
    assert {(row['split'], row['source']) for row in held} == {('held', 'walls')}


def test_a_held_out_picture_is_not_trained_on_under_another_name(packages, drawn_data, tmp_path):
    make_scenes(packages, {'walls'}, [drawn_data], tmp_path / 'a', 0.1, 7)
    with open(tmp_path / 'a' / 'origins.csv', newline='') as file:
        origins = [row['origin'] for row in csv.DictReader(file)]
    assert 'data.pk3/textures/crate.png' in origins
    assert not any('same.png' in origin for origin in origins)
    pasted = [row for row in read_labels(tmp_path / 'a') if row['source'] == 'scenes-pasted']
    assert pasted


def test_nothing_is_overwritten(packages, drawn_data, tmp_path):
    (tmp_path / 'a').mkdir()
    (tmp_path / 'a' / 'mine.txt').write_text('kept')
    with pytest.raises(SystemExit, match='not empty'):
        make_scenes(packages, set(), [drawn_data], tmp_path / 'a', 0.02, 7)
    with pytest.raises(SystemExit, match='not among the packages'):
        make_scenes(packages, {'elsewhere'}, [drawn_data], tmp_path / 'b', 0.02, 7)


def test_every_pattern_differs_from_seed_to_seed():
    for number, pattern in enumerate(PATTERNS):
        first, second = (
            np.asarray(draw_pattern(np.random.default_rng(seed), number)[0]).astype(int) for seed in (1, 2)
        )
        assert first.shape == (256, 256, 3), pattern.__name__
        assert np.abs(first - second).mean() > 1, pattern.__name__
    pages = [np.asarray(draw_page(np.random.default_rng(seed))[0]) for seed in (1, 2)]
    assert pages[0].shape == (256, 256, 3) and (pages[0] != pages[1]).any()


def test_noise_is_smoother_with_a_steeper_spectrum():
    rough, smooth = (np.abs(np.diff(power_law_noise(np.random.default_rng(1), slope))).mean() for slope in (0, 2))
    assert smooth < rough / 5


def test_a_spoiled_frame_shows_next_to_nothing_of_its_photo():
    pixels = np.random.default_rng(3).integers(0, 256, (40, 40, 3)).astype(np.uint8)
    photo = Image.fromarray(pixels).resize((256, 256), Image.Resampling.BICUBIC)
    detail = {}
    for number in range(5):
        frame, kind = spoil_photo(photo, np.random.default_rng(4), number)
        gray = np.asarray(frame.convert('L').resize((64, 64), Image.Resampling.BOX)).astype(float)
        detail[kind] = np.abs(np.diff(gray)).mean()
    assert set(detail) == {'dark', 'white', 'blurred', 'shaken', 'finger'}
    plain = np.abs(np.diff(np.asarray(photo.convert('L').resize((64, 64), Image.Resampling.BOX)).astype(float))).mean()
    assert max(detail.values()) < plain / 2


def test_a_tinted_surface_keeps_its_shapes_but_not_its_colors():
    photo = draw_blotches(6, (256, 256))
    green = np.asarray(tint_like_plants(photo, np.random.default_rng(8))).astype(float)
    before = np.asarray(photo.convert('L')).astype(float)
    assert np.corrcoef(before.ravel(), green.mean(2).ravel())[0, 1] > 0.8
    assert np.asarray(photo).astype(float).std(axis=(0, 1)).min() > green.std(axis=(0, 1)).min()


def test_only_solid_things_are_pasted_over_plants():
    ring = draw_cut_out(9)
    y, x = np.mgrid[0:256, 0:256]
    distance = np.hypot(x - 128, y - 128)
    ring.putalpha(Image.fromarray(((distance < 100) & (distance > 70)).astype(np.uint8) * 255))
    assert is_cut_out(draw_cut_out(9))
    assert not is_cut_out(ring)
    assert not is_cut_out(draw_blotches(9).convert('RGBA'))
    assert not is_cut_out(Image.new('RGBA', (256, 256)))
