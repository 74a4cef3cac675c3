"""Finds the pictures inside unpacked Debian packages: plain files, zip archives of games, Qt resource files."""

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

PICTURE_SUFFIXES = ('.jpg', '.jpeg', '.png', '.webp', '.tga', '.dds', '.rgb', '.tif')
ARCHIVE_SUFFIXES = ('.zip', '.pk3', '.wz', '.sh3f')
MIN_BYTES = 6_000
MAX_PIXELS = 60_000_000


@dataclass(frozen=True)
class Picture:
    """A picture file, or a picture inside an archive or resource file."""

    package: str
    name: str
    """Path within the package, archive members included."""
    file: Path
    member: str = ''
    """Name within a zip archive."""
    start: int = 0
    """Offset within a Qt resource file, in bytes."""
    length: int = 0
    """Length within a Qt resource file, in bytes; 0 elsewhere."""

    def read(self) -> bytes:
        if self.length:
            with open(self.file, 'rb') as file:
                file.seek(self.start)
                return file.read(self.length)
        return open_zip(self.file, os.getpid()).read(self.member) if self.member else self.file.read_bytes()

    def decode(self) -> Image.Image | None:
        """Returns the picture as RGBA, or None when it cannot be read or is far too large."""
        try:
            with Image.open(io.BytesIO(self.read())) as image:
                if image.width * image.height > MAX_PIXELS:
                    return None
                return image.convert('RGBA')
        except (
            OSError,
            ValueError,
            SyntaxError,
            NotImplementedError,
            struct.error,
            zlib.error,
            Image.DecompressionBombError,
        ):
            return None


@lru_cache(maxsize=8)
def open_zip(path: Path, _process: int) -> zipfile.ZipFile:
    """Opens an archive once per process: processes that share a file would move each other's position in it."""
    return zipfile.ZipFile(path)


def find_pictures(folder: Path) -> list[Picture]:
    """Returns every picture of at least MIN_BYTES in a package's folder, named by its path there, in a fixed order."""
    found: list[Picture] = []
    for path in sorted(folder.rglob('*')):
        if path.is_symlink() or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        suffix = path.suffix.lower()
        if suffix in PICTURE_SUFFIXES and path.stat().st_size >= MIN_BYTES:
            found.append(Picture(folder.name, name, path))
        elif suffix in ARCHIVE_SUFFIXES and zipfile.is_zipfile(path):
            found += zip_pictures(folder.name, name, path)
        elif suffix == '.rcc':
            found += qt_resource_pictures(folder.name, name, path)
    return found


def zip_pictures(package: str, name: str, path: Path) -> Iterator[Picture]:
    for entry in sorted(open_zip(path, os.getpid()).infolist(), key=lambda entry: entry.filename):
        # Cached textures of a game have two suffixes, as in stone.png.cached.dds.
        if entry.filename.lower().endswith(PICTURE_SUFFIXES) and entry.file_size >= MIN_BYTES:
            yield Picture(package, f'{name}/{entry.filename}', path, entry.filename)


def qt_resource_pictures(package: str, name: str, path: Path) -> Iterator[Picture]:
    """Yields the uncompressed pictures of a Qt resource file (format 1 to 3); compressed entries are no photos."""
    data = path.read_bytes()
    if len(data) < 20:
        return
    magic, version, tree, content, names = struct.unpack_from('>4s4I', data)
    if magic != b'qres' or version > 3:
        return
    node_size = 22 if version >= 2 else 14
    queue = [(0, '')]
    while queue:
        node, parent = queue.pop()
        name_offset, flags = struct.unpack_from('>IH', data, tree + node * node_size)
        length = struct.unpack_from('>H', data, names + name_offset)[0]
        own = data[names + name_offset + 6 : names + name_offset + 6 + 2 * length].decode('utf-16-be') if node else ''
        inner = f'{parent}/{own}' if parent else own
        if flags & 2:
            count, first = struct.unpack_from('>2I', data, tree + node * node_size + 6)
            queue += [(child, inner) for child in range(first, first + count)]
            continue
        start = content + struct.unpack_from('>I', data, tree + node * node_size + 10)[0]
        size = struct.unpack_from('>I', data, start)[0]
        if not flags & 5 and inner.lower().endswith(PICTURE_SUFFIXES) and size >= MIN_BYTES:
            yield Picture(package, f'{name}/{inner}', path, start=start + 4, length=size)
