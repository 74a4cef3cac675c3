import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files named by their content: nothing changes them after this. */
const lasting = /^assets\/.+\.(js|css|svg|json|bin)$/
const runtimePiece = /\/runtime-\d+-[^/]+\.bin$/
const least = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Lays compressed copies beside the files, so that a phone gets the smallest and the server compresses none of them again.
 * What is built for development travels nowhere.
 */
export function compressed(): Plugin {
  return {
    name: 'kutu-compressed',
    apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter(name => lasting.test(name))
      await Promise.all(names.map(name => compressInto(join(dir, name))))
    },
  }
}

async function compressInto(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < least) return
  // The best quality would win another seventh of the runtime, and take a minute of every build.
  const quality = runtimePiece.test(path) ? 9 : constants.BROTLI_MAX_QUALITY
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    brotli(bytes, { params }).then(small => writeFile(`${path}.br`, small)),
    zip(bytes, { level: 9 }).then(small => writeFile(`${path}.gz`, small)),
  ])
}
