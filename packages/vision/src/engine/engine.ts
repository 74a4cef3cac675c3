// Runs a convolutional network as a direct convolution on images with interleaved channels and a border of zeros: no copy
// of the input per kernel position (im2col), bias, residual and ReLU in registers, packed weights read in order.

import { createMemory, growMemory, type KernelMemory } from '../wasm/compile.ts'
import { compileKernel, type Kernel, tileChannels, tilePixels } from './kernel.ts'
import { type Constant, type Graph, type Node, readGraph } from './onnx-file.ts'

/** A square image in memory: `origin` is the address of the first pixel inside the border of one pixel. */
type Image = { size: number; channels: number; start: number; origin: number; rowBytes: number; pixelBytes: number }
type Step = () => void

/** Runs one image, float32 [3, size, size], and returns the outputs of the graph. */
export type Engine = (image: Float32Array) => { features: Float32Array; embedding: Float32Array }

/** @throws Error when the network has an operator that this engine lacks, or the browser has no WebAssembly SIMD */
export async function openEngine(file: Uint8Array, inputSize: number): Promise<Engine> {
  const memory = createMemory()
  const plan = new Plan(readGraph(file), memory, compileKernel(memory), inputSize)
  const floats = new Float32Array(memory.buffer)
  const { input, steps, features } = plan
  return image => {
    for (let y = 0; y < inputSize; y++) {
      let index = (input.origin + y * input.rowBytes) / 4
      for (let x = 0; x < inputSize; x++)
        for (let channel = 0; channel < 3; channel++)
          floats[index++] = image[(channel * inputSize + y) * inputSize + x] ?? 0
    }
    for (const run of steps) run()
    return readOutputs(floats, features)
  }
}

function readOutputs(floats: Float32Array, { size, channels, origin, rowBytes }: Image) {
  const area = size * size
  const features = new Float32Array(channels * area)
  const embedding = new Float32Array(channels)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let i = 0; i < area; i++) {
      const value = floats[(origin + Math.floor(i / size) * rowBytes) / 4 + (i % size) * channels + channel] ?? 0
      features[channel * area + i] = value
      sum += value
    }
    embedding[channel] = sum / area
  }
  return { features, embedding }
}

type Convolution = { weights: Constant; bias: Constant; stride: number; source: Image; residual: Image | null }

/** The steps of a network, with their memory. */
class Plan {
  readonly steps: Step[] = []
  readonly input: Image
  readonly features: Image
  readonly #images = new Map<string, Image>()
  /** Convolutions whose ReLU has not come yet, by the name of their result. */
  readonly #pending = new Map<string, Convolution>()
  /** Enlarged images, by name: they are only read by the step that joins them. */
  readonly #enlarged = new Map<string, Image>()
  readonly #constants: Graph['constants']
  readonly #memory: KernelMemory
  readonly #kernel: Kernel
  #top = 16

