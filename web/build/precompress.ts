import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Names with a content hash: the files do not change later. */
const hashedAsset = /^assets\/.+\.(js|css|svg|json|bin)$/
const minBytes = 1024
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Writes .br and .gz copies beside the files, so that the server compresses nothing at run time. Development builds are
 * skipped.
 */
export function precompress(): Plugin {
  return {
    name: 'kutu-precompress',
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
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    brotliAsync(bytes, { params }).then(compressedBytes => writeFile(`${path}.br`, compressedBytes)),
    gzipAsync(bytes, { level: 9 }).then(compressedBytes => writeFile(`${path}.gz`, compressedBytes)),
  ])
}
