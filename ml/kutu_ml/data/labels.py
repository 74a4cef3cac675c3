"""labels.csv: which photos there are, in which class, split and source.

A row is a dict with the columns of labels.csv (path, split, crop, disease, product_class, source, setting) and
`folder`, the folder that `path` is relative to.
"""

import csv
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

PRODUCT_CLASSES = ('common_rust', 'healthy', 'other_disease', 'not_leaf', 'unlabelled')
"""Classes of the product, in the order of every probability vector [..., 5]."""
EVALUATED_CLASSES = PRODUCT_CLASSES[:4]
HEALTH_CLASSES = PRODUCT_CLASSES[:3]
NOT_LEAF = PRODUCT_CLASSES.index('not_leaf')
UNLABELLED = PRODUCT_CLASSES.index('unlabelled')
SUPPORTED_CROPS = ('beans', 'maize', 'rice', 'wheat')


def read_labels(*folders: Path) -> list[dict]:
    """Returns the rows of the folders' labels.csv, in file order.

    Raises SystemExit where a labels.csv is empty or names an unknown product class.
    """
    joined = []
    for folder in folders:
        with open(folder / 'labels.csv', newline='') as file:
            rows = [{**row, 'folder': folder} for row in csv.DictReader(file)]
        unknown = {row['product_class'] for row in rows} - set(PRODUCT_CLASSES)
        if not rows or unknown:
            raise SystemExit(f'{folder}/labels.csv: {len(rows)} rows, unknown product classes {sorted(unknown)}')
        joined += rows
    return joined


def photo_path(row: dict) -> Path:
    return row['folder'] / row['path']


def load_photo(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert('RGB')


def class_name(row: dict) -> str:
    """Returns the name of a row's fine class, such as maize__common_rust."""
    return f'{row["crop"]}__{row["disease"]}'


def class_table(rows: Sequence[dict]) -> list[dict[str, str]]:
    """Returns the fine classes of the rows in alphabetical order: name, crop, disease, product_class."""
    columns = ('crop', 'disease', 'product_class')
    found = {class_name(row): {'name': class_name(row), **{column: row[column] for column in columns}} for row in rows}
    return [found[name] for name in sorted(found)]
