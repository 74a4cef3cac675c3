"""Write docs/model-card.md from the shipped model's card.json, so that no figure is copied by hand.

    python ml/model_card.py
"""

import json
from pathlib import Path

from shipped import latest_model

DOCUMENT = Path(__file__).parent.parent / 'docs' / 'model-card.md'
FLOOR = {'test_field': ('0.830', '0.830'), 'test_lab': ('0.970', '')}
PLAIN_RUN = {'test_field': ('0.804', '0.807'), 'test_lab': ('0.968', '0.970')}
TITLES = {'val': 'val (used for choosing)', 'test_lab': 'test_lab', 'test_field': 'test_field'}


def share(entry: dict) -> str:
    return f"{entry['share']:.3f} [{entry['low']:.3f}, {entry['high']:.3f}] (n {entry['n']})"


def table(head: list[str], rows: list[list[str]]) -> str:
    return '\n'.join('| ' + ' | '.join(cells) + ' |' for cells in (head, ['---'] * len(head), *rows))


def overall(measured: dict) -> str:
    rows = [
        [
            TITLES[split], share(figure['accuracy']), f"{figure['macro_f1']:.3f}", f"{figure['ece']:.3f}",
            share(figure['answered']), share(figure['right_of_answered']),
        ]
        for split, figure in measured.items()
    ]
    head = ['photos', 'accuracy', 'macro-F1', 'calibration error', 'leaves answered with confidence', 'right of those']
    return table(head, rows)


def leaf_check(measured: dict) -> str:
    rows = [
        [TITLES[split], *(share(figure[name]) if figure[name]['n'] else 'none' for name in
                          ('leaves_accepted', 'not_leaves_accepted', 'not_leaves_answered'))]
        for split, figure in measured.items()
    ]
    return table(['photos', 'leaves let through', 'other photos let through', 'other photos answered with confidence'], rows)


def breakdown(figure: dict) -> str:
    rows = [
        [f'{what} {name}', share(entry)]
        for what, part in (('class', 'recall'), ('crop', 'by_crop'), ('source', 'by_source'))
        for name, entry in figure[part].items()
    ]
    return table(['part', 'right'], rows)


def floor(measured: dict) -> str:
    rows = [
        [
            split, f"{measured[split]['accuracy']['share']:.3f}", f"{measured[split]['macro_f1']:.3f}",
            *FLOOR[split], *PLAIN_RUN[split],
        ]
        for split in ('test_field', 'test_lab')
    ]
    head = ['photos', 'accuracy', 'macro-F1', 'floor: accuracy', 'floor: macro-F1', 'plain run: accuracy', 'plain run: macro-F1']
    return table(head, rows)


def sources(card: dict) -> str:
    rows = [[s['name'], str(s['photos']), s['licence'], s['attribution']] for s in card['sources']]
    return table(['source', 'photos', 'licence, as stated', 'attribution'], rows)


def views(card: dict) -> str:
    said = [f"{view['scale']:g} of the short side{', mirrored' if view['flip'] else ''}" for view in card['views']]
    return '; '.join(said)


def document(card: dict) -> str:
    measured, limits = card['measured'], card['thresholds']
    trained = card['trained_on']
    template = (Path(__file__).parent / 'model_card.template.md').read_text()
    return template.format(
        version=card['version'], created=card['created'], size=card['input_size'], classes=len(card['classes']),
        megabytes=f"{card['bytes'] / 1e6:.2f}", mega=f"{card['multiply_adds'] / 1e6:.0f}",
        map=' x '.join(map(str, card['feature_size'])), views=views(card), temperature=card['temperature'],
        confident=limits['confident'], leaf=limits['leaf'], heat=limits['heat'],
        photos=trained['photos'], minutes=round(trained['seconds'] / 60), device=trained['device'],
        overall=overall(measured), floor=floor(measured), leaf_check=leaf_check(measured),
        field=breakdown(measured['test_field']), lab=breakdown(measured['test_lab']), sources=sources(card),
    )


def main() -> None:
    card = json.loads((latest_model() / 'card.json').read_text())
    DOCUMENT.write_text(document(card))
    print(DOCUMENT)


if __name__ == '__main__':
    main()
