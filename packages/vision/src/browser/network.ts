import * as ort from 'onnxruntime-web/wasm'
import type { Network } from '../inference/diagnose.ts'
import type { ModelCard } from '../inference/model-card.ts'

/**
 * Opens a network with ONNX Runtime Web (WebAssembly).
 * @param network content of model.onnx
 * @param runtime content of ort-wasm-simd-threaded.wasm
 * @param threads more than one requires a cross-origin isolated page and a worker script that checks isRuntimeThread
 */
export async function openNetwork(
  network: Uint8Array,
  runtime: ArrayBuffer,
  { inputSize }: Pick<ModelCard, 'inputSize'>,
  threads: number,
): Promise<Network> {
  ort.env.wasm.wasmBinary = runtime
  ort.env.wasm.numThreads = threads
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(network, { executionProviders: ['wasm'] })
  // The runtime keeps its own compiled copy.
  delete ort.env.wasm.wasmBinary
  return async tensor => {
    const views = tensor.length / (3 * inputSize * inputSize)
    const outputs = await session.run({ image: new ort.Tensor('float32', tensor, [views, 3, inputSize, inputSize]) })
    return { features: getFloatOutput(outputs, 'features'), embeddings: getFloatOutput(outputs, 'embedding') }
  }
}

/**
 * Returns true when this worker is a thread of the runtime. The runtime starts the script that opened the network again,
 * under its own name, for each thread; the script must then do nothing.
 */
export const isRuntimeThread = (): boolean => self.name.startsWith('em-pthread')

function getFloatOutput(outputs: ort.InferenceSession.ReturnType, name: string): Float32Array {
  const data = outputs[name]?.data
  if (data instanceof Float32Array) return data
  throw new Error(`model.onnx has no float32 output named ${name}`)
}
