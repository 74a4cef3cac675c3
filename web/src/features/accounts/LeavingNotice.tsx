import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'

/** For who has just asked to be deleted, and comes here from the settings: until when signing in keeps the account. */
export function LeavingNotice() {
  const { t, dateTime } = useText()
  const [params] = useSearchParams()
  const leaves = params.get('leaves_at')
  if (leaves === null || Number.isNaN(Date.parse(leaves))) return null
  return <Notice title={t('login.leaving')}>{t('login.leaving_until', { when: dateTime(leaves) })}</Notice>
}
