import shutil

import pytest

from kutu_ml.__main__ import main
from kutu_ml.network.released import load_released_model
from kutu_ml.paths import MODEL_CARD, latest_model_dir
from kutu_ml.report.model_card import render_document
from kutu_ml.report.tables import goal_table, judge_goal


@pytest.fixture(scope='module')
def card(released, drawn_data, tmp_path_factory):
    """The card of the drawn model as `evaluate --write` fills it."""
    _, folder, _ = released
    copy = tmp_path_factory.mktemp('written') / folder.name
    shutil.copytree(folder, copy)
    main(['evaluate', '--data', str(drawn_data), '--model', str(copy), '--write'])
    return load_released_model(copy).card


def test_the_document_of_a_new_model_has_a_value_for_every_placeholder(card):
    assert '{' not in render_document(card)


def test_the_document_in_the_repository_belongs_to_the_released_model_and_the_results():
    card = load_released_model(latest_model_dir()).card
    if 'studies' not in card:
        pytest.skip(f'{card["version"]} was released before its card had studies')
    assert MODEL_CARD.read_text() == render_document(card), 'run python -m kutu_ml card'


def test_writing_adds_every_figure_and_keeps_the_rest_of_the_card(card, released):
    before = load_released_model(released[1]).card
    assert {name: card[name] for name in before if name != 'measured'} == {
        name: before[name] for name in before if name != 'measured'
    }
    assert set(card['measured']) == {'val', 'test_lab', 'test_field'}
    assert set(card['studies']) == {'corruptions', 'background_only'}


def test_a_goal_is_reached_only_when_it_is():
    assert judge_goal(0.9, 0.89, 0.8, 0.95) == 'no'
    assert judge_goal(0.9, 0.95, 0.91, 0.97) == 'yes'
    assert judge_goal(0.9, 0.95, 0.88, 0.97).startswith('by value')
    assert judge_goal(0.01, 0.02, 0.0, 0.05, is_maximum=True) == 'no'
    assert judge_goal(0.01, 0.005, 0.0, 0.05, is_maximum=True).startswith('by value')
    assert judge_goal(0.01, 0.005, 0.001, 0.009, is_maximum=True) == 'yes'
    assert judge_goal(0.08, 0.04, is_maximum=True) == 'yes'


def make_figures(accuracy: float, macro: float, selective: float) -> dict:
    def entry(value: float) -> dict:
        return {'share': value, 'low': value - 0.01, 'high': value + 0.01, 'n': 200}

    recall = {name: entry(accuracy) for name in ('common_rust', 'healthy')}
    group = {
        'accuracy': entry(accuracy),
        'macro_f1': macro,
        'macro_f1_interval': [macro - 0.02, macro + 0.02],
        'recall': recall,
    }
    crops = {
        'maize, field': group,
        'beans, field': {**group, 'macro_f1': macro + 0.03},
        'rice, field': {**group, 'macro_f1': 0.1, 'recall': {}},
    }
    return {
        'macro_f1': macro,
        'ece': 0.05,
        'right_of_answered': entry(selective),
        'answered': entry(0.8),
        'leaves_accepted': entry(0.985),
        'not_leaves_accepted': entry(0.005),
        'detail': {'macro_f1_interval': [macro - 0.02, macro + 0.02], 'by_crop_and_setting': crops},
    }


def test_the_goals_are_judged_by_the_figures():
    figures = make_figures(accuracy=0.9, macro=0.94, selective=0.96)
    leak = {
        'right_of_four': {'share': 0.0, 'low': 0, 'high': 0.02, 'n': 187},
        'named': {'share': 1.0, 'low': 0.98, 'high': 1, 'n': 187},
        'commonest': 0.6,
    }
    card = {
        'measured': {'test_field': figures, 'test_lab': figures},
        'studies': {'background_only': {'test_lab, PlantVillage': leak}},
    }
    verdicts = {
        line.split(' | ')[0].lstrip('| '): line.split(' | ')[-1].rstrip(' |')
        for line in goal_table(card).splitlines()[2:]
    }
    assert verdicts['test_field: macro-F1'].startswith('by value')
    assert verdicts['test_field, weakest crop (maize): macro-F1'] == 'yes'  # rice has one class only
    assert verdicts['test_lab: macro-F1'] == 'no'
    assert verdicts['test_lab: calibration error'] == 'no' and verdicts['test_field: calibration error'] == 'yes'
    assert verdicts['test_field: confident answers that are correct'] == 'no'
    assert verdicts['test_field: other photos accepted'].startswith('by value')
    assert verdicts['test_lab, PlantVillage, leaf removed: answer correct'] == 'yes'
    assert verdicts['test_lab, PlantVillage, leaf removed: health class correct'] == 'no'
