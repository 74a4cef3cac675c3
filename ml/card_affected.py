"""The model card's section on the heat map and the affected area, from ml/results/affected.json."""

import json
from pathlib import Path

from card_tables import NOT_MEASURED, table

RESULTS = Path(__file__).parent / 'results' / 'affected.json'
ESTIMATES = {
    'the same for all': 'the same share for every leaf (their median)',
    'network': "the network's cells alone",
    'colour': 'colour alone',
    'both': '**as shipped: colour and network**',
    'both, leaf by colour alone': 'as shipped, but the leaf by colour alone',
    'both, leaf as drawn': 'as shipped, but with the leaf as drawn',
}
WORST = 8


def said(entry: dict) -> str:
    return f"{entry['value']:.3f} [{entry['low']:.3f}, {entry['high']:.3f}]"


def share(entry: dict) -> str:
    return said({**entry, 'value': entry['share']})


def areas(found: dict) -> str:
    rows = []
    for name, title in ESTIMATES.items():
        groups = found['area'][name]
        rows.append([title, *(said(groups[group]['mean_absolute_error']) for group in ('all', 'told', 'field', 'lab')),
                     said(groups['all']['bias']), said(groups['all']['rank_correlation']) if name != 'the same for all' else ''])
    return table(['estimate', 'mean error', 'of those told', 'in the field', 'in the lab', 'bias', 'rank correlation'], rows)


def places(found: dict) -> str:
    rows = [['chance', '0.500', said(found['chance_on_affected']), said(found['rim']['leaf'])]]
    for name in ('network', 'colour', 'both'):
        entry = found['places'][name]
        rows.append([ESTIMATES[name], said(entry['told_apart']), said(entry['heat_on_affected']), said(found['rim'][name])])
    rows.append(['the drawing itself', '', '', said(found['rim']['affected, as drawn'])])
    return table(['map', 'affected place above healthy place', 'heat that lies on affected leaf', 'heat along the edge of lab leaves'], rows)


def overlaps(found: dict) -> str:
    rows = [[name, *(said(groups[group]) for group in ('all', 'field', 'lab'))] for name, groups in found['leaf_overlap'].items()]
    return table(['leaf told by', 'overlap with the drawn leaf', 'in the field', 'in the lab'], rows)


def worst(found: dict) -> str:
    far = sorted(found['each'], key=lambda one: -abs(one['estimate'] - one['truth']))[:WORST]
    told = {True: 'yes', False: 'no'}
    rows = [
        [one['path'].split('/')[1].replace('__', ', ').replace('_', ' '), f"{one['truth']:.2f}", f"{one['estimate']:.2f}",
         told[one['told']], f"{one['leaf_overlap']:.2f}"]
        for one in far
    ]
    return table(['leaf', 'affected, as drawn', 'estimate', 'told', 'overlap of the leaf'], rows)


def section(card: dict) -> str:
    found = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if found.get('version') != card['version']:
        return NOT_MEASURED
    inside = found['within_band']
    return '\n\n'.join(
        [
            f"Checked on {found['photos']} photos of val whose leaf and affected parts were drawn by a stated rule (`ml/masks/README.md`; drawn by "
            'an AI model from enlarged photos, not by an agronomist). A place of the leaf counts as affected from a probability of '
            f"{found['heat']} on, which colour (against green in general and against that leaf's own) and the head's answer to the network's cell "
            'give together; the affected area is the share of the leaf that counts. Weights and threshold were fitted on these leaves; each figure is '
            'of leaves judged by weights, and each area by a threshold, that had seen none of the same crop, disease and source. What counts as '
            'evidence was chosen with these leaves in view, which flatters a little. Intervals are 95 %, by a bootstrap over photos. '
            f"{found['sick']} of the leaves are sick; {found['told']} of them are told an area: those that the model calls sick, without streak "
            'virus, which shows on whole plants and not as a share of a leaf.',
            areas(found),
            'Errors are in shares of the leaf: 0.1 is ten hundredths. The screen therefore says a band. It held the true share of '
            f"{share(inside['all'])} of the sick leaves, {share(inside['field'])} in the field, {share(inside['told'])} of those told. Of healthy leaves, had they been called sick, "
            f"{said(found['healthy_area'])} would have been counted; a healthy answer has no affected area at all.",
            places(found),
            'The first column: of an affected and a healthy place of one leaf, how often the affected one is marked more. The second: chance is the '
            'affected share itself. The last is about leaves cut out or laid on a plain ground: heat within a thirtieth of the side of the '
            "leaf's edge. Beside the leaf nothing is painted.",
            overlaps(found),
            'In the field the leaf is the weak part: leaves behind it, as green as it is, are taken for it, and pale or dry parts of it for '
            'ground. These were judged worst; yellowing without brown is underrated:',
            worst(found),
        ]
    )
