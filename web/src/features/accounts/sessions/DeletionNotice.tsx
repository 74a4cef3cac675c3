import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** For who has just asked to be deleted, and comes here from the settings: until when signing in keeps the account. */
export function DeletionNotice() {
  const { t, dateTime } = useTranslation()
  const [searchParams] = useSearchParams()
  const deletionDate = searchParams.get('leaves_at')
  if (deletionDate === null || Number.isNaN(Date.parse(deletionDate))) return null
  return <Notice title={t('login.leaving')}>{t('login.leaving_until', { when: dateTime(deletionDate) })}</Notice>
}
