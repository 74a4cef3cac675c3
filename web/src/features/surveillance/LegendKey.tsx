import type { ReactNode } from 'react'

/** A mark of a chart or map, drawn in 28 by 28, with its meaning. */
export function LegendKey({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0">
        {children}
      </svg>
      {label}
    </li>
  )
}
