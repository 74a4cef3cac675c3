import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const kinds = {
  error: { boxClass: 'border-rust bg-rust-tint text-rust-ink', Icon: CircleAlert },
  success: { boxClass: 'border-leaf bg-leaf-tint text-leaf-ink', Icon: CircleCheck },
  warning: { boxClass: 'border-amber bg-amber-tint text-amber-ink', Icon: TriangleAlert },
  info: { boxClass: 'border-blue bg-blue-tint text-blue-ink', Icon: Info },
}
export type NoticeKind = keyof typeof kinds

/** A message in the flow of the page. Screen readers announce errors immediately. */
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
  const { boxClass, Icon } = kinds[kind]
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={clsx('flex gap-3 rounded-lg border p-4', boxClass)}>
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {title && <p className="font-bold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {action}
      </div>
    </div>
  )
}
