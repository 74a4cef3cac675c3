const tileSize = 8
export const readColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A colour with white stripes or dots on it, so that whoever cannot tell the colours tells the patterns. */
export function createFill(color: string, pattern: 'stripes' | 'plain' | 'dots'): string | CanvasPattern {
  // As dense as the screen, so that the pattern is neither blurred nor mixed with its ground.
  const pixelRatio = Math.max(1, Math.round(devicePixelRatio))
  const tile = document.createElement('canvas')
  tile.width = tileSize * pixelRatio
  tile.height = tileSize * pixelRatio
  const context = tile.getContext('2d')
  if (pattern === 'plain' || !context) return color
  context.scale(pixelRatio, pixelRatio)
  context.fillStyle = color
  context.fillRect(0, 0, tileSize, tileSize)
  context.fillStyle = '#fff'
  context.strokeStyle = '#fff'
  context.lineWidth = 1.5
  context.beginPath()
  if (pattern === 'dots') context.arc(tileSize / 2, tileSize / 2, 1.5, 0, 2 * Math.PI)
  // Three, so that the corners of neighbouring tiles meet.
  else
    for (const shift of [-tileSize, 0, tileSize]) {
      context.moveTo(shift - 1, tileSize + 1)
      context.lineTo(shift + tileSize + 1, -1)
    }
  if (pattern === 'dots') context.fill()
  else context.stroke()
  const canvasPattern = context.createPattern(tile, 'repeat')
  canvasPattern?.setTransform(new DOMMatrix().scale(1 / pixelRatio))
  return canvasPattern ?? color
}
