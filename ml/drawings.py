"""The drawings of docs/model-card.md, each out of the numbers of card.json or of ml/results."""

import math
from collections.abc import Sequence

from charts import COLOURS, FAINT, GOAL, INK, Axes, Drawing, percent
from scores import JUDGED, wilson
from verdict import RIGHT_WHEN_CONFIDENT

QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def reliability(measured: dict[str, dict]) -> str:
    """How often an answer of a given confidence is right; the bars at the foot are how many answers there are."""
    drawing = Drawing(40 + 250 * len(measured), 290, 'How often answers are right, by their confidence')
    for i, (split, figure) in enumerate(measured.items()):
        axes = Axes(drawing, 50 + 250 * i, 34, 200, 200)
        title = f"{split}: calibration error {figure['ece']:.3f}"
        axes.frame(title, 'confidence', 'right' if i == 0 else '', percent(QUARTERS), percent(QUARTERS))
        bins = figure['detail']['reliability']
        most = max(n for n, _, _ in bins)
        for place, (n, confidence, right) in enumerate(bins):
            if n:
                low, high = wilson(round(right * n), n)
                left, top = axes.at(place / len(bins), 0.2 * n / most)
                drawing.box(left + 1, top, 200 / len(bins) - 2, axes.at(0, 0)[1] - top, FAINT)
                axes.whisker(confidence, low, high, COLOURS[split])
        drawing.line(*axes.at(0, 0), *axes.at(1, 1), INK, '4 3')
        for n, confidence, right in bins:
            if n:
                drawing.dot(*axes.at(confidence, right), COLOURS[split])
    return drawing.svg()


def risk_coverage(measured: dict[str, dict], confident: float) -> str:
    """What share of answers is wrong when only the surest are given; a dot is the threshold that is shipped."""
    drawing = Drawing(640, 330, 'Wrong answers against leaves answered')
    worst = max(point[1] for figure in measured.values() for point in figure['detail']['risk_coverage'])
    top = max(0.06, math.ceil(worst * 50) / 50)
    axes = Axes(drawing, 60, 34, 430, 240, y=(0.0, top))
    ticks = [step * 0.02 for step in range(round(top / 0.02) + 1)]
    axes.frame('', 'leaves answered, the surest first', 'of those answers wrong', percent(QUARTERS), percent(ticks))
    goal = axes.at(0, 1 - RIGHT_WHEN_CONFIDENT)[1]
    drawing.line(60, goal, 490, goal, GOAL, '4 3')
    drawing.text(500, goal + 4, f'goal {1 - RIGHT_WHEN_CONFIDENT:.0%}', colour=GOAL)
    for i, (split, figure) in enumerate(measured.items()):
        points = figure['detail']['risk_coverage']
        drawing.path([axes.at(x, y) for x, y, _ in points], COLOURS[split])
        answered, right = figure['answered']['share'], figure['right_of_answered']['share']
        drawing.dot(*axes.at(answered, 1 - right), COLOURS[split], 5)
        drawing.dot(510, 60 + 20 * i, COLOURS[split])
        drawing.text(520, 64 + 20 * i, split)
    drawing.text(500, 130, f'dots: from {confident:g} on')
    return drawing.svg()


def confusions(measured: dict[str, dict]) -> str:
    """Photos of each class (down) by the likeliest answer (across); the shade is the share of the row."""
    drawing = Drawing(120 + 250 * len(measured), 260, 'Which class is taken for which')
    names = [name.replace('_', ' ') for name in JUDGED]
    for i, (split, figure) in enumerate(measured.items()):
        left, top, side = 120 + 250 * i, 70, 44
        drawing.text(left, 22, split)
        for place, name in enumerate(names):
            short = {'common rust': 'rust', 'other disease': 'other', 'not leaf': 'no leaf'}.get(name, name)
            drawing.text(left + side * (place + 0.5), top - 10, short, 'middle')
            if i == 0:
                drawing.text(left - 8, top + side * (place + 0.5) + 4, name, 'end')
        for down, row in enumerate(figure['detail']['confusion']):
            for across, n in enumerate(row):
                share = n / sum(row) if sum(row) else 0.0
                x, y = left + side * across, top + side * down
                drawing.box(x, y, side - 1, side - 1, '#eee')
                drawing.box(x, y, side - 1, side - 1, '#2f855a' if down == across else GOAL, share)
                dark = share > 0.55
                drawing.text(x + side / 2, y + side / 2 + 4, str(n), 'middle', '#fff' if dark else INK)
    return drawing.svg()


def bars(measured: dict[str, dict]) -> str:
    """Accuracy of each source of the tests, with its interval."""
    rows = [
        (split, name, entry) for split in ('test_field', 'test_lab') if split in measured
        for name, entry in measured[split]['by_source'].items()
    ]
    drawing = Drawing(680, 60 + 24 * len(rows), 'Right answers by source')
    axes = Axes(drawing, 250, 20, 330, 24 * len(rows))
    axes.frame('', 'right', '', percent(QUARTERS), [])
    for i, (split, name, entry) in enumerate(sorted(rows, key=lambda row: (row[0], row[2]['share']))):
        y = 20 + 24 * i
        drawing.text(242, y + 16, name, 'end')
        drawing.box(250, y + 5, 330 * entry['share'], 14, COLOURS[split], 0.6)
        drawing.line(250 + 330 * entry['low'], y + 12, 250 + 330 * entry['high'], y + 12)
        drawing.text(590, y + 16, f"{entry['share']:.0%} of {entry['n']}")
    return drawing.svg()


def learning_curve(points: Sequence[dict], fit: tuple[float, float] | None, goal: float) -> str:
    """What macro-F1 lacks against field photos learnt from, both logarithmic; a dotted line is the fitted power law."""
    most = 10 ** math.ceil(math.log10(max(int(point['field_photos']) for point in points)) + 0.3)
    fewest = 10 ** math.floor(math.log10(min(int(point['field_photos']) for point in points)))
    drawing = Drawing(640, 330, 'What macro-F1 lacks, against field photos learnt from')
    axes = Axes(drawing, 60, 34, 430, 240, (math.log10(fewest), math.log10(most)), (math.log10(0.01), 0.0))
    x_ticks = [(math.log10(n), f'{n}') for n in (fewest * 10**k for k in range(round(math.log10(most / fewest)) + 1))]
    y_ticks = [(math.log10(v), f'{v:g}') for v in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)]
    axes.frame('', 'field photos of the four crops learnt from', '1 - macro-F1', x_ticks, y_ticks)
    height = axes.at(0, math.log10(1 - goal))[1]
    drawing.line(60, height, 490, height, GOAL, '4 3')
    drawing.text(500, height + 4, f'goal {1 - goal:.2f}', colour=GOAL)
    for i, split in enumerate(dict.fromkeys(point['part'] for point in points)):
        for point in points:
            if point['part'] == split:
                x = math.log10(int(point['field_photos']))
                value, low, high = (
                    math.log10(max(0.01, 1 - float(point[name]))) for name in ('macro_f1', 'macro_high', 'macro_low')
                )
                axes.whisker(x, low, high, COLOURS[split])
                drawing.dot(*axes.at(x, value), COLOURS[split])
        drawing.dot(510, 60 + 20 * i, COLOURS[split])
        drawing.text(520, 64 + 20 * i, split)
    if fit is not None:
        ends = [(x, min(0.0, max(-2.0, fit[0] + fit[1] * x))) for x in axes.x]
        drawing.line(*axes.at(*ends[0]), *axes.at(*ends[1]), INK, '2 3')
    return drawing.svg()
