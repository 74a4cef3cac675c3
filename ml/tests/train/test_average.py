import copy

import pytest
import torch
from support import SMALL_NETWORK

from kutu_ml.network.mobilenet_v2 import MobileNetV2
from kutu_ml.train.average import average_checkpoints, run

CLASSES = [{'name': name} for name in ('maize__healthy', 'maize__rust', 'other__not_leaf')]


def checkpoint(seed: int, **changes: object) -> dict:
    torch.manual_seed(seed)
    settings = {'network': SMALL_NETWORK, 'eval_size': 64, 'left_out_classes': [], 'left_out_sources': ['a', 'b']}
    return {
        'ema': MobileNetV2(len(CLASSES), SMALL_NETWORK).state_dict(),
        'classes': CLASSES,
        'settings': settings,
        'samples_seen': 100,
        'seconds': 10.0,
        'sources': {'c': 5},
        'train_rows': 5,
        'val': {'accuracy': 1.0},
        **changes,
    }


def test_weights_are_the_mean_of_all():
    first, second = checkpoint(1), checkpoint(2)
    averaged = average_checkpoints([first, second])['ema']
    for name, value in first['ema'].items():
        if value.dtype.is_floating_point:
            assert torch.allclose(averaged[name], (value + second['ema'][name]) / 2)
    assert not torch.equal(averaged['head.weight'], first['ema']['head.weight'])
    MobileNetV2(len(CLASSES), SMALL_NETWORK).load_state_dict(averaged)


def test_an_average_with_itself_is_the_network():
    one = checkpoint(3)
    averaged = average_checkpoints([one, copy.deepcopy(one)])['ema']
    assert all(torch.allclose(averaged[name].float(), value.float()) for name, value in one['ema'].items())


def test_a_source_that_one_of_them_saw_is_no_longer_left_out():
    seen = checkpoint(2, sources={'a': 7, 'c': 5}, train_rows=12)
    seen['settings'] = {**seen['settings'], 'left_out_sources': ['b']}
    averaged = average_checkpoints([checkpoint(1), seen])
    assert averaged['settings']['left_out_sources'] == ['b']
    assert averaged['sources'] == {'a': 7, 'c': 5}
    assert (averaged['samples_seen'], averaged['seconds'], averaged['train_rows']) == (200, 20.0, 12)


def test_other_classes_or_another_architecture_are_refused():
    with pytest.raises(SystemExit, match='different classes'):
        average_checkpoints([checkpoint(1), checkpoint(2, classes=CLASSES[:2])])
    other = checkpoint(2)
    other['settings'] = {**other['settings'], 'eval_size': 96}
    with pytest.raises(SystemExit, match='eval_size'):
        average_checkpoints([checkpoint(1), other])


def test_the_command_writes_a_checkpoint(tmp_path):
    paths = [tmp_path / f'{seed}.pt' for seed in (1, 2)]
    for seed, path in enumerate(paths):
        torch.save(checkpoint(seed), path)

    class Arguments:
        checkpoint, out = paths, tmp_path / 'soup'

    run(Arguments)
    assert torch.load(tmp_path / 'soup' / 'last.pt')['samples_seen'] == 200
    Arguments.checkpoint = paths[:1]
    with pytest.raises(SystemExit, match='two checkpoints'):
        run(Arguments)
