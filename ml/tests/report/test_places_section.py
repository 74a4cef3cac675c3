import numpy as np

from kutu_ml.calibrate.fit import MODES
from kutu_ml.evaluate.metrics import proportion
from kutu_ml.report.places_section import places_section
from kutu_ml.report.tables import NOT_MEASURED


def entry(right: int, n: int) -> dict:
    """Returns the figures of n leaves, the first of them answered rightly and with confidence."""
    correct = proportion(np.arange(n) < right)
    none = proportion(np.zeros(5, bool))
    mode = {
        'accuracy': correct,
        'confident': correct,
        'confident_correct': proportion(np.ones(right, bool)),
        'likely': none,
        'likely_correct': proportion(np.zeros(0, bool)),
        'other_crops_confident': none,
        'not_leaf_confident': none,
    }
    return {'leaves_accepted': correct, 'not_leaf_accepted': none, **dict.fromkeys(MODES, mode)}


def section(places: dict, classes: dict, distances: dict) -> str:
    calibration = {'bands': None, 'places': places, 'classes': classes, 'distances': distances}
    return places_section({'decision': {'bands': None}}, calibration)


def test_leaves_plants_and_stands_have_rows_of_their_own():
    places = {'all': entry(30, 40)}
    text = section(places, {}, {'stand': entry(3, 11)})
    assert '| photos of a stand | 3/11 | 3/11 | 3/3 |' in text


def test_figures_of_another_release_are_not_shown():
    calibration = {'bands': 'new', 'places': {'all': entry(30, 40)}, 'classes': {}, 'distances': {}}
    assert places_section({'decision': {'bands': 'old'}}, calibration) == NOT_MEASURED


def test_classes_with_enough_photos_have_a_row_each():
    classes = {'wheat, leaf_rust': entry(15, 20), 'rice, tungro': entry(4, 9), 'wheat, healthy': entry(10, 40)}
    text = section({'all': entry(30, 69)}, classes, {})
    assert '| wheat, leaf rust | 15/20 | 15/15 | 15/20 | 15/15 |' in text
    assert text.index('| wheat, healthy |') < text.index('| wheat, leaf rust |')
    assert '| rice, tungro |' not in text
