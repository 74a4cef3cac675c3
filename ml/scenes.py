"""Make photos without a leaf out of unpacked Debian packages and out of formulas, as a folder with its own labels.csv.

    apt-get download gcompris-qt-data && dpkg -x gcompris-qt-data_*.deb DIR/gcompris-qt-data
    python ml/scenes.py --data $LEAF_DATA --out ~/.cache/kutu-ml/scenes --held palapeli-data DIR/*

The name of each folder is the package's and becomes its source. Packages named after --held go to a folder of their own
(OUT-held, split `held`), to measure on pictures of places never trained on. origins.csv tells where each photo came from.
Which pictures are taken, and why others are not: scenes_choice.py and scenes_left_out.txt.
"""

import argparse
import csv
import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from scenes_choice import Seen, chance_of, crops_for, eligible, fingerprint_of, on_colours, read_left_out, square, why_not
from scenes_files import pictures_of
from scenes_made import MADE, Ingredients

COLUMNS = ('path', 'split', 'crop', 'disease', 'product_class', 'source', 'setting')
LEFT_OUT = Path(__file__).with_name('scenes_left_out.txt')
PACKED = 85
CAP = 200
# More of packages full of photos, fewer of those full of like pictures.
CAPS = {
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
    """One package's share of the work."""

    folder: Path
    out: Path
    cap: int
    seed: int


@dataclass(frozen=True)
class Photo:
    """One photo made: its place in the folder, what it was cut from, and the fingerprint of that."""

    path: str
    origin: str
    fingerprint: int


def from_package(job: Job) -> tuple[list[Photo], Counter]:
    """Squares out of one package's pictures, at most `cap`, and how many pictures were left out why."""
    pictures = pictures_of(job.folder)
    candidates = eligible(pictures, read_left_out(LEFT_OUT))
    refused = Counter(name=len(pictures) - len(candidates))
    most = job.cap // max(1, len(candidates)) + 1
    seen, photos = Seen.nothing(), []
    (job.out / job.folder.name).mkdir(parents=True, exist_ok=True)
    for picture in candidates:
        if len(photos) >= job.cap:
            break
        image = picture.opened()
        if image is None or (reason := why_not(image)):
            refused['unreadable' if image is None else reason] += 1
            continue
        fingerprint = fingerprint_of(image)
        if not seen.is_new(fingerprint):
            refused['near copy'] += 1
            continue
        chance = chance_of(job.seed, picture)
        solid = on_colours(image, chance)
        for number in range(min(most, crops_for(image), job.cap - len(photos))):
            path = f'{job.folder.name}/{len(photos):04d}.jpg'
            square(solid, chance, number == 0).save(job.out / path, quality=PACKED)
            photos.append(Photo(path, picture.name, fingerprint))
    return photos, refused


def without_copies(jobs: list[Job], made: Iterable[tuple[list[Photo], Counter]]) -> dict[str, list[Photo]]:
    """Drop photos whose like an earlier package had; squares of one picture stay together."""
    seen, kept = Seen.nothing(), {}
    for job, (photos, refused) in zip(jobs, made):
        new = {fingerprint: seen.is_new(fingerprint) for fingerprint in dict.fromkeys(photo.fingerprint for photo in photos)}
        kept[job.folder.name] = [photo for photo in photos if new[photo.fingerprint]]
        for photo in photos:
            if not new[photo.fingerprint]:
                (job.out / photo.path).unlink()
                refused['near copy'] += 1
        print(f'{job.folder.name}: {len(kept[job.folder.name])} photos; left out {dict(refused)}', flush=True)
    return kept


def put_together(of: Ingredients, out: Path) -> dict[str, list[Photo]]:
    photos: dict[str, list[Photo]] = {}
    for source, maker in MADE.items():
        (out / source).mkdir(parents=True, exist_ok=True)
        photos[source] = []
        for number, (image, origin) in enumerate(maker(of)):
            path = f'{source}/{number:04d}.jpg'
            image.save(out / path, quality=PACKED)
            photos[source].append(Photo(path, origin, 0))
        print(f'{source}: {len(photos[source])} photos', flush=True)
    return photos


def write_labels(out: Path, split: str, photos: dict[str, list[Photo]]) -> None:
    with open(out / 'labels.csv', 'w', newline='') as labels, open(out / 'origins.csv', 'w', newline='') as origins:
        table, names = csv.writer(labels), csv.writer(origins)
        table.writerow(COLUMNS)
        names.writerow(('path', 'origin'))
        for source in sorted(photos):
            for photo in photos[source]:
                table.writerow((photo.path, split, 'other', 'not_leaf', 'not_leaf', source, 'field'))
                names.writerow((photo.path, photo.origin))


def make(folders: list[Path], held: set[str], data: Path, out: Path, share: float, seed: int) -> None:
    """The photos of the packages, then those made of them and of formulas, each `share` of the usual number."""
    held_out = out.with_name(f'{out.name}-held')
    if missing := held - {folder.name for folder in folders}:
        raise SystemExit(f'held, but not given: {sorted(missing)}')
    for folder in (out, held_out):
        if folder.exists() and any(folder.iterdir()):
            raise SystemExit(f'{folder} is not empty')
    # The held packages come first, so that of two near copies the one that would be trained on is dropped.
    order = sorted(folders, key=lambda folder: (folder.name not in held, folder.name))
    jobs = [
        Job(folder, held_out if folder.name in held else out, max(1, round(CAPS.get(folder.name, CAP) * share)), seed)
        for folder in order
    ]
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        kept = without_copies(jobs, pool.map(from_package, jobs))
    trained = {package: photos for package, photos in kept.items() if package not in held}
    if not any(trained.values()):
        raise SystemExit('no picture of these packages can serve')
    left_out = read_left_out(LEFT_OUT)
    pictures = [picture for job in jobs if job.folder.name in trained for picture in eligible(pictures_of(job.folder), left_out)]
    squares = [out / photo.path for photos in trained.values() for photo in photos]
    trained |= put_together(Ingredients(squares, pictures, data, share, seed), out)
    write_labels(out, 'extra', trained)
    if held:
        write_labels(held_out, 'held', {package: kept[package] for package in held})
    print(f'{sum(map(len, trained.values()))} photos in {out}')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('packages', type=Path, nargs='+', help='folders of unpacked packages, each named as the package')
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'), required='LEAF_DATA' not in os.environ)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--held', nargs='*', default=[], help='packages to measure on, not to train on')
    parser.add_argument('--share', type=float, default=1.0, help='make this share of the usual number')
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    folders = [folder for folder in args.packages if folder.is_dir()]
    make(folders, set(args.held), Path(args.data), args.out.expanduser(), args.share, args.seed)


if __name__ == '__main__':
    main()
