import numpy as np
import pytest
import torch
from support import make_checkpoint

from kutu_ml.__main__ import main
from kutu_ml.data.labels import PRODUCT_CLASSES
from kutu_ml.evaluate import command
from kutu_ml.evaluate.folds.by_source import (
    FoldPredictions,
    calibrate_on,
    evaluate_folds,
    fold_figures,
    format_folds,
    predict_fold,
    worst_folds,
)
from kutu_ml.evaluate.metrics import macro_f1, macro_f1_interval
from kutu_ml.evaluate.result_tables import read_rows, save_rows

CPU = torch.device('cpu')
RUN = {'run': 'fold-0', 'commit': 'none', 'train_rows': 1, 'samples_seen': 1, 'seconds': 1}


def make_fold(confidence: float, correct: float, n: int = 200, run: str = 'fold-0') -> FoldPredictions:
    """Returns predictions about healthy leaves, all with one confidence; the first ones are correct, the rest say rust."""
    is_correct = np.arange(n) < round(correct * n)
    probs = torch.full((n, len(PRODUCT_CLASSES)), 1e-6)
    probs[torch.arange(n), torch.from_numpy(np.where(is_correct, 1, 0))] = confidence
    probs[torch.arange(n), torch.from_numpy(np.where(is_correct, 0, 1))] = 1 - confidence
    rows = [{'product_class': 'healthy', 'crop': 'wheat', 'source': f'{run}-{i % 2}'} for i in range(n)]
    thresholds = {'leaf': 0.5, 'confident': 0.6}
    return FoldPredictions({**RUN, 'run': run}, rows, probs.log(), torch.eye(5), 1.0, thresholds)


def test_a_fold_is_measured_on_its_left_out_photos_without_the_tests(two_sources, tmp_path):
    path = make_checkpoint(tmp_path, two_sources, 'no-ccmt', left_out_sources=('CCMT-maize',))
    fold = predict_fold(path, [two_sources], CPU)
    assert len(fold.rows) == 3 * (6 + 3)
    assert {row['split'] for row in fold.rows} == {'train', 'val'}
    assert {row['source'] for row in fold.rows} == {'CCMT-maize'}


def test_checkpoints_that_saw_their_fold_or_leave_nothing_out_are_refused(two_sources, tmp_path):
    with pytest.raises(SystemExit, match='leaves no source out'):
        predict_fold(make_checkpoint(tmp_path, two_sources, 'all'), [two_sources], CPU)
    path = make_checkpoint(tmp_path, two_sources, 'leaky', left_out_sources=('CCMT-maize',))
    checkpoint = torch.load(path)
    torch.save({**checkpoint, 'sources': {'CCMT-maize': 5}}, path)
    with pytest.raises(SystemExit, match='was trained on'):
        predict_fold(path, [two_sources], CPU)


def test_a_fold_is_judged_by_thresholds_of_the_other_folds():
    honest, overconfident = make_fold(0.9, 1.0, run='fold-0'), make_fold(0.9, 0.6, run='fold-1')
    rows = {row['source']: row for row in evaluate_folds([honest, overconfident])}
    assert {row['calibrated_on'] for row in rows.values()} == {'other folds'}
    # No threshold keeps 95 of 100 of the overconfident fold correct, so the honest fold may answer nothing.
    assert rows['fold-0-0']['coverage'] == 0
    # The honest fold's threshold lets the overconfident one answer everything, and 6 of 10 answers are correct.
    assert (rows['fold-1-0']['coverage'], rows['fold-1-0 fold-1-1']['selective_accuracy']) == (1.0, 0.6)


def test_a_single_fold_is_judged_by_its_own_val_thresholds():
    (fold, *_) = evaluate_folds([make_fold(0.7, 0.9)])
    assert (fold['part'], fold['calibrated_on'], fold['coverage'], fold['selective_accuracy']) == (
        'fold',
        'val',
        1.0,
        0.9,
    )
    assert (fold['n'], fold['accuracy'], fold['leaves_refused'], fold['not_leaf_accepted']) == (200, 0.9, 0.0, '')


