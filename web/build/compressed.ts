import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const heavy = /\.(wasm|onnx)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Lays compressed copies beside the heavy files, so that the server need not compress megabytes for each phone. */
export function compressed(): Plugin {
  return {
    name: 'kutu-compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter(name => heavy.test(name))
      await Promise.all(names.map(name => compressInto(join(dir, name))))
    },
  }
}

async function compressInto(path: string): Promise<void> {
  const bytes = await readFile(path)
  // Quality 10 and 11 win another tenth and take many times as long.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    brotli(bytes, { params }).then(small => writeFile(`${path}.br`, small)),
    zip(bytes, { level: 9 }).then(small => writeFile(`${path}.gz`, small)),
  ])
}
