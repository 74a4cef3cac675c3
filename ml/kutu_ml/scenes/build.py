"""Makes photos without a leaf out of unpacked Debian packages and out of formulas, with their own labels.csv.

    apt-get download gcompris-qt-data && dpkg -x gcompris-qt-data_*.deb DIR/gcompris-qt-data
    python -m kutu_ml scenes --data $LEAF_DATA --out ~/.cache/kutu-ml/scenes --held-out palapeli-data -- DIR/*

The name of each folder is the package's and becomes the source. Packages after --held-out go to a folder of their own
(OUT-held, split `held`), to measure on pictures of places that were never trained on. origins.csv says where each photo
came from. Which pictures are taken, and which are not: selection.py and excluded.txt.
"""

import argparse
import csv
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kutu_ml.cli import add_data_option
from kutu_ml.scenes.archives import find_pictures
from kutu_ml.scenes.composites import COMPOSITES, Ingredients
from kutu_ml.scenes.objects import COLUMNS
from kutu_ml.scenes.selection import (
    NearDuplicates,
    difference_hash,
    flatten_alpha,
    max_squares,
    picture_rng,
    random_square,
    read_exclusions,
    rejection_reason,
    select_by_name,
)

EXCLUSIONS = Path(__file__).with_name('excluded.txt')
JPEG_QUALITY = 85
MAX_PHOTOS = 200
# More of packages full of photos, fewer of those full of similar pictures.
MAX_PHOTOS_BY_PACKAGE = {
    'gcompris-qt-data': 620,
    'sweethome3d-furniture': 420,
    'ufoai-textures': 420,
    'supertuxkart-data': 320,
    '0ad-data': 300,
    'torcs-data': 260,
    'openclipart-png': 260,
    'redeclipse-data': 160,
    'kstars-data': 80,
    'marble-data': 70,
    'stellarium-data': 80,
    'debian-handbook': 50,
    'warzone2100-data': 60,
    'brainparty-data': 60,
    'trigger-rally-data': 60,
    'widelands-data': 40,
}


@dataclass(frozen=True)
class Job:
    """One package to extract photos from."""

    folder: Path
    out: Path
    max_photos: int
    seed: int


@dataclass(frozen=True)
class ScenePhoto:
    path: str
    """Path within the output folder."""
    origin: str
    """The picture that it was cut from."""
    hash: int
    """Difference hash of that picture."""


def extract_photos(job: Job) -> tuple[list[ScenePhoto], Counter]:
    """Cuts squares out of one package's pictures; returns them and how many pictures were rejected, by reason."""
    pictures = find_pictures(job.folder)
    candidates = select_by_name(pictures, read_exclusions(EXCLUSIONS))
    rejected = Counter(name=len(pictures) - len(candidates))
    squares_each = job.max_photos // max(1, len(candidates)) + 1
    known, photos = NearDuplicates.empty(), []
    (job.out / job.folder.name).mkdir(parents=True, exist_ok=True)
    for picture in candidates:
        if len(photos) >= job.max_photos:
            break
        image = picture.decode()
        if image is None or (reason := rejection_reason(image)):
            rejected['unreadable' if image is None else reason] += 1
            continue
        image_hash = difference_hash(image)
        if not known.add(image_hash):
            rejected['near duplicate'] += 1
            continue
        rng = picture_rng(job.seed, picture)
        opaque = flatten_alpha(image, rng)
        for number in range(min(squares_each, max_squares(image), job.max_photos - len(photos))):
            path = f'{job.folder.name}/{len(photos):04d}.jpg'
            random_square(opaque, rng, number == 0).save(job.out / path, quality=JPEG_QUALITY)
            photos.append(ScenePhoto(path, picture.name, image_hash))
    return photos, rejected


def drop_near_duplicates(
    jobs: list[Job], results: Iterable[tuple[list[ScenePhoto], Counter]]
) -> dict[str, list[ScenePhoto]]:
    """Deletes photos that resemble one of an earlier package; squares of one picture stay together."""
    known, kept = NearDuplicates.empty(), {}
    for job, (photos, rejected) in zip(jobs, results):
        is_new = {value: known.add(value) for value in dict.fromkeys(photo.hash for photo in photos)}
        kept[job.folder.name] = [photo for photo in photos if is_new[photo.hash]]
        for photo in photos:
            if not is_new[photo.hash]:
                (job.out / photo.path).unlink()
                rejected['near duplicate'] += 1
        print(f'{job.folder.name}: {len(kept[job.folder.name])} photos; rejected {dict(rejected)}', flush=True)
    return kept


