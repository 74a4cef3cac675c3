// The entry of a worker thread run from source: a thread does not inherit the TypeScript loader of its parent.
import { register } from 'tsx/esm/api'

register()
export const { answer } = await import('./inference-worker.ts')
