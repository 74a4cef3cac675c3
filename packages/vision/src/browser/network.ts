import { openEngine } from '../engine/engine.ts'
import type { Network } from '../inference/detect.ts'
import type { ModelCard } from '../inference/model-card.ts'

/**
 * Opens a network with our own engine: ONNX Runtime Web would be twice as large as the model.
 * @param network content of model.onnx
 */
export async function openNetwork(network: Uint8Array, { inputSize }: Pick<ModelCard, 'inputSize'>): Promise<Network> {
  const run = await openEngine(network, inputSize)
  const viewLength = 3 * inputSize * inputSize
  return async tensor => {
    const views = Array.from({ length: tensor.length / viewLength }, (_, view) =>
      run(tensor.subarray(view * viewLength, (view + 1) * viewLength)),
    )
    return {
      features: concatenate(views.map(({ features }) => features)),
      embeddings: concatenate(views.map(({ embedding }) => embedding)),
    }
  }
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
