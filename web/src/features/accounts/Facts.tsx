import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'

/** Names and what is known under them; empty text is told as not given. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const { t } = useText()
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {of.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="break-words">{value || <span className="text-muted">{t('profile.not_given')}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
