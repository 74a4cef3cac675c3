"""Baseline for mobilenet.ts: a MobileNetV2 in float32 at 128 px, the size that Keras ships.

Debian has neither Keras nor TensorFlow, so the network comes from Debian's torchvision, with random weights: their
values do not change the time. Reads photo paths, one per line, and writes two times in milliseconds: from the file's
bytes to the answer, and of the network alone.
"""

import io
import sys
import time

import numpy as np
import torch
from PIL import Image
from torchvision.models import mobilenet_v2

SIDE = 128
CLASSES = 3

torch.set_num_threads(1)
torch.manual_seed(1)
network = mobilenet_v2(num_classes=CLASSES).eval()


@torch.no_grad()
def answer(path: str) -> tuple[float, float]:
    began = time.perf_counter()
    with open(path, 'rb') as file:
        image = Image.open(io.BytesIO(file.read())).convert('RGB').resize((SIDE, SIDE), Image.BILINEAR)
    tensor = torch.from_numpy(np.asarray(image, dtype=np.float32) / 127.5 - 1).permute(2, 0, 1).unsqueeze(0)
    decoded = time.perf_counter()
    torch.softmax(network(tensor), 1)
    ended = time.perf_counter()
    return (ended - began) * 1000, (ended - decoded) * 1000


weights = sum(weight.numel() for weight in network.parameters())
print(f'ready {weights}', flush=True)
for line in sys.stdin:
    whole, alone = answer(line.strip())
    print(f'{whole} {alone}', flush=True)
