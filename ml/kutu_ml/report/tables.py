"""The tables and lists of the model card that are made from card.json."""

from kutu_ml.data.labels import EVALUATED_CLASSES, SUPPORTED_CROPS

TITLES = {'val': 'val (used for choosing)', 'test_lab': 'test_lab', 'test_field': 'test_field'}
NOT_MEASURED = 'Not measured for this version.'


def format_share(entry: dict) -> str:
    if not entry['n']:
        return 'none'
    return f'{entry["share"]:.3f} [{entry["low"]:.3f}, {entry["high"]:.3f}] (n={entry["n"]})'


def format_ratio(entry: dict) -> str:
    return f'{round(entry["share"] * entry["n"])}/{entry["n"]}'


def format_macro_f1(entry: dict) -> str:
    low, high = macro_f1_interval(entry)
    return f'{entry["macro_f1"]:.3f} [{low:.3f}, {high:.3f}]'


def macro_f1_interval(entry: dict) -> tuple[float, float]:
    low, high = entry.get('macro_f1_interval') or entry['detail']['macro_f1_interval']
    return low, high


def to_words(name: str) -> str:
    return name.replace('_', ' ')


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    head_line, *row_lines = ('| ' + ' | '.join(cells) + ' |' for cells in (head, *rows))
    return '\n'.join([head_line, '|' + '---|' * len(head), *row_lines])


def overall_table(measured: dict) -> str:
    rows = [
        [
            TITLES[split],
            format_share(figures['accuracy']),
            format_macro_f1(figures),
            f'{figures["ece"]:.3f}',
            format_share(figures['answered']),
            format_share(figures['right_of_answered']),
        ]
        for split, figures in measured.items()
    ]
    head = ['photos', 'accuracy', 'macro-F1', 'calibration error', 'leaves answered confidently', 'correct of those']
    return markdown_table(head, rows)


def judge_goal(
    goal: float, value: float, low: float | None = None, high: float | None = None, is_maximum: bool = False
) -> str:
    """Returns 'yes', 'no', or 'by value only' where the interval reaches past the goal."""
    if is_maximum:
        goal, value, low, high = -goal, -value, None if high is None else -high, None if low is None else -low
    if value < goal:
        return 'no'
    return 'yes' if low is None or low >= goal else 'by value only'


def goal_table(card: dict) -> str:
    """Returns the goals of the project and whether this model reaches them."""
    field, lab = card['measured']['test_field'], card['measured']['test_lab']
    groups = field['detail']['by_crop_and_setting']
    crops = {crop: groups[f'{crop}, field'] for crop in SUPPORTED_CROPS if f'{crop}, field' in groups}
    crops = {crop: entry for crop, entry in crops.items() if len(entry['recall']) > 1}
    weakest = min(crops, key=lambda crop: crops[crop]['macro_f1']) if crops else None
    rows = []

    def add_macro_f1(what: str, entry: dict, goal: float) -> None:
        verdict = judge_goal(goal, entry['macro_f1'], *macro_f1_interval(entry))
        rows.append([what, f'≥ {goal:.2f}', f'{entry["macro_f1"]:.3f}', verdict])

    def add_share(what: str, entry: dict, goal: float, is_maximum: bool = False) -> None:
        wanted = f'{"≤" if is_maximum else "≥"} {goal:.2f}'
        verdict = judge_goal(goal, entry['share'], entry['low'], entry['high'], is_maximum)
        rows.append([what, wanted, format_points(entry), verdict])

    add_macro_f1('test_field: macro-F1', field, 0.93)
    if weakest is not None:
        add_macro_f1(f'test_field, weakest crop ({weakest}): macro-F1', crops[weakest], 0.85)
    if 'beans' in crops:
        add_macro_f1('test_field, beans: macro-F1', crops['beans'], 0.95)
    add_macro_f1('test_lab: macro-F1', lab, 0.98)
    for name, figures, goal in (('test_lab', lab, 0.03), ('test_field', field, 0.08)):
        verdict = judge_goal(goal, figures['ece'], is_maximum=True)
        rows.append([f'{name}: calibration error', f'≤ {goal:.2f}', f'{figures["ece"]:.3f}', verdict])
    add_share('test_field: confident answers that are correct', field['right_of_answered'], 0.97)
    add_share('test_field: leaves answered confidently', field['answered'], 0.70)
    add_share('test_field: leaves accepted', field['leaves_accepted'], 0.98)
    if field['not_leaves_accepted']['n']:
        add_share('test_field: other photos accepted', field['not_leaves_accepted'], 0.01, is_maximum=True)
    for name, entry in card['studies']['background_only'].items():
        if name.startswith('test_lab'):
            limit = entry['commonest'] + 0.05
            add_share(f'{name}, leaf removed: answer correct', entry['right_of_four'], limit, is_maximum=True)
            add_share(f'{name}, leaf removed: health class correct', entry['named'], limit, is_maximum=True)
    return markdown_table(['goal', 'wanted', 'measured', 'reached'], rows)


