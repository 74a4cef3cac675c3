import { vi } from 'vitest'

/** Gives canvas elements a 2D context that draws nothing, so that a chart can be created and its options checked. */
export function stubCanvas(): void {
  const context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (target, name) => {
        if (name === 'measureText') return () => ({ width: 10 })
        if (name in target) return target[String(name)]
        return () => undefined
      },
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    context.canvas = this
    return context as never
  })
}