def test_the_threshold_of_several_folds_keeps_95_of_100_confident_answers_correct():
    folds = [make_fold(0.99, 1.0), make_fold(0.8, 0.7)]
    temperature, thresholds = calibrate_on(folds)
    probs = torch.cat([fold.probs(temperature) for fold in folds])
    figures = fold_figures(probs, [row for fold in folds for row in fold.rows], thresholds)
    assert (figures['coverage'], figures['selective_accuracy']) == (0.5, 1.0)


def test_leaves_of_other_crops_count_only_as_answered_confidently():
    fold = make_fold(0.9, 1.0, n=100)
    for row in fold.rows[:40]:
        row.update(crop='coffee', source='coffee-a')
    found = {row['source']: row for row in evaluate_folds([fold])}
    assert (found['coffee-a']['n'], found['coffee-a']['accuracy'], found['coffee-a']['other_crops_confident']) == (
        0,
        '',
        1.0,
    )
    whole = next(row for row in found.values() if row['part'] == 'fold')
    assert (whole['n'], whole['accuracy'], whole['other_crops_confident']) == (60, 1.0, 1.0)
    assert fold.log_loss(1.0) == pytest.approx(60 * -np.log(0.9), rel=1e-3)


def test_the_worst_folds_are_named():
    rows = [
        {'part': 'fold', 'run': 'a', 'macro_f1': 0.5, 'selective_accuracy': 0.9},
        {'part': 'fold', 'run': 'b', 'macro_f1': 0.4, 'selective_accuracy': ''},
        {'part': 'fold', 'run': 'c', 'macro_f1': 0.6, 'selective_accuracy': 0.8},
        {'part': 'fold', 'run': 'd', 'macro_f1': '', 'selective_accuracy': ''},
        {'part': 'source', 'run': 'a', 'macro_f1': 0.1, 'selective_accuracy': 0.1},
    ]
    assert {name: row['run'] for name, row in worst_folds(rows).items()} == {'macro_f1': 'b', 'selective_accuracy': 'c'}


def test_the_command_writes_the_table_of_folds(two_sources, tmp_path, monkeypatch, capsys):
    paths = [
        make_checkpoint(tmp_path, two_sources, f'fold-{i}', left_out_sources=(source,))
        for i, source in enumerate(('CCMT-maize', 'PlantDoc'))
    ]
    monkeypatch.setattr(command, 'save_rows', lambda rows: save_rows(rows, tmp_path / 'by_source.csv'))
    main(['evaluate', '--data', str(two_sources), '--by-source', '--checkpoint', *map(str, paths)])
    rows = read_rows(tmp_path / 'by_source.csv')
    assert [(row['run'], row['part'], row['source']) for row in rows] == [
        ('fold-0', 'fold', 'CCMT-maize'),
        ('fold-0', 'source', 'CCMT-maize'),
        ('fold-1', 'fold', 'PlantDoc'),
        ('fold-1', 'source', 'PlantDoc'),
    ]
    assert 'worst macro_f1' in capsys.readouterr().out
    assert format_folds(evaluate_folds([make_fold(0.9, 0.9)])).count('\n') >= 4


def test_a_run_measured_again_replaces_its_rows(tmp_path):
    path = tmp_path / 'by_source.csv'
    row = {'run': 'a', 'source': 'iBean', 'part': 'source', 'accuracy': 0.5}
    save_rows([row, {**row, 'run': 'b'}], path)
    save_rows([{**row, 'accuracy': 0.75}, {**row, 'part': 'fold'}], path)
    found = [(r['run'], r['part'], r['accuracy']) for r in read_rows(path)]
    assert found == [('b', 'source', '0.5'), ('a', 'source', '0.75'), ('a', 'fold', '0.5')]


def test_the_interval_of_macro_f1_contains_it_and_narrows_with_more_photos():
    labels = np.array(['a'] * 80 + ['b'] * 20)
    answer = np.array(['a'] * 72 + ['b'] * 8 + ['b'] * 15 + ['a'] * 5)
    low, high = macro_f1_interval(labels, answer)
    assert low < macro_f1(labels, answer) < high
    narrow = macro_f1_interval(np.tile(labels, 25), np.tile(answer, 25))
    assert (high - low) / (narrow[1] - narrow[0]) == pytest.approx(5, rel=0.15)
    assert macro_f1_interval(labels, labels) == (1.0, 1.0)
