import { encodeModule, type FunctionCode } from './module.ts'

/** A memory of WebAssembly, in pages of 64 kB. Growing it replaces `buffer`. */
export type KernelMemory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }

/** The parts of the JavaScript API of WebAssembly that we use. Neither ECMAScript's nor Node's types declare it. */
type WebAssemblyApi = {
  Memory: new (descriptor: { initial: number }) => KernelMemory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: { kernel: { memory: KernelMemory } }) => { exports: Record<string, unknown> }
}

const getApi = () => (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly

export const createMemory = (): KernelMemory => new (getApi().Memory)({ initial: 1 })

const pageBytes = 65_536

/** Grows a memory to at least `byteLength` bytes. New memory contains zeros. */
export function growMemory(memory: KernelMemory, byteLength: number): void {
  const missing = byteLength - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
}

/** A compiled function. It reads and writes the memory that it was compiled for. */
export type KernelFunction = (...integers: number[]) => void

/**
 * Compiles functions for a memory, at once: browsers allow that for modules below 4 kB.
 * @throws WebAssembly.CompileError in a browser without WebAssembly SIMD
 */
export function compileFunctions<Name extends string>(
  memory: KernelMemory,
  functions: readonly (FunctionCode & { name: Name })[],
): Record<Name, KernelFunction> {
  const { Module, Instance } = getApi()
  const { exports } = new Instance(new Module(encodeModule(functions)), { kernel: { memory } })
  return exports as Record<Name, KernelFunction>
}
