import { vi } from 'vitest'

/**
 * Gives canvas elements a 2D context that draws nothing, so that a chart can be created and its options checked. Returns the
 * words and the addresses of the images that would have been drawn.
 */
export function stubCanvas(): { texts: string[]; images: string[] } {
  const texts: string[] = []
  const images: string[] = []
  const context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (target, name) => {
        if (name === 'measureText') return () => ({ width: 10 })
        if (name === 'fillText') return (text: string) => texts.push(text)
        if (name === 'drawImage') return ({ src }: HTMLImageElement) => images.push(new URL(src).pathname)
        if (name in target) return target[String(name)]
        return () => undefined
      },
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    context.canvas = this
    return context as never
  })
  return { texts, images }
}
