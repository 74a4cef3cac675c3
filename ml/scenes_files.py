"""The pictures inside unpacked packages: plain files, those in zip archives of games, those in Qt resource files."""

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

PICTURES = ('.jpg', '.jpeg', '.png', '.webp', '.tga', '.dds', '.rgb', '.tif')
ARCHIVES = ('.zip', '.pk3', '.wz', '.sh3f')
LEAST_BYTES = 6_000
MOST_PIXELS = 60_000_000


@dataclass(frozen=True)
class Picture:
    """One picture by its package and name; `start` and `length` only within a Qt resource file."""

    package: str
    name: str
    file: Path
    member: str = ''
    start: int = 0
    length: int = 0

    def content(self) -> bytes:
        if self.length:
            with open(self.file, 'rb') as file:
                file.seek(self.start)
                return file.read(self.length)
        return archive(self.file, os.getpid()).read(self.member) if self.member else self.file.read_bytes()

    def opened(self) -> Image.Image | None:
        """The decoded picture with its transparency, or nothing when it is none after all or far too large."""
        try:
            with Image.open(io.BytesIO(self.content())) as image:
                if image.width * image.height > MOST_PIXELS:
                    return None
                return image.convert('RGBA')
        except (OSError, ValueError, SyntaxError, NotImplementedError, struct.error, zlib.error, Image.DecompressionBombError):
            return None


@lru_cache(maxsize=8)
def archive(path: Path, _process: int) -> zipfile.ZipFile:
    """An archive kept open, by each process for itself: two that share a file would move each other's place in it."""
    return zipfile.ZipFile(path)


def pictures_of(folder: Path) -> list[Picture]:
    """Every picture of some size under a package's folder, named by its path there, in a fixed order."""
    found: list[Picture] = []
    for path in sorted(folder.rglob('*')):
        if path.is_symlink() or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        kind = path.suffix.lower()
        if kind in PICTURES and path.stat().st_size >= LEAST_BYTES:
            found.append(Picture(folder.name, name, path))
        elif kind in ARCHIVES and zipfile.is_zipfile(path):
            found += archived(folder.name, name, path)
        elif kind == '.rcc':
            found += resources(folder.name, name, path)
    return found


def archived(package: str, name: str, path: Path) -> Iterator[Picture]:
    for entry in sorted(archive(path, os.getpid()).infolist(), key=lambda entry: entry.filename):
        # Cached textures of a game carry two endings, as in stone.png.cached.dds.
        if entry.filename.lower().endswith(PICTURES) and entry.file_size >= LEAST_BYTES:
            yield Picture(package, f'{name}/{entry.filename}', path, entry.filename)


def resources(package: str, name: str, path: Path) -> Iterator[Picture]:
    """Pictures kept as they are in a Qt resource file (format 1 to 3); compressed entries are no photos."""
    data = path.read_bytes()
    if len(data) < 20:
        return
    magic, version, tree, content, names = struct.unpack_from('>4s4I', data)
    if magic != b'qres' or version > 3:
        return
    step = 22 if version >= 2 else 14
    waiting = [(0, '')]
    while waiting:
        node, above = waiting.pop()
        place, flags = struct.unpack_from('>IH', data, tree + node * step)
        length = struct.unpack_from('>H', data, names + place)[0]
        own = data[names + place + 6 : names + place + 6 + 2 * length].decode('utf-16-be') if node else ''
        inner = f'{above}/{own}' if above else own
        if flags & 2:
            count, first = struct.unpack_from('>2I', data, tree + node * step + 6)
            waiting += [(child, inner) for child in range(first, first + count)]
            continue
        start = content + struct.unpack_from('>I', data, tree + node * step + 10)[0]
        size = struct.unpack_from('>I', data, start)[0]
        if not flags & 5 and inner.lower().endswith(PICTURES) and size >= LEAST_BYTES:
            yield Picture(package, f'{name}/{inner}', path, start=start + 4, length=size)