  constructor({ nodes, constants }: Graph, memory: KernelMemory, kernel: Kernel, inputSize: number) {
    this.#memory = memory
    this.#kernel = kernel
    this.#constants = constants
    this.input = this.#addImage('image', inputSize, 3)
    for (const node of nodes) this.#addNode(node)
    this.features = find(this.#images, 'features')
  }

  #addNode({ op, inputs, outputs, attributes }: Node): void {
    const [first = '', second = '', third = ''] = inputs
    const [output = ''] = outputs
    if (op === 'Cast') this.#constants.set(output, find(this.#constants, first))
    else if (op === 'Mul')
      this.#constants.set(output, scale(find(this.#constants, first), find(this.#constants, second)))
    else if (op === 'Conv') {
      const weights = find(this.#constants, second)
      const bias = find(this.#constants, third)
      const stride = attributes.get('strides')?.[0] ?? 1
      this.#pending.set(output, { weights, bias, stride, source: find(this.#images, first), residual: null })
    } else if (op === 'Add') {
      const convolution = this.#pending.get(second) ?? find(this.#pending, first)
      const residual = find(this.#images, this.#pending.has(second) ? first : second)
      this.#pending.set(output, { ...convolution, residual })
    } else if (op === 'Relu') this.#addConvolution(output, find(this.#pending, first))
    else if (op === 'Resize') this.#enlarged.set(output, find(this.#images, first))
    else if (op === 'Concat') this.#addJoin(output, find(this.#images, first), find(this.#enlarged, second))
    else if (op !== 'Constant' && op !== 'ReduceMean') throw new Error(`This engine has no operator ${op}`)
  }

  #addConvolution(output: string, { weights, bias, stride, source, residual }: Convolution): void {
    const [outputs = 0, inputs = 0, rows = 0] = weights.shape
    if (outputs % tileChannels !== 0 || inputs !== source.channels || (rows !== 1 && rows !== 3))
      throw new Error(`This engine has no convolution of shape ${weights.shape.join(' x ')}`)
    const target = this.#addImage(output, source.size / stride, outputs)
    const packed = this.#addFloats(packWeights(weights.data, outputs, inputs, rows * rows))
    const biases = this.#addFloats(bias.data)
    // Zeros to add where there is no residual.
    const zeros = this.#addFloats(new Float32Array(outputs))
    const rowBytes = rows * inputs * tileChannels * 4
    const start = rows === 3 ? source.start : source.origin
    const area = target.size ** 2
    const getOffset = (image: Image, index: number, step = 1) =>
      Math.floor(index / target.size) * step * image.rowBytes + (index % target.size) * step * image.pixelBytes
    const kernel = this.#kernel
    const runTile = (i0: number, i1: number, i2: number, i3: number) => {
      const [a0, a1, a2, a3] = [i0, i1, i2, i3].map(index => start + getOffset(source, index, stride)) as Four
      const [o0, o1, o2, o3] = [i0, i1, i2, i3].map(index => target.origin + getOffset(target, index)) as Four
      const [r0, r1, r2, r3] = [i0, i1, i2, i3].map(i =>
        residual ? residual.origin + getOffset(residual, i) : zeros,
      ) as Four
      for (let c = 0; c < outputs; c += tileChannels) {
        const b = c * 4
        const w = packed + b * rows * rows * inputs
        // biome-ignore format: one line shows the order of the addresses
        kernel(a0, a1, a2, a3, o0 + b, o1 + b, o2 + b, o3 + b, r0 + b, r1 + b, r2 + b, r3 + b, w, biases + b, rows, rowBytes, source.rowBytes)
      }
    }
    // The last tile computes its last pixel more than once where the area is not a multiple of the tile.
    this.steps.push(() => {
      for (let i = 0; i < area; i += tilePixels)
        runTile(i, Math.min(i + 1, area - 1), Math.min(i + 2, area - 1), Math.min(i + 3, area - 1))
    })
  }

  /** Adds the step that joins the channels of an image and of one with half its size, enlarged to the nearest pixel. */
  #addJoin(output: string, first: Image, second: Image): void {
    if (first.size !== second.size * 2) throw new Error('This engine enlarges images twice only')
    const target = this.#addImage(output, first.size, first.channels + second.channels)
    this.steps.push(() => {
      const bytes = new Uint8Array(this.#memory.buffer)
      for (let y = 0; y < target.size; y++)
        for (let x = 0; x < target.size; x++) {
          const to = target.origin + y * target.rowBytes + x * target.pixelBytes
          const from = first.origin + y * first.rowBytes + x * first.pixelBytes
          const enlarged = second.origin + (y >> 1) * second.rowBytes + (x >> 1) * second.pixelBytes
          bytes.copyWithin(to, from, from + first.pixelBytes)
          bytes.copyWithin(to + first.pixelBytes, enlarged, enlarged + second.pixelBytes)
        }
    })
  }

  #addImage(name: string, size: number, channels: number): Image {
    const pixelBytes = channels * 4
    const rowBytes = (size + 2) * pixelBytes
    const start = this.#allocate((size + 2) * rowBytes)
    const image = { size, channels, start, origin: start + rowBytes + pixelBytes, rowBytes, pixelBytes }
    this.#images.set(name, image)
    return image
  }

  #addFloats(values: Float32Array): number {
    const address = this.#allocate(values.byteLength)
    new Float32Array(this.#memory.buffer, address, values.length).set(values)
    return address
  }

  /** New memory contains zeros. */
  #allocate(byteLength: number): number {
    const address = this.#top
    this.#top = Math.ceil((address + byteLength) / 16) * 16
    growMemory(this.#memory, this.#top)
    return address
  }
}

type Four = [number, number, number, number]

function find<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`model.onnx uses ${name} in a way that this engine lacks`)
  return value
}

/** Multiplies each output channel with its scale. */
function scale({ shape, data }: Constant, scales: Constant): Constant {
  const length = data.length / scales.data.length
  return { shape, data: data.map((value, i) => value * (scales.data[Math.floor(i / length)] ?? 0)) }
}

/** Reorders weights [output, input, position] to [output / 8, position, input, 8]. */
function packWeights(weights: Float32Array, outputs: number, inputs: number, positions: number): Float32Array {
  const packed = new Float32Array(weights.length)
  let index = 0
  for (let output = 0; output < outputs; output += tileChannels)
    for (let position = 0; position < positions; position++)
      for (let input = 0; input < inputs; input++)
        for (let channel = 0; channel < tileChannels; channel++)
          packed[index++] = weights[((output + channel) * inputs + input) * positions + position] ?? 0
  return packed
}
