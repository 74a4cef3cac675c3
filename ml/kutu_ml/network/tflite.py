"""Reads the convolutions of a quantized TensorFlow Lite file as float32.

A .tflite file is a FlatBuffer (flatbuffers.dev, "FlatBuffer Internals") of the schema tensorflow/lite/schema/schema.fbs;
the numbers of the fields below are their places in its tables.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

CONV_2D, DEPTHWISE_CONV_2D = 3, 4
TENSOR_TYPES = {2: '<i4', 3: 'u1', 9: 'i1'}


@dataclass(frozen=True)
class Convolution:
    """One convolution, in the order of the graph."""

    is_depthwise: bool
    weight: np.ndarray
    """float32 [outputs, inputs per group, h, w], as PyTorch has it."""
    bias: np.ndarray
    """float32 [outputs]."""
    stride: int


class Table:
    """A table of a FlatBuffer at an offset."""

    def __init__(self, data: bytes, offset: int):
        self.data, self.offset = data, offset

    def field(self, index: int) -> int | None:
        """Returns the offset of a field, or None where it has its default."""
        vtable = self.offset - self.unpack('<i', self.offset)
        place = 4 + 2 * index
        relative = self.unpack('<H', vtable + place) if place < self.unpack('<H', vtable) else 0
        return self.offset + relative if relative else None

    def unpack(self, form: str, offset: int) -> int:
        return struct.unpack_from(form, self.data, offset)[0]

    def scalar(self, index: int, form: str) -> int:
        offset = self.field(index)
        return 0 if offset is None else self.unpack(form, offset)

    def table(self, index: int) -> 'Table':
        offset = self.field(index)
        if offset is None:
            raise ValueError(f'the file has no field {index} at {self.offset}')
        return Table(self.data, offset + self.unpack('<I', offset))

    def array(self, index: int, dtype: str) -> np.ndarray:
        if self.field(index) is None:
            return np.zeros(0, dtype)
        start = self.table(index).offset
        return np.frombuffer(self.data, dtype, self.unpack('<I', start), start + 4)

    def tables(self, index: int) -> list['Table']:
        start = self.table(index).offset
        places = [start + 4 + 4 * i for i in range(self.unpack('<I', start))]
        return [Table(self.data, place + self.unpack('<I', place)) for place in places]


def read_convolutions(path: Path) -> list[Convolution]:
    """Returns the convolutions of a file. Raises ValueError where it is no TensorFlow Lite file."""
    data = path.read_bytes()
    if data[4:8] != b'TFL3':
        raise ValueError(f'{path} is no TensorFlow Lite file')
    model = Table(data, struct.unpack_from('<I', data)[0])
    codes = [max(code.scalar(0, '<b'), code.scalar(3, '<i')) for code in model.tables(1)]
    graph, buffers = model.tables(2)[0], model.tables(4)
    tensors = graph.tables(0)
    found = []
    for operator in graph.tables(3):
        code = codes[operator.scalar(0, '<I')]
        if code in (CONV_2D, DEPTHWISE_CONV_2D):
            _, weight, bias = (dequantize(tensors[i], buffers) if i else None for i in [0, *operator.array(1, '<i4')[1:]])
            is_depthwise = code == DEPTHWISE_CONV_2D
            weight = weight.transpose((3, 0, 1, 2) if is_depthwise else (0, 3, 1, 2))
            found.append(Convolution(is_depthwise, weight, bias, operator.table(4).scalar(1, '<i')))
    return found


def dequantize(tensor: Table, buffers: list[Table]) -> np.ndarray:
    """Returns scale * (q - zero_point), with a scale per tensor or per channel of one axis."""
    shape = tensor.array(0, '<i4')
    values = buffers[tensor.scalar(2, '<I')].array(0, 'u1').view(TENSOR_TYPES[tensor.scalar(1, '<b')]).reshape(shape)
    quantization = tensor.table(4)
    scale, zero_point = quantization.array(2, '<f4'), quantization.array(3, '<i8')
    if len(scale) > 1:
        along = [1] * len(shape)
        along[quantization.scalar(6, '<i')] = -1
        scale, zero_point = scale.reshape(along), zero_point.reshape(along)
    return (scale * (values.astype(np.int64) - zero_point)).astype(np.float32)
