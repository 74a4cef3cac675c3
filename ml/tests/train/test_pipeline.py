import csv
import json

import numpy as np
import pytest
import torch
from support import SMALL

from kutu_ml.data.labels import read_labels
from kutu_ml.data.preprocess import View
from kutu_ml.evaluate.figures import evaluate_splits
from kutu_ml.export.golden import CASES, draw_image, view_case, write_golden
from kutu_ml.network.released import load_released_model
from kutu_ml.paths import GOLDEN, latest_model_dir
from kutu_ml.train import command
from kutu_ml.train.checkpoint import load_network


def test_training_saves_its_seed_commit_and_settings(released):
    place, _, report = released
    checkpoint = torch.load(place / 'run' / 'last.pt')
    assert checkpoint['seed'] == SMALL.seed
    assert len(checkpoint['commit']) in (4, 40)
    assert checkpoint['settings']['eval_size'] == 64
    assert 0 <= report['accuracy'] <= 1


def test_the_released_files_compute_what_the_checkpoint_computes(released):
    place, folder, _ = released
    _, network = load_network(place / 'run' / 'last.pt')
    model = load_released_model(folder)
    images = torch.randn(3, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    features, embedding = model.network(images)
    with torch.no_grad():
        expected = network.embed(images)
    assert float((expected - embedding).norm() / expected.norm()) < 0.03  # the weights are int8
    assert list(features.shape) == [3, 24, *model.card['feature_size']]
    assert torch.allclose(features.mean((2, 3)), embedding, atol=1e-5)
    assert torch.equal(model.weight, network.head.weight.detach().half().float())
    assert torch.equal(model.bias, network.head.bias.detach().half().float())


def test_the_card_holds_what_its_readers_need(released):
    _, folder, _ = released
    card = json.loads((folder / 'card.json').read_text())
    assert [entry['name'] for entry in card['classes']] == sorted(entry['name'] for entry in card['classes'])
    assert {entry['product_class'] for entry in card['classes']} == {
        'common_rust',
        'healthy',
        'other_disease',
        'not_leaf',
        'unlabelled',
    }
    assert card['bytes'] == (folder / 'model.onnx').stat().st_size
    assert 1 <= len(card['views']) <= 4
    assert set(card['thresholds']) == {'heat', 'quality'}
    assert card['sources'] == [
        {
            'name': 'PlantDoc',
            'licence': card['sources'][0]['licence'],
            'photos': 54,
            'attribution': card['sources'][0]['attribution'],
        }
    ]


def test_evaluation_of_the_released_files_counts_every_photo(released, drawn_data):
    _, folder, _ = released
    report = evaluate_splits(load_released_model(folder), read_labels(drawn_data), ['val', 'test_lab', 'test_field'])
    assert {split: figures['n'] for split, figures in report.items()} == {'val': 24, 'test_lab': 16, 'test_field': 16}
    for figures in report.values():
        assert figures['recall']['common_rust']['n'] == figures['n'] // 4
        assert figures['accuracy']['low'] <= figures['accuracy']['share'] <= figures['accuracy']['high']
        mean = np.mean([entry['share'] for entry in figures['recall'].values()])
        assert figures['accuracy']['share'] == pytest.approx(mean, abs=1e-3)


def test_golden_files_are_the_same_when_written_again(released):
    place, folder, _ = released
    first = (place / 'golden' / 'golden.json').read_text()
    write_golden(folder, place / 'again')
    assert json.loads((place / 'again' / 'golden.json').read_text()) == json.loads(first)


def test_the_golden_files_in_the_repository_belong_to_the_released_model():
    golden = json.loads((GOLDEN / 'golden.json').read_text())
    model = load_released_model(latest_model_dir())
    assert golden['version'] == model.card['version']
    for case, expected in zip(CASES, golden['views'], strict=True):
        found = view_case(model, *case)
        for name, tolerance in (
            ('tensor', 'tensor'),
            ('embedding', 'embedding'),
            ('logits', 'logits'),
            ('products', 'products'),
        ):
            gap = np.abs(np.array(found[name]) - np.array(expected[name])).max()
            assert gap <= golden['tolerance'][tolerance], (case, name, gap)


def test_the_released_network_keeps_its_limits():
    folder = latest_model_dir()
    model = load_released_model(folder)
    assert (folder / 'model.onnx').stat().st_size <= 3_000_000
    assert model.card['bytes'] == (folder / 'model.onnx').stat().st_size
    assert model.card['multiply_adds'] * len(model.card['views']) <= 700_000_000


def test_drawn_images_follow_their_formula():
    image = draw_image('blocks', 30, 20)
    assert image[11, 9].tolist() == [128, 181, 234]
    assert draw_image('waves', 10, 10)[2, 3].tolist() == [19, 26, 33]


def test_a_run_is_one_row_of_the_results(tmp_path, monkeypatch):
    place = tmp_path / 'runs.csv'
    place.write_text('run,seconds,val_accuracy,note\n')
    monkeypatch.setattr(command, 'RUNS', place)
    command.append_run({'run': 'a', 'seconds': 7, 'val_accuracy': 0.5, 'other': 1})
    assert list(csv.DictReader(place.open())) == [{'run': 'a', 'seconds': '7', 'val_accuracy': '0.5', 'note': ''}]


def test_the_views_of_an_answer_are_averaged(released):
    _, folder, _ = released
    model = load_released_model(folder)
    image = draw_image('discs', 90, 70)
    parts = []
    for view in model.views:
        model.card['views'] = [{'scale': view.scale}]
        parts.append(model.embed([lambda: image]))
    model = load_released_model(folder)
    assert torch.allclose(model.embed([lambda: image]), torch.stack(parts).mean(0), atol=1e-5)
    assert model.views[0] == View(1.0)
