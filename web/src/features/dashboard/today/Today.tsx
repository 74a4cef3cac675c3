import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useFormatWaiting, useWaitingWork } from './use-waiting-work.ts'
import { type WaitingKind, waitingKindNames, waitingKinds } from './waiting-kinds.ts'

/** Shows everything that waits for the expert: the counts, and below them the oldest of each kind that `lists` can show. */
export function Today({ lists }: { lists: Partial<Record<WaitingKind, ReactNode>> }) {
  const { t } = useTranslation()
  const formatWaiting = useFormatWaiting()
  const waiting = useWaitingWork()
  // The figures below say why when the server cannot be reached.
  if (!waiting) return null
  const kinds = waitingKindNames.filter(kind => waiting[kind] > 0)
  return (
    <section aria-labelledby="today" className="flex flex-col gap-6">
      <h2 id="today" className="-mb-2 text-xl">
        {t('today.title')}
      </h2>
      {kinds.length === 0 && <EmptyState title={t('today.clear')}>{t('today.clear_hint')}</EmptyState>}
      {kinds.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {kinds.map(kind => {
            const { Icon, labelKey, path } = waitingKinds[kind]
            return (
              <li key={kind} className="flex">
                <Link
                  to={path}
                  className="flex min-h-16 grow items-center gap-3 rounded-lg border border-line bg-white p-3 hover:border-leaf-ink hover:bg-leaf-tint sm:p-4"
                >
                  <Icon aria-hidden="true" className="size-7 shrink-0 text-leaf-ink" />
                  <span className="flex min-w-0 flex-col leading-tight">
                    <span className="text-2xl font-bold">{formatWaiting(waiting[kind])}</span>{' '}
                    <span className="text-sm text-muted">{t(labelKey)}</span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {kinds.map(kind => {
        const list = lists[kind]
        if (list === undefined) return null
        const { labelKey, path } = waitingKinds[kind]
        return (
          <section key={kind} aria-label={t(labelKey)} className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <h2 className="text-lg">{t(labelKey)}</h2>
              <TextLink to={path}>{t('today.see_all', { count: formatWaiting(waiting[kind]) })}</TextLink>
            </div>
            {list}
          </section>
        )
      })}
    </section>
  )
}
