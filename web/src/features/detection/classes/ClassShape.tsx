import type { RustClass } from '@kutu/contract/common'
import { clsx } from 'clsx'
import { Leaf, Square, Triangle } from 'lucide-react'

const shapes = {
  common_rust: { Shape: Triangle, ink: 'text-rust' },
  healthy: { Shape: Leaf, ink: 'text-leaf' },
  other_disease: { Shape: Square, ink: 'text-blue' },
}

/** The icon of a class in its color. Decorative: the class name must stand next to it. */
export function ClassShape({ rustClass, className }: { rustClass: RustClass; className: string }) {
  const { Shape, ink } = shapes[rustClass]
  return <Shape aria-hidden="true" className={clsx('shrink-0 fill-current', ink, className)} />
}
