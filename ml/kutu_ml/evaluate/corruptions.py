"""Photos made worse in stated ways, to measure how far an answer holds when the photo is a bad one.

Every corruption is fixed by the photo's number, so that a second reading sees the same pixels.
"""

import io
import math
from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageFilter

from kutu_ml.data.labels import load_photo, photo_path
from kutu_ml.network.inference import PhotoLoader

JPEG_QUALITY = 30
THUMBNAIL_QUALITY = 75
STOPS_DARKER = 3
SENSOR_NOISE = 4.0
"""Standard deviation, in levels of 255."""
BLUR_SIGMAS = (0.01, 0.02)
"""As fractions of the short side."""
TILT_DEGREES = 30
COVER_GRAY = 128

Corruption = Callable[[np.ndarray, int], np.ndarray]
"""Changes a photo, uint8 [h, w, 3], in a way that its number decides."""


def compress_jpeg(photo: np.ndarray, quality: int) -> np.ndarray:
    """Saves a photo as JPEG and reads it back."""
    buffer = io.BytesIO()
    Image.fromarray(photo).save(buffer, 'JPEG', quality=quality)
    return np.asarray(Image.open(buffer).convert('RGB'))


def compress_strongly(photo: np.ndarray, _number: int) -> np.ndarray:
    return compress_jpeg(photo, JPEG_QUALITY)


def change_exposure(photo: np.ndarray, stops: float) -> np.ndarray:
    """Multiplies the light by 2^stops, in linear sRGB; returns floats of 0 to 255. Clipped highlights stay clipped."""
    encoded = photo.astype(np.float64) / 255
    light = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4) * 2.0**stops
    encoded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.minimum(encoded, 1) * 255


def darken(stops: float) -> Corruption:
    """Returns a corruption that takes light away and adds the sensor noise that goes with it."""

    def corrupt(photo: np.ndarray, number: int) -> np.ndarray:
        noise = np.random.default_rng(number).normal(0, SENSOR_NOISE, photo.shape)
        return np.clip(np.round(change_exposure(photo, -stops) + noise), 0, 255).astype(np.uint8)

    return corrupt


def overexpose(stops: float) -> Corruption:
    """Returns a corruption that adds more light than the sensor can hold."""
    return lambda photo, _number: np.round(change_exposure(photo, stops)).astype(np.uint8)


def blur(sigma: float) -> Corruption:
    """Returns a Gaussian blur; `sigma` is a fraction of the short side."""
    return lambda photo, _number: np.asarray(
        Image.fromarray(photo).filter(ImageFilter.GaussianBlur(sigma * min(photo.shape[:2])))
    )


def rotate(photo: np.ndarray, number: int) -> np.ndarray:
    """Rotates by 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(photo, 1 + number % 3))


def tilt(photo: np.ndarray, number: int) -> np.ndarray:
    """Rotates by 30 degrees to one side or the other; the size stays, mirrored photo fills the corners."""
    height, width = photo.shape[:2]
    margin = math.ceil(max(height, width) * 0.4)
    padded = Image.fromarray(np.pad(photo, ((margin, margin), (margin, margin), (0, 0)), mode='symmetric'))
    rotated = padded.rotate(TILT_DEGREES if number % 2 else -TILT_DEGREES, Image.Resampling.BICUBIC)
    return np.asarray(rotated)[margin : margin + height, margin : margin + width]


def cover_half(photo: np.ndarray, number: int) -> np.ndarray:
    """Covers the left, right, upper or lower half with plain gray, as a hand would."""
    covered = photo.copy()
    height, width = photo.shape[:2]
    columns, rows = slice(None), slice(None)
    match number % 4:
        case 0:
            columns = slice(0, width // 2)
        case 1:
            columns = slice(width // 2, None)
        case 2:
            rows = slice(0, height // 2)
        case 3:
            rows = slice(height // 2, None)
    covered[rows, columns] = COVER_GRAY
    return covered


def make_thumbnail(max_side: int) -> Corruption:
    """Returns a corruption that reduces photos to fit `max_side` px and saves them as JPEG of quality 75.

    A photo that fits already is only saved.
    """

    def corrupt(photo: np.ndarray, _number: int) -> np.ndarray:
        small = Image.fromarray(photo)
        small.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
        return compress_jpeg(np.asarray(small), THUMBNAIL_QUALITY)

    return corrupt


NO_CORRUPTION = 'as it is'
# The names are keys of card.json (studies.corruptions).
CORRUPTIONS: dict[str, Corruption] = {
    NO_CORRUPTION: lambda photo, _number: photo,
    f'JPEG quality {JPEG_QUALITY}': compress_strongly,
    f'dark: {STOPS_DARKER} stops less light': darken(STOPS_DARKER),
    **{f'blurred: sigma {sigma:.0%} of the short side': blur(sigma) for sigma in BLUR_SIGMAS},
    'turned by 90, 180 or 270 degrees': rotate,
    f'tilted by {TILT_DEGREES} degrees': tilt,
    'one half covered': cover_half,
    'thumbnail of 320 px': make_thumbnail(320),
    'thumbnail of 160 px': make_thumbnail(160),
}

def photo_loaders(rows: Sequence[dict], corruption: str = NO_CORRUPTION) -> list[PhotoLoader]:
    """Returns a reader for each row's photo, which applies the named corruption."""
    corrupt = CORRUPTIONS[corruption]
    return [lambda i=i, row=row: corrupt(np.asarray(load_photo(photo_path(row))), i) for i, row in enumerate(rows)]
