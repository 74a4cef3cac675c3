"""Drawings of the model card: plain SVG out of numbers, the same text for the same numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

INK, FAINT, GOAL = '#222', '#ccc', '#a00'
COLOURS = {'val': '#777', 'test_lab': '#2b6cb0', 'test_field': '#c05621'}


def number(value: float) -> str:
    return f'{value:.1f}'.removesuffix('.0')


@dataclass
class Drawing:
    """Shapes on a white sheet, sizes in px."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, dash: str = '') -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ''
        ends = ' '.join(f'{name}="{number(v)}"' for name, v in zip(('x1', 'y1', 'x2', 'y2'), (x1, y1, x2, y2)))
        self.parts.append(f'<line {ends} stroke="{colour}"{dashed}/>')

    def path(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        joined = ' '.join(f'{number(x)},{number(y)}' for x, y in points)
        self.parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def box(self, x: float, y: float, width: float, height: float, colour: str, share: float = 1.0) -> None:
        opacity = '' if share == 1 else f' fill-opacity="{share:.2f}"'
        size = f'width="{number(width)}" height="{number(height)}"'
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{colour}"{opacity}/>')

    def dot(self, x: float, y: float, colour: str, radius: float = 3.5) -> None:
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>')

    def text(self, x: float, y: float, words: str, anchor: str = 'start', colour: str = INK) -> None:
        place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" fill="{colour}"'
        self.parts.append(f'<text {place}>{escape(words)}</text>')

    def svg(self) -> str:
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}"'
        style = 'font-family="sans-serif" font-size="12" role="img"'
        body = '\n'.join(self.parts)
        sheet = f'<rect width="{self.width}" height="{self.height}" fill="#fff"/>'
        return f'{head} {style}>\n<title>{escape(self.title)}</title>\n{sheet}\n{body}\n</svg>\n'


@dataclass
class Axes:
    """A frame of a drawing and where values come to lie in it."""

    drawing: Drawing
    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * self.width, self.top + (1 - up) * self.height

    def frame(self, title: str, x_name: str, y_name: str, x_ticks: Sequence, y_ticks: Sequence) -> None:
        """Grid and words; a tick is (value, word)."""
        drawing, bottom = self.drawing, self.top + self.height
        for value, word in x_ticks:
            x = self.at(value, self.y[0])[0]
            drawing.line(x, self.top, x, bottom, FAINT)
            drawing.text(x, bottom + 16, word, 'middle')
        for value, word in y_ticks:
            y = self.at(self.x[0], value)[1]
            drawing.line(self.left, y, self.left + self.width, y, FAINT)
            drawing.text(self.left - 6, y + 4, word, 'end')
        drawing.text(self.left, self.top - 10, title)
        drawing.text(self.left + self.width / 2, bottom + 34, x_name, 'middle')
        if y_name:
            drawing.text(self.left + 6, self.top + 14, y_name)

    def whisker(self, x: float, low: float, high: float, colour: str) -> None:
        (place, bottom), (_, top) = self.at(x, low), self.at(x, high)
        self.drawing.line(place, bottom, place, top, colour)


def percent(values: Sequence[float]) -> list[tuple[float, str]]:
    return [(value, f'{value:.0%}') for value in values]
