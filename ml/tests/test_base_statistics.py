import json
import shutil
import struct

import numpy as np
import pytest
import torch

from base_statistics import base_bytes, in_bytes, moment_of, photos_learnt, settings_of, write_base
from batches import sampling_weights
from choice import photos_of
from prepare import read_labels
from preprocess import View
from scores import embeddings_of
from settings import Settings
from shipped import read_shipped


def read_back(file):
    """The header, the second moment and the embeddings, read as the server reads them."""
    found = file.read_bytes()
    (length,) = struct.unpack_from('<I', found)
    header = json.loads(found[4 : 4 + length])
    size = header['embedding_size'] + 1
    cells = size * (size + 1) // 2
    moment = np.zeros((size, size))
    moment[np.tril_indices(size)] = np.frombuffer(found, '<f4', cells, 4 + length)
    codes = np.frombuffer(found, np.uint8, offset=4 + length + cells * 4).reshape(-1, size - 1)
    return header, moment + np.tril(moment, -1).T, codes * np.array(header['steps'])


def test_the_second_moment_is_that_of_the_photos_as_they_were_drawn():
    embeddings = np.array([[1, 0], [0, 2]], np.float32)
    moment = moment_of(embeddings, np.array([3.0, 1.0]))
    assert np.allclose(moment, [[0.75, 0, 0.75], [0, 1, 0.5], [0.75, 0.5, 1]])


def test_a_byte_a_value_loses_a_five_hundredth_of_the_largest_at_most():
    values = np.random.default_rng(1).random((50, 7)).astype(np.float32) * np.arange(7)
    codes, steps = in_bytes(values)
    assert (np.abs(codes * steps - values) <= values.max(0) / 509 + 1e-9).all()


def test_a_checkpoint_older_than_a_setting_still_says_what_it_learnt_from(drawn_data):
    settings = settings_of({'settings': {'splits': ['train'], 'left_out': [], 'more': [], 'shape': {'stem': 8}}})
    assert settings.left_out_sources == Settings().left_out_sources
    assert {row['split'] for row in photos_learnt(drawn_data, settings)} == {'train'}


@pytest.mark.skipif(shutil.which('npx') is None, reason='needs Node and its packages: the embeddings are the product\'s own')
def test_base_bin_holds_what_the_product_sees_in_the_photos_learnt_from(released, drawn_data):
    place, folder, _ = released
    settings = settings_of(torch.load(place / 'run' / 'last.pt'))
    header, moment, embeddings = read_back(write_base(folder, drawn_data, settings))
    learnt = photos_learnt(drawn_data, settings)
    val = [row for row in read_labels(drawn_data) if row['split'] == 'val']
    assert header['photos'] == len(learnt) == 54
    assert header['truths'] == [row['product_class'] for row in val]
    assert len(embeddings) == header['kept'] + len(val)

    shipped = read_shipped(folder)
    views = [View(view['scale'], view['flip']) for view in shipped.card['views']]
    wanted = embeddings_of(shipped.network.embed, photos_of(drawn_data, [*learnt, *val]), views, 64).numpy()
    assert np.abs(embeddings[header['kept'] :] - wanted[len(learnt) :]).max() < 0.02
    assert np.allclose(moment, moment_of(wanted[: len(learnt)], sampling_weights(learnt, settings, 1.0)), atol=0.01)
    assert abs(moment[-1, -1] - 1) < 1e-6


def test_the_numbers_begin_where_four_bytes_divide_evenly():
    rows = [{'product_class': 'healthy', 'crop': 'maize' + 'e' * i, 'setting': 'field'} for i in range(3)]
    found = base_bytes('v', 1, np.eye(3), np.ones((2, 2), np.float32), np.ones((3, 2), np.float32), rows)
    (length,) = struct.unpack_from('<I', found)
    assert length % 4 == 0
    assert len(found) == 4 + length + 6 * 4 + 5 * 2
