"""A plain PyTorch server with the same backbone, to compare Kutu with.

It does what one would write in an afternoon: decode with Pillow, compute the views and size of the released card, run
the network of kutu_ml, softmax, JSON. It checks no account, stores nothing and draws no heat
map. The weights are random: their values do not change the time.
"""

import io
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageOps

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'ml'))

from kutu_ml.data.preprocess import DECODE_SHORT_SIDE, View, view_tensor  # noqa: E402
from kutu_ml.network.mobilenet_v2 import MobileNetV2, multiply_adds  # noqa: E402


def newest_card() -> dict:
    cards = [json.loads(path.read_text()) for path in (ROOT / 'packages/vision/models').glob('*/card.json')]
    return max(cards, key=lambda card: (card['created'], card['version']))


CARD = newest_card()
VIEWS = [View(view['scale']) for view in CARD['views']]
NETWORK = MobileNetV2(len(CARD['classes'])).eval()
if multiply_adds(NETWORK, CARD['input_size']) != CARD['multiply_adds']:
    sys.exit(f"kutu_ml.network.mobilenet_v2 is not the network of model {CARD['version']}: no fair comparison")


@torch.no_grad()
def diagnose(photo: bytes) -> dict:
    image = Image.open(io.BytesIO(photo))
    image.draft('RGB', (DECODE_SHORT_SIDE, DECODE_SHORT_SIDE))
    image = ImageOps.exif_transpose(image).convert('RGB')
    short = min(image.size)
    if short > DECODE_SHORT_SIDE:
        width, height = (round(side * DECODE_SHORT_SIDE / short) for side in image.size)
        image = image.resize((width, height), Image.BILINEAR)
    pixels = torch.from_numpy(np.array(image))
    views = torch.cat([view_tensor(pixels, view, CARD['input_size']) for view in VIEWS])
    embedding = NETWORK.embed(views).mean(0)
    shares = torch.softmax(NETWORK.head(embedding) / CARD['temperature'], 0)
    best = int(shares.argmax())
    return {'class': CARD['classes'][best]['name'], 'confidence': float(shares[best])}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        boundary = b'--' + self.headers.get_param('boundary').encode()
        photo = body.split(boundary)[1].split(b'\r\n\r\n', 1)[1][:-2]
        reply = json.dumps(diagnose(photo)).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


if __name__ == '__main__':
    server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler)
    print('ready', flush=True)
    server.serve_forever()
