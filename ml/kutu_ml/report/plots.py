"""The plots of docs/model-card.md, drawn from the numbers of card.json."""

import math

from kutu_ml.data.labels import EVALUATED_CLASSES
from kutu_ml.evaluate.metrics import wilson_interval
from kutu_ml.report.svg import GOAL, GRID, INK, SPLIT_COLORS, Axes, Canvas, percent_ticks

QUARTERS = (0, 0.25, 0.5, 0.75, 1)
MIN_SELECTIVE_ACCURACY = 0.97
"""Goal for the share of confident answers that are correct."""


def plot_reliability(measured: dict[str, dict]) -> str:
    """Plots accuracy against confidence (reliability diagram); the bars at the foot count the answers."""
    canvas = Canvas(40 + 250 * len(measured), 290, 'Accuracy of answers by their confidence')
    for i, (split, figures) in enumerate(measured.items()):
        axes = Axes(canvas, 50 + 250 * i, 34, 200, 200)
        title = f'{split}: calibration error {figures["ece"]:.3f}'
        axes.draw(title, 'confidence', 'accuracy' if i == 0 else '', percent_ticks(QUARTERS), percent_ticks(QUARTERS))
        bins = figures['detail']['reliability']
        max_count = max(n for n, _, _ in bins)
        for index, (n, confidence, accuracy) in enumerate(bins):
            if n:
                low, high = wilson_interval(round(accuracy * n), n)
                left, top = axes.position(index / len(bins), 0.2 * n / max_count)
                canvas.rect(left + 1, top, 200 / len(bins) - 2, axes.position(0, 0)[1] - top, GRID)
                axes.error_bar(confidence, low, high, SPLIT_COLORS[split])
        canvas.line(*axes.position(0, 0), *axes.position(1, 1), INK, '4 3')
        for n, confidence, accuracy in bins:
            if n:
                canvas.circle(*axes.position(confidence, accuracy), SPLIT_COLORS[split])
    return canvas.svg()


def plot_risk_coverage(measured: dict[str, dict]) -> str:
    """Plots the share of wrong answers against the share of leaves answered; a dot is what the band `confident` gives."""
    canvas = Canvas(640, 330, 'Wrong answers against leaves answered')
    max_risk = max(point[1] for figures in measured.values() for point in figures['detail']['risk_coverage'])
    top = max(0.06, math.ceil(max_risk * 50) / 50)
    axes = Axes(canvas, 60, 34, 430, 240, y_limits=(0.0, top))
    ticks = [step * 0.02 for step in range(round(top / 0.02) + 1)]
    axes.draw(
        '', 'leaves answered, most confident first', 'wrong answers', percent_ticks(QUARTERS), percent_ticks(ticks)
    )
    goal = axes.position(0, 1 - MIN_SELECTIVE_ACCURACY)[1]
    canvas.line(60, goal, 490, goal, GOAL, '4 3')
    canvas.text(500, goal + 4, f'goal {1 - MIN_SELECTIVE_ACCURACY:.0%}', color=GOAL)
    for i, (split, figures) in enumerate(measured.items()):
        points = figures['detail']['risk_coverage']
        canvas.polyline([axes.position(x, y) for x, y, _ in points], SPLIT_COLORS[split])
        coverage, accuracy = figures['answered']['share'], figures['right_of_answered']['share']
        if coverage > 0:
            canvas.circle(*axes.position(coverage, 1 - accuracy), SPLIT_COLORS[split], 5)
        canvas.circle(510, 60 + 20 * i, SPLIT_COLORS[split])
        canvas.text(520, 64 + 20 * i, split)
    canvas.text(500, 130, 'dots: confident answers')
    return canvas.svg()


def plot_confusions(measured: dict[str, dict]) -> str:
    """Plots the confusion matrices: true class down, predicted class across; the shade is the share of the row."""
    canvas = Canvas(120 + 250 * len(measured), 260, 'Confusion matrices')
    names = [name.replace('_', ' ') for name in EVALUATED_CLASSES]
    short_names = {'common rust': 'rust', 'other disease': 'other', 'not leaf': 'no leaf'}
    for i, (split, figures) in enumerate(measured.items()):
        left, top, side = 120 + 250 * i, 70, 44
        canvas.text(left, 22, split)
        for index, name in enumerate(names):
            canvas.text(left + side * (index + 0.5), top - 10, short_names.get(name, name), 'middle')
            if i == 0:
                canvas.text(left - 8, top + side * (index + 0.5) + 4, name, 'end')
        for row_index, row in enumerate(figures['detail']['confusion']):
            for column_index, n in enumerate(row):
                share = n / sum(row) if sum(row) else 0.0
                x, y = left + side * column_index, top + side * row_index
                canvas.rect(x, y, side - 1, side - 1, '#eee')
                canvas.rect(x, y, side - 1, side - 1, '#2f855a' if row_index == column_index else GOAL, share)
                canvas.text(x + side / 2, y + side / 2 + 4, str(n), 'middle', '#fff' if share > 0.55 else INK)
    return canvas.svg()