def reliability_table(figures: dict) -> str:
    """Returns accuracy against confidence by bins of confidence (reliability diagram); empty bins are left out."""
    rows = [[str(n), f'{confidence:.2f}', f'{accuracy:.2f}'] for n, confidence, accuracy in figures['detail']['reliability'] if n]
    return markdown_table(['answers of test_field', 'mean confidence', 'accuracy'], rows)


def confusion_table(measured: dict) -> str:
    rows = [
        [split, to_words(name), *map(str, counts)]
        for split, figures in measured.items()
        for name, counts in zip(EVALUATED_CLASSES, figures['detail']['confusion'])
    ]
    return markdown_table(['photos', 'true class', *(f'answered {to_words(name)}' for name in EVALUATED_CLASSES)], rows)


def leaf_check_table(measured: dict) -> str:
    names = ('leaves_accepted', 'not_leaves_accepted', 'not_leaves_answered')
    rows = [[TITLES[split], *(format_share(figures[name]) for name in names)] for split, figures in measured.items()]
    head = ['photos', 'leaves accepted', 'other photos accepted', 'other photos answered confidently']
    return markdown_table(head, rows)


def source_accuracy_list(measured: dict) -> str:
    return '; '.join(f'{name} {format_share(entry)}' for name, entry in measured['test_field']['by_source'].items())


def crop_and_setting_table(measured: dict) -> str:
    rows = [
        [
            split,
            name,
            format_share(entry['accuracy']),
            format_macro_f1(entry) if len(entry['recall']) > 1 else '',
            *(format_points(entry['recall'][c]) if c in entry['recall'] else '' for c in EVALUATED_CLASSES),
        ]
        for split, figures in measured.items()
        if split != 'val'
        for name, entry in [*figures['detail']['by_crop_and_setting'].items(), ('all', figures)]
    ]
    recalls = [f'recall of {to_words(name)}' for name in EVALUATED_CLASSES]
    return markdown_table(['photos', 'crop, setting', 'accuracy', 'macro-F1', *recalls], rows)


def format_points(entry: dict) -> str:
    return f'{entry["share"]:.3f}' if entry['n'] else 'none'


def corruption_table(card: dict) -> str:
    found = card['studies']['corruptions']
    splits = [split for split in TITLES if split in found]
    rows = [
        [
            name,
            *(
                format_points(found[split][name][figure])
                for split in splits
                for figure in ('accuracy', 'answered', 'right_of_answered')
            ),
        ]
        for name in found[splits[0]]
    ]
    head = [f'{split}: {figure}' for split in splits for figure in ('accuracy', 'confident', 'right of those')]
    return markdown_table(['corruption', *head], rows)


DEGRADATION_LABELS = {
    'too_small': lambda by: f'short side {by} px',
    'too_dark': lambda by: f'{by:g} stops less light',
    'too_bright': lambda by: f'{by:g} stops more light',
    'too_blurred': lambda by: f'blurred: sigma {by:.2%} of the short side',
}


def quality_table(card: dict) -> str:
    """Returns the accuracy about leaves of val degraded the furthest, and how many of the photos the app warns of."""
    found = card['quality']
    real = ['as taken', format_share(found['accuracy']), format_share(found['false_alarms']['any'])]
    rows = [
        [DEGRADATION_LABELS[name](step['by']), format_share(step['accuracy']), format_share(step['warned'])]
        for name, steps in found['made_worse'].items()
        for step in steps[-1:]
    ]
    return markdown_table(['photos', 'accuracy', 'warned of'], [real, *rows])


def background_table(card: dict) -> str:
    found = card['studies']['background_only']
    rows = [
        [
            name,
            format_share(entry['right_of_four']),
            format_share(entry['named']),
            f'{entry["commonest"]:.3f}',
            format_share(entry['no_leaf']),
            format_share(entry['answered']),
        ]
        for name, entry in found.items()
        if name.startswith('test_')
    ]
    head = [
        'photos',
        'answer correct',
        'health class correct',
        'commonest class',
        'refused as no leaf',
        'answered confidently',
    ]
    return markdown_table(head, rows)


def source_table(card: dict) -> str:
    """Returns the sources of each license."""
    by_license: dict[str, list[str]] = {}
    for source in card['sources']:
        by_license.setdefault(source['licence'], []).append(f'{source["name"]} ({source["photos"]})')
    ordered = sorted(by_license.items(), key=lambda item: (-len(item[1]), item[0]))
    return '\n'.join(f'- **{name[0].upper()}{name[1:]}**: {", ".join(sources)}.' for name, sources in ordered)


def describe_views(card: dict) -> str:
    return '; '.join(f'{view["scale"]:g} of the short side' for view in card['views'])
