// Instructions of the WebAssembly specification 2.0, section 5.4, as bytes. The SIMD ones follow the prefix 0xfd. Memory operands
// have the alignment 0, which is only a hint.

export const i32 = 0x7f
export const v128 = 0x7b

export const get = (local: number) => [0x20, ...leb128(local)]
export const set = (local: number) => [0x21, ...leb128(local)]
export const tee = (local: number) => [0x22, ...leb128(local)]
/** @param value from 0 to 2^31 - 1 */
export const i32Const = (value: number) => [0x41, ...signedLeb128(value)]
export const i32Add = 0x6a
export const i32Sub = 0x6b
const i32LessUnsigned = 0x49
export const loadInt32 = (offset = 0) => [0x28, 0, ...leb128(offset)]

export const loadAt = (offset = 0) => [0xfd, 0x00, 0, ...leb128(offset)]
export const loadSplat = (offset = 0) => [0xfd, 0x09, 0, ...leb128(offset)]
export const loadDoubleSplat = (offset = 0) => [0xfd, 0x0a, 0, ...leb128(offset)]
export const storeAt = (offset = 0) => [0xfd, 0x0b, 0, ...leb128(offset)]
/** Loads 32 or 64 bits into the low lanes; the others become zero. */
export const load32Zero = (offset = 0) => [0xfd, 0x5c, 0, ...leb128(offset)]
export const load64Zero = (offset = 0) => [0xfd, 0x5d, 0, ...leb128(offset)]
export const store32Lane = (offset: number, lane: 0 | 1) => [0xfd, 0x5a, 0, ...leb128(offset), lane]
export const store64Lane = (offset: number, lane: 0 | 1) => [0xfd, 0x5b, 0, ...leb128(offset), lane]
export const zeros = [0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
/** Chooses 16 bytes of two vectors; 0 to 15 are those of the first. */
export const shuffle = (bytes: readonly number[]) => [0xfd, 0x0d, ...bytes]
export const i32x4Splat = [0xfd, 0x11]
export const i32x4Add = [0xfd, 0xae, 0x01]
export const i32x4Mul = [0xfd, 0xb5, 0x01]
export const i32x4ShiftRight = [0xfd, 0xad, 0x01]
/** Join the lanes of two vectors in half the bits. */
export const narrowToShorts = [0xfd, 0x86, 0x01]
export const narrowToBytes = [0xfd, 0x66]
export const f32x4Add = [0xfd, 0xe4, 0x01]
export const f32x4Mul = [0xfd, 0xe6, 0x01]
/** Multiplies and adds, a part of WebAssembly 3.0, rounded once where the processor can. */
export const f32x4RelaxedMultiplyAdd = [0xfd, 0x85, 0x02]
/** The smaller or larger lanes, by one comparison: two equal zeros or a NaN give the first operand. */
export const f32x4PseudoMin = [0xfd, 0xea, 0x01]
export const f32x4PseudoMax = [0xfd, 0xeb, 0x01]
export const f64x2Add = [0xfd, 0xf0, 0x01]
export const f64x2Sub = [0xfd, 0xf1, 0x01]
export const f64x2Mul = [0xfd, 0xf2, 0x01]
export const f64x2Div = [0xfd, 0xf3, 0x01]
/** Converts the two low lanes to float64 and back; back leaves zeros in the high lanes. */
export const f64x2PromoteLow = [0xfd, 0x5f]
export const f32x4DemoteZero = [0xfd, 0x5e]
export const extendLowBytes = [0xfd, 0x89, 0x01]
export const extendHighBytes = [0xfd, 0x8a, 0x01]
export const extendLowShorts = [0xfd, 0xa9, 0x01]
export const extendHighShorts = [0xfd, 0xaa, 0x01]
export const f32x4ConvertUnsigned = [0xfd, 0xfb, 0x01]

export const startLoop = [0x03, 0x40]
/** Leaves or repeats the enclosing block of this depth, 0 the innermost, when the value on the stack is not 0. */
export const branchIf = (depth = 0) => [0x0d, depth]
export const end = 0x0b

/** Adds an amount to a local variable. */
export const addTo = (local: number, ...amount: number[]) => [...get(local), ...amount, i32Add, ...set(local)]

/** Repeats the enclosing loop while a local variable is below another one. */
export const repeatWhileLess = (local: number, limit: number) => [
  ...get(local),
  ...get(limit),
  i32LessUnsigned,
  ...branchIf(),
]

/** Encodes an unsigned integer as LEB128. */
export const leb128 = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...leb128(Math.floor(value / 128))]

const signedLeb128 = (value: number): number[] =>
  value < 64 ? [value] : [(value & 127) | 128, ...signedLeb128(Math.floor(value / 128))]
