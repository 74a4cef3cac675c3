import csv
import json
from pathlib import Path

import numpy as np
import pytest
import torch

import train as training
from conftest import SMALL
from evaluate import evaluate, latest_model
from export import export, half_of_the_sources, load_checkpoint
from golden import CASES, draw, golden_case, write_golden
from model import LeafNet, Shape, fold_batch_norm
from preprocess import View
from shipped import read_shipped

GOLDEN = Path(__file__).parent.parent.parent / 'packages' / 'vision' / 'test' / 'golden' / 'golden.json'
def test_training_saves_its_seed_commit_and_settings(released):
    place, _, report = released
    saved = torch.load(place / 'run' / 'last.pt')
    assert saved['seed'] == SMALL.seed
    assert len(saved['commit']) in (4, 40)
    assert saved['settings']['test_size'] == 64
    assert 0 <= report['accuracy'] <= 1


def test_the_shipped_files_hold_what_the_checkpoint_holds(released):
    place, folder, _ = released
    _, network = load_checkpoint(place / 'run' / 'last.pt')
    shipped = read_shipped(folder)
    images = torch.randn(3, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    features, embedding = shipped.network(images)
    with torch.no_grad():
        assert (network.embed(images) - embedding).abs().max() < 0.03  # a byte a weight; embeddings go up to about 1.5
    assert list(features.shape) == [3, 24, *shipped.card['feature_size']]
    assert torch.allclose(features.mean((2, 3)), embedding, atol=1e-5)
    assert torch.equal(shipped.weight, network.head.weight.detach())
    assert torch.equal(shipped.bias, network.head.bias.detach())


def test_the_card_says_what_the_readers_need(released):
    _, folder, _ = released
    card = json.loads((folder / 'card.json').read_text())
    assert [entry['name'] for entry in card['classes']] == sorted(entry['name'] for entry in card['classes'])
    assert {entry['product_class'] for entry in card['classes']} == {
        'common_rust', 'healthy', 'other_disease', 'not_leaf', 'unlabelled'
    }
    assert card['bytes'] == (folder / 'model.onnx').stat().st_size
    assert 1 <= len(card['views']) <= 4
    assert card['views'][0]['flip'] is False
    assert set(card['thresholds']) == {'confident', 'leaf', 'heat', 'quality'}
    assert card['sources'] == [
        {'name': 'PlantDoc', 'licence': card['sources'][0]['licence'], 'photos': 54, 'attribution': card['sources'][0]['attribution']}
    ]


def test_evaluation_of_the_shipped_files_counts_every_photo(released, drawn_data):
    _, folder, _ = released
    report = evaluate(folder, drawn_data, ['val', 'test_lab', 'test_field'])
    assert {split: figures['n'] for split, figures in report.items()} == {'val': 24, 'test_lab': 16, 'test_field': 16}
    for figures in report.values():
        assert figures['recall']['common_rust']['n'] == figures['n'] // 4
        assert figures['accuracy']['low'] <= figures['accuracy']['share'] <= figures['accuracy']['high']
        mean = np.mean([entry['share'] for entry in figures['recall'].values()])
        assert figures['accuracy']['share'] == pytest.approx(mean, abs=1e-3)


def test_more_photos_without_a_leaf_can_choose_the_leaf_threshold(released, drawn_data):
    place, folder, _ = released
    again = export(
        place / 'run' / 'last.pt', drawn_data, '2026.01.01-2', place / 'models', place / 'others', others=drawn_data
    )
    before, after = (json.loads((one / 'card.json').read_text()) for one in (folder, again))
    assert before['chosen_on'] == {'val': 24, 'more_without_leaf': 0, 'their_sources': []}
    assert after['chosen_on'] == {'val': 24, 'more_without_leaf': 26, 'their_sources': ['PlantDoc']}
    assert after['temperature'] == before['temperature']
    assert (again / 'head.bin').read_bytes() == (folder / 'head.bin').read_bytes()


def test_half_of_the_sources_choose_and_the_other_half_is_left_to_measure_with():
    rows = [{'source': name, 'product_class': label} for name in 'dcba' for label in ('not_leaf', 'unlabelled')]
    assert [row['source'] for row in half_of_the_sources(rows)] == ['c', 'a']


def test_golden_files_are_the_same_when_written_again(released):
    place, folder, _ = released
    first = (place / 'golden' / 'golden.json').read_text()
    write_golden(folder, place / 'again')
    assert json.loads((place / 'again' / 'golden.json').read_text()) == json.loads(first)


def test_the_golden_files_in_the_repository_belong_to_the_shipped_model():
    golden = json.loads(GOLDEN.read_text())
    shipped = read_shipped(latest_model())
    assert golden['version'] == shipped.card['version']
    for case, expected in zip(CASES, golden['views'], strict=True):
        found = golden_case(shipped, *case)
        for name, tolerance in (('tensor', 'tensor'), ('embedding', 'embedding'), ('logits', 'logits'), ('products', 'products')):
            gap = np.abs(np.array(found[name]) - np.array(expected[name])).max()
            assert gap <= golden['tolerance'][tolerance], (case, name, gap)


def test_the_shipped_network_keeps_its_limits():
    folder = latest_model()
    shipped = read_shipped(folder)
    assert (folder / 'model.onnx').stat().st_size <= 3_000_000
    assert shipped.card['bytes'] == (folder / 'model.onnx').stat().st_size
    assert shipped.card['multiply_adds'] <= 120_000_000


def test_folding_batch_norm_changes_nothing():
    torch.manual_seed(2)
    network = LeafNet(5, Shape(8, (8, 16, 16, 16), (0, 1, 1, 0), 24))
    network.train()
    for _ in range(3):
        network(torch.randn(8, 3, 64, 64))
    images = torch.randn(2, 3, 64, 64)
    with torch.no_grad():
        assert torch.allclose(network.eval()(images), fold_batch_norm(network)(images), atol=1e-4)


def test_drawn_images_follow_their_formula():
    image = draw('blocks', 30, 20)
    assert image[11, 9].tolist() == [128, 181, 234]
    assert draw('waves', 10, 10)[2, 3].tolist() == [19, 26, 33]


def test_a_run_is_one_row_of_the_results(tmp_path, monkeypatch):
    place = tmp_path / 'runs.csv'
    place.write_text('run,seconds,val_accuracy,note\n')
    monkeypatch.setattr(training, 'RUNS', place)
    training.append_run({'run': 'a', 'seconds': 7, 'val_accuracy': 0.5, 'other': 1})
    assert list(csv.DictReader(place.open())) == [{'run': 'a', 'seconds': '7', 'val_accuracy': '0.5', 'note': ''}]


def test_the_views_of_an_answer_are_averaged(released):
    _, folder, _ = released
    shipped = read_shipped(folder)
    image = draw('discs', 90, 70)
    parts = []
    for view in shipped.views:
        shipped.card['views'] = [{'scale': view.scale, 'flip': view.flip}]
        parts.append(shipped.embeddings([lambda: image]))
    shipped = read_shipped(folder)
    assert torch.allclose(shipped.embeddings([lambda: image]), torch.stack(parts).mean(0), atol=1e-5)
    assert shipped.views[0] == View(1.0, False)
