// Writes small ONNX files (onnx.proto) with random weights for tests of the engine.

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
const number = (field: number, value: number) => [...varint(field * 8), ...varint(value)]
const bytes = (field: number, value: readonly number[]) => [...varint(field * 8 + 2), ...varint(value.length), ...value]
const text = (field: number, value: string) => bytes(field, [...new TextEncoder().encode(value)])

type Attribute = number | readonly number[] | string
const types = { float32: 1, int8: 3, float16: 10 } as const

/** A graph under construction. Every method adds a node or a constant and returns the name of its result. */
export class OnnxWriter {
  readonly #nodes: number[][] = []
  readonly #constants: number[][] = []
  readonly #draw: () => number

  /** @param draw returns random values from -1 to 1 */
  constructor(draw: () => number) {
    this.#draw = draw
  }

  add(op: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}, output = this.#createName()) {
    this.#nodes.push([
      ...inputs.flatMap(input => text(1, input)),
      ...[...text(2, output), ...text(4, op)],
      ...Object.entries(attributes).flatMap(([key, value]) => bytes(5, [...text(1, key), ...writeAttribute(value)])),
    ])
    return output
  }

  constant(values: Float32Array | Int8Array | Uint16Array, shape: readonly number[], type: keyof typeof types): string {
    const name = this.#createName()
    this.#constants.push(writeTensor(values, shape, type, name))
    return name
  }

  /** A constant that is a node of the graph, as PyTorch writes the bounds of Clip. */
  scalars(...values: number[]): string {
    const name = this.#createName()
    const tensor = writeTensor(Float32Array.from(values), values.length === 1 ? [] : [values.length], 'float32', name)
    const attribute = [...text(1, 'value'), ...bytes(5, tensor), ...number(20, 4)]
    this.#nodes.push([...text(2, name), ...text(4, 'Constant'), ...bytes(5, attribute)])
    return name
  }

  /** Weights in the formats of our networks. Their size keeps the variance of the values about the same. */
  weights(shape: readonly number[], type: keyof typeof types): string {
    const [outputs = 1, ...rest] = shape
    const length = rest.reduce((product, size) => product * size, 1)
    const values = Float32Array.from({ length: outputs * length }, () => this.#draw() * Math.sqrt(6 / length))
    if (type === 'float32') return this.constant(values, shape, type)
    if (type === 'float16') return this.add('Cast', [this.constant(values.map(toHalf), shape, type)], { to: 1 })
    const scales = Float32Array.from({ length: outputs }, () => (Math.sqrt(6 / length) / 127) * (1 + this.#draw() / 2))
    const whole = this.constant(
      Int8Array.from(values, () => this.#draw() * 127),
      shape,
      type,
    )
    const scale = this.constant(scales, [outputs, ...rest.map(() => 1)], 'float32')
    return this.add('Mul', [this.add('Cast', [whole], { to: 1 }), scale])
  }

  bias(channels: number): string {
    return this.constant(Float32Array.from({ length: channels }, this.#draw), [channels], 'float32')
  }

  /** Returns a file with the input `image` and the outputs `features` and `embedding`. */
  finish(inputSize: number): Uint8Array {
    const declare = (field: number, name: string, sizes: readonly (number | string)[]) => {
      const dimensions = sizes.flatMap(size => bytes(1, typeof size === 'string' ? text(2, size) : number(1, size)))
      return bytes(field, [...text(1, name), ...bytes(2, bytes(1, [...number(1, 1), ...bytes(2, dimensions)]))])
    }
    const graph = [
      ...this.#nodes.flatMap(node => bytes(1, node)),
      ...text(2, 'test'),
      ...this.#constants.flatMap(tensor => bytes(5, tensor)),
      ...declare(11, 'image', ['views', 3, inputSize, inputSize]),
      ...declare(12, 'features', ['views', 'channels', 'rows', 'columns']),
      ...declare(12, 'embedding', ['views', 'channels']),
    ]
    return Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, [...text(1, ''), ...number(2, 13)])])
  }

  #createName = () => `value${this.#nodes.length}_${this.#constants.length}`
}

function writeAttribute(value: Attribute): number[] {
  if (typeof value === 'number') return [...number(3, value), ...number(20, 2)]
  if (typeof value === 'string') return [...text(4, value), ...number(20, 3)]
  return [...value.flatMap(item => number(8, item)), ...number(20, 7)]
}

function writeTensor(
  values: Float32Array | Int8Array | Uint16Array,
  shape: readonly number[],
  type: keyof typeof types,
  name: string,
): number[] {
  const raw = type === 'float16' ? Uint16Array.from(values) : values
  const content = [...new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)]
  return [...shape.flatMap(size => number(1, size)), ...number(2, types[type]), ...text(8, name), ...bytes(9, content)]
}

/** The bits of a float16 near a value: its fraction is cut off, and below 2^-14 it becomes 0. */
function toHalf(value: number): number {
  const exponent = Math.floor(Math.log2(Math.abs(value)))
  const sign = value < 0 ? 0x8000 : 0
  return exponent < -14 ? sign : sign | ((exponent + 15) << 10) | ((Math.abs(value) / 2 ** exponent - 1) * 1024)
}
