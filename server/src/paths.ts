import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Resolves a path relative to this file. It works in the source tree and in the bundle in dist/, which is equally deep.
 */
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const isBundled = existsSync(resolvePath('vision-worker.js'))

/** Returns the folder of the built web app; undefined if it has not been built. */
export const findWebFolder = () => [resolvePath('../../web/dist')].find(folder => existsSync(folder))

/** Paths of the model and of the inference worker for `openVision`. */
export const visionPaths = () =>
  isBundled
    ? {
        workerUrl: new URL('vision-worker.js', import.meta.url),
        modelsDir: resolvePath('../../packages/vision/models'),
      }
    : {}

/** URL of the bundled refit worker; undefined when running from the sources. */
export const refitWorkerUrl = () => (isBundled ? new URL('refit-worker.js', import.meta.url) : undefined)
