import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A bordered box. With a title it is a labeled section. */
export function Card({
  title,
  action,
  className,
  children,
}: {
  title?: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const cardClass = clsx(
    'flex flex-col gap-4 rounded-lg border border-line bg-white p-[min(1rem,5vw)] sm:p-6',
    className,
  )
  if (!title) return <div className={cardClass}>{children}</div>
  return (
    <section className={cardClass}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg wrap-anywhere">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
