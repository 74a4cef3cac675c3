const side = 8
export const colourOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A colour with white stripes or dots on it, so that whoever cannot tell the colours tells the patterns. */
export function fillOf(colour: string, pattern: 'stripes' | 'plain' | 'dots'): string | CanvasPattern {
  // As dense as the screen, so that the pattern is neither blurred nor mixed with its ground.
  const sharpness = Math.max(1, Math.round(devicePixelRatio))
  const tile = document.createElement('canvas')
  tile.width = side * sharpness
  tile.height = side * sharpness
  const drawing = tile.getContext('2d')
  if (pattern === 'plain' || !drawing) return colour
  drawing.scale(sharpness, sharpness)
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, side, side)
  drawing.fillStyle = '#fff'
  drawing.strokeStyle = '#fff'
  drawing.lineWidth = 1.5
  drawing.beginPath()
  if (pattern === 'dots') drawing.arc(side / 2, side / 2, 1.5, 0, 2 * Math.PI)
  // Three, so that the corners of neighbouring tiles meet.
  else
    for (const shift of [-side, 0, side]) {
      drawing.moveTo(shift - 1, side + 1)
      drawing.lineTo(shift + side + 1, -1)
    }
  if (pattern === 'dots') drawing.fill()
  else drawing.stroke()
  const repeated = drawing.createPattern(tile, 'repeat')
  repeated?.setTransform(new DOMMatrix().scale(1 / sharpness))
  return repeated ?? colour
}
