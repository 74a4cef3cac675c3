import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useFormatWaiting, useWaitingWork } from './use-waiting-work.ts'
import { waitingKindNames, waitingKinds } from './waiting-kinds.ts'

/** Links an expert to what waits, with counts. Renders nothing while nothing waits. */
export function WaitingLinks() {
  const { t } = useTranslation()
  const formatWaiting = useFormatWaiting()
  const waiting = useWaitingWork()
  const kinds = waitingKindNames.filter(kind => (waiting?.[kind] ?? 0) > 0)
  if (!waiting || kinds.length === 0) return null
  return (
    <nav aria-label={t('today.waiting')} className="flex flex-col gap-2">
      <h2 className="text-lg">{t('today.waiting')}</h2>
      <ul className="flex flex-wrap gap-2">
        {kinds.map(kind => {
          const { Icon, labelKey, path } = waitingKinds[kind]
          return (
            <li key={kind}>
              <Link
                to={path}
                className="flex min-h-12 items-center gap-2 rounded-full border border-edge bg-white px-4 font-bold hover:bg-leaf-tint"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-leaf-ink" />
                {t(labelKey)} {formatWaiting(waiting[kind])}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
