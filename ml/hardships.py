"""Photos made worse in stated ways, to measure how far an answer can be trusted when a photo is not a good one.

Every change is fixed by the photo's number, so that a second reading sees the same pixels.
"""

import io
import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageFilter

JPEG_QUALITY = 30
THUMBNAIL_QUALITY = 75
STOPS_DARKER = 3
SENSOR_NOISE = 4.0
BLUR_SHARE = (0.01, 0.02)
TILT = 30
GREY = 128

Change = Callable[[np.ndarray, int], np.ndarray]


def as_jpeg(photo: np.ndarray, quality: int) -> np.ndarray:
    buffer = io.BytesIO()
    Image.fromarray(photo).save(buffer, 'JPEG', quality=quality)
    return np.asarray(Image.open(buffer).convert('RGB'))


def strongly_compressed(photo: np.ndarray, _number: int) -> np.ndarray:
    return as_jpeg(photo, JPEG_QUALITY)


def exposed(photo: np.ndarray, stops: float) -> np.ndarray:
    """As under 2^stops times the light (sRGB decoded and encoded again), in floats of 0..255; what is burnt out stays so."""
    encoded = photo.astype(np.float64) / 255
    light = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4) * 2.0**stops
    encoded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.minimum(encoded, 1) * 255


def darker(stops: float) -> Change:
    """Less light, with the noise a sensor adds to so little."""

    def change(photo: np.ndarray, number: int) -> np.ndarray:
        noise = np.random.default_rng(number).normal(0, SENSOR_NOISE, photo.shape)
        return np.clip(np.round(exposed(photo, -stops) + noise), 0, 255).astype(np.uint8)

    return change


def brighter(stops: float) -> Change:
    """More light than the sensor holds."""
    return lambda photo, _number: np.round(exposed(photo, stops)).astype(np.uint8)


dark = darker(STOPS_DARKER)


def blurred(share: float) -> Change:
    """Gaussian blur whose sigma is this share of the short side."""
    return lambda photo, _number: np.asarray(
        Image.fromarray(photo).filter(ImageFilter.GaussianBlur(share * min(photo.shape[:2])))
    )


def turned(photo: np.ndarray, number: int) -> np.ndarray:
    """By 90, 180 or 270 degrees, whichever the number says."""
    return np.ascontiguousarray(np.rot90(photo, 1 + number % 3))


def tilted(photo: np.ndarray, number: int) -> np.ndarray:
    """By 30 degrees one way or the other, of the same size; what comes into the corners is the mirrored photo."""
    height, width = photo.shape[:2]
    reach = math.ceil(max(height, width) * 0.4)
    wide = Image.fromarray(np.pad(photo, ((reach, reach), (reach, reach), (0, 0)), mode='symmetric'))
    around = wide.rotate(TILT if number % 2 else -TILT, Image.Resampling.BICUBIC)
    return np.asarray(around)[reach : reach + height, reach : reach + width]


def half_covered(photo: np.ndarray, number: int) -> np.ndarray:
    """The left, right, upper or lower half of the centre square under plain grey, as under a hand."""
    covered = photo.copy()
    height, width = photo.shape[:2]
    across, down = slice(None), slice(None)
    match number % 4:
        case 0:
            across = slice(0, width // 2)
        case 1:
            across = slice(width // 2, None)
        case 2:
            down = slice(0, height // 2)
        case 3:
            down = slice(height // 2, None)
    covered[down, across] = GREY
    return covered


def thumbnail(longest: int) -> Change:
    """Reduced to fit `longest` px and saved at quality 75; a photo that fits already is only saved."""

    def change(photo: np.ndarray, _number: int) -> np.ndarray:
        small = Image.fromarray(photo)
        small.thumbnail((longest, longest), Image.Resampling.LANCZOS)
        return as_jpeg(np.asarray(small), THUMBNAIL_QUALITY)

    return change


HARDSHIPS: dict[str, Change] = {
    'as it is': lambda photo, _number: photo,
    f'JPEG quality {JPEG_QUALITY}': strongly_compressed,
    f'dark: {STOPS_DARKER} stops less light': dark,
    **{f'blurred: sigma {share:.0%} of the short side': blurred(share) for share in BLUR_SHARE},
    'turned by 90, 180 or 270 degrees': turned,
    f'tilted by {TILT} degrees': tilted,
    'one half covered': half_covered,
    'thumbnail of 320 px': thumbnail(320),
    'thumbnail of 160 px': thumbnail(160),
}

# What happens to photos every day; the thresholds are chosen so that answers hold after each of these.
EVERYDAY = (
    f'JPEG quality {JPEG_QUALITY}',
    f'dark: {STOPS_DARKER} stops less light',
    f'blurred: sigma {BLUR_SHARE[0]:.0%} of the short side',
    f'tilted by {TILT} degrees',
    'thumbnail of 160 px',
)
