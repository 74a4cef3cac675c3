import csv
import re
import shutil
from xml.etree import ElementTree

import pytest

import evaluate
import model_card
from card_experiments import ARCHITECTURE_PREFIX, architectures, curve_words, learning, left_out, power_law
from card_tables import NOT_MEASURED, goals, reached, weakest
from drawings import learning_curve
from experiments import COLUMNS, LEFT_OUT, SHARE, keep
from shipped import latest_model, read_shipped


@pytest.fixture(scope='module')
def card(released, drawn_data, tmp_path_factory):
    """The card of the drawn model as `evaluate.py --write` fills it."""
    _, folder, _ = released
    copy = tmp_path_factory.mktemp('written') / folder.name
    shutil.copytree(folder, copy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr('sys.argv', ['evaluate.py', '--data', str(drawn_data), '--model', str(copy), '--write'])
        evaluate.main()
    return read_shipped(copy).card


def point(photos: int, macro: float, part: str = 'val') -> dict:
    values = {name: f'{macro:.4f}' for name in ('accuracy', 'macro_f1', 'beans', 'maize', 'rice', 'wheat')}
    ends = {'low': f'{macro - 0.02:.4f}', 'high': f'{macro + 0.02:.4f}', 'macro_low': f'{macro - 0.02:.4f}', 'macro_high': f'{macro + 0.02:.4f}'}
    return {'run': f'share-{photos}', 'share': photos / 2000, 'field_photos': str(photos), 'part': part, 'n': 428, **values, **ends}


def test_the_document_and_its_drawings_are_the_same_when_written_again(card, tmp_path):
    model_card.write(card, tmp_path / 'card.md')
    first = {path.name: path.read_text() for path in tmp_path.rglob('*.*')}
    (tmp_path / 'card' / 'old.svg').write_text('no longer drawn')
    model_card.write(card, tmp_path / 'card.md')
    assert {path.name: path.read_text() for path in tmp_path.rglob('*.*')} == first
    text = first['card.md']
    assert '{' not in text
    for name in re.findall(r'\(model-card/([a-z-]+\.svg)\)', text):
        assert name in first, name
    for name, drawing in first.items():
        if name.endswith('.svg'):
            assert ElementTree.fromstring(drawing).tag.endswith('svg'), name


def test_the_document_in_the_repository_is_that_of_the_shipped_model_and_the_kept_results():
    card = read_shipped(latest_model()).card
    if 'studies' not in card:
        pytest.skip(f"{card['version']} was released before its card had drawings")
    assert model_card.DOCUMENT.read_text() == model_card.document(card), 'run ml/model_card.py'
    for name, text in model_card.drawings(card).items():
        assert (model_card.DOCUMENT.with_suffix('') / name).read_text() == text, 'run ml/model_card.py'


def test_every_figure_of_a_drawing_lies_on_its_sheet(card):
    for name, text in model_card.drawings(card).items():
        root = ElementTree.fromstring(text)
        _, _, width, height = map(float, root.get('viewBox').split())
        for shape in root:
            for key, most in (('x', width), ('cx', width), ('x1', width), ('x2', width), ('y', height), ('cy', height), ('y1', height)):
                assert 0 <= float(shape.get(key) or 0) <= most, (name, shape.attrib)
            for place in (shape.get('points') or '').split():
                x, y = map(float, place.split(','))
                assert 0 <= x <= width and 0 <= y <= height, name


def test_writing_keeps_what_the_card_said_before_and_adds_every_figure(card, released):
    before = read_shipped(released[1]).card
    assert {name: card[name] for name in before if name != 'measured'} == {name: before[name] for name in before if name != 'measured'}
    assert set(card['measured']) == {'val', 'test_lab', 'test_field'}
    assert set(card['studies']) == {'hardships', 'background_only', 'other_grounds', 'other_crops'}


def test_a_goal_is_reached_only_when_it_is():
    assert reached(0.9, 0.89, 0.8, 0.95) == 'no'
    assert reached(0.9, 0.95, 0.91, 0.97) == 'yes'
    assert reached(0.9, 0.95, 0.88, 0.97).startswith('by count')
    assert reached(0.01, 0.02, 0.0, 0.05, most=True) == 'no'
    assert reached(0.01, 0.005, 0.0, 0.05, most=True).startswith('by count')
    assert reached(0.01, 0.005, 0.001, 0.009, most=True) == 'yes'
    assert reached(0.08, 0.04, most=True) == 'yes'


def goal_figure(accuracy: float, macro: float, right: float) -> dict:
    def entry(value: float) -> dict:
        return {'share': value, 'low': value - 0.01, 'high': value + 0.01, 'n': 200}

    recall = {name: entry(accuracy) for name in ('common_rust', 'healthy')}
    group = {'accuracy': entry(accuracy), 'macro_f1': macro, 'macro_f1_interval': [macro - 0.02, macro + 0.02], 'recall': recall}
    crops = {'maize, field': group, 'beans, field': {**group, 'macro_f1': macro + 0.03}, 'rice, field': {**group, 'macro_f1': 0.1, 'recall': {}}}
    return {
        'macro_f1': macro, 'ece': 0.05, 'right_of_answered': entry(right), 'answered': entry(0.8), 'leaves_accepted': entry(0.985),
        'not_leaves_accepted': entry(0.005), 'detail': {'macro_f1_interval': [macro - 0.02, macro + 0.02], 'by_crop_and_setting': crops},
    }


def test_the_goals_are_read_off_the_figures():
    figure = goal_figure(accuracy=0.9, macro=0.94, right=0.96)
    leak = {'right_of_four': {'share': 0.0, 'low': 0, 'high': 0.02, 'n': 187}, 'named': {'share': 1.0, 'low': 0.98, 'high': 1, 'n': 187}, 'commonest': 0.6}
    card = {'measured': {'test_field': figure, 'test_lab': figure}, 'studies': {'background_only': {'test_lab, PlantVillage': leak}}}
    verdicts = {line.split(' | ')[0].lstrip('| '): line.split(' | ')[-1].rstrip(' |') for line in goals(card).splitlines()[2:]}
    assert verdicts['test_field: macro-F1'].startswith('by count')
    assert verdicts['test_field, weakest crop (maize): macro-F1'] == 'yes'  # rice has one class only
    assert verdicts['test_lab: macro-F1'] == 'no'
    assert verdicts['test_lab: calibration error'] == 'no' and verdicts['test_field: calibration error'] == 'yes'
    assert verdicts['test_field: confident answers that are right'] == 'no'
    assert verdicts['test_field: other photos let through'].startswith('by count')
    assert verdicts['test_lab, PlantVillage, leaf taken out: answer right'] == 'yes'
    assert verdicts['test_lab, PlantVillage, leaf taken out: likeliest health class right'] == 'no'


def test_failures_name_the_commonest_confusion():
    recall = {'common_rust': {'share': 0.6, 'low': 0.4, 'high': 0.8, 'n': 20}, 'healthy': {'share': 0.0, 'low': 0, 'high': 0.6, 'n': 3}}
    confusion = [[12, 1, 7, 0], [0, 9, 1, 0], [0, 0, 5, 0], [0, 0, 0, 0]]
    figure = {'detail': {'confusion': confusion, 'by_crop_and_setting': {'maize, field': {'recall': recall}}}}
    lines = weakest({'test_field': figure, 'test_lab': figure}).splitlines()
    assert lines[0] == '- test_field: common rust taken for other disease, 7 of 20.'
    assert '- test_field: common rust of maize, field is found in 0.600 [0.400, 0.800] (n 20).' in lines
    assert not any('healthy of maize' in line for line in lines)  # three photos say nothing


def test_what_was_not_measured_is_said_to_be_missing(tmp_path):
    (tmp_path / 'runs.csv').write_text('run,val_field_macro_f1\na,0.5\n')
    assert left_out(tmp_path) == learning(tmp_path) == architectures(tmp_path / 'runs.csv') == NOT_MEASURED


def test_the_learning_curve_says_how_many_more_photos_the_goal_takes():
    halved = [point(n, 1 - 0.8 * (250 / n)) for n in (250, 500, 1000, 2000)]  # what is lacking halves with each doubling
    start, slope = power_law(halved)
    assert slope == pytest.approx(-1, abs=1e-3)
    assert '50%' in curve_words(halved) and 'about 2857 photos, 1.4 times the 2000 at hand' in curve_words(halved)
    flat = [point(n, 0.8 + i * 0.001) for i, n in enumerate((250, 500, 1000))]
    assert 'more than 30 times' in curve_words(flat)
    assert 'Too few' in curve_words(halved[:2]) and 'Too few' in curve_words([point(250, 0.9), point(500, 0.8), point(1000, 0.7)])
    both = [*halved, *(point(n, 0.95, 'test_field') for n in (250, 500, 1000))]
    assert 'Too few' in curve_words(both)  # the test's curve counts, and it is flat
    assert ElementTree.fromstring(learning_curve(both, (start, slope), 0.93)) is not None


def test_tables_of_experiments_show_the_rows_that_were_kept(tmp_path):
    keep(SHARE, [point(500, 0.8), point(1000, 0.85), point(2000, 0.9)], tmp_path)
    assert learning(tmp_path).count('| val |') == 3
    values = {name: '0.5000' for name in COLUMNS[LEFT_OUT]}
    row = {**values, 'run': 'no-doc', 'source': 'PlantDoc', 'seen': 'no', 'part': 'val and tests', 'n': 7}
    keep(LEFT_OUT, [row], tmp_path)
    assert '| PlantDoc | no | val and tests (n 7) | no-doc | 0.500 [0.500, 0.500] |' in left_out(tmp_path)
    with open(tmp_path / 'runs.csv', 'w', newline='') as file:
        table = csv.DictWriter(file, ('run', 'multiply_adds', 'seconds', 'photos_seen', 'val_accuracy', 'val_macro_f1', 'val_field_macro_f1', 'settings'))
        table.writeheader()
        for kind, value in (('mobilenet', 0.8), ('residual', 0.9)):
            table.writerow({'run': ARCHITECTURE_PREFIX + kind, 'multiply_adds': 114000000, 'seconds': 60, 'photos_seen': 640,
                            'val_accuracy': value, 'val_macro_f1': value, 'val_field_macro_f1': value, 'settings': '{"shape": {"kind": "%s"}}' % kind})
        table.writerow({'run': 'other', 'val_field_macro_f1': 1, 'settings': '{}'})
    lines = architectures(tmp_path / 'runs.csv').splitlines()
    assert [line.split(' | ')[0] for line in lines[2:]] == ['| residual', '| mobilenet']
