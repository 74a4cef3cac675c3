import { Circle, Diamond, Leaf, Square, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from './join.ts'

const tones = {
  leaf: { look: 'border-leaf bg-leaf-tint text-leaf-ink', Shape: Leaf },
  rust: { look: 'border-rust bg-rust-tint text-rust-ink', Shape: Triangle },
  blue: { look: 'border-blue bg-blue-tint text-blue-ink', Shape: Square },
  amber: { look: 'border-amber bg-amber-tint text-amber-ink', Shape: Diamond },
  plain: { look: 'border-edge bg-white text-ink', Shape: Circle },
}
export type Tone = keyof typeof tones

/** A word of state. Each tone has its own shape as well: leaf healthy, triangle rust, square other, diamond unsure. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  const { look, Shape } = tones[tone]
  return (
    <span className={join('inline-flex items-center gap-2 rounded-full border px-3 py-1 text-sm font-bold', look)}>
      <Shape aria-hidden="true" className="size-4 fill-current" />
      {children}
    </span>
  )
}
