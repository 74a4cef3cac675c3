// Preprocessing: crops a photo into views, resizes them with an antialiased bilinear (triangle) filter, as Pillow's
// BILINEAR and torchvision's antialias=True do, and normalizes them. Twin of ml/kutu_ml/data/preprocess.py; test/golden/golden.json
// holds both to the same numbers.

import type { InputParams, RgbTriple } from './input-params.ts'
import { getResizeKernel } from './resize/simd.ts'
import { resizeSquare } from './resize-square.ts'
import { computeViewSquare, type RgbImage } from './rgb-image.ts'

type TensorParams = Pick<InputParams, 'inputSize' | 'mean' | 'std' | 'views'>

/** Returns the input of the network: float32 [views, 3, S, S], planes R, G, B of (pixel / 255 - mean) / std. */
export function createInputTensor(photo: RgbImage, { inputSize, mean, std, views }: TensorParams): Float32Array {
  const length = 3 * inputSize * inputSize
  const tensor = new Float32Array(views.length * length)
  views.forEach(({ scale }, i) => {
    const square = computeViewSquare(photo.width, photo.height, scale)
    const view = tensor.subarray(i * length, (i + 1) * length)
    normalizeInto(view, resizeSquare(photo, square, inputSize), mean, std)
  })
  return tensor
}

function normalizeInto(out: Float32Array, planes: Float32Array, mean: RgbTriple, std: RgbTriple): void {
  out.set(planes)
  const area = out.length / 3
  const kernel = getResizeKernel()
  for (let channel = 0; channel < 3; channel++) {
    const channelMean = mean[channel] ?? 0
    const channelStd = std[channel] ?? 1
    const values = out.subarray(channel * area, (channel + 1) * area)
    if (kernel) kernel.normalize(values, channelMean, channelStd)
    else for (let i = 0; i < area; i++) values[i] = ((values[i] ?? 0) / 255 - channelMean) / channelStd
  }
}
