import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'

/** The field within the drawing, in its own units. */
const field = { left: 62, top: 10, width: 240, height: 200 }
const size = { width: 320, height: 262 }
const quarters = [0, 0.25, 0.5, 0.75, 1]

export type Place = (x: number, y: number) => { x: number; y: number }

/**
 * Axes of shares from 0 to 1 across and from 0 to `most` upwards; what is drawn between them is placed by its shares.
 * The drawing is one picture to a screen reader, so its figures must stand in a table, too.
 */
export function ChartFrame({
  label,
  across,
  up,
  most = 1,
  children,
}: {
  label: string
  across: string
  up: string
  most?: number
  children: (place: Place) => ReactNode
}) {
  const { percent } = useText()
  const place: Place = (x, y) => ({
    x: field.left + x * field.width,
    y: field.top + (1 - y / most) * field.height,
  })
  const bottom = field.top + field.height
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size.width} ${size.height}`} className="w-full max-w-xl">
      {quarters.map(at => {
        const { x } = place(at, 0)
        const { y } = place(0, at * most)
        return (
          <g key={at}>
            <line x1={field.left} x2={field.left + field.width} y1={y} y2={y} className="stroke-line" />
            <text x={field.left - 6} y={y + 4} textAnchor="end" fontSize={12} className="fill-muted">
              {percent(at * most, most < 0.2 ? 1 : 0)}
            </text>
            <text x={x} y={bottom + 18} textAnchor="middle" fontSize={12} className="fill-muted">
              {percent(at, 0)}
            </text>
          </g>
        )
      })}
      <text
        x={field.left + field.width / 2}
        y={size.height - 12}
        textAnchor="middle"
        fontSize={13}
        className="fill-ink"
      >
        {across}
      </text>
      <text
        transform={`translate(12 ${field.top + field.height / 2}) rotate(-90)`}
        textAnchor="middle"
        fontSize={13}
        className="fill-ink"
      >
        {up}
      </text>
      {children(place)}
    </svg>
  )
}
