import type { ReactNode } from 'react'
import { Logo } from '../media/Logo.tsx'

type Props = {
  title: string
  action?: ReactNode
  /** A decorative drawing; left out, the logo. */
  picture?: ReactNode
  children?: ReactNode
}

/** Says that a list is empty and offers a way to change that. */
export function EmptyState({ title, action, picture, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-edge bg-white px-6 py-10 text-center">
      {picture ?? <Logo className="size-24" />}
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  )
}
