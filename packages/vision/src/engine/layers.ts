// Reads the layers of a network from its graph. Bias, residual and activation belong to the convolution before them.

import { createImage, type Image, type Lifetime } from './images.ts'
import { tileChannels } from './kernel.ts'
import type { Constant, Graph, Node } from './onnx-file.ts'

/** Results are limited to `low` and `high`. A residual of half the size is enlarged to the nearest pixel. */
export type Convolution = {
  weights: Constant
  bias: Float32Array
  stride: number
  /** Rows and columns of zeros before the image, 0 or 1. */
  padding: number
  depthwise: boolean
  source: Image
  residual: Image | null
  low: number
  high: number
  target: Image
}

export type Network = { input: Image; features: Image; layers: readonly Convolution[] }

/** @throws Error when the network has an operator that this engine lacks */
export function readLayers({ nodes, constants }: Graph, inputSize: number): Network {
  const reader = new LayerReader(constants, inputSize)
  for (const node of nodes) reader.addNode(node)
  return { input: reader.getImage('image'), features: reader.getImage('features'), layers: reader.layers }
}

/** Returns from which to which layer each image is needed. The features are still read after the last one. */
export function getLifetimes({ input, features, layers }: Network): Lifetime[] {
  const isRead = (image: Image) => (layer: Convolution) => image === layer.source || image === layer.residual
  return [input, ...layers.map(({ target }) => target)].map((image, index) => {
    const first = index - 1
    const lastRead = image === features ? layers.length : layers.map(isRead(image)).lastIndexOf(true)
    return { image, first, last: Math.max(first, lastRead) }
  })
}

class LayerReader {
  readonly layers: Convolution[] = []
  readonly #constants: Map<string, Constant>
  readonly #images = new Map<string, Image>()
  /** Convolutions by the name of their result. They become layers when an activation or another operator needs it. */
  readonly #convolutions = new Map<string, Omit<Convolution, 'low' | 'high'>>()
  /** Enlarged images by name, with half the size: only an addition can read them. */
  readonly #enlarged = new Map<string, Image>()

  constructor(constants: Map<string, Constant>, inputSize: number) {
    this.#constants = constants
    this.#images.set('image', createImage(inputSize, 3))
  }

  addNode({ op, inputs, outputs, attributes }: Node): void {
    const [first = '', second = '', third = ''] = inputs
    const [output = ''] = outputs
    const getConstant = (name: string) => find(this.#constants, name)
    const getNumber = (name: string) => getConstant(name).data[0] ?? 0
    if (op === 'Cast') this.#constants.set(output, getConstant(first))
    else if (op === 'Mul') this.#constants.set(output, scale(getConstant(first), getConstant(second)))
    else if (op === 'Conv') {
      const weights = getConstant(second)
      const bias = third === '' ? new Float32Array(weights.shape[0] ?? 0) : getConstant(third).data
      this.#convolutions.set(output, createConvolution(weights, bias, this.getImage(first), attributes))
    } else if (op === 'Add') this.#addResidual(output, first, second)
    else if (op === 'Clip') this.#addConvolution(output, first, getNumber(second), getNumber(third))
    else if (op === 'Resize') {
      if (String(getConstant(third).data) !== '1,1,2,2') throw new Error('This engine enlarges images twice only')
      this.#enlarged.set(output, this.getImage(first))
    } else if (op !== 'ReduceMean') throw new Error(`This engine has no operator ${op}`)
  }

  /** Returns an image by name. A convolution without activation becomes a layer here. */
  getImage(name: string): Image {
    if (!this.#images.has(name) && this.#convolutions.has(name))
      this.#addConvolution(name, name, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
    return find(this.#images, name)
  }

  /** Adds to a convolution that is no layer yet either an image or an enlarged one. */
  #addResidual(output: string, first: string, second: string): void {
    const [name, other] =
      this.#convolutions.has(second) && !this.#images.has(second) ? [second, first] : [first, second]
    const convolution = find(this.#convolutions, name)
    if (convolution.residual) throw new Error('This engine adds one image to a convolution only')
    const residual = this.#enlarged.get(other) ?? this.getImage(other)
    this.#convolutions.set(output, { ...convolution, residual })
  }

  #addConvolution(output: string, name: string, low: number, high: number): void {
    const convolution = find(this.#convolutions, name)
    // An image of its own, because several results of one convolution may be needed.
    const layer = { ...convolution, low, high, target: { ...convolution.target } }
    this.layers.push(layer)
    this.#images.set(output, layer.target)
  }
}

function createConvolution(weights: Constant, bias: Float32Array, source: Image, attributes: Node['attributes']) {
  const [outputs = 0, inputs = 0, rows = 0, columns = 0] = weights.shape
  const [stride = 1] = attributes.get('strides') ?? []
  const [group = 1] = attributes.get('group') ?? []
  const [top = 0, left = 0, bottom = 0, right = 0] = attributes.get('pads') ?? []
  const depthwise = group > 1
  const isKnown =
    outputs % tileChannels === 0 &&
    rows === columns &&
    top === left &&
    bottom === right &&
    Math.max(top, bottom) <= 1 &&
    (depthwise
      ? group === source.channels && group === outputs && inputs === 1 && rows === 3 && stride <= 2
      : inputs === source.channels && (rows === 3 || (rows === 1 && top + bottom === 0)))
  if (!isKnown) throw new Error(`This engine has no convolution of shape ${weights.shape.join(' x ')} like this`)
  const target = createImage(Math.floor((source.size + top + bottom - rows) / stride) + 1, outputs)
  return { weights, bias, stride, padding: top, depthwise, source, residual: null, target }
}

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
