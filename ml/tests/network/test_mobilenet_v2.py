import torch
import torch.nn.functional as F

from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig, SameConv, mix_style, multiply_adds


def test_the_map_has_stride_16_and_the_embedding_is_its_mean():
    network = MobileNetV2(5, NetworkConfig(embedding_size=24, width=0.25)).eval()
    images = torch.randn(2, 3, 96, 96)
    with torch.no_grad():
        features = network.features(images)
        assert features.shape == (2, 24, 6, 6)
        assert torch.allclose(network.embed(images), features.mean((2, 3)))
        assert torch.allclose(network(images), network.head(features.mean((2, 3))))


def test_three_views_of_192_px_keep_the_budget_of_an_answer():
    network = MobileNetV2(108)
    assert multiply_adds(network, 192) * 3 < 700_000_000
    assert sum(p.numel() for p in network.parameters()) < 2_200_000


def test_stride_2_pads_at_the_end_as_tensorflow_does():
    conv = SameConv(1, 1, 3, 2)
    image = torch.arange(16.0).view(1, 1, 4, 4)
    found = conv(image)
    assert found.shape == (1, 1, 2, 2)
    assert torch.allclose(found[0, 0, 0, 0], (image[0, 0, :3, :3] * conv.weight[0, 0]).sum() + conv.bias[0])
    assert torch.allclose(found, F.conv2d(F.pad(image, (0, 1, 0, 1)), conv.weight, conv.bias, 2))


def test_mix_style_keeps_the_content_and_exchanges_the_channel_statistics():
    torch.manual_seed(1)
    x = torch.randn(8, 4, 16, 16) * torch.linspace(0.5, 4, 8).view(8, 1, 1, 1) + torch.arange(8).view(8, 1, 1, 1)
    assert mix_style(x, p=0.0) is x
    mixed = mix_style(x, p=1.0)

    def normalize(values):
        return (values - values.mean((2, 3), keepdim=True)) / values.std((2, 3), keepdim=True)

    assert torch.allclose(normalize(mixed), normalize(x), atol=1e-3)
    assert (mixed.mean((2, 3)) - x.mean((2, 3))).abs().max() > 0.5
