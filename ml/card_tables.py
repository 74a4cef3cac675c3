"""The tables and sentences of the model card that are made from card.json."""

from scores import HEALTH, JUDGED
from selection import JUDGED_CROPS

FLOOR = {'test_field': ('0.830', '0.830'), 'test_lab': ('0.970', '')}
PLAIN_RUN = {'test_field': ('0.804', '0.807'), 'test_lab': ('0.968', '0.970')}
TITLES = {'val': 'val (used for choosing)', 'test_lab': 'test_lab', 'test_field': 'test_field'}
FEW_PHOTOS = 10
NOT_MEASURED = 'Not measured for this version.'


def share(entry: dict) -> str:
    if not entry['n']:
        return 'none'
    return f"{entry['share']:.3f} [{entry['low']:.3f}, {entry['high']:.3f}] (n {entry['n']})"


def macro(entry: dict) -> str:
    low, high = entry.get('macro_f1_interval') or entry['detail']['macro_f1_interval']
    return f"{entry['macro_f1']:.3f} [{low:.3f}, {high:.3f}]"


def words(name: str) -> str:
    return name.replace('_', ' ')


def table(head: list[str], rows: list[list[str]]) -> str:
    return '\n'.join('| ' + ' | '.join(cells) + ' |' for cells in (head, ['---'] * len(head), *rows))


def overall(measured: dict) -> str:
    rows = [
        [
            TITLES[split], share(figure['accuracy']), macro(figure), f"{figure['ece']:.3f}",
            share(figure['answered']), share(figure['right_of_answered']),
        ]
        for split, figure in measured.items()
    ]
    head = ['photos', 'accuracy', 'macro-F1', 'calibration error', 'leaves answered with confidence', 'right of those']
    return table(head, rows)


def reached(goal: float, value: float, low: float | None = None, high: float | None = None, most: bool = False) -> str:
    """yes, no, or by count alone when the interval lies on both sides of the goal."""
    if most:
        goal, value, low, high = -goal, -value, None if high is None else -high, None if low is None else -low
    if value < goal:
        return 'no'
    return 'yes' if low is None or low >= goal else 'by count; the interval reaches past it'


def goals(card: dict) -> str:
    """What the project asks of a released model, and whether this one gives it."""
    field, lab = card['measured']['test_field'], card['measured']['test_lab']
    crops = {
        crop: field['detail']['by_crop_and_setting'][f'{crop}, field']
        for crop in JUDGED_CROPS if f'{crop}, field' in field['detail']['by_crop_and_setting']
    }
    crops = {crop: entry for crop, entry in crops.items() if len(entry['recall']) > 1}
    weakest = min(crops, key=lambda crop: crops[crop]['macro_f1']) if crops else None
    rows = []

    def add(what: str, wanted: str, said: str, verdict: str) -> None:
        rows.append([what, wanted, said, verdict])

    def add_macro(what: str, entry: dict, goal: float) -> None:
        low, high = entry.get('macro_f1_interval') or entry['detail']['macro_f1_interval']
        add(what, f'{goal:.2f} or more', macro(entry), reached(goal, entry['macro_f1'], low, high))

    def add_share(what: str, entry: dict, goal: float, most: bool = False) -> None:
        wanted = f'{goal:.2f} or {"less" if most else "more"}'
        add(what, wanted, share(entry), reached(goal, entry['share'], entry['low'], entry['high'], most))

    add_macro('test_field: macro-F1', field, 0.93)
    if weakest is not None:
        add_macro(f'test_field, weakest crop ({weakest}): macro-F1', crops[weakest], 0.85)
    if 'beans' in crops:
        add_macro('test_field, beans: macro-F1', crops['beans'], 0.95)
    add_macro('test_lab: macro-F1', lab, 0.98)
    for name, figure, goal in (('test_lab', lab, 0.03), ('test_field', field, 0.08)):
        add(f'{name}: calibration error', f'{goal:.2f} or less', f"{figure['ece']:.3f}", reached(goal, figure['ece'], most=True))
    add_share('test_field: confident answers that are right', field['right_of_answered'], 0.97)
    add_share('test_field: leaves answered with confidence', field['answered'], 0.70)
    add_share('test_field: leaves let through', field['leaves_accepted'], 0.98)
    if field['not_leaves_accepted']['n']:
        add_share('test_field: other photos let through', field['not_leaves_accepted'], 0.01, most=True)
    for name, entry in card.get('studies', {}).get('background_only', {}).items():
        if name.startswith('test_lab'):
            most = entry['commonest'] + 0.05
            add_share(f'{name}, leaf taken out: answer right', entry['right_of_four'], most, most=True)
            add_share(f'{name}, leaf taken out: likeliest health class right', entry['named'], most, most=True)
    return table(['goal', 'asked', 'measured', 'reached'], rows)


def leaf_check(measured: dict) -> str:
    rows = [
        [TITLES[split], *(share(figure[name]) for name in ('leaves_accepted', 'not_leaves_accepted', 'not_leaves_answered'))]
        for split, figure in measured.items()
    ]
    return table(['photos', 'leaves let through', 'other photos let through', 'other photos answered with confidence'], rows)


