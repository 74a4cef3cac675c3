// Runs a convolutional network as direct convolutions on images with interleaved channels and a border of zeros: no copy
// of the input per kernel position (im2col), bias, residual and activation in registers, packed weights read in order.

import { createMemory, growMemory, type KernelMemory } from '../wasm/compile.ts'
import { clearBorder, type Image, locatePixel, placeImages } from './images.ts'
import {
  compileKernels,
  depthwiseChannels,
  depthwiseTileBytes,
  type Kernels,
  tileBytes,
  tileChannels,
  tilePixels,
} from './kernel.ts'
import { type Convolution, getLifetimes, readLayers } from './layers.ts'
import { readGraph } from './onnx-file.ts'

/** Runs one image, float32 [3, size, size], and returns the outputs of the graph. */
export type Engine = (image: Float32Array) => { features: Float32Array; embedding: Float32Array }
type Step = () => void

/** @throws Error when the network has an operator that this engine lacks, or the browser has no WebAssembly SIMD */
export async function openEngine(file: Uint8Array, inputSize: number): Promise<Engine> {
  const network = readLayers(readGraph(file), inputSize)
  const { input, features, layers } = network
  const memory = new Memory(placeImages(getLifetimes(network), 16))
  const kernels = compileKernels(memory.kernelMemory)
  const steps = layers.map(layer => ({
    target: layer.target,
    run: createConvolution(layer, memory, kernels),
  }))
  const floats = new Float32Array(memory.kernelMemory.buffer)
  return image => {
    writeImage(floats, input, image)
    for (const { target, run } of steps) {
      clearBorder(floats, target)
      run()
    }
    return readOutputs(floats, features)
  }
}

/** The memory of the kernels. What follows the images is never given back. */
class Memory {
  readonly kernelMemory: KernelMemory = createMemory()
  #top: number

  constructor(imagesEnd: number) {
    this.#top = imagesEnd
    growMemory(this.kernelMemory, imagesEnd)
  }

  /** Returns the address of a copy. */
  add(values: Float32Array | Uint32Array): number {
    const address = Math.ceil(this.#top / 16) * 16
    this.#top = address + values.byteLength
    growMemory(this.kernelMemory, this.#top)
    new Uint8Array(this.kernelMemory.buffer).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      address,
    )
    return address
  }
}

function writeImage(floats: Float32Array, input: Image, image: Float32Array): void {
  const { size, channels } = input
  clearBorder(floats, input)
  for (let channel = 0; channel < channels; channel++)
    for (let y = 0; y < size; y++) {
      const from = (channel * size + y) * size
      const to = locatePixel(input, 0, y) / 4 + channel
      for (let x = 0; x < size; x++) floats[to + x * channels] = image[from + x] ?? 0
    }
}

function readOutputs(floats: Float32Array, image: Image) {
  const { size, channels } = image
  const features = new Float32Array(channels * size * size)
  const embedding = new Float32Array(channels)
  for (let channel = 0; channel < channels; channel++) {
    let index = channel * size * size
    let sum = 0
    for (let y = 0; y < size; y++) {
      const from = locatePixel(image, 0, y) / 4 + channel
      for (let x = 0; x < size; x++) {
        const value = floats[from + x * channels] ?? 0
        features[index++] = value
        sum += value
      }
    }
    embedding[channel] = sum / (size * size)
  }
  return { features, embedding }
}

/** Tiles that the kernel computes with the same eight channels of weights before it goes on to the next ones. */
const blockTiles = 16

function createConvolution(convolution: Convolution, memory: Memory, kernels: Kernels): Step {
  const { weights, depthwise, source, stride, low, high } = convolution
  const packed = packWeights(convolution)
  const start = memory.add(packed)
  const end = start + packed.byteLength
  const bounds = memory.add(Float32Array.of(low, high))
  const table = depthwise ? listDepthwiseTiles(convolution) : listTiles(convolution)
  const tiles = memory.add(table)
  const tilesEnd = tiles + table.byteLength
  if (depthwise) {
    const run = stride === 1 ? kernels.depthwise : kernels.depthwiseStride2
    return () => run(tiles, tilesEnd, start, end, bounds, source.pixelBytes, source.rowBytes)
  }
  const [, , rows = 1] = weights.shape
  const rowInputs = rows * source.channels
  const rowBytes = rowInputs * tileChannels * 4
  const rowSkip = source.rowBytes - rowInputs * 4
  const blockBytes = blockTiles * tileBytes
  return () => {
    for (let block = tiles; block < tilesEnd; block += blockBytes)
      kernels.convolve(block, Math.min(block + blockBytes, tilesEnd), start, end, bounds, rows, rowBytes, rowSkip)
  }
}

/** The pixels of all rows one after the other; the last tile computes its last pixel more than once. */
function listTiles({ source, residual, stride, padding, target }: Convolution): Uint32Array {
  const { size } = target
  const scale = residual ? size / residual.size : 1
  const tiles = new Uint32Array((Math.ceil(size ** 2 / tilePixels) * tileBytes) / 4)
  for (let i = 0; i < tiles.length / 3; i++) {
    const pixel = Math.min(i, size ** 2 - 1)
    const x = pixel % size
    const y = Math.floor(pixel / size)
    const index = Math.floor(i / tilePixels) * 3 * tilePixels + (i % tilePixels)
    tiles[index] = locatePixel(source, x * stride - padding, y * stride - padding)
    tiles[index + tilePixels] = locatePixel(target, x, y)
    // Without a residual, zeros of the border are added.
    tiles[index + 2 * tilePixels] = residual
      ? locatePixel(residual, Math.floor(x / scale), Math.floor(y / scale))
      : target.address
  }
  return tiles
}

/** Pixels of one row for each tile; the last tile of a row is moved to the left where it would not fit. */
function listDepthwiseTiles({ source, stride, padding, target }: Convolution): Uint32Array {
  const { size } = target
  if (size < tilePixels) throw new Error(`This engine has no depthwise convolution to ${size} pixels`)
  const rowTiles = Math.ceil(size / tilePixels)
  const tiles = new Uint32Array((size * rowTiles * depthwiseTileBytes) / 4)
  for (let i = 0; i < size * rowTiles; i++) {
    const x = Math.min((i % rowTiles) * tilePixels, size - tilePixels)
    const y = Math.floor(i / rowTiles)
    tiles[2 * i] = locatePixel(source, x * stride - padding, y * stride - padding)
    tiles[2 * i + 1] = locatePixel(target, x, y)
  }
  return tiles
}

/** Reorders weights [output, input, position] to [output / 8, position, input, 8] with eight biases before each part; 4 for 8 if depthwise. */
function packWeights({ weights, bias, depthwise }: Convolution): Float32Array {
  const [outputs = 0, inputs = 0, rows = 0, columns = 0] = weights.shape
  const positions = rows * columns
  const group = depthwise ? depthwiseChannels : tileChannels
  const packed = new Float32Array(outputs + weights.data.length)
  let index = 0
  for (let output = 0; output < outputs; output += group) {
    packed.set(bias.subarray(output, output + group), index)
    index += group
    for (let position = 0; position < positions; position++)
      for (let input = 0; input < inputs; input++)
        for (let channel = 0; channel < group; channel++)
          packed[index++] = weights.data[((output + channel) * inputs + input) * positions + position] ?? 0
  }
  return packed
}
