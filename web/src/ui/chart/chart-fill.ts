export type FillPattern = 'stripes' | 'plain' | 'dots' | 'hatching'

const tileSize = 8
export const readColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/**
 * Returns a fill with stripes or dots of the paper on a color, so that classes differ without color vision. Hatching is thin lines
 * of the color on the paper.
 */
export function createFill(color: string, pattern: FillPattern): string | CanvasPattern {
  // At the resolution of the screen, so that the pattern is not blurred.
  const pixelRatio = Math.max(1, Math.round(devicePixelRatio))
  const tile = document.createElement('canvas')
  tile.width = tileSize * pixelRatio
  tile.height = tileSize * pixelRatio
  const context = tile.getContext('2d')
  if (pattern === 'plain' || !context) return color
  context.scale(pixelRatio, pixelRatio)
  const paper = readColor('--color-white')
  const isHatched = pattern === 'hatching'
  context.fillStyle = isHatched ? paper : color
  context.fillRect(0, 0, tileSize, tileSize)
  context.fillStyle = paper
  context.strokeStyle = isHatched ? color : paper
  context.lineWidth = isHatched ? 1 : 1.5
  context.beginPath()
  if (pattern === 'dots') context.arc(tileSize / 2, tileSize / 2, 1.5, 0, 2 * Math.PI)
  // Three lines, so that the corners of adjacent tiles join.
  else
    for (const shift of [-tileSize, 0, tileSize]) {
      context.moveTo(shift - 1, tileSize + 1)
      context.lineTo(shift + tileSize + 1, -1)
      if (!isHatched) continue
      context.moveTo(shift - 1, -1)
      context.lineTo(shift + tileSize + 1, tileSize + 1)
    }
  if (pattern === 'dots') context.fill()
  else context.stroke()
  const canvasPattern = context.createPattern(tile, 'repeat')
  canvasPattern?.setTransform(new DOMMatrix().scale(1 / pixelRatio))
  return canvasPattern ?? color
}
