import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files named by their content: nothing changes them after this. */
const hashedAsset = /^assets\/.+\.(js|css|svg|json|bin)$/
const runtimeChunk = /\/runtime-\d+-[^/]+\.bin$/
const minBytes = 1024
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Lays compressed copies beside the files, so that a phone gets the smallest and the server compresses none of them again.
 * What is built for development travels nowhere.
 */
export function precompress(): Plugin {
  return {
    name: 'kutu-compressed',
    apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter(name => hashedAsset.test(name))
      await Promise.all(names.map(name => compressFile(join(dir, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < minBytes) return
  // The best quality would win another seventh of the runtime, and take a minute of every build.
  const quality = runtimeChunk.test(path) ? 9 : constants.BROTLI_MAX_QUALITY
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    brotliAsync(bytes, { params }).then(compressedBytes => writeFile(`${path}.br`, compressedBytes)),
    gzipAsync(bytes, { level: 9 }).then(compressedBytes => writeFile(`${path}.gz`, compressedBytes)),
  ])
}
