"""Reads and writes the shipped network: ONNX with int8 and float16 weights that become float32 on load.

`OnnxNetwork` runs such a file with PyTorch alone, node by node, so that every figure can be recomputed from the
shipped bytes without ONNX Runtime.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

FLOAT16_FRACTION = 1 / 32
"""Fraction of all weights that stays float16: rounding hurts the smallest convolutions, the first ones, most."""


def quantize_weights(
    model: onnx.ModelProto, scales: Mapping[str, np.ndarray] = MappingProxyType({})
) -> onnx.ModelProto:
    """Stores all but the smallest convolutions as int8 with a scale per output channel, other weights as float16.

    `scales` [o, 1, 1, 1] are those of weights that the command `compress` rounded, by their names. Such weights stay
    as they are; their few different codes make the file compress well.

    Cast and Mul nodes convert them back to float32. ONNX Runtime folds both away when it loads the file, which it
    does not do with DequantizeLinear, so the network runs the same operations as before. Changes `model` in place.
    """
    graph = model.graph
    nodes, initializers = [], []
    quantized = quantized_convolutions({w.name: int(np.prod(w.dims)) for w in graph.initializer if len(w.dims) == 4})
    for weight in graph.initializer:
        if weight.data_type != TensorProto.FLOAT or len(weight.dims) == 0 or max(weight.dims) < 8:
            initializers.append(weight)
            continue
        values, name = numpy_helper.to_array(weight), weight.name
        if name in quantized:
            codes, scale = quantize_int8(values, scales.get(name))
            initializers += [
                numpy_helper.from_array(codes, f'{name}_int8'),
                numpy_helper.from_array(scale, f'{name}_scale'),
            ]
            nodes.append(helper.make_node('Cast', [f'{name}_int8'], [f'{name}_whole'], to=TensorProto.FLOAT))
            nodes.append(helper.make_node('Mul', [f'{name}_whole', f'{name}_scale'], [name]))
        else:
            initializers.append(numpy_helper.from_array(values.astype(np.float16), f'{name}_half'))
            nodes.append(helper.make_node('Cast', [f'{name}_half'], [name], to=TensorProto.FLOAT))
    nodes += graph.node
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(initializers)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def quantized_convolutions(sizes: dict[str, int]) -> set[str]:
    """Returns which convolutions to quantize, of all by name with their numbers of weights.

    All but the smallest FLOAT16_FRACTION.
    """
    ranked = sorted(sizes, key=sizes.__getitem__)
    sums = np.cumsum([sizes[name] for name in ranked])
    return {name for name, below in zip(ranked, sums, strict=True) if below > FLOAT16_FRACTION * sums[-1]}


def quantize_int8(values: np.ndarray, scale: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Quantizes weights symmetrically per output channel: without `scale`, the largest weight of a channel becomes 127.

    Returns int8 codes [o, i, h, w] and float32 scales [o, 1, 1, 1].
    """
    if scale is None:
        largest = np.abs(values).max((1, 2, 3), keepdims=True)
        scale = np.where(largest > 0, largest, 1) / 127
    scale = scale.astype(np.float32)
    return np.rint(values / scale).astype(np.int8), scale


def merge_padding(model: onnx.ModelProto) -> onnx.ModelProto:
    """Makes SAME padding at stride 2, which PyTorch exports as nodes of their own, an attribute of the convolution, in place."""
    graph = model.graph
    padded = {node.output[0]: node.input[0] for node in graph.node if node.op_type == 'Pad'}
    for node in graph.node:
        if node.op_type == 'Conv' and node.input[0] in padded:
            node.input[0] = padded[node.input[0]]
            pads = next(attribute for attribute in node.attribute if attribute.name == 'pads')
            pads.CopyFrom(helper.make_attribute('pads', [0, 0, 1, 1]))
    needed, kept = {output.name for output in graph.output}, []
    for node in reversed(graph.node):
        if needed & set(node.output):
            needed |= set(node.input)
            kept.append(node)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    return model


class OnnxNetwork:
    """An exported network: `network(images)` returns (features, embedding)."""

    def __init__(self, path: Path):
        model = onnx.load(str(path))
        onnx.checker.check_model(model)
        self.constants = {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()) for w in model.graph.initializer}
        self.nodes = []
        for node in model.graph.node:
            if all(name in self.constants or not name for name in node.input):
                self.constants[node.output[0]] = run_node(node, [self.constants.get(name) for name in node.input])
            else:
                self.nodes.append(node)

    def weights(self) -> dict[str, torch.Tensor]:
        """Returns the float32 weights by their names in training."""
        return self.constants

    @torch.no_grad()
    def __call__(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        values = {**self.constants, 'image': images}
        for node in self.nodes:
            values[node.output[0]] = run_node(node, [values[name] if name else None for name in node.input])
        return values['features'], values['embedding']

    def embed(self, images: torch.Tensor) -> torch.Tensor:
        return self(images)[1]


def run_node(node: onnx.NodeProto, inputs: list) -> torch.Tensor:
    """Runs one node. Raises ValueError for an operator that no shipped network uses."""
    attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    match node.op_type:
        case 'Cast':
            return inputs[0].float()
        case 'Constant':
            return torch.from_numpy(numpy_helper.to_array(attributes['value']).copy())
        case 'Identity':
            return inputs[0]
        case 'Conv':
            top, left, bottom, right = attributes['pads']
            bias = inputs[2] if len(inputs) > 2 else None
            padded = F.pad(inputs[0], (left, right, top, bottom))
            return F.conv2d(padded, inputs[1], bias, attributes['strides'], groups=attributes['group'])
        case 'Clip':
            return inputs[0].clamp(float(inputs[1]), float(inputs[2]))
        case 'Add':
            return inputs[0] + inputs[1]
        case 'Mul':
            return inputs[0] * inputs[1]
        case 'Resize':
            return F.interpolate(inputs[0], scale_factor=float(inputs[2][-1]), mode='nearest')
        case 'ReduceMean':
            return inputs[0].mean(tuple(attributes['axes']), keepdim=bool(attributes['keepdims']))
        case other:
            raise ValueError(f'operator {other} is not supported')
