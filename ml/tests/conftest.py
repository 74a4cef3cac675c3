from pathlib import Path

import pytest
from support import CALIBRATION, SMALL, draw_photos, write_labels

from kutu_ml.data.labels import read_labels
from kutu_ml.export.export import export_model
from kutu_ml.train.loop import train


@pytest.fixture(scope='session')
def drawn_data(tmp_path_factory) -> Path:
    """A folder like the leaf photos: labels.csv and JPEG files, all drawn from numbers."""
    folder = tmp_path_factory.mktemp('drawn')
    draw_photos(folder)
    return folder


@pytest.fixture(scope='session')
def released(drawn_data, tmp_path_factory):
    """A model trained, exported and left in a folder like packages/vision/models."""
    place = tmp_path_factory.mktemp('released')
    report = train([drawn_data], place / 'run', SMALL, place / 'cache', is_logged=False)
    checkpoint = place / 'run' / 'last.pt'
    folder = export_model(checkpoint, [drawn_data], '2026.01.01-1', place / 'models', place / 'golden', CALIBRATION)
    return place, folder, report


@pytest.fixture(scope='session')
def two_sources(drawn_data, tmp_path_factory) -> Path:
    """The drawn photos; those of maize with an even number come from CCMT-maize, the others from PlantDoc."""
    folder = tmp_path_factory.mktemp('two')
    rows = read_labels(drawn_data)
    for row in rows:
        if row['crop'] == 'maize' and int(row['path'][-7:-4]) % 2 == 0:
            row['source'] = 'CCMT-maize'
        row['path'] = str(drawn_data / row['path'])
    write_labels(folder, rows)
    return folder
