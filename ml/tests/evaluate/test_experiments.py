from pathlib import Path

import numpy as np
import pytest
import torch
from support import make_checkpoint

from kutu_ml.__main__ import main
from kutu_ml.evaluate import experiments
from kutu_ml.evaluate.calibrated import CalibratedCheckpoint
from kutu_ml.evaluate.experiments import evaluate_left_out, evaluate_share
from kutu_ml.evaluate.metrics import macro_f1, macro_f1_interval
from kutu_ml.evaluate.result_tables import LEFT_OUT, SHARE, read_rows, save_rows


def load(folder: Path, data: Path, name: str, **changes: object) -> CalibratedCheckpoint:
    return CalibratedCheckpoint(make_checkpoint(folder, data, name, **changes), [data], torch.device('cpu'))


def test_a_left_out_source_is_measured_whole_and_a_known_one_only_on_val_and_tests(two_sources, tmp_path):
    without = load(tmp_path, two_sources, 'without', left_out_sources=('CCMT-maize',))
    held, whole = evaluate_left_out(without, 'CCMT-maize')
    assert (whole['n'], whole['in_training'], whole['part']) == (3 * (6 + 3 + 2 + 2), 'no', 'all labelled photos')
    assert (held['n'], held['part']) == (3 * (3 + 2 + 2), 'val and tests')
    assert 0 <= whole['low'] <= whole['accuracy'] <= whole['high'] <= 1
    assert whole['majority'] == pytest.approx(1 / 3, abs=1e-4)
    mean = np.mean([whole[name] for name in ('common_rust', 'healthy', 'other_disease')])
    assert whole['accuracy'] == pytest.approx(mean, abs=2e-4)

    informed = load(tmp_path, two_sources, 'informed')
    (seen,) = evaluate_left_out(informed, 'CCMT-maize')
    assert (seen['n'], seen['in_training'], seen['part']) == (held['n'], 'yes', 'val and tests')


def test_the_learning_curve_counts_the_field_photos_behind_each_point(two_sources, tmp_path):
    half = load(tmp_path, two_sources, 'half', train_share=0.5)
    val, test = evaluate_share(half, ['val', 'test_field'])
    assert (val['part'], val['n'], test['part'], test['n']) == ('val', 18, 'test_field', 12)
    assert (val['share'], val['field_photos']) == (0.5, 36)  # six photos of a class and source are one run each
    assert val['maize'] == val['accuracy'] and val['beans'] == ''


def test_a_run_measured_again_replaces_its_row(tmp_path):
    row = {'run': 'a', 'share': 0.5, 'part': 'val', 'n': 10, 'accuracy': 0.5}
    save_rows(SHARE, [row, {**row, 'run': 'b'}], tmp_path)
    save_rows(SHARE, [{**row, 'accuracy': 0.75}, {**row, 'part': 'test_field'}], tmp_path)
    found = [(r['run'], r['part'], r['accuracy']) for r in read_rows(SHARE, tmp_path)]
    assert found == [('b', 'val', '0.5'), ('a', 'val', '0.75'), ('a', 'test_field', '0.5')]
    assert read_rows(LEFT_OUT, tmp_path) == []


def test_the_command_writes_the_table(two_sources, tmp_path, monkeypatch, capsys):
    path = make_checkpoint(tmp_path, two_sources, 'without', left_out_sources=('CCMT-maize',))
    monkeypatch.setattr(experiments, 'save_rows', lambda name, rows: save_rows(name, rows, tmp_path))
    main(['experiments', 'left-out', '--data', str(two_sources), '--checkpoint', str(path)])
    assert [row['part'] for row in read_rows(LEFT_OUT, tmp_path)] == ['val and tests', 'all labelled photos']
    assert 'source=CCMT-maize' in capsys.readouterr().out


def test_the_interval_of_macro_f1_contains_it_and_narrows_with_more_photos():
    labels = np.array(['a'] * 80 + ['b'] * 20)
    answer = np.array(['a'] * 72 + ['b'] * 8 + ['b'] * 15 + ['a'] * 5)
    low, high = macro_f1_interval(labels, answer)
    assert low < macro_f1(labels, answer) < high
    narrow = macro_f1_interval(np.tile(labels, 25), np.tile(answer, 25))
    assert (high - low) / (narrow[1] - narrow[0]) == pytest.approx(5, rel=0.15)
    assert macro_f1_interval(labels, labels) == (1.0, 1.0)