def held_scenes(card: dict) -> str:
    found = card.get('studies', {}).get('held_scenes')
    if not found:
        return NOT_MEASURED
    rows = [[name, share(entry['accepted']), share(entry['answered'])] for name, entry in found.items()]
    return table(['photos of', 'let through', 'answered with confidence'], rows)


def by_source(figure: dict) -> str:
    return table(['source', 'right'], [[name, share(entry)] for name, entry in figure['by_source'].items()])


def crops_and_settings(measured: dict) -> str:
    rows = [
        [split, name, share(entry['accuracy']), macro(entry) if len(entry['recall']) > 1 else '', *(
            share(entry['recall'][label]) if label in entry['recall'] else '' for label in JUDGED
        )]
        for split, figure in measured.items() if split != 'val'
        for name, entry in [*figure['detail']['by_crop_and_setting'].items(), ('all', figure)]
    ]
    return table(['photos', 'crop, setting', 'accuracy', 'macro-F1', *(f'{words(name)} found' for name in JUDGED)], rows)


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


def hardships(card: dict) -> str:
    found = card.get('studies', {}).get('hardships')
    if not found:
        return NOT_MEASURED
    rows = [
        [part, name, share(entry['accuracy']), share(entry['answered']), share(entry['right_of_answered'])]
        for part, entries in found.items()
        for name, entry in entries.items()
    ]
    return table(['photos', 'made worse', 'accuracy', 'leaves answered with confidence', 'right of those'], rows)


MADE_WORSE = {
    'too_small': lambda by: f'short side {by} px',
    'too_dark': lambda by: f'{by:g} stops less light',
    'too_bright': lambda by: f'{by:g} stops more light',
    'too_blurred': lambda by: f'blurred: sigma {by:.2%} of the short side',
}


def quality(card: dict) -> str:
    """How often leaves of val are answered rightly as they get worse, and how many of the photos the app warns of."""
    found = card.get('quality')
    if not found:
        return NOT_MEASURED
    real = ['as taken', share(found['accuracy']), share(found['false_alarms']['any'])]
    rows = [
        [MADE_WORSE[name](step['by']), share(step['accuracy']), share(step['warned'])]
        for name, steps in found['made_worse'].items() for step in steps
    ]
    return table(['photos', 'right', 'warned of'], [real, *rows])


def background_only(card: dict) -> str:
    found = card.get('studies', {}).get('background_only')
    if not found:
        return NOT_MEASURED
    rows = [
        [
            name, f"{entry['named']['n']} of {entry['photos']}", share(entry['named']), f"{entry['commonest']:.3f}",
            f"{entry['balanced']:.3f}", f"{1 / entry['classes']:.3f}", share(entry['no_leaf']), share(entry['answered']),
        ]
        for name, entry in found.items()
    ]
    head = [
        'photos', 'rule applies to', 'class named right', 'commonest class', 'mean recall', 'mean recall by chance',
        'told that there is no leaf', 'answered with confidence',
    ]
    return table(head, rows)


def other_grounds(card: dict) -> str:
    found = card.get('studies', {}).get('other_grounds')
    if not found:
        return NOT_MEASURED
    rows = [
        [part, ground, share(entry['accuracy']), *(share(entry['recall'][n]) if n in entry['recall'] else '' for n in HEALTH)]
        for part, grounds in found.items() for ground, entry in grounds.items()
    ]
    return table(['photos', 'ground', 'right', *(f'{words(name)} found' for name in HEALTH)], rows)


def other_crops(card: dict) -> str:
    found = card.get('studies', {}).get('other_crops')
    if not found:
        return NOT_MEASURED
    rows = [
        [
            name, share(entry['leaf_accepted']), share(entry['answered']),
            share(entry['right_of_answered']) if entry['labelled'] else 'no answer would be right',
        ]
        for name, entry in found.items()
    ]
    return table(['crop', 'taken for a leaf', 'answered with confidence', 'right of those'], rows)


def weakest(measured: dict) -> str:
    """The commonest confusions and the lowest recalls of the tests, as a list."""
    lines = []
    for split in ('test_field', 'test_lab'):
        figure = measured[split]
        confused = [
            (n / sum(row), n, sum(row), t, a)
            for t, row in zip(JUDGED, figure['detail']['confusion']) if sum(row)
            for a, n in zip(JUDGED, row) if a != t and n
        ]
        for _, n, total, t, a in sorted(confused, reverse=True)[:3]:
            lines.append(f'- {split}: {words(t)} taken for {words(a)}, {n} of {total}.')
        found = [
            (entry['share'], f'{words(label)} of {group}', entry)
            for group, values in figure['detail']['by_crop_and_setting'].items()
            for label, entry in values['recall'].items() if entry['n'] >= FEW_PHOTOS and entry['share'] < 0.9
        ]
        lines += [f'- {split}: {name} is found in {share(entry)}.' for _, name, entry in sorted(found, key=lambda f: f[0])[:4]]
    return '\n'.join(lines)


def sources(card: dict) -> str:
    rows = [[s['name'], str(s['photos']), s['licence'], s['attribution']] for s in card['sources']]
    return table(['source', 'photos', 'licence, as stated', 'attribution'], rows)


def views(card: dict) -> str:
    said = [f"{view['scale']:g} of the short side{', mirrored' if view['flip'] else ''}" for view in card['views']]
    return '; '.join(said)
