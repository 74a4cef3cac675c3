import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** Shown after an account deletion request: the date until which signing in keeps the account. */
export function DeletionNotice() {
  const { t, dateTime } = useTranslation()
  const [searchParams] = useSearchParams()
  const deletionDate = searchParams.get('leaves_at')
  if (deletionDate === null || Number.isNaN(Date.parse(deletionDate))) return null
  return <Notice title={t('login.leaving')}>{t('login.leaving_until', { when: dateTime(deletionDate) })}</Notice>
}
