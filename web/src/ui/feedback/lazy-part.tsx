import { type ComponentType, lazy } from 'react'
import { LoadError } from './LoadError.tsx'

/** Returns a part that loads when it is first rendered. If its file cannot be loaded, it says so, and the rest of the screen stays. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      part => ({ default: part }),
      error => ({ default: () => <LoadError error={error} onRetry={() => window.location.reload()} /> }),
    ),
  )
