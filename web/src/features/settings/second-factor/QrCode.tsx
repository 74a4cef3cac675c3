import { generate } from 'lean-qr'

/** The quiet zone around a QR code, in modules (ISO/IEC 18004, 6.3.8). */
const quietZone = 4

/** Draws a QR code as one SVG path, which the Content-Security-Policy allows: it has no inline style. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * quietZone
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const path = rows
    .flatMap(y => rows.filter(x => code.get(x, y)).map(x => `M${x + quietZone} ${y + quietZone}h1v1h-1z`))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-60 self-center rounded-lg border border-line bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
