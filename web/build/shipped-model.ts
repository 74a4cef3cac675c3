import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { findModelDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'

const name = 'virtual:shipped-model'
const modelsDir = fileURLToPath(new URL('../../packages/vision/models', import.meta.url))
/** About what a very slow connection transfers in half a minute, compressed. */
const chunkBytes = 256 * 1024

/**
 * Provides the addresses of the newest shipped model's files. Names have a content hash, so a new
 * head is downloaded alone. In a build, the network is split into chunks: a browser cannot resume a compressed
 * download, so a broken connection costs one chunk.
 * The quality thresholds are inlined, because a phone without the model also warns about dark photos.
 */
export function shippedModel(): Plugin {
  let isBuild = false
  return {
    name: 'kutu-shipped-model',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: id => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const dir = await findModelDir(modelsDir, undefined)
      const network = join(dir, 'model.onnx')
      const wholeFiles = { card: join(dir, 'card.json'), head: join(dir, 'head.bin'), ...(isBuild ? {} : { network }) }
      const lines = Object.entries(wholeFiles).map(
        ([key, file]) => `export { default as ${key} } from ${JSON.stringify(`${file}?url&no-inline`)}`,
      )
      if (isBuild) {
        const chunks = splitIntoChunks(await readFile(network), chunkBytes).map((source, index) =>
          this.emitFile({ type: 'asset', name: `network-${index + 1}.bin`, source }),
        )
        lines.push(`export const network = [${chunks.map(id => `import.meta.ROLLUP_FILE_URL_${id}`).join(', ')}]`)
      }
      const { card } = await readModelFiles(dir)
      const { version, quality } = card
      const paths = new Set([...Object.values(wholeFiles), network])
      const files = await Promise.all([...paths].map(path => readFile(path)))
      const values = Object.entries({ version, quality, bytes: measureBytes(files) })
      return [...lines, ...values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)].join('\n')
    },
  }
}

/**
 * Sums up the bytes of the files. A fast level estimates the transferred size: the server's files are compressed with the
 * slowest one, which makes them a little smaller.
 */
function measureBytes(files: readonly Buffer[]): { transferred: number; total: number } {
  const sum = (sizes: readonly number[]) => sizes.reduce((bytes, size) => bytes + size, 0)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  return {
    transferred: sum(files.map(file => brotliCompressSync(file, { params }).length)),
    total: sum(files.map(file => file.length)),
  }
}

const splitIntoChunks = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
