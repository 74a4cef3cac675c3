import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Lists terms and values. An empty value is shown as "not given". */
export function DescriptionList({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {entries.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="break-words">{value || <span className="text-muted">{t('profile.not_given')}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
