import csv
import io
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import scenes
from prepare import read_labels
from scenes_choice import Seen, eligible, fingerprint_of, is_technical, names_a_plant, read_left_out, why_not
from scenes_drawn import FORMULAS, drawn, relief
from scenes_files import Picture, pictures_of
from scenes_made import is_object
from scenes_spoilt import page, spoilt, tinted


def blotches(seed: int, size: tuple[int, int] = (320, 240)) -> Image.Image:
    """A colourful picture drawn from numbers that looks like no other seed's."""
    small = np.random.default_rng(seed).integers(0, 256, (7, 9, 3)).astype(np.uint8)
    return Image.fromarray(small).resize(size, Image.Resampling.BICUBIC)


def ramp(first: int, last: int) -> Image.Image:
    return Image.fromarray(np.tile(np.linspace(first, last, 200).astype(np.uint8), (200, 1)))


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, 'PNG')
    return out.getvalue()


def cut_out(seed: int) -> Image.Image:
    """A disc of blotches with nothing around it."""
    image = blotches(seed, (256, 256)).convert('RGBA')
    y, x = np.mgrid[0:256, 0:256]
    image.putalpha(Image.fromarray((np.hypot(x - 128, y - 128) < 100).astype(np.uint8) * 255))
    return image


def resource_file(name: str, content: bytes) -> bytes:
    """A Qt resource file of format 2 that holds one file, kept as it is, in one folder."""
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
        (first / f'wall{seed}.png').write_bytes(png(blotches(seed)))
    (first / 'oldTree01.png').write_bytes(png(blotches(50)))
    (first / 'wall_normal.png').write_bytes(png(blotches(51)))
    with zipfile.ZipFile(second / 'data.pk3', 'w') as archive:
        archive.writestr('textures/same.png', png(blotches(0)))
        archive.writestr('textures/crate.png', png(blotches(60)))
        for seed in range(3):
            archive.writestr(f'items/disc{seed}.png', png(cut_out(70 + seed)))
    return [first, second]


def test_pictures_are_found_in_files_archives_and_resource_files(packages, tmp_path):
    assert 'textures/crate.png' in {picture.member for picture in pictures_of(packages[1])}
    folder = tmp_path / 'school'
    folder.mkdir()
    (folder / 'photos.rcc').write_bytes(resource_file('hand.png', png(blotches(5))))
    found = pictures_of(folder)
    assert [picture.name for picture in found] == ['photos.rcc/pictures/hand.png']
    opened = found[0].opened()
    assert opened is not None and opened.convert('RGB').tobytes() == blotches(5).tobytes()


def test_what_is_no_picture_is_passed_over(tmp_path):
    folder = tmp_path / 'broken'
    folder.mkdir()
    (folder / 'broken.png').write_bytes(b'no picture' * 2000)
    (folder / 'short.rcc').write_bytes(b'no resource file'.ljust(40))
    assert [picture.opened() for picture in pictures_of(folder)] == [None]


PLANTS = ['art/oldTree01.png', 'leaves.jpg', 'a/big_leaf/x.png', 'GrassDry.dds', 'tex/ivy.png', 'green_moss2.jpg']


@pytest.mark.parametrize('name', PLANTS)
def test_names_of_plants_are_known(name):
    assert names_a_plant(name)


@pytest.mark.parametrize('name', ['street.png', 'planet.jpg', 'gentry.png', 'wood_floor.jpg', 'hedgehog.png', 'private.png'])
def test_names_that_only_sound_like_plants_are_no_plants(name):
    assert not names_a_plant(name)


@pytest.mark.parametrize('name', ['wall_n.png', 'a/stone-normal.jpg', 'b_spec.png.cached.dds', 'metal_AO.png'])
def test_technical_pictures_are_known_by_their_names(name):
    assert is_technical(name)
    assert not is_technical('a/region.png')


def test_the_list_of_exceptions_leaves_out_by_package_and_pattern(tmp_path):
    listed = tmp_path / 'left_out.txt'
    listed.write_text('# a remark\n\nwalls *wall3*\n')
    pictures = [Picture(package, f'wall{i}.png', tmp_path) for package in ('walls', 'other') for i in (2, 3)]
    kept = {(picture.package, picture.name) for picture in eligible(pictures, read_left_out(listed))}
    assert kept == {('walls', 'wall2.png'), ('other', 'wall2.png'), ('other', 'wall3.png')}


def test_adding_pictures_does_not_change_the_order_of_the_others(tmp_path):
    pictures = [Picture('walls', f'wall{i}.png', tmp_path) for i in range(20)]
    assert [p for p in eligible(pictures, {}) if p in pictures[:9]] == eligible(pictures[:9], {})


@pytest.mark.parametrize(
    ('image', 'reason'),
    [
        (blotches(1), None),
        (blotches(1, (90, 90)), 'tiny'),
        (blotches(1, (900, 200)), 'long'),
        (Image.new('RGB', (200, 200), (90, 140, 60)), 'flat'),
        (Image.merge('RGB', [ramp(98, 158), ramp(158, 98), ramp(255, 205)]), 'normal map'),
        (Image.fromarray(np.kron(np.uint8([[0, 255], [255, 0]]), np.ones((128, 128), np.uint8))), 'mask'),
        (Image.new('RGBA', (200, 200)), 'transparent'),
    ],
)
def test_pictures_that_cannot_serve_are_refused_with_the_reason(image, reason):
    assert why_not(image.convert('RGBA')) == reason


