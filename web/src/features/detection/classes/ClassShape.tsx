import type { RustClass } from '@kutu/contract/common'
import { Leaf, Square, Triangle } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'

const shapes = {
  common_rust: { Shape: Triangle, ink: 'text-rust' },
  healthy: { Shape: Leaf, ink: 'text-leaf' },
  other_disease: { Shape: Square, ink: 'text-blue' },
}

/** The shape of a class in its colour, beside the words that say it. */
export function ClassShape({ rustClass, className }: { rustClass: RustClass; className: string }) {
  const { Shape, ink } = shapes[rustClass]
  return <Shape aria-hidden="true" className={classNames('shrink-0 fill-current', ink, className)} />
}
