"""Minimal SVG plotting for the model card: the same text for the same numbers, with every Python.

Why not matplotlib: its SVG differs between versions, which a test for identical output cannot allow, it is three to
five times larger, and it would add 37 Debian packages (400 MB) to every test machine. See docs/decisions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

INK, GRID, GOAL = '#222', '#ccc', '#a00'
SPLIT_COLORS = {'val': '#777', 'test_lab': '#2b6cb0', 'test_field': '#c05621'}


def format_number(value: float) -> str:
    return f'{value:.1f}'.removesuffix('.0')


@dataclass
class Canvas:
    """Shapes on a white sheet. Coordinates and sizes are px, y downwards."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, color: str = INK, dash: str = '') -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ''
        ends = ' '.join(f'{name}="{format_number(v)}"' for name, v in zip(('x1', 'y1', 'x2', 'y2'), (x1, y1, x2, y2)))
        self.parts.append(f'<line {ends} stroke="{color}"{dashed}/>')

    def polyline(self, points: Sequence[tuple[float, float]], color: str) -> None:
        joined = ' '.join(f'{format_number(x)},{format_number(y)}' for x, y in points)
        self.parts.append(f'<polyline points="{joined}" fill="none" stroke="{color}" stroke-width="2"/>')

    def rect(self, x: float, y: float, width: float, height: float, color: str, opacity: float = 1.0) -> None:
        fill_opacity = '' if opacity == 1 else f' fill-opacity="{opacity:.2f}"'
        size = f'width="{format_number(width)}" height="{format_number(height)}"'
        self.parts.append(f'<rect x="{format_number(x)}" y="{format_number(y)}" {size} fill="{color}"{fill_opacity}/>')

    def circle(self, x: float, y: float, color: str, radius: float = 3.5) -> None:
        center = f'cx="{format_number(x)}" cy="{format_number(y)}"'
        self.parts.append(f'<circle {center} r="{format_number(radius)}" fill="{color}"/>')

    def text(self, x: float, y: float, text: str, anchor: str = 'start', color: str = INK) -> None:
        position = f'x="{format_number(x)}" y="{format_number(y)}" text-anchor="{anchor}" fill="{color}"'
        self.parts.append(f'<text {position}>{escape(text)}</text>')

    def svg(self) -> str:
        """Returns the canvas as an SVG document."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}"'
        style = 'font-family="sans-serif" font-size="12" role="img"'
        body = '\n'.join(self.parts)
        sheet = f'<rect width="{self.width}" height="{self.height}" fill="#fff"/>'
        return f'{head} {style}>\n<title>{escape(self.title)}</title>\n{sheet}\n{body}\n</svg>\n'


@dataclass
class Axes:
    """A frame on a canvas that maps values to coordinates."""

    canvas: Canvas
    left: float
    top: float
    width: float
    height: float
    x_limits: tuple[float, float] = (0.0, 1.0)
    y_limits: tuple[float, float] = (0.0, 1.0)

    def position(self, x: float, y: float) -> tuple[float, float]:
        """Returns the coordinates of a value."""
        x_fraction = (x - self.x_limits[0]) / (self.x_limits[1] - self.x_limits[0])
        y_fraction = (y - self.y_limits[0]) / (self.y_limits[1] - self.y_limits[0])
        return self.left + x_fraction * self.width, self.top + (1 - y_fraction) * self.height

    def draw(self, title: str, x_label: str, y_label: str, x_ticks: Sequence, y_ticks: Sequence) -> None:
        """Draws grid, ticks and labels; a tick is (value, label)."""
        canvas, bottom = self.canvas, self.top + self.height
        for value, label in x_ticks:
            x = self.position(value, self.y_limits[0])[0]
            canvas.line(x, self.top, x, bottom, GRID)
            canvas.text(x, bottom + 16, label, 'middle')
        for value, label in y_ticks:
            y = self.position(self.x_limits[0], value)[1]
            canvas.line(self.left, y, self.left + self.width, y, GRID)
            canvas.text(self.left - 6, y + 4, label, 'end')
        canvas.text(self.left, self.top - 10, title)
        canvas.text(self.left + self.width / 2, bottom + 34, x_label, 'middle')
        if y_label:
            canvas.text(self.left + 6, self.top + 14, y_label)

    def error_bar(self, x: float, low: float, high: float, color: str) -> None:
        (left, bottom), (_, top) = self.position(x, low), self.position(x, high)
        self.canvas.line(left, bottom, left, top, color)


def percent_ticks(values: Sequence[float]) -> list[tuple[float, str]]:
    return [(value, f'{value:.0%}') for value in values]