def test_a_near_copy_is_met_but_once():
    seen = Seen.nothing()
    assert seen.is_new(fingerprint_of(blotches(1)))
    assert not seen.is_new(fingerprint_of(blotches(1, (640, 480))))
    assert seen.is_new(fingerprint_of(blotches(2)))


def labels(folder: Path) -> list[dict[str, str]]:
    with open(folder / 'labels.csv', newline='') as file:
        return list(csv.DictReader(file))


def test_the_folder_made_is_one_that_training_reads_and_the_same_each_time(packages, drawn_data, tmp_path):
    for name in ('a', 'b'):
        scenes.make(packages, {'walls'}, drawn_data, tmp_path / name, 0.02, 7)
    rows = read_labels(tmp_path / 'a')
    assert {(row['split'], row['product_class'], row['disease'], row['crop']) for row in rows} == {
        ('extra', 'not_leaf', 'not_leaf', 'other')
    }
    assert {row['source'] for row in rows} == {'game-data', *scenes.MADE}
    for row in rows:
        first, second = ((tmp_path / name / row['path']).read_bytes() for name in ('a', 'b'))
        assert first == second
        assert Image.open(io.BytesIO(first)).size == (256, 256)
    held = labels(tmp_path / 'a-held')
    assert {(row['split'], row['source']) for row in held} == {('held', 'walls')}


def test_what_is_held_for_measuring_is_not_trained_on_under_another_name(packages, drawn_data, tmp_path):
    scenes.make(packages, {'walls'}, drawn_data, tmp_path / 'a', 0.1, 7)
    with open(tmp_path / 'a' / 'origins.csv', newline='') as file:
        origins = [row['origin'] for row in csv.DictReader(file)]
    assert 'data.pk3/textures/crate.png' in origins
    assert not any('same.png' in origin for origin in origins)
    pasted = [row for row in labels(tmp_path / 'a') if row['source'] == 'scenes-pasted']
    assert pasted


def test_nothing_is_written_over(packages, drawn_data, tmp_path):
    (tmp_path / 'a').mkdir()
    (tmp_path / 'a' / 'mine.txt').write_text('kept')
    with pytest.raises(SystemExit, match='not empty'):
        scenes.make(packages, set(), drawn_data, tmp_path / 'a', 0.02, 7)
    with pytest.raises(SystemExit, match='not given'):
        scenes.make(packages, {'elsewhere'}, drawn_data, tmp_path / 'b', 0.02, 7)


def test_every_formula_gives_another_picture_for_another_chance():
    for number, formula in enumerate(FORMULAS):
        first, second = (np.asarray(drawn(np.random.default_rng(seed), number)[0]).astype(int) for seed in (1, 2))
        assert first.shape == (256, 256, 3), formula.__name__
        assert np.abs(first - second).mean() > 1, formula.__name__
    written = [np.asarray(page(np.random.default_rng(seed))[0]) for seed in (1, 2)]
    assert written[0].shape == (256, 256, 3) and (written[0] != written[1]).any()


def test_noise_is_smoother_the_faster_it_falls():
    rough, smooth = (np.abs(np.diff(relief(np.random.default_rng(1), slope))).mean() for slope in (0, 2))
    assert smooth < rough / 5


def test_a_spoilt_frame_shows_next_to_nothing_of_its_photo():
    strewn = np.random.default_rng(3).integers(0, 256, (40, 40, 3)).astype(np.uint8)
    photo = Image.fromarray(strewn).resize((256, 256), Image.Resampling.BICUBIC)
    detail = {}
    for number in range(5):
        frame, kind = spoilt(photo, np.random.default_rng(4), number)
        grey = np.asarray(frame.convert('L').resize((64, 64), Image.Resampling.BOX)).astype(float)
        detail[kind] = np.abs(np.diff(grey)).mean()
    assert set(detail) == {'dark', 'white', 'blurred', 'shaken', 'finger'}
    plain = np.abs(np.diff(np.asarray(photo.convert('L').resize((64, 64), Image.Resampling.BOX)).astype(float))).mean()
    assert max(detail.values()) < plain / 2


def test_a_tinted_surface_keeps_its_shapes_but_not_its_colours():
    photo = blotches(6, (256, 256))
    green = np.asarray(tinted(photo, np.random.default_rng(8))).astype(float)
    before = np.asarray(photo.convert('L')).astype(float)
    assert np.corrcoef(before.ravel(), green.mean(2).ravel())[0, 1] > 0.8
    assert np.asarray(photo).astype(float).std(axis=(0, 1)).min() > green.std(axis=(0, 1)).min()


def test_only_solid_things_are_pasted_over_plants():
    ring = cut_out(9)
    y, x = np.mgrid[0:256, 0:256]
    distance = np.hypot(x - 128, y - 128)
    ring.putalpha(Image.fromarray(((distance < 100) & (distance > 70)).astype(np.uint8) * 255))
    assert is_object(cut_out(9))
    assert not is_object(ring)
    assert not is_object(blotches(9).convert('RGBA'))
    assert not is_object(Image.new('RGBA', (256, 256)))
