"""Read and write the shipped network: ONNX with float16 weights that are cast to float32 on load.

`Network` runs such a file with torch alone, one node after the other, so that every figure can be
recomputed from the shipped bytes without ONNX Runtime.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper


def with_half_weights(graph_file: onnx.ModelProto) -> onnx.ModelProto:
    """Float32 weights become float16 followed by a Cast, which ONNX Runtime folds away when it loads."""
    graph = graph_file.graph
    casts, kept = [], []
    for weight in graph.initializer:
        if weight.data_type != TensorProto.FLOAT or len(weight.dims) == 0 or max(weight.dims) < 8:
            kept.append(weight)
            continue
        half = numpy_helper.to_array(weight).astype(np.float16)
        kept.append(numpy_helper.from_array(half, weight.name + '_half'))
        casts.append(helper.make_node('Cast', [weight.name + '_half'], [weight.name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(casts + nodes)
    onnx.checker.check_model(graph_file)
    return graph_file


class Network:
    """An exported network: `network(images)` gives (features, embedding)."""

    def __init__(self, path: Path):
        model = onnx.load(str(path))
        onnx.checker.check_model(model)
        self.nodes = list(model.graph.node)
        self.constants = {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()) for w in model.graph.initializer}

    def weights(self) -> dict[str, torch.Tensor]:
        """The float32 weights by the names they had in training."""
        given = dict(self.constants)
        for node in self.nodes:
            if node.op_type == 'Cast':
                given[node.output[0]] = run_node(node, [given[name] for name in node.input])
        return given

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
        case 'Concat':
            return torch.cat(inputs, given['axis'])
        case 'Resize':
            return F.interpolate(inputs[0], scale_factor=float(inputs[2][-1]), mode='nearest')
        case 'ReduceMean':
            return inputs[0].mean(tuple(given['axes']), keepdim=bool(given['keepdims']))
        case other:
            raise ValueError(f'{other} is not among the operations of a shipped network')
