import copy
import json
import zlib

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper
from support import CALIBRATION, SMALL

from kutu_ml.__main__ import main
from kutu_ml.compress.command import compress
from kutu_ml.compress.rounding import Rounding, best_scale, round_weights, take_scales
from kutu_ml.data.training_set import open_training_set
from kutu_ml.export.export import export_model
from kutu_ml.network.onnx_network import OnnxNetwork
from kutu_ml.train.checkpoint import load_network


def squared_error(weight, scale, limit):
    return ((weight / scale).round().clamp(-limit, limit) * scale - weight).square().sum((1, 2, 3))


def test_rounded_weights_have_few_values_in_each_channel():
    weight = torch.randn(5, 8, 3, 3, generator=torch.Generator().manual_seed(1))
    rounded = Rounding(weight, 3)(weight)
    assert max(len(channel.unique()) for channel in rounded) <= 7


def test_the_first_scale_spares_small_weights_where_that_costs_less():
    weight = torch.randn(6, 64, 3, 3, generator=torch.Generator().manual_seed(2))
    plain = weight.abs().amax((1, 2, 3), keepdim=True) / 7
    chosen = best_scale(weight, 7)
    assert bool((squared_error(weight, chosen, 7) < squared_error(weight, plain, 7)).all())
    assert torch.equal(best_scale(torch.zeros(2, 3, 3, 3), 7) > 0, torch.ones(2, 1, 1, 1, dtype=torch.bool))


def test_the_gradient_passes_the_rounding():
    weight = torch.randn(4, 8, 3, 3, generator=torch.Generator().manual_seed(3)).requires_grad_()
    rounding = Rounding(weight, 4)
    rounding(weight).square().sum().backward()
    assert float(weight.grad.norm()) > 0
    assert float(rounding.log_scale.grad.norm()) > 0


def relative_error(network, teacher, images):
    with torch.no_grad():
        expected = teacher.embed(images)
        return float((network.embed(images) - expected).norm() / expected.norm())


def test_distillation_undoes_much_of_the_rounding_error(released, drawn_data):
    place, _, _ = released
    _, network = load_network(place / 'run' / 'last.pt')
    # Trained for seconds, its activations are all at 0 or 6 on some processors, where nothing can be learned.
    torch.manual_seed(1)
    for parameter in network.parameters():
        if parameter.dim() == 4:
            torch.nn.init.kaiming_normal_(parameter)
        else:
            torch.nn.init.zeros_(parameter)
    teacher = copy.deepcopy(network)
    photos = open_training_set([drawn_data], place / 'cache', SMALL)
    images, _ = photos.batch(np.arange(32), 64, False, SMALL, np.random.default_rng(9))
    rounded = copy.deepcopy(network)
    round_weights(rounded, 3)
    learned = compress(network, photos, SMALL, 3, 16 * 60, 1)
    assert relative_error(learned, teacher, images) < 0.7 * relative_error(rounded, teacher, images)


def test_the_released_file_holds_exactly_the_codes_that_were_learned(released, drawn_data, tmp_path):
    place, folder, _ = released
    checkpoint = place / 'run' / 'last.pt'
    paths = ['--checkpoint', str(checkpoint), '--out', str(tmp_path), '--cache', str(place / 'cache')]
    main(['compress', '--data', str(drawn_data), *paths, '--bits', '4', '--samples', '160', '--threads', '1'])
    _, compressed = load_network(tmp_path / 'last.pt')
    folders = tmp_path / 'models', tmp_path / 'golden'
    again = export_model(tmp_path / 'last.pt', [drawn_data], '2026.01.01-3', *folders, CALIBRATION)
    stored = {w.name: numpy_helper.to_array(w) for w in onnx.load(str(again / 'model.onnx')).graph.initializer}
    codes = [values for values in stored.values() if values.dtype == np.int8]
    assert codes and max(np.abs(values).max() for values in codes) == 7
    images = torch.randn(3, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    assert relative_error(compressed, OnnxNetwork(again / 'model.onnx'), images) < 1e-3
    before, after = (len(zlib.compress((one / 'model.onnx').read_bytes(), 9)) for one in (folder, again))
    assert after < 0.8 * before
    card = json.loads((again / 'card.json').read_text())
    assert card['compressed'] == {'bits': 4, 'samples': 160}


def test_the_number_of_bits_is_checked(released, drawn_data, tmp_path):
    place, _, _ = released
    paths = ['--checkpoint', str(place / 'run' / 'last.pt'), '--out', str(tmp_path)]
    with pytest.raises(SystemExit, match='2 to 8'):
        main(['compress', '--data', str(drawn_data), *paths, '--bits', '1'])


def test_scales_are_those_of_every_rounded_convolution(released):
    place, _, _ = released
    _, network = load_network(place / 'run' / 'last.pt')
    folded = copy.deepcopy(network)
    round_weights(folded, 4)
    with torch.no_grad():
        convolutions = [(n, m) for n, m in folded.named_modules() if isinstance(m, torch.nn.Conv2d)]
        expected = {name: conv.weight.clone() for name, conv in convolutions}
    scales = take_scales(folded)
    assert scales
    for name, scale in scales.items():
        weight = folded.get_submodule(name).weight
        assert torch.equal(weight, expected[name])
        assert torch.allclose((weight / scale).round() * scale, weight)
