// Entry of the inference worker when it runs from source: a thread does not inherit the TypeScript loader of its parent.
import { register } from 'tsx/esm/api'

register()
export const { runTask } = await import('./inference-worker.ts')
