import { useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'

/**
 * The page that the link in an SMS about a warning opens, without a sign-in. Its button stops these SMS: opening the link alone
 * changes nothing, because some phones open links to preview them.
 */
export function StopSms() {
  const { t } = useTranslation()
  const token = useLocation().hash.slice(1)
  const [isOn, setOn] = useState<boolean>()
  const [linkError, setLinkError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Public pages have no query client.
  async function choose(is_on: boolean) {
    setBusy(true)
    try {
      setOn((await callApi('PUT /api/surveillance/warning-sms/', { body: { token, is_on } })).is_on)
    } catch (error) {
      // Offline and the like: the link still works.
      if (error instanceof ApiError && (error.is('token_invalid') || error.is('validation_failed')))
        setLinkError(t('notices.sms_link_wrong'))
      else showError(t('notice.error'), getErrorMessage(error))
    }
    setBusy(false)
  }
  const isStopped = isOn === false
  return (
    <>
      <PageTitle title={t('notices.sms_title')} lead={t('notices.sms_lead')} />
      {linkError !== undefined && (
        <Notice kind="error" title={t('notice.error')}>
          {linkError}
        </Notice>
      )}
      {isOn !== undefined && (
        <Notice kind="success">{t(isStopped ? 'notices.sms_stopped' : 'notices.sms_restarted')}</Notice>
      )}
      {linkError === undefined && (
        <Button
          size="large"
          variant={isStopped ? 'secondary' : 'primary'}
          className="self-start"
          busy={isBusy}
          onClick={() => void choose(isStopped)}
        >
          {t(isStopped ? 'notices.undo' : 'notices.sms_stop')}
        </Button>
      )}
    </>
  )
}
