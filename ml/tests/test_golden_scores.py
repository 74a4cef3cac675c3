import json

from golden_scores import GOLDEN, golden_scores, text_of


def test_the_golden_figures_in_the_repository_are_those_of_evaluate():
    assert json.loads(text_of(golden_scores())) == json.loads(GOLDEN.read_text())


def test_the_golden_figures_can_tell_a_wrong_rule_from_a_right_one():
    found = golden_scores()['figures']
    assert 0.5 < found['accuracy']['share'] < 0.98
    assert found['answered']['share'] < 0.95
    assert found['leaves_accepted']['share'] < 1
    assert found['not_leaves_accepted']['share'] > 0
