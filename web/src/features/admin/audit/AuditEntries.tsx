import type { AuditEntry } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { describeEntry, type Translate } from './actions.ts'

/**
 * Lists audit entries as rows, on phones as cards. The actor links to a filtered log, and so does the subject in the details.
 */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, dateTime } = useTranslation()
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white">
      {entries.map(entry => (
        <li key={entry.id} className="flex flex-col px-4 py-2">
          <div className="grid gap-x-6 gap-y-1 pt-2 sm:items-center sm:pt-0 sm:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]">
            <p>
              <span className="sr-only">{t('audit.at')}: </span>
              <time dateTime={entry.at} className="text-muted">
                {dateTime(entry.at)}
              </time>
            </p>
            <p className="min-w-0 font-bold wrap-anywhere">
              <span className="sr-only">{t('audit.action')}: </span>
              {describeEntry(entry, t as Translate, { system: t('audit.system'), someone: t('audit.someone') })}
            </p>
            <p className="min-w-0 wrap-anywhere">
              <span className="text-muted">{t('audit.actor')}: </span>
              {entry.actor ? (
                <TextLink to={{ search: `?${new URLSearchParams({ actor: entry.actor.username })}` }}>
                  {entry.actor.username}
                </TextLink>
              ) : (
                t('audit.system')
              )}
            </p>
          </div>
          <AuditDetails entry={entry} />
        </li>
      ))}
    </ul>
  )
}
