import os
from dataclasses import replace

import numpy as np
import pytest
import torch
from support import SMALL, draw_photos

from kutu_ml.__main__ import main
from kutu_ml.data.labels import read_labels
from kutu_ml.data.training_set import open_training_set
from kutu_ml.train.loop import Trainer, train


class Interruption(Exception):
    pass


def test_an_interrupted_run_goes_on_from_its_last_checkpoint(drawn_data, tmp_path, monkeypatch):
    settings = replace(SMALL, max_samples=16 * 12, image_sizes=((0.0, 32),))
    step = Trainer.step

    def interrupted_step(self, images, targets, lr):
        if self.steps == 6:
            self.save(tmp_path / 'run', {}, np.random.default_rng(5))
            raise Interruption
        return step(self, images, targets, lr)

    with monkeypatch.context() as patch, pytest.raises(Interruption):
        patch.setattr(Trainer, 'step', interrupted_step)
        train([drawn_data], tmp_path / 'run', settings, tmp_path / 'cache', is_logged=False)

    interrupted = torch.load(tmp_path / 'run' / 'last.pt')
    trainer = Trainer(open_training_set([drawn_data], tmp_path / 'cache', settings), settings, torch.device('cpu'))
    rng = np.random.default_rng(1)
    trainer.resume(tmp_path / 'run' / 'resume.pt', rng)
    assert trainer.steps == 6
    assert rng.random() == np.random.default_rng(5).random()
    assert all(torch.equal(value, interrupted['ema'][name]) for name, value in trainer.ema.state_dict().items())

    train([drawn_data], tmp_path / 'run', settings, tmp_path / 'cache', is_logged=False)
    finished = torch.load(tmp_path / 'run' / 'last.pt')
    assert finished['samples_seen'] == 16 * (12 + 1)  # the step that reaches the end is trained too
    assert not (tmp_path / 'run' / 'resume.pt').exists()


def test_a_run_with_other_settings_does_not_resume(drawn_data, tmp_path):
    settings = replace(SMALL, max_samples=32, image_sizes=((0.0, 32),))
    photos = open_training_set([drawn_data], tmp_path / 'cache', settings)
    trainer = Trainer(photos, settings, torch.device('cpu'))
    trainer.save(tmp_path, {}, np.random.default_rng(1))
    with pytest.raises(SystemExit, match='other settings'):
        Trainer(photos, replace(settings, lr=1e-3), torch.device('cpu')).resume(
            tmp_path / 'resume.pt', np.random.default_rng(1)
        )


def test_photos_of_several_folders_are_trained_on_together(drawn_data, tmp_path, monkeypatch):
    second = tmp_path / 'second'
    second.mkdir()
    draw_photos(second)
    labels = (second / 'labels.csv').read_text().replace('PlantDoc', 'iBean')
    (second / 'labels.csv').write_text(labels)
    settings = replace(SMALL, left_out_classes=())
    photos = open_training_set([drawn_data, second], tmp_path / 'cache', settings)
    assert {row['source'] for row in photos.rows} == {'PlantDoc', 'iBean'}
    assert len(photos.rows) == 2 * 54

    monkeypatch.setenv('LEAF_DATA', os.pathsep.join(map(str, (drawn_data, second))))
    main(['prepare', '--cache', str(tmp_path / 'cache'), '--short', '32'])
    assert len(list((tmp_path / 'cache').glob('*/32.bin'))) == 2


def test_the_left_out_sources_are_reported_as_a_new_place(two_sources, tmp_path):
    settings = replace(SMALL, left_out_sources=('CCMT-maize',), max_samples=16, image_sizes=((0.0, 32),))
    report = train([two_sources], tmp_path / 'run', settings, tmp_path / 'cache', is_logged=False)
    assert report['new_place'] == {'CCMT-maize': report['new_place']['CCMT-maize']}
    assert report['new_place']['CCMT-maize']['n'] == 3 * (6 + 3)
    assert {row['split'] for row in read_labels(two_sources)} >= {'train', 'val'}
    assert 'CCMT-maize' not in torch.load(tmp_path / 'run' / 'last.pt')['sources']
