import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { findModelDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'

const name = 'virtual:shipped-model'
const modelsDir = fileURLToPath(new URL('../../packages/vision/models', import.meta.url))
const runtime = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
/** What one bar of signal brings in half a minute, compressed. */
const pieceOf = { network: 256 * 1024, runtime: 1024 * 1024 }

/**
 * Offers the addresses of the newest shipped model's files and of the runtime; each is named by its content, so a new head is
 * fetched alone. Network and runtime come in pieces: a connection that breaks off costs one of them, for a browser takes up
 * no compressed file where it was left. In development they are whole.
 * What a photo must be like stands in the script itself: also a phone without the model says when a photo is too dark.
 */
export function shippedModel(): Plugin {
  let isBuild = false
  return {
    name: 'kutu-shipped-model',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: id => (id === name ? `\0${name}` : undefined),
    // The runtime's own script names it too, and would only fetch it if it were not given it.
    generateBundle(_, bundle) {
      for (const file of Object.keys(bundle)) if (file.endsWith('.wasm')) delete bundle[file]
    },
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const dir = await findModelDir(modelsDir, undefined)
      const heavy = { network: join(dir, 'model.onnx'), runtime }
      const whole = { card: join(dir, 'card.json'), head: join(dir, 'head.bin'), ...(isBuild ? {} : heavy) }
      const lines = Object.entries(whole).map(
        ([key, file]) => `export { default as ${key} } from ${JSON.stringify(`${file}?url&no-inline`)}`,
      )
      const emit = (piece: Buffer, key: string, at: number) =>
        this.emitFile({ type: 'asset', name: `${key}-${at + 1}.bin`, source: piece })
      const inPieces = async (key: keyof typeof heavy) => {
        const pieces = piecesOf(await readFile(heavy[key]), pieceOf[key]).map((piece, at) => emit(piece, key, at))
        return `export const ${key} = [${pieces.map(piece => `import.meta.ROLLUP_FILE_URL_${piece}`).join(', ')}]`
      }
      if (isBuild) lines.push(await inPieces('network'), await inPieces('runtime'))
      const { card } = await readModelFiles(dir)
      const { version, quality } = card
      const values = Object.entries({ version, quality })
      return [...lines, ...values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)].join('\n')
    },
  }
}

const piecesOf = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
