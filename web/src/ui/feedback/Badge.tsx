import { Circle, Diamond, Leaf, Square, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const tones = {
  leaf: { toneClass: 'border-leaf bg-leaf-tint text-leaf-ink', Shape: Leaf },
  rust: { toneClass: 'border-rust bg-rust-tint text-rust-ink', Shape: Triangle },
  blue: { toneClass: 'border-blue bg-blue-tint text-blue-ink', Shape: Square },
  amber: { toneClass: 'border-amber bg-amber-tint text-amber-ink', Shape: Diamond },
  plain: { toneClass: 'border-edge bg-white text-ink', Shape: Circle },
}
export type Tone = keyof typeof tones

/**
 * A status label. Each tone has a shape of its own, because color alone is not enough: leaf healthy, triangle rust,
 * square other disease, diamond unsure.
 */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  const { toneClass, Shape } = tones[tone]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 rounded-full border px-3 py-1 text-sm font-bold',
        toneClass,
      )}
    >
      <Shape aria-hidden="true" className="size-4 fill-current" />
      {children}
    </span>
  )
}
