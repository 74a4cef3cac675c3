"""Writes small TensorFlow Lite files: tables of a FlatBuffer, one after the other, each with a vtable of its own."""

import struct

import numpy as np


class Scalar:
    def __init__(self, form: str, value: int):
        self.bytes = struct.pack(form, value)


def write_flatbuffer(root: list, identifier: bytes) -> bytes:
    """Returns a FlatBuffer. A table is a list of fields: None, Scalar, table, array, or a tuple of tables."""
    data = bytearray(b'\0' * 4 + identifier)
    patches = [(0, root)]
    while patches:
        place, value = patches.pop(0)
        data += b'\0' * (-len(data) % 8)
        if isinstance(value, np.ndarray):
            data += b'\0' * 4  # the values start at a multiple of 8
            struct.pack_into('<I', data, place, len(data) - place)
            data += struct.pack('<I', len(value)) + value.tobytes()
        elif isinstance(value, tuple):
            struct.pack_into('<I', data, place, len(data) - place)
            patches += [(len(data) + 4 + 4 * i, table) for i, table in enumerate(value)]
            data += struct.pack('<I', len(value)) + b'\0' * 4 * len(value)
        else:
            vtable = len(data)
            start = vtable + 4 + 2 * len(value)
            body, offsets = bytearray(4), []
            for field in value:
                offsets.append(0 if field is None else len(body))
                body += b'' if field is None else field.bytes if isinstance(field, Scalar) else b'\0' * 4
            data += struct.pack(f'<{2 + len(value)}H', 4 + 2 * len(value), len(body), *offsets) + body
            struct.pack_into('<i', data, start, start - vtable)
            struct.pack_into('<I', data, place, start - place)
            for field, offset in zip(value, offsets):
                if field is not None and not isinstance(field, Scalar):
                    patches.append((start + offset, field))
    return bytes(data)


def quantized(values: np.ndarray, scale: np.ndarray, axis: int, buffer: int, kind: int) -> list:
    """Returns a tensor's table: shape, type, buffer, name, quantization."""
    zero_points = np.zeros(len(scale), '<i8')
    quantization = [None, None, scale.astype('<f4'), zero_points, None, None, Scalar('<i', axis)]
    return [np.array(values.shape, '<i4'), Scalar('<b', kind), Scalar('<I', buffer), None, quantization]


def write_convolutions(layers: list[tuple[bool, np.ndarray, np.ndarray, int]]) -> bytes:
    """Writes (is_depthwise, weight float32 [o, i, h, w], bias [o], stride) as int8 with a scale per output channel."""
    buffers, tensors, operators = [[None]], [quantized(np.zeros((1, 1)), np.ones(1), 0, 0, 9)], []
    for is_depthwise, weight, bias, stride in layers:
        axis = 3 if is_depthwise else 0
        stored = weight.transpose((1, 2, 3, 0) if is_depthwise else (0, 2, 3, 1))
        others = tuple(i for i in range(4) if i != axis)
        scale = np.abs(stored).max(others) / 127
        along = [1, 1, 1, 1]
        along[axis] = -1
        codes = np.rint(stored / scale.reshape(along)).astype('i1')
        biases = np.rint(bias / (scale * 0.5)).astype('<i4')
        for values, scales, where, kind in ((codes, scale, axis, 9), (biases, scale * 0.5, 0, 2)):
            tensors.append(quantized(values, scales, where, len(buffers), kind))
            buffers.append([np.frombuffer(values.tobytes(), 'u1')])
        inputs = np.array([0, len(tensors) - 2, len(tensors) - 1], '<i4')
        options = [None, Scalar('<i', stride), Scalar('<i', stride)]
        operators.append([Scalar('<I', int(is_depthwise)), inputs, None, None, options])
    codes = ([Scalar('<b', 3)], [Scalar('<b', 4)])
    graph = [tuple(tensors), None, None, tuple(operators)]
    return write_flatbuffer([None, codes, (graph,), None, tuple(buffers)], b'TFL3')
