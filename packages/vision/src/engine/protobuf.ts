/** The value of a field: a number for a varint, the bytes of a string, a message or packed values. */
export type FieldValue = number | Uint8Array

/**
 * Yields the fields of a Protocol Buffers message with their numbers, in file order.
 * @throws Error at a wire type other than 0, 1, 2 and 5; the values of 1 and 5 are skipped
 */
export function* readFields(message: Uint8Array): Generator<[number: number, value: FieldValue]> {
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
