import { callApi } from '../../../api/api-client.ts'
import { hasSession, storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmailLinkAction } from './EmailLinkAction.tsx'

/** Changes the email address with the link that was sent to the new one. */
export function ConfirmEmail() {
  const { t } = useTranslation()
  async function confirm(token: string) {
    const { message } = await callApi('POST /api/auth/confirm-email', { body: { token } })
    // If it fails, the next page behind sign-in loads the user record.
    if (hasSession()) await callApi('GET /api/auth/me').then(storeUser, () => undefined)
    return message
  }
  return (
    <EmailLinkAction
      title={t('email_change.confirm_title')}
      lead={t('email_change.confirm_lead')}
      label={t('email_change.confirm')}
      onRun={confirm}
    />
  )
}
