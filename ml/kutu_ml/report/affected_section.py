"""The model card's section on the heat map and the affected area, from ml/results/affected.json."""

import json

from kutu_ml.affected.fit import AFFECTED
from kutu_ml.report.tables import NOT_MEASURED, markdown_table

ESTIMATES = {
    'the same for all': 'the same area for every leaf (their median)',
    'network': 'evidence of the network alone',
    'color': 'color alone',
    'both': '**as released: color and network**',
}


def format_value(entry: dict) -> str:
    return f'{entry["value"]:.3f} [{entry["low"]:.3f}, {entry["high"]:.3f}]'


def format_share(entry: dict) -> str:
    return format_value({**entry, 'value': entry['share']})


def area_table(figures: dict) -> str:
    rows = []
    for name, title in ESTIMATES.items():
        groups = figures['area'][name]
        errors = [groups[group]['mean_absolute_error'] for group in ('all', 'field', 'lab')]
        correlation = '' if name == 'the same for all' else format_value(groups['all']['rank_correlation'])
        rows.append([title, *map(format_value, errors), format_value(groups['all']['bias']), correlation])
    head = ['estimate', 'mean absolute error', 'in the field', 'in the lab', 'bias', 'rank correlation']
    return markdown_table(head, rows)


def place_table(figures: dict) -> str:
    rows = [['chance', '0.500', format_value(figures['chance_on_affected'])]]
    for name in ('network', 'color', 'both'):
        entry = figures['places'][name]
        rows.append([ESTIMATES[name], format_value(entry['auroc']), format_value(entry['heat_on_affected'])])
    return markdown_table(['map', 'AUROC of affected cells', 'heat that lies on affected leaf'], rows)


def overlap_table(figures: dict) -> str:
    rows = [
        [name, *(format_value(groups[group]) for group in ('all', 'field', 'lab'))]
        for name, groups in figures['leaf_overlap'].items()
    ]
    return markdown_table(['leaf found by', 'IoU with the annotated leaf', 'in the field', 'in the lab'], rows)


def affected_section(card: dict) -> str:
    """Returns the section; a note where the figures belong to another version."""
    figures = json.loads(AFFECTED.read_text()) if AFFECTED.exists() else {}
    if figures.get('version') != card['version']:
        return NOT_MEASURED
    in_band, marks = figures['within_band'], figures['marks']
    return '\n\n'.join(
        [
            f'Checked on {figures["photos"]} leaves of val, {figures["diseased"]} diseased, annotated by [a stated rule]'
            '(../ml/masks/README.md) by an AI model, not by an agronomist. A place on the leaf counts as affected from a '
            f"probability of {figures['heat']}: a logistic regression on color and on the head's output for the network's cell. "
            'Figures are cross-validated: coefficients and threshold saw no leaf of the same crop, '
            f'disease and source. The product reports an area for {figures["reported"]} leaves: those that the model calls '
            'diseased, without streak virus, which affects whole plants.',
            area_table(figures),
            f'The band on the screen contained the true area of {format_share(in_band["all"])} of the diseased leaves, '
            f'{format_share(in_band["field"])} in the field, {format_share(in_band["reported"])} of those with a reported '
            f'area. Of healthy leaves called diseased, {format_value(figures["healthy_area"])} would be counted.',
            f'The heat map marks {format_share(marks["marked"])} of these leaves; the others show no marks. Of the marked cells '
            f'{format_value(marks["on_symptoms"])} lie on symptoms or next to them (mean of the photos; by area '
            f'{format_value(marks["on_symptoms_by_area"])}).',
            place_table(figures),
            'AUROC: how often an affected cell of a leaf is marked more strongly than a healthy one.',
            overlap_table(figures),
            'In the field, finding the leaf is the weak part: green leaves behind it are taken for it, and its pale or dry '
            'parts for background. Glare, dust and soil can be marked; yellowing without brown is missed or underestimated.',
        ]
    )
