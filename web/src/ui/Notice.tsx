import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from './join.ts'

const kinds = {
  error: { box: 'border-rust bg-rust-tint text-rust-ink', Icon: CircleAlert },
  success: { box: 'border-leaf bg-leaf-tint text-leaf-ink', Icon: CircleCheck },
  warning: { box: 'border-amber bg-amber-tint text-amber-ink', Icon: TriangleAlert },
  info: { box: 'border-blue bg-blue-tint text-blue-ink', Icon: Info },
}
export type NoticeKind = keyof typeof kinds

/** A message in the flow of the page. Errors are announced at once. */
export function Notice({
  kind = 'info',
  title,
  action,
  children,
}: {
  kind?: NoticeKind
  title?: string
  action?: ReactNode
  children?: ReactNode
}) {
  const { box, Icon } = kinds[kind]
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={join('flex gap-3 rounded-lg border p-4', box)}>
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {title && <p className="font-bold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {action}
      </div>
    </div>
  )
}
