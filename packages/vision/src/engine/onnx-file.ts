// Reads the parts of an ONNX file (onnx.proto) that our networks have: a graph of nodes and constants.

export type Constant = { shape: readonly number[]; data: Float32Array }
export type Node = { op: string; inputs: readonly string[]; outputs: readonly string[]; attributes: Attributes }
type Attributes = ReadonlyMap<string, readonly number[]>
export type Graph = { nodes: readonly Node[]; constants: Map<string, Constant> }

const decoder = new TextDecoder()
const toBytes = (value: FieldValue): Uint8Array => (typeof value === 'number' ? new Uint8Array() : value)
const toText = (value: FieldValue): string => decoder.decode(toBytes(value))

/** @throws Error when the file is not an ONNX model or has constants of another type than float32, float16 and int8 */
export function readGraph(file: Uint8Array): Graph {
  const graph = [...readFields(file)].find(([number]) => number === 7)?.[1]
  if (graph === undefined) throw new Error('model.onnx has no graph')
  const nodes: Node[] = []
  const constants = new Map<string, Constant>()
  for (const [number, value] of readFields(toBytes(graph))) {
    if (number === 5) constants.set(...readTensor(toBytes(value)))
    if (number !== 1) continue
    const { tensor, ...node } = readNode(toBytes(value))
    if (node.op !== 'Constant') nodes.push(node)
    else if (tensor) constants.set(node.outputs[0] ?? '', readTensor(tensor)[1])
  }
  return { nodes, constants }
}

/** Also returns the tensor of a node that is a constant. */
function readNode(message: Uint8Array): Node & { tensor: Uint8Array | undefined } {
  const fields = [...readFields(message)]
  const getAll = (wanted: number) => fields.flatMap(([number, value]) => (number === wanted ? [value] : []))
  const readTensors = (attribute: FieldValue) =>
    [...readFields(toBytes(attribute))].flatMap(([number, value]) => (number === 5 ? [toBytes(value)] : []))
  return {
    tensor: getAll(5).flatMap(readTensors)[0],
    op: getAll(4).map(toText).join(''),
    inputs: getAll(1).map(toText),
    outputs: getAll(2).map(toText),
    attributes: new Map(getAll(5).map(value => readAttribute(toBytes(value)))),
  }
}

/** Only integers are read: `i` and `ints`. */
function readAttribute(message: Uint8Array): [string, number[]] {
  let name = ''
  const values: number[] = []
  for (const [number, value] of readFields(message)) {
    if (number === 1) name = toText(value)
    if (number === 3 || number === 8) values.push(...(typeof value === 'number' ? [value] : value))
  }
  return [name, values]
}

function readTensor(message: Uint8Array): [string, Constant] {
  let name = ''
  let type = 0
  let raw = new Uint8Array()
  const shape: number[] = []
  for (const [number, value] of readFields(message)) {
    if (number === 1) shape.push(...(typeof value === 'number' ? [value] : value))
    if (number === 2 && typeof value === 'number') type = value
    if (number === 8) name = toText(value)
    // A copy, because the values may lie at an odd address.
    if (number === 9) raw = Uint8Array.from(toBytes(value))
  }
  return [name, { shape, data: toFloat32(raw, type, name) }]
}

function toFloat32(raw: Uint8Array<ArrayBuffer>, type: number, name: string): Float32Array {
  if (type === 1) return new Float32Array(raw.buffer)
  if (type === 3) return Float32Array.from(new Int8Array(raw.buffer))
  if (type === 10) return Float32Array.from(new Uint16Array(raw.buffer), halfToFloat)
  throw new Error(`The constant ${name} has the unknown type ${type}`)
}

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The value of a field: a number for a varint, the bytes of a string, a message or packed values. */
type FieldValue = number | Uint8Array

/**
 * Yields the fields of a Protocol Buffers message with their numbers, in file order.
 * @throws Error at a wire type other than 0, 1, 2 and 5; the values of 1 and 5 are skipped
 */
function* readFields(message: Uint8Array): Generator<[number: number, value: FieldValue]> {
  let position = 0
  const readVarint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message[position++]
      if (byte === undefined) throw new Error('The message is cut off')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (position < message.length) {
    const key = readVarint()
    const number = Math.floor(key / 8)
    const wireType = key % 8
    if (wireType === 0) yield [number, readVarint()]
    else if (wireType === 1) position += 8
    else if (wireType === 5) position += 4
    else if (wireType === 2) {
      const length = readVarint()
      if (position + length > message.length) throw new Error('The message is cut off')
      yield [number, message.subarray(position, position + length)]
      position += length
    } else throw new Error(`Unknown wire type ${wireType}`)
  }
}
