import json

import numpy as np
import pytest
from support import make_checkpoint, make_place

from kutu_ml.__main__ import main
from kutu_ml.calibrate import places
from kutu_ml.calibrate.command import class_figures, distance_figures, group_figures
from kutu_ml.calibrate.fit import Photos, calibrate_places, choose_other_crop, lowest_threshold, stated_crops
from kutu_ml.calibrate.leaf_check import balanced_weights, choose_threshold, fit_leaf_check_on, out_of_fold_leaf
from kutu_ml.calibrate.logistic import fit_logistic
from kutu_ml.calibrate.places import checkpoint_place, group_rows
from kutu_ml.data.labels import read_labels
from kutu_ml.evaluate.verdict import sigmoid


def test_the_logistic_regression_finds_the_weights_that_made_its_labels():
    rng = np.random.default_rng(2)
    x = rng.normal(0, 1, (20000, 2))
    y = (rng.random(20000) < sigmoid(0.5 + x @ np.array([1.5, -1.0]))).astype(float)
    model = fit_logistic(x, y, np.ones(20000), 1e-6)
    assert model.bias == pytest.approx(0.5, abs=0.1)
    assert model.weights == pytest.approx([1.5, -1.0], abs=0.1)


def test_small_sources_of_one_crop_are_one_group():
    rows = [{'source': 'large', 'crop': 'wheat'}] * 40 + [{'source': 'a', 'crop': 'rice'}, {'source': 'b', 'crop': 'rice'}]
    assert group_rows(rows).tolist() == ['large'] * 40 + ['small sources: rice'] * 2


def test_the_leaf_check_is_judged_without_the_group_it_is_fitted_on():
    place = make_place(flipped=0)
    leaf = np.array([row['product_class'] != 'not_leaf' for row in place.rows])
    found = out_of_fold_leaf(place)
    assert found[leaf].min() > found[~leaf].max()
    threshold = choose_threshold(found[leaf])
    assert threshold <= 0.5 and (found[leaf] >= threshold).mean() >= 0.97
    assert fit_leaf_check_on(place.known.numpy(), place.known_rows).weights[3] < 0


def make_sources(rng: np.random.Generator, names: range) -> tuple[np.ndarray, list[dict]]:
    """Returns embeddings of sources that share a weak sign of a leaf in each channel and have strong signs of their own."""
    parts, rows = [], []
    for name in names:
        label = name % 2
        parts.append((label - 0.5) * 0.4 + rng.normal(0, 0.8, 64) + rng.normal(0, 0.5, (40, 64)))
        rows += [{'product_class': 'healthy' if label else 'not_leaf', 'source': f'source-{name}'}] * 40
    return np.concatenate(parts), rows


def test_the_leaf_check_learns_what_sources_share_rather_than_what_tells_them_apart():
    rng = np.random.default_rng(5)
    embeddings, rows = make_sources(rng, range(24))
    new, new_rows = make_sources(rng, range(24, 224))
    labels = np.array([row['product_class'] != 'not_leaf' for row in new_rows])

    def passed(model) -> float:
        """Returns the share of photos without a leaf that pass when 97 of 100 leaves do."""
        leaf = model.predict(new)
        return float((leaf[~labels] >= np.quantile(leaf[labels], 0.03)).mean())

    groups = np.array([row['source'] for row in rows])
    known = np.array([row['product_class'] != 'not_leaf' for row in rows], float)
    weak = fit_logistic(embeddings, known, balanced_weights(known, groups), 0.005)
    assert passed(fit_leaf_check_on(embeddings, rows)) < 0.8 * passed(weak)


def test_the_lowest_threshold_keeps_the_wanted_share_in_all_and_between_groups():
    values = np.linspace(0, 0.999, 1000)
    correct = values >= 0.5
    one = np.full(1000, 'a')
    threshold = lowest_threshold(values, correct, one, 0.95)
    assert correct[values >= threshold].mean() >= 0.95 > correct[values >= threshold - 0.005].mean()
    # A second source with few answers, all of them wrong, must not be hidden by the large one.
    groups = np.where(np.arange(1000) % 10 == 0, 'b', 'a')
    assert lowest_threshold(values, correct & (groups == 'a'), groups, 0.95) == 1.0


