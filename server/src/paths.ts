import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where things lie, seen from the source tree and from the bundle in dist/ alike. */
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const isBundled = existsSync(resolvePath('vision-worker.js'))

/** The built web app, or undefined when nobody built it. */
export const findWebFolder = () => [resolvePath('../../web/dist')].find(folder => existsSync(folder))

/** The model and the inference worker, as `openVision` wants them. */
export const visionPaths = () =>
  isBundled
    ? {
        workerUrl: new URL('vision-worker.js', import.meta.url),
        modelsDir: resolvePath('../../packages/vision/models'),
      }
    : {}

/** The worker that refits; undefined for that of the sources. */
export const refitWorkerUrl = () => (isBundled ? new URL('refit-worker.js', import.meta.url) : undefined)
