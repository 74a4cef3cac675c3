"""The first section of the model card: how right the model is in a place that it has never seen."""

from kutu_ml.report.tables import NOT_MEASURED, format_ratio, markdown_table, to_words

MIN_PHOTOS = 10
"""Classes and places with fewer photos are not judged."""
POOR = 0.5
"""A class of which less than this share is answered correctly, the crop being stated, is one that the model cannot tell."""

CLASS_NOTE = 'A class that comes from one place almost alone is judged by a network that hardly saw it.'


def percent(entry: dict) -> str:
    return f'{100 * entry["share"]:.0f} of 100'


def count(entry: dict) -> str:
    return f'{round(entry["share"] * entry["n"])} of {entry["n"]}'


def describe_mode(figures: dict) -> str:
    accuracy, right = figures['accuracy'], figures['confident_correct']
    return (
        f'it named the right product class for {percent(accuracy)} leaves '
        f'(n={accuracy["n"]}). It was confident about {count(figures["confident"])}, and right in {count(right)} of these.'
    )


def unreliable_classes(classes: dict[str, dict]) -> list[str]:
    """Returns the names of the classes that the model cannot tell in new places, worst first."""
    found = [
        (entry['crop_stated']['accuracy']['share'], name)
        for name, entry in classes.items()
        if entry['crop_stated']['accuracy']['n'] >= MIN_PHOTOS and entry['crop_stated']['accuracy']['share'] < POOR
    ]
    return [to_words(name) for _, name in sorted(found)]


def group_table(places: dict[str, dict]) -> str:
    rows = []
    for name, entry in places.items():
        if entry['crop_unknown']['accuracy']['n'] < MIN_PHOTOS and name != 'all':
            continue
        cells = [name, format_ratio(entry['leaves_accepted'])]
        for mode in ('crop_unknown', 'crop_stated'):
            figures = entry[mode]
            cells += [format_ratio(figures[part]) for part in ('accuracy', 'confident_correct', 'likely_correct')]
        rows.append(cells)
    head = ['place', 'leaves accepted']
    for suffix in ('', ', crop stated'):
        head += [f'right{suffix}', f'right when confident{suffix}', f'right when likely{suffix}']
    return markdown_table(head, rows)


def class_table(classes: dict[str, dict]) -> str:
    """Returns the figures of each class with enough photos, most photos first."""
    rows = []
    for name, entry in sorted(classes.items(), key=lambda item: -item[1]['crop_stated']['accuracy']['n']):
        if entry['crop_stated']['accuracy']['n'] < MIN_PHOTOS:
            continue
        cells = [to_words(name)]
        for mode in ('crop_unknown', 'crop_stated'):
            figures = entry[mode]
            cells += [format_ratio(figures['accuracy']), format_ratio(figures['confident_correct'])]
        rows.append(cells)
    head = ['class']
    for suffix in ('', ', crop stated'):
        head += [f'right{suffix}', f'right when confident{suffix}']
    return markdown_table(head, rows) if rows else ''


def places_section(card: dict, calibration: dict) -> str:
    """Returns the text and the table; a note where what `calibrate` wrote is not what the card was released with."""
    if calibration.get('bands') != card['decision']['bands']:
        return NOT_MEASURED
    places, classes, distances = (calibration[name] for name in ('places', 'classes', 'distances'))
    figures = places['all']
    unknown, stated = figures['crop_unknown'], figures['crop_stated']
    worst = unreliable_classes(classes)
    return '\n'.join(
        [
            'In places that no training photo shows, the model is right much less often than in the tests below. Measured on networks trained',
            'in the same way, each without the sources it was measured on:',
            '',
            f'- Without the crop, {describe_mode(unknown)}',
            f'- With the crop stated by the farmer, {describe_mode(stated)}',
            f'- Leaves of unknown crops answered with confidence: {count(unknown["other_crops_confident"])}. Photos without a leaf: '
            f'{count(unknown["not_leaf_confident"])}; {count(figures["not_leaf_accepted"])} passed the leaf check, whose penalty and '
            'threshold were chosen on these photos.',
            '',
            'A person must check every answer that is not `confident`.',
            *(['', f'Less than half were right even with the crop stated, worst first: {"; ".join(worst)}.'] if worst else []),
            '',
            group_table({**places, **{f'photos of a {name}': entry for name, entry in distances.items()}}),
            *(['', CLASS_NOTE, '', table] if (table := class_table(classes)) else []),
        ]
    )