def test_calibration_gives_confident_answers_that_are_right_and_states_the_crop_of_our_leaves_alone():
    places = [make_place(1), make_place(2)]
    calibration, photos = calibrate_places(places)
    assert stated_crops(places[0].rows[:4], 'crop_stated') == ['wheat', 'wheat', 'wheat', None]
    assert set(calibration) == {
        'temperature',
        'leaf_threshold',
        'other_crop_prior',
        'reliability',
        'bands',
        'unfamiliar',
    }
    for mode in ('crop_unknown', 'crop_stated'):
        bands = calibration['bands'][mode]
        assert 0 < bands['likely'] <= bands['confident'] < 1
        entry = group_figures(photos, calibration)['all'][mode]
        assert entry['confident']['share'] > 0.3 and entry['confident_correct']['share'] >= 0.95
    distances = distance_figures(photos, calibration)
    assert set(distances) == {'leaf'}
    found = class_figures(photos, calibration)
    assert set(found) == {'wheat, leaf_rust', 'wheat, healthy', 'wheat, septoria'}
    assert found['wheat, healthy']['crop_stated']['accuracy']['n'] == 100


def test_the_stands_of_each_crop_are_a_part_of_all_stands():
    place = make_place()
    for i, row in enumerate(place.rows):
        if row['disease'] == 'healthy':
            row['disease'] = 'healthy_stand'
        if i % 8 == 1:
            row['crop'] = 'rice'
    calibration, photos = calibrate_places([place])
    found = distance_figures(photos, calibration)
    assert set(found) == {'leaf', 'stand', 'stand, rice', 'stand, wheat'}
    for part in ('leaves_accepted', 'crop_stated'):
        entries = {name: entry[part] for name, entry in found.items()}
        counts = {name: entry.get('accuracy', entry)['n'] for name, entry in entries.items()}
        assert (counts['stand, rice'], counts['stand, wheat'], counts['stand']) == (25, 25, 50)


def test_the_threshold_of_other_crops_spares_our_leaves_and_stops_confident_answers_about_others():
    n = 400
    ours = np.arange(n) < 300
    rows = [
        {'crop': 'wheat' if one else 'coffee', 'product_class': 'healthy', 'disease': 'healthy', 'source': 'a'}
        for one in ours
    ]
    values = np.where(ours, 0.99, 0.98)
    photos = Photos(
        rows,
        np.full(n, 'a'),
        np.ones(n),
        {mode: values for mode in ('crop_unknown', 'crop_stated')},
        {mode: ours for mode in ('crop_unknown', 'crop_stated')},
        np.where(ours, 0.1, 0.6),
    )
    other_crop, bands = choose_other_crop(photos, 0.5)
    assert 0.1 < other_crop <= 0.6
    assert bands['crop_unknown']['confident'] <= 0.99


def test_a_network_that_lost_much_of_a_crop_does_not_judge_it():
    sources = ['a'] * 4 + ['b'] * 6
    rows = [
        {'crop': crop, 'product_class': 'healthy', 'source': source, 'split': 'train'}
        for crop, source in [*(('wheat', source) for source in sources), *(('rice', source) for source in reversed(sources))]
    ]
    assert places.poorly_taught_crops(rows, {'a'}) == {'wheat', 'rice'}
    assert places.poorly_taught_crops([*rows, *(rows[4:10] * 2)], {'a'}) == {'rice'}


def test_a_network_without_new_places_is_refused(two_sources, tmp_path):
    rows = read_labels(two_sources)
    with pytest.raises(SystemExit, match='leaves no source out'):
        checkpoint_place(make_checkpoint(tmp_path, two_sources, 'all'), rows)


def test_the_command_writes_what_export_reads(two_sources, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(places, 'MAX_CROP_LEFT_OUT', 1)
    paths = [
        str(make_checkpoint(tmp_path, two_sources, f'fold-{i}', left_out_sources=(source,)))
        for i, source in enumerate(('CCMT-maize', 'PlantDoc'))
    ]
    out = tmp_path / 'calibration.json'
    arguments = ['calibrate', '--data', str(two_sources), '--out', str(out), '--checkpoint']
    main([*arguments, *paths])
    found = json.loads(out.read_text(), parse_constant=lambda name: pytest.fail(name))
    assert found['networks'] == ['fold-0', 'fold-1']
    assert found['places']['PlantDoc']['photos'] > 27
    assert found['distances']['leaf']['crop_stated']['accuracy']['n'] == 54
    assert set(found['classes']) == {'maize, healthy', 'maize, rust', 'maize, blight'}
    assert 'small sources: maize' in capsys.readouterr().out
    with pytest.raises(SystemExit, match='two groups'):
        main([*arguments, paths[0]])
