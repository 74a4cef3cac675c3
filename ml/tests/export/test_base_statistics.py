import json
import struct

import numpy as np
import pytest
import torch

from kutu_ml.data.labels import HEALTH_CLASSES, read_labels
from kutu_ml.data.training_set import sampling_probabilities
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.export.base_statistics import (
    encode_base,
    is_decided,
    load_settings,
    quantize_embeddings,
    second_moment,
    training_rows,
    write_base,
)
from kutu_ml.network.released import load_released_model
from kutu_ml.paths import ROOT
from kutu_ml.settings import Settings


def read_back(file):
    """Reads the header, the second moment and the embeddings as the server does."""
    data = file.read_bytes()
    (length,) = struct.unpack_from('<I', data)
    header = json.loads(data[4 : 4 + length])
    size = header['embedding_size'] + 1
    cells = size * (size + 1) // 2
    moment = np.zeros((size, size))
    moment[np.tril_indices(size)] = np.frombuffer(data, '<f4', cells, 4 + length)
    codes = np.frombuffer(data, np.uint8, offset=4 + length + cells * 4).reshape(-1, size - 1)
    return header, moment + np.tril(moment, -1).T, codes * np.array(header['steps'])


def test_the_second_moment_weights_photos_as_they_were_sampled():
    embeddings = np.array([[1, 0], [0, 2]], np.float32)
    moment = second_moment(embeddings, np.array([3.0, 1.0]))
    assert np.allclose(moment, [[0.75, 0, 0.75], [0, 1, 0.5], [0.75, 0.5, 1]])


def test_quantization_loses_at_most_a_five_hundredth_of_the_largest_value():
    values = np.random.default_rng(1).random((50, 7)).astype(np.float32) * np.arange(7)
    codes, steps = quantize_embeddings(values)
    assert (np.abs(codes * steps - values) <= values.max(0) / 509 + 1e-9).all()


def test_a_checkpoint_older_than_a_setting_still_says_what_it_was_trained_on(drawn_data):
    settings = load_settings(
        {
            'settings': {
                'splits': ['train'],
                'left_out_classes': [],
                'network': {'stem_channels': 8},
            }
        }
    )
    assert settings.left_out_sources == Settings().left_out_sources
    assert {row['split'] for row in training_rows([drawn_data], settings)} == {'train'}


@pytest.mark.skipif(
    not (ROOT / 'node_modules' / 'tsx').exists(),
    reason="needs Node and its packages: the embeddings are the product's own",
)
def test_base_bin_holds_the_products_embeddings_of_the_training_photos(released, drawn_data):
    place, folder, _ = released
    settings = load_settings(torch.load(place / 'run' / 'last.pt'))
    header, moment, embeddings = read_back(write_base(folder, [drawn_data], settings))
    trained = training_rows([drawn_data], settings)
    val = [row for row in read_labels(drawn_data) if row['split'] == 'val']
    model = load_released_model(folder)
    decided = is_decided(model.product_probs(model.embed(photo_loaders(val))))
    val = [row for row, one in zip(val, decided) if one or row['product_class'] not in HEALTH_CLASSES]
    assert header['photos'] == len(trained) == 54
    assert header['truths'] == [row['product_class'] for row in val]
    assert len(embeddings) == header['kept'] + len(val)

    expected = model.embed(photo_loaders([*trained, *val])).numpy()
    assert np.abs(embeddings[header['kept'] :] - expected[len(trained) :]).max() < 0.02
    assert np.allclose(
        moment, second_moment(expected[: len(trained)], sampling_probabilities(trained, settings, 1.0)), atol=0.01
    )
    assert abs(moment[-1, -1] - 1) < 1e-6


def test_an_answer_is_decided_by_the_two_most_probable_health_classes():
    products = torch.tensor([[0.5, 0.46, 0.04, 0, 0], [0.5, 0.44, 0.06, 0, 0], [0.05, 0.04, 0.01, 0.9, 0]])
    assert is_decided(products).tolist() == [False, True, True]


def test_the_numbers_start_at_a_multiple_of_four_bytes():
    rows = [{'product_class': 'healthy', 'crop': 'maize' + 'e' * i, 'setting': 'field'} for i in range(3)]
    data = encode_base('v', 1, np.eye(3), np.ones((2, 2), np.float32), np.ones((3, 2), np.float32), rows)
    (length,) = struct.unpack_from('<I', data)
    assert length % 4 == 0
    assert len(data) == 4 + length + 6 * 4 + 5 * 2
