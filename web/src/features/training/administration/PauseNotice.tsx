import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { summaryQuery } from '../queries.ts'

/** Says that teaching is paused, since when and by whom; nothing while it is not. */
export function PauseNotice({ action, children }: { action?: ReactNode; children?: ReactNode }) {
  const { t, dateTime } = useTranslation()
  const paused = useQuery(summaryQuery()).data?.paused
  if (!paused) return null
  return (
    <Notice kind="warning" title={t('pause.title')} action={action}>
      <p className="wrap-anywhere">{t('pause.since', { name: paused.by.username, when: dateTime(paused.at) })}</p>
      {children}
    </Notice>
  )
}
