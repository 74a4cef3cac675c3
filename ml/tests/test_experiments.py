import csv
from dataclasses import asdict, replace

import numpy as np
import pytest
import torch

import experiments
from experiments import LEFT_OUT, SHARE, Scored, keep, left_out_rows, read, share_rows
from model import LeafNet, Shape
from prepare import read_labels
from scores import class_table, macro_f1, macro_f1_interval
from settings import Settings

SMALL = Shape(8, (8, 16, 16, 16), (0, 1, 0, 0), 24)


@pytest.fixture(scope='module')
def two_sources(drawn_data, tmp_path_factory):
    """The drawn photos, of which every photo with an even number now comes from CCMT-maize."""
    folder = tmp_path_factory.mktemp('two')
    rows = read_labels(drawn_data)
    for row in rows:
        if row['crop'] == 'maize' and int(row['path'][-7:-4]) % 2 == 0:
            row['source'] = 'CCMT-maize'
        row['path'] = str(drawn_data / row['path'])
    with open(folder / 'labels.csv', 'w', newline='') as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return folder


def checkpoint(folder, data, name: str, **changes):
    """A network with random weights, saved as train.py saves one."""
    torch.manual_seed(4)
    settings = replace(Settings(), test_size=64, shape=SMALL, left_out=(), **changes)
    rows = [row for row in read_labels(data) if row['source'] not in settings.left_out_sources]
    classes = class_table(read_labels(data))
    (folder / name).mkdir()
    torch.save(
        {'average': LeafNet(len(classes), SMALL).state_dict(), 'classes': classes, 'settings': asdict(settings),
         'commit': 'none', 'photos': 640, 'seconds': 7.2, 'train_rows': len(rows),
         'sources': dict.fromkeys({row['source'] for row in rows}, 1)},
        folder / name / 'last.pt',
    )
    return Scored(folder / name / 'last.pt', data, torch.device('cpu'))


def test_a_source_left_out_is_read_whole_and_a_source_seen_only_where_it_was_held_back(two_sources, tmp_path):
    without = checkpoint(tmp_path, two_sources, 'without', left_out_sources=('CCMT-maize',))
    held, whole = left_out_rows(without, 'CCMT-maize')
    assert (whole['n'], whole['seen'], whole['part']) == (3 * (6 + 3 + 2 + 2), 'no', 'all labelled photos')
    assert (held['n'], held['part']) == (3 * (3 + 2 + 2), 'val and tests')
    assert 0 <= whole['low'] <= whole['accuracy'] <= whole['high'] <= 1
    assert whole['majority'] == pytest.approx(1 / 3, abs=1e-4)
    mean = np.mean([whole[name] for name in ('common_rust', 'healthy', 'other_disease')])
    assert whole['accuracy'] == pytest.approx(mean, abs=2e-4)

    knowing = checkpoint(tmp_path, two_sources, 'knowing')
    (seen,) = left_out_rows(knowing, 'CCMT-maize')
    assert (seen['n'], seen['seen'], seen['part']) == (held['n'], 'yes', 'val and tests')


def test_the_learning_curve_counts_the_field_photos_behind_each_point(two_sources, tmp_path):
    half = checkpoint(tmp_path, two_sources, 'half', train_share=0.5)
    val, test = share_rows(half, ['val', 'test_field'])
    assert (val['part'], val['n'], test['part'], test['n']) == ('val', 18, 'test_field', 12)
    assert (val['share'], val['field_photos']) == (0.5, 36)  # six photos of a class and source are one run each
    assert val['maize'] == val['accuracy'] and val['beans'] == ''


def test_a_run_read_again_takes_the_place_of_its_row(tmp_path):
    row = {'run': 'a', 'share': 0.5, 'part': 'val', 'n': 10, 'accuracy': 0.5}
    keep(SHARE, [row, {**row, 'run': 'b'}], tmp_path)
    keep(SHARE, [{**row, 'accuracy': 0.75}, {**row, 'part': 'test_field'}], tmp_path)
    found = [(r['run'], r['part'], r['accuracy']) for r in read(SHARE, tmp_path)]
    assert found == [('b', 'val', '0.5'), ('a', 'val', '0.75'), ('a', 'test_field', '0.5')]
    assert read(LEFT_OUT, tmp_path) == []


def test_the_command_writes_the_table(two_sources, tmp_path, monkeypatch, capsys):
    scored = checkpoint(tmp_path, two_sources, 'without', left_out_sources=('CCMT-maize',))
    monkeypatch.setattr(experiments, 'keep', lambda name, rows: keep(name, rows, tmp_path))
    command = ['experiments.py', 'left-out', '--data', str(two_sources), '--checkpoint', str(scored.path)]
    monkeypatch.setattr('sys.argv', command)
    experiments.main()
    assert [row['part'] for row in read(LEFT_OUT, tmp_path)] == ['val and tests', 'all labelled photos']
    assert 'source=CCMT-maize' in capsys.readouterr().out


def test_the_interval_of_macro_f1_holds_it_and_narrows_with_more_photos():
    truth = np.array(['a'] * 80 + ['b'] * 20)
    answer = np.array(['a'] * 72 + ['b'] * 8 + ['b'] * 15 + ['a'] * 5)
    low, high = macro_f1_interval(truth, answer)
    assert low < macro_f1(truth, answer) < high
    narrow = macro_f1_interval(np.tile(truth, 25), np.tile(answer, 25))
    assert (high - low) / (narrow[1] - narrow[0]) == pytest.approx(5, rel=0.15)
    assert macro_f1_interval(truth, truth) == (1.0, 1.0)
