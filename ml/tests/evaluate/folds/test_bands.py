import pytest
from support import make_place

from kutu_ml.evaluate.folds.bands import add_bands
from kutu_ml.evaluate.result_tables import BANDS


def fold_rows(name: str, sources: list[str]) -> list[dict]:
    """Returns the rows that `evaluate_folds` gives for a fold as a whole and for each of its sources."""
    return [
        {'run': name, 'part': 'fold', 'source': ' '.join(sources)},
        *({'run': name, 'part': 'source', 'source': source} for source in sources),
    ]


def test_the_bands_of_a_fold_come_from_the_other_folds():
    honest, wrong = make_place(1, 400, flipped=0.02), make_place(2, 400, flipped=0.9)
    rows = [row for place in (honest, wrong) for row in fold_rows(place.name, sorted({row['source'] for row in place.rows}))]
    found = {row['source']: row for row in add_bands(rows, [honest, wrong])}
    # What the honest fold calls reliable is mostly wrong in the other one, and that is what the table has to show.
    assert found['place-2-0']['confident'] > 0.3
    assert found['place-2-0']['confident_right'] < 0.5
    # The wrong fold has learned caution: only its strong answers are right, and so are those of the honest fold.
    assert found['place-1-0']['confident_right'] >= 0.95


def test_a_fold_as_a_whole_is_the_mean_of_its_sources():
    places = [make_place(1, 400), make_place(2, 400)]
    rows = [row for place in places for row in fold_rows(place.name, sorted({row['source'] for row in place.rows}))]
    found = add_bands(rows, places)
    whole, *sources = found[:5]
    for name in ('confident', 'likely', 'confident_stated', 'likely_stated'):
        assert whole[name] == pytest.approx(sum(row[name] for row in sources) / 4, abs=1e-3)
    assert whole['confident'] > 0.3 and whole['confident_right'] >= 0.9


def test_a_single_fold_has_no_bands():
    place = make_place()
    rows = fold_rows(place.name, ['place-1-0'])
    assert [row[name] for row in add_bands(rows, [place]) for name in BANDS] == [''] * 2 * len(BANDS)
