"""Other pictures without a leaf: pages of text, photos tinted like plants, and frames that came out as nothing."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scenes_drawn import SIDE, blend, colour, image_of, relief, turned

FONTS = ('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSerif.ttf', 'DejaVuSansMono.ttf')
PAPER = SIDE * 3 // 2
SYLLABLES = (
    'ka ba ta na ma ra sa wa ya li ki ni tu mu ku pa da go lo be the and con ter tion ing re pre st or en al 12 7 40 205'.split()
)


def line(chance: np.random.Generator) -> str:
    words = (''.join(chance.choice(SYLLABLES, chance.integers(1, 4))) for _ in range(int(chance.integers(1, 9))))
    return ' '.join(words)


def page(chance: np.random.Generator) -> tuple[Image.Image, str]:
    """A page, list, form or screen with text and blocks, flat or photographed at a slant."""
    dark = chance.random() < 0.3
    shade = chance.uniform(5, 60) if dark else chance.uniform(200, 255)
    ground = colour(chance) if chance.random() < 0.3 else shade + chance.normal(0, 6, 3)
    image = Image.new('RGB', (PAPER, PAPER), whole(ground))
    write_on(image, whole(ground * 0 + (235 if ground.mean() < 110 else 25)), chance)
    if chance.random() < 0.5:
        image = image.rotate(float(chance.normal(0, 12)), Image.Resampling.BILINEAR, fillcolor=whole(colour(chance)))
    left, top = (int(n) for n in chance.integers(0, PAPER - SIDE + 1, 2))
    image = image.crop((left, top, left + SIDE, top + SIDE))
    if chance.random() < 0.4:
        image = image_of(np.asarray(image) * gradient_of_light(chance)[..., None] + chance.normal(0, 5, (SIDE, SIDE, 1)))
    return image, 'page'


def write_on(image: Image.Image, ink: tuple[int, ...], chance: np.random.Generator) -> None:
    """Lines of text and blocks of colour down the page."""
    draw, place = ImageDraw.Draw(image), int(chance.integers(0, 30))
    while place < PAPER:
        height = int(chance.choice((10, 12, 14, 18, 26, 44), p=(0.2, 0.25, 0.25, 0.15, 0.1, 0.05)))
        if chance.random() < 0.15:
            left, right = int(chance.integers(0, PAPER // 2)), int(chance.integers(PAPER // 2, PAPER))
            draw.rectangle((left, place, right, place + height * 3), fill=whole(colour(chance)), outline=ink)
            place += height * 2
        font = ImageFont.truetype(str(chance.choice(FONTS)), height)
        tint = ink if chance.random() < 0.85 else whole(colour(chance))
        draw.text((int(chance.integers(0, 60)), place), line(chance), fill=tint, font=font)
        place += int(height * chance.uniform(1.1, 2.2))


def whole(colour_: np.ndarray) -> tuple[int, ...]:
    return tuple(int(c) for c in colour_.clip(0, 255))


def gradient_of_light(chance: np.random.Generator) -> np.ndarray:
    across, _ = turned(chance)
    return (1 + chance.uniform(-0.6, 0.4) * across).clip(0.2, 1.3)


def tinted(photo: Image.Image, chance: np.random.Generator) -> Image.Image:
    """The photo's light and shade in the greens or browns of plants: green paint, cloth, tarpaulin, light."""
    light = np.asarray(photo.convert('L')).astype(float) / 255
    spread = max(0.05, float(light.std()))
    light = ((light - light.mean()) / spread * chance.uniform(0.08, 0.22) + chance.uniform(0.35, 0.65)).clip(0, 1)
    middle = colour(chance) if chance.random() < 0.25 else leafy(chance)
    shade, shine = middle * chance.uniform(0.1, 0.5), np.minimum(255, middle * chance.uniform(1.3, 1.9) + chance.uniform(0, 40))
    low, high = blend((light * 2).clip(0, 1), shade, middle), blend((light * 2 - 1).clip(0, 1), middle, shine)
    result = np.where(light[..., None] < 0.5, low, high)
    keep = chance.uniform(0, 0.4)
    return image_of(result * (1 - keep) + np.asarray(photo).astype(float) * keep)


def leafy(chance: np.random.Generator) -> np.ndarray:
    green = chance.uniform(80, 200)
    return np.array((green * chance.uniform(0.3, 0.95), green, green * chance.uniform(0.1, 0.7)))


def spoilt(photo: Image.Image, chance: np.random.Generator, number: int) -> tuple[Image.Image, str]:
    """A frame with nothing to see: almost black, almost white, out of focus, shaken, or a finger on the lens."""
    kind = ('dark', 'white', 'blurred', 'shaken', 'finger')[number % 5]
    pixels = np.asarray(photo).astype(float)
    if kind == 'dark':
        return image_of(pixels * chance.uniform(0, 0.06) + chance.normal(chance.uniform(0, 8), 3, pixels.shape)), kind
    if kind == 'white':
        return image_of(pixels * chance.uniform(0.02, 0.2) + chance.uniform(225, 250) + chance.normal(0, 2, pixels.shape)), kind
    if kind == 'blurred':
        return photo.filter(ImageFilter.GaussianBlur(float(chance.uniform(12, 40)))), kind
    if kind == 'shaken':
        return image_of(shaken(pixels, int(chance.integers(60, 160)), chance)), kind
    skin = np.array((chance.uniform(90, 230), chance.uniform(30, 110), chance.uniform(15, 80)))
    share = (1.6 * relief(chance, 2.4) + gradient_of_light(chance) - 0.8).clip(0, 1)
    return image_of(blend(share, skin * chance.uniform(0.1, 0.6), skin) + chance.normal(0, 3, pixels.shape)), kind


def shaken(pixels: np.ndarray, length: int, chance: np.random.Generator) -> np.ndarray:
    """Smeared along one direction, by the mean of moved copies."""
    angle = chance.uniform(0, np.pi)
    moved = [np.roll(pixels, (int(step * np.sin(angle)), int(step * np.cos(angle))), (0, 1)) for step in range(0, length, 3)]
    return np.mean(moved, 0)
