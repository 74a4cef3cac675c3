// Copies what a running server needs from a built checkout into a folder, for the container image:
//   node scripts/collect-image.mjs FOLDER [CHECKOUT]
// Everything that is not listed stays out: sources, tests, documentation, training code, source maps and types.
import { cpSync, existsSync, lstatSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const paths = [
  'LICENSE',
  'NOTICE',
  'package.json',
  'node_modules',
  'packages/vision/models',
  'server/bin',
  'server/dist',
  'server/package.json',
  'web/dist',
]
const excludedFiles = /\.map$|\.d\.[cm]?ts$|\.tsbuildinfo$/
/** Workspaces are bundled, and a compiler is not needed. */
const excludedFolders = /^node_modules\/(@kutu|\.bin|\.cache|typescript|@typescript)(\/|$)/
/** ONNX Runtime ships its libraries for every platform; the image runs on that of its build. */
const runtimePlatform = /^node_modules\/onnxruntime-node\/bin\/[^/]+\/(?<platform>[^/]+)(?:\/(?<arch>[^/]+))?/
const isOtherPlatform = path => {
  const { platform = process.platform, arch = process.arch } = runtimePlatform.exec(path)?.groups ?? {}
  return platform !== process.platform || arch !== process.arch
}

const [target, checkout = join(dirname(fileURLToPath(import.meta.url)), '..')] = process.argv.slice(2)
if (!target || existsSync(target)) {
  console.error('Usage: node scripts/collect-image.mjs NEW_FOLDER [CHECKOUT]')
  process.exit(64)
}
const isIncluded = source => {
  const path = relative(checkout, source).replaceAll('\\', '/')
  return (
    !excludedFolders.test(path) && !isOtherPlatform(path) && !(excludedFiles.test(path) && lstatSync(source).isFile())
  )
}
for (const path of paths)
  cpSync(join(checkout, path), join(resolve(target), path), {
    recursive: true,
    filter: isIncluded,
    verbatimSymlinks: true,
  })
