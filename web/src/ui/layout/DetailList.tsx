import type { ReactNode } from 'react'

/** A name and its value, in a description list. */
export function Detail({
  name,
  valueClass = 'break-words',
  children,
}: {
  name: string
  valueClass?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={valueClass}>{children}</dd>
    </div>
  )
}

/** A description list, by default with two details in a row where there is room. */
export function DetailList({
  details,
  className = 'grid gap-x-6 gap-y-3 sm:grid-cols-2',
  valueClass,
  children,
}: {
  details: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
  valueClass?: string
  /** Follows the details. */
  children?: ReactNode
}) {
  return (
    <dl className={className}>
      {details.map(([name, value]) => (
        <Detail key={name} {...{ name, valueClass }}>
          {value}
        </Detail>
      ))}
      {children}
    </dl>
  )
}
