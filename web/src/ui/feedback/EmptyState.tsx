import type { ReactNode } from 'react'
import { Logo } from '../media/Logo.tsx'

/** Says that a list is empty and offers a way to change that. */
export function EmptyState({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-edge bg-white px-6 py-10 text-center">
      <Logo className="size-12 opacity-60 grayscale" />
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  )
}
