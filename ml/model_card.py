"""Write docs/model-card.md and its drawings from the shipped model's card.json and ml/results: no figure is copied by hand.

    python ml/model_card.py
"""

import json
from pathlib import Path

import card_affected
import card_tables as tables
from card_experiments import GOAL, architectures, curve_fit, curve_points, learning, left_out
from drawings import bars, confusions, learning_curve, reliability, risk_coverage
from hardships import EVERYDAY
from shipped import latest_model

DOCUMENT = Path(__file__).parent.parent / 'docs' / 'model-card.md'
TEMPLATE = Path(__file__).parent / 'model_card.template.md'


def document(card: dict) -> str:
    measured, limits, trained = card['measured'], card['thresholds'], card['trained_on']
    return TEMPLATE.read_text().format(
        version=card['version'], created=card['created'], size=card['input_size'], classes=len(card['classes']),
        megabytes=f"{card['bytes'] / 1e6:.2f}", mega=f"{card['multiply_adds'] / 1e6:.0f}",
        map=' x '.join(map(str, card['feature_size'])), views=tables.views(card), temperature=card['temperature'],
        confident=limits['confident'], leaf=limits['leaf'], heat=limits['heat'], everyday='; '.join(EVERYDAY),
        more_without_leaf=card.get('chosen_on', {}).get('more_without_leaf', 0),
        photos=trained['photos'], minutes=round(trained['seconds'] / 60), device=trained['device'],
        goals=tables.goals(card), overall=tables.overall(measured), floor=tables.floor(measured),
        leaf_check=tables.leaf_check(measured), held_scenes=tables.held_scenes(card), groups=tables.crops_and_settings(measured),
        field=tables.by_source(measured['test_field']), lab=tables.by_source(measured['test_lab']),
        hardships=tables.hardships(card), quality=tables.quality(card), background_only=tables.background_only(card),
        other_grounds=tables.other_grounds(card), other_crops=tables.other_crops(card), weakest=tables.weakest(measured), left_out=left_out(), learning=learning(),
        architectures=architectures(), affected=card_affected.section(card), sources=tables.sources(card),
    )


def drawings(card: dict) -> dict[str, str]:
    """File name -> SVG."""
    measured, points = card['measured'], curve_points()
    found = {
        'reliability.svg': reliability(measured),
        'risk-coverage.svg': risk_coverage(measured, card['thresholds']['confident']),
        'confusions.svg': confusions(measured),
        'sources.svg': bars(measured),
    }
    if points:
        found['learning-curve.svg'] = learning_curve(points, curve_fit(points), GOAL)
    return found


def write(card: dict, path: Path) -> None:
    """The document at `path`, its drawings in a folder of the same name beside it."""
    folder = path.with_suffix('')
    folder.mkdir(exist_ok=True)
    for old in folder.glob('*.svg'):
        old.unlink()
    for name, text in drawings(card).items():
        (folder / name).write_text(text)
    path.write_text(document(card))


def main() -> None:
    card = json.loads((latest_model() / 'card.json').read_text())
    if not all('detail' in figure for figure in card['measured'].values()) or set(card['measured']) < set(tables.TITLES):
        raise SystemExit(f"{card['version']}: run evaluate.py --write first")
    write(card, DOCUMENT)
    print(DOCUMENT)


if __name__ == '__main__':
    main()
