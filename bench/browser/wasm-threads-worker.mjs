// Runs the network on ONNX Runtime Web with a given number of threads, in a worker of the page of wasm-threads.ts.
import * as ort from '/ort/ort.wasm.bundle.min.mjs'

const bytesOf = async path => (await fetch(path)).arrayBuffer()

async function open({ threads, network, side, views }) {
  ort.env.wasm.wasmBinary = await bytesOf('/ort/ort-wasm-simd-threaded.wasm')
  ort.env.wasm.numThreads = threads
  const session = await ort.InferenceSession.create(new Uint8Array(await bytesOf(network)), {
    executionProviders: ['wasm'],
  })
  const tensor = Float32Array.from({ length: views * 3 * side * side }, (_, i) => Math.sin(i))
  return () => session.run({ image: new ort.Tensor('float32', tensor, [views, 3, side, side]) })
}

let run
self.addEventListener('message', async ({ data }) => {
  if (data.threads !== undefined) {
    run = await open(data)
    return self.postMessage({ ms: 0 })
  }
  if (data !== 'run') return
  const began = performance.now()
  await run()
  self.postMessage({ ms: performance.now() - began })
})
