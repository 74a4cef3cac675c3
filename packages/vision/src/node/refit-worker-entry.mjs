// Entry of the refit worker when it runs from source: a thread does not inherit the TypeScript loader of its parent.
import { register } from 'tsx/esm/api'

register()
await import('./refit-worker.ts')
