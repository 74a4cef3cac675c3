import * as ort from 'onnxruntime-web/wasm'
import type { Card } from '../card.ts'
import type { Network } from '../diagnose.ts'

/**
 * Opens a network on ONNX Runtime's WebAssembly, on one thread: for a network this small more only wait for each other.
 * @param network bytes of model.onnx
 * @param runtime bytes of ort-wasm-simd-threaded.wasm
 */
export async function openNetwork(
  network: Uint8Array,
  runtime: ArrayBuffer,
  { inputSize }: Pick<Card, 'inputSize'>,
): Promise<Network> {
  ort.env.wasm.wasmBinary = runtime
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(network, { executionProviders: ['wasm'] })
  // The runtime keeps its own copy, compiled.
  delete ort.env.wasm.wasmBinary
  return async tensor => {
    const views = tensor.length / (3 * inputSize * inputSize)
    const outputs = await session.run({ image: new ort.Tensor('float32', tensor, [views, 3, inputSize, inputSize]) })
    return { features: floatsOf(outputs, 'features'), embeddings: floatsOf(outputs, 'embedding') }
  }
}

function floatsOf(outputs: ort.InferenceSession.ReturnType, name: string): Float32Array {
  const data = outputs[name]?.data
  if (data instanceof Float32Array) return data
  throw new Error(`model.onnx has no float32 output named ${name}`)
}
