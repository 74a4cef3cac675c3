import { useNavigate } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { hasSession } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { EmailLinkAction } from './EmailLinkAction.tsx'

/** Takes back a change of the email address with the link that was sent to the old one, and leads to a new password. */
export function UndoEmailChange() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  async function undo(token: string) {
    const { message, data } = await callApi('POST /api/auth/undo-email-change', { body: { token } })
    // The account is signed out everywhere. If it is the one on this device, this call finds that out and ends its session.
    if (hasSession()) await callApi('GET /api/auth/me').catch(() => undefined)
    showSuccess(t('notice.success'), message)
    await navigate(`/auth/confirm-password-reset?${new URLSearchParams(data)}`, { replace: true })
    return message
  }
  return (
    <EmailLinkAction
      title={t('email_change.undo_title')}
      lead={t('email_change.undo_lead')}
      label={t('email_change.undo')}
      onRun={undo}
    />
  )
}
