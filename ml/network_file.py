"""Read and write the shipped network: ONNX with int8 and float16 weights that become float32 on load.

`Network` runs such a file with torch alone, one node after the other, so that every figure can be
recomputed from the shipped bytes without ONNX Runtime.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

SPARED = 1 / 32
"""Share of all weights that may stay float16: the smallest convolutions, the first ones, are hurt most by rounding."""


def with_small_weights(graph_file: onnx.ModelProto) -> onnx.ModelProto:
    """All but the smallest convolutions become int8 with a scale for each output channel, all other weights float16.

    Cast and Mul make float32 of them again. ONNX Runtime folds both away when it loads, which it would not do
    with DequantizeLinear, so that the network computes with the same operations as before.
    """
    graph = graph_file.graph
    nodes, kept, heavy = [], [], heavy_convolutions(graph)
    for weight in graph.initializer:
        if weight.data_type != TensorProto.FLOAT or len(weight.dims) == 0 or max(weight.dims) < 8:
            kept.append(weight)
            continue
        values, name = numpy_helper.to_array(weight), weight.name
        if name in heavy:
            bytes_, scale = rounded_to_bytes(values)
            kept += [numpy_helper.from_array(bytes_, f'{name}_int8'), numpy_helper.from_array(scale, f'{name}_scale')]
            nodes.append(helper.make_node('Cast', [f'{name}_int8'], [f'{name}_whole'], to=TensorProto.FLOAT))
            nodes.append(helper.make_node('Mul', [f'{name}_whole', f'{name}_scale'], [name]))
        else:
            kept.append(numpy_helper.from_array(values.astype(np.float16), f'{name}_half'))
            nodes.append(helper.make_node('Cast', [f'{name}_half'], [name], to=TensorProto.FLOAT))
    nodes += graph.node
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(graph_file)
    return graph_file


def heavy_convolutions(graph: onnx.GraphProto) -> set[str]:
    """Names of the convolutions' weights but for the smallest, which together hold no more than SPARED of all."""
    sizes = {w.name: int(np.prod(w.dims)) for w in graph.initializer if len(w.dims) == 4}
    ranked = sorted(sizes, key=sizes.__getitem__)
    sums = np.cumsum([sizes[name] for name in ranked])
    return {name for name, below in zip(ranked, sums, strict=True) if below > SPARED * sums[-1]}


def rounded_to_bytes(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 values [o, i, h, w] and float32 scales [o, 1, 1, 1]: the largest weight of a channel becomes 127."""
    largest = np.abs(values).max((1, 2, 3), keepdims=True)
    scale = (np.where(largest > 0, largest, 1) / 127).astype(np.float32)
    return np.rint(values / scale).astype(np.int8), scale


class Network:
    """An exported network: `network(images)` gives (features, embedding)."""

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
        """The float32 weights by the names they had in training."""
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
    given = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    match node.op_type:
        case 'Cast':
            return inputs[0].float()
        case 'Constant':
            return torch.from_numpy(numpy_helper.to_array(given['value']).copy())
        case 'Identity':
            return inputs[0]
        case 'Conv':
            pads = given['pads']
            return F.conv2d(inputs[0], inputs[1], inputs[2], given['strides'], pads[:2])
        case 'Relu':
            return F.relu(inputs[0])
        case 'Add':
            return inputs[0] + inputs[1]
        case 'Mul':
            return inputs[0] * inputs[1]
        case 'Concat':
            return torch.cat(inputs, given['axis'])
        case 'Resize':
            return F.interpolate(inputs[0], scale_factor=float(inputs[2][-1]), mode='nearest')
        case 'ReduceMean':
            return inputs[0].mean(tuple(given['axes']), keepdim=bool(given['keepdims']))
        case other:
            raise ValueError(f'{other} is not among the operations of a shipped network')
