// Writes modules of the WebAssembly specification 2.0, section 5.5, with functions on 32-bit integers.

import { i32, leb128, v128 } from './instructions.ts'

/** A function with `parameters` 32-bit integers, then local variables: `integers` of 32 bits and `vectors` of 128 bits. */
export type FunctionCode = {
  name: string
  parameters: number
  integers: number
  vectors: number
  code: readonly number[]
}

const functionType = 0x60
const endOfFunction = 0x0b
const vector = (items: readonly number[][]) => [...leb128(items.length), ...items.flat()]
const sized = (bytes: readonly number[]) => [...leb128(bytes.length), ...bytes]
const section = (id: number, items: readonly number[][]) => [id, ...sized(vector(items))]
const name = (text: string) => sized([...new TextEncoder().encode(text)])

/** Returns the bytes of a module that exports the functions and imports its memory as `kernel.memory`. */
export function encodeModule(functions: readonly FunctionCode[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters }) => [functionType, ...sized(new Array<number>(parameters).fill(i32)), 0]),
    ),
    ...section(2, [[...name('kernel'), ...name('memory'), 0x02, 0x00, 0x01]]),
    ...section(
      3,
      functions.map((_, type) => leb128(type)),
    ),
    ...section(
      7,
      functions.map((entry, index) => [...name(entry.name), 0x00, ...leb128(index)]),
    ),
    ...section(
      10,
      functions.map(({ integers, vectors, code }) =>
        sized([
          ...vector([
            [...leb128(integers), i32],
            [...leb128(vectors), v128],
          ]),
          ...code,
          endOfFunction,
        ]),
      ),
    ),
  ])
}
