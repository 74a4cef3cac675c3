import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { LoadError } from './LoadError.tsx'

/**
 * Returns a part that loads when it is first rendered; until then `fallback` stands there. If its file cannot be loaded, it says so,
 * and the rest of the screen stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) {
  const Part: ComponentType<Props> = lazy(() =>
    load().then(
      part => ({ default: part }),
      error => ({ default: () => <LoadError error={error} onRetry={() => window.location.reload()} /> }),
    ),
  )
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}