def make_composites(ingredients: Ingredients, out: Path) -> dict[str, list[ScenePhoto]]:
    photos: dict[str, list[ScenePhoto]] = {}
    for source, compose in COMPOSITES.items():
        (out / source).mkdir(parents=True, exist_ok=True)
        photos[source] = []
        for number, (image, origin) in enumerate(compose(ingredients)):
            path = f'{source}/{number:04d}.jpg'
            image.save(out / path, quality=JPEG_QUALITY)
            photos[source].append(ScenePhoto(path, origin, 0))
        print(f'{source}: {len(photos[source])} photos', flush=True)
    return photos


def write_labels(out: Path, split: str, photos: dict[str, list[ScenePhoto]]) -> None:
    with open(out / 'labels.csv', 'w', newline='') as labels, open(out / 'origins.csv', 'w', newline='') as origins:
        label_table, origin_table = csv.writer(labels), csv.writer(origins)
        label_table.writerow(COLUMNS)
        origin_table.writerow(('path', 'origin'))
        for source in sorted(photos):
            for photo in photos[source]:
                label_table.writerow((photo.path, split, 'other', 'not_leaf', 'not_leaf', source, 'field'))
                origin_table.writerow((photo.path, photo.origin))


def make_scenes(
    folders: list[Path], held_out: set[str], data: Sequence[Path], out: Path, share: float, seed: int
) -> None:
    """Makes the photos of the packages, then the composites, each `share` of the usual number.

    Raises SystemExit when an output folder is not empty, or a held-out package is not among the folders.
    """
    held_out_folder = out.with_name(f'{out.name}-held')
    if missing := held_out - {folder.name for folder in folders}:
        raise SystemExit(f'held out, but not among the packages: {sorted(missing)}')
    for folder in (out, held_out_folder):
        if folder.exists() and any(folder.iterdir()):
            raise SystemExit(f'{folder} is not empty')
    # Held-out packages come first, so that of two near duplicates the one for training is dropped.
    order = sorted(folders, key=lambda folder: (folder.name not in held_out, folder.name))
    jobs = [
        Job(
            folder,
            held_out_folder if folder.name in held_out else out,
            max(1, round(MAX_PHOTOS_BY_PACKAGE.get(folder.name, MAX_PHOTOS) * share)),
            seed,
        )
        for folder in order
    ]
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        kept = drop_near_duplicates(jobs, pool.map(extract_photos, jobs))
    training = {package: photos for package, photos in kept.items() if package not in held_out}
    if not any(training.values()):
        raise SystemExit('no picture of these packages can serve')
    exclusions = read_exclusions(EXCLUSIONS)
    packages = [job.folder for job in jobs if job.folder.name in training]
    pictures = [picture for folder in packages for picture in select_by_name(find_pictures(folder), exclusions)]
    squares = [out / photo.path for photos in training.values() for photo in photos]
    training |= make_composites(Ingredients(squares, pictures, data, share, seed), out)
    write_labels(out, 'extra', training)
    if held_out:
        write_labels(held_out_folder, 'held', {package: kept[package] for package in held_out})
    print(f'{sum(map(len, training.values()))} photos in {out}')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('packages', type=Path, nargs='+', help='folders of unpacked packages, named after the package')
    parser.add_argument('--out', type=Path, required=True, metavar='DIR')
    parser.add_argument('--held-out', nargs='*', default=[], help='packages to measure on, not to train on')
    parser.add_argument('--share', type=float, default=1.0, help='fraction of the usual number to make')
    parser.add_argument('--seed', type=int, default=1)


def run(args: argparse.Namespace) -> None:
    folders = [folder for folder in args.packages if folder.is_dir()]
    make_scenes(folders, set(args.held_out), args.data, args.out.expanduser(), args.share, args.seed)
