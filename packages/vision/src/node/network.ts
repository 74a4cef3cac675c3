import './disable-telemetry.ts'
import * as ort from 'onnxruntime-node'
import type { Network } from '../inference/detect.ts'
import type { ModelCard } from '../inference/model-card.ts'

/**
 * Opens model.onnx with ONNX Runtime on one thread: in a network this small, more threads only wait for each other.
 * @throws Error when the file is missing or invalid
 */
export async function openNetwork(networkPath: string, { inputSize }: Pick<ModelCard, 'inputSize'>): Promise<Network> {
  const session = await ort.InferenceSession.create(networkPath, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  return async tensor => {
    const views = tensor.length / (3 * inputSize * inputSize)
    const outputs = await session.run({ image: new ort.Tensor('float32', tensor, [views, 3, inputSize, inputSize]) })
    return { features: getFloatOutput(outputs, 'features'), embeddings: getFloatOutput(outputs, 'embedding') }
  }
}

function getFloatOutput(outputs: ort.InferenceSession.ReturnType, name: string): Float32Array {
  const data = outputs[name]?.data
  if (data instanceof Float32Array) return data
  throw new Error(`model.onnx has no float32 output named ${name}`)
}
