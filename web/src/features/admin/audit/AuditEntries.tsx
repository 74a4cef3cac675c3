import type { AuditEntry } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { describeEntry, type Translate } from './actions.ts'

/**
 * Lists audit entries as rows, on phones as cards. Actor and subject link to a filtered log.
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
          <p className="text-sm break-all text-muted">
            {t('audit.subject')}: {entry.subject_type}{' '}
            <TextLink to={{ search: `?${new URLSearchParams({ subject_id: entry.subject_id })}` }}>
              {entry.subject_id}
            </TextLink>
          </p>
          {entry.origin?.network && (
            <p className="text-sm break-all text-muted">
              {t('audit.network')}: {entry.origin.network}
            </p>
          )}
          <AuditChanges before={entry.before} after={entry.after} />
        </li>
      ))}
    </ul>
  )
}
