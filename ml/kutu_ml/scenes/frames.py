"""Further images without a leaf: pages of text, photos tinted like plants, and frames that show next to nothing."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from kutu_ml.scenes.patterns import SIDE, blend, power_law_noise, random_color, rotated_axes, to_image

FONTS = ('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSerif.ttf', 'DejaVuSansMono.ttf')
PAGE_SIDE = SIDE * 3 // 2
SYLLABLES = 'ka ba ta na ma ra sa wa ya li ki ni tu mu ku pa da go lo be the and con ter tion ing re pre st or en al 12 7 40 205'.split()


def random_text(rng: np.random.Generator) -> str:
    words = (''.join(rng.choice(SYLLABLES, rng.integers(1, 4))) for _ in range(int(rng.integers(1, 9))))
    return ' '.join(words)


def draw_page(rng: np.random.Generator) -> tuple[Image.Image, str]:
    """Returns a page, list, form or screen with text and blocks, flat or photographed at an angle, and its kind."""
    is_dark = rng.random() < 0.3
    shade = rng.uniform(5, 60) if is_dark else rng.uniform(200, 255)
    paper = random_color(rng) if rng.random() < 0.3 else shade + rng.normal(0, 6, 3)
    image = Image.new('RGB', (PAGE_SIDE, PAGE_SIDE), to_rgb(paper))
    fill_page(image, to_rgb(paper * 0 + (235 if paper.mean() < 110 else 25)), rng)
    if rng.random() < 0.5:
        image = image.rotate(float(rng.normal(0, 12)), Image.Resampling.BILINEAR, fillcolor=to_rgb(random_color(rng)))
    left, top = (int(n) for n in rng.integers(0, PAGE_SIDE - SIDE + 1, 2))
    image = image.crop((left, top, left + SIDE, top + SIDE))
    if rng.random() < 0.4:
        image = to_image(np.asarray(image) * light_gradient(rng)[..., None] + rng.normal(0, 5, (SIDE, SIDE, 1)))
    return image, 'page'


def fill_page(image: Image.Image, ink: tuple[int, ...], rng: np.random.Generator) -> None:
    """Draws lines of text and blocks of color down the page."""
    draw, y = ImageDraw.Draw(image), int(rng.integers(0, 30))
    while y < PAGE_SIDE:
        height = int(rng.choice((10, 12, 14, 18, 26, 44), p=(0.2, 0.25, 0.25, 0.15, 0.1, 0.05)))
        if rng.random() < 0.15:
            left, right = int(rng.integers(0, PAGE_SIDE // 2)), int(rng.integers(PAGE_SIDE // 2, PAGE_SIDE))
            draw.rectangle((left, y, right, y + height * 3), fill=to_rgb(random_color(rng)), outline=ink)
            y += height * 2
        font = ImageFont.truetype(str(rng.choice(FONTS)), height)
        tint = ink if rng.random() < 0.85 else to_rgb(random_color(rng))
        draw.text((int(rng.integers(0, 60)), y), random_text(rng), fill=tint, font=font)
        y += int(height * rng.uniform(1.1, 2.2))


def to_rgb(color: np.ndarray) -> tuple[int, ...]:
    return tuple(int(c) for c in color.clip(0, 255))


def light_gradient(rng: np.random.Generator) -> np.ndarray:
    """Returns the light [256, 256] of a surface lit from one side, about 1 on average."""
    across, _ = rotated_axes(rng)
    return (1 + rng.uniform(-0.6, 0.4) * across).clip(0.2, 1.3)


def tint_like_plants(photo: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Keeps a photo's light and shade, in the greens or browns of plants: paint, cloth, tarpaulin, colored light."""
    light = np.asarray(photo.convert('L')).astype(float) / 255
    spread = max(0.05, float(light.std()))
    light = ((light - light.mean()) / spread * rng.uniform(0.08, 0.22) + rng.uniform(0.35, 0.65)).clip(0, 1)
    middle = random_color(rng) if rng.random() < 0.25 else leaf_color(rng)
    shade, shine = middle * rng.uniform(0.1, 0.5), np.minimum(255, middle * rng.uniform(1.3, 1.9) + rng.uniform(0, 40))
    low, high = blend((light * 2).clip(0, 1), shade, middle), blend((light * 2 - 1).clip(0, 1), middle, shine)
    tinted = np.where(light[..., None] < 0.5, low, high)
    original = rng.uniform(0, 0.4)
    return to_image(tinted * (1 - original) + np.asarray(photo).astype(float) * original)


def leaf_color(rng: np.random.Generator) -> np.ndarray:
    green = rng.uniform(80, 200)
    return np.array((green * rng.uniform(0.3, 0.95), green, green * rng.uniform(0.1, 0.7)))


def spoil_photo(photo: Image.Image, rng: np.random.Generator, number: int) -> tuple[Image.Image, str]:
    """Returns a frame that shows next to nothing, and why: dark, white, blurred, shaken, or a finger on the lens."""
    kind = ('dark', 'white', 'blurred', 'shaken', 'finger')[number % 5]
    pixels = np.asarray(photo).astype(float)
    if kind == 'dark':
        return to_image(pixels * rng.uniform(0, 0.06) + rng.normal(rng.uniform(0, 8), 3, pixels.shape)), kind
    if kind == 'white':
        return to_image(pixels * rng.uniform(0.02, 0.2) + rng.uniform(225, 250) + rng.normal(0, 2, pixels.shape)), kind
    if kind == 'blurred':
        return photo.filter(ImageFilter.GaussianBlur(float(rng.uniform(12, 40)))), kind
    if kind == 'shaken':
        return to_image(motion_blur(pixels, int(rng.integers(60, 160)), rng)), kind
    skin = np.array((rng.uniform(90, 230), rng.uniform(30, 110), rng.uniform(15, 80)))
    t = (1.6 * power_law_noise(rng, 2.4) + light_gradient(rng) - 0.8).clip(0, 1)
    return to_image(blend(t, skin * rng.uniform(0.1, 0.6), skin) + rng.normal(0, 3, pixels.shape)), kind


def motion_blur(pixels: np.ndarray, length: int, rng: np.random.Generator) -> np.ndarray:
    """Blurs along one random direction: the mean of shifted copies over `length` px."""
    angle = rng.uniform(0, np.pi)
    shifted = [
        np.roll(pixels, (int(step * np.sin(angle)), int(step * np.cos(angle))), (0, 1)) for step in range(0, length, 3)
    ]
    return np.mean(shifted, 0)
