import json

from kutu_ml.export.golden_scores import PATH, format_golden, golden_scores


def test_the_golden_figures_in_the_repository_are_up_to_date():
    assert json.loads(format_golden(golden_scores())) == json.loads(PATH.read_text())


def test_the_golden_figures_can_tell_a_wrong_rule_from_a_right_one():
    found = golden_scores()['figures']
    assert 0.5 < found['accuracy']['share'] < 0.98
    assert found['answered']['share'] < 0.95
    assert found['leaves_accepted']['share'] < 1
    assert found['not_leaves_accepted']['share'] > 0
