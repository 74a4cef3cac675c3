import torch
from support import SMALL_NETWORK

from kutu_ml.network.leafnet import LeafNet
from kutu_ml.network.shared_head import plain_state, share_head

CLASSES = [
    {'crop': crop, 'product_class': product}
    for crop, product in (
        ('maize', 'common_rust'),
        ('maize', 'healthy'),
        ('rice', 'healthy'),
        ('wheat', 'healthy'),
        ('wheat', 'common_rust'),
    )
]


def make_networks() -> tuple[LeafNet, LeafNet]:
    """Returns the same network with a plain and with a shared head."""
    torch.manual_seed(3)
    plain = LeafNet(len(CLASSES), SMALL_NETWORK).eval()
    shared = LeafNet(len(CLASSES), SMALL_NETWORK).eval()
    shared.load_state_dict(plain.state_dict())
    share_head(shared, CLASSES)
    return plain, shared


def test_sharing_the_head_changes_no_answer_and_is_saved_as_a_plain_head():
    plain, shared = make_networks()
    images = torch.rand(2, 3, 64, 64)
    torch.testing.assert_close(shared(images), plain(images))
    restored = LeafNet(len(CLASSES), SMALL_NETWORK).eval()
    restored.load_state_dict(plain_state(shared))
    torch.testing.assert_close(restored(images), plain(images))
    assert list(plain_state(shared)) == list(plain.state_dict())


def test_a_class_without_photos_learns_from_the_same_product_class_of_other_crops():
    _, shared = make_networks()
    embeddings = torch.randn(64, SMALL_NETWORK.embedding_size, generator=torch.Generator().manual_seed(1))
    is_healthy = embeddings[:, 0] > 0
    # Maize alone teaches healthy and rust; healthy wheat and rust of wheat are never shown.
    targets = torch.where(is_healthy, 1, 0)
    before = shared.head.rows().detach()
    optimizer = torch.optim.SGD(shared.head.parameters(), lr=0.5)
    for _ in range(50):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(shared.head(embeddings)[:, :2], targets).backward()
        optimizer.step()
    change = shared.head.rows().detach() - before
    assert change[3, 0] - change[4, 0] > 0.1
