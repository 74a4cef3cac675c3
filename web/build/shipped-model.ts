import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { findModelDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'

const name = 'virtual:shipped-model'
const modelsDir = fileURLToPath(new URL('../../packages/vision/models', import.meta.url))
const files = { card: 'card.json', head: 'head.bin', network: 'model.onnx' }

/**
 * Offers the addresses of the newest shipped model's files; each is named by its content, so a new head is fetched alone.
 * What a photo must be like stands in the script itself: also a phone without the model says when a photo is too dark.
 */
export function shippedModel(): Plugin {
  return {
    name: 'kutu-shipped-model',
    resolveId: id => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const dir = await findModelDir(modelsDir, undefined)
      const lines = Object.entries(files).map(
        ([key, file]) => `export { default as ${key} } from ${JSON.stringify(`${join(dir, file)}?url&no-inline`)}`,
      )
      const { card } = await readModelFiles(dir)
      const { version, quality } = card
      const values = Object.entries({ version, quality })
      return [...lines, ...values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)].join('\n')
    },
  }
}
