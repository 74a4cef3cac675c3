import { useState } from 'react'
import { useLocation } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { hasSession, storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { useLinkParameters } from '../use-link-parameters.ts'

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

/** Takes back a change of the email address with the link that was sent to the old one, and leads to a new password. */
export function UndoEmailChange() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  async function undo(token: string) {
    const { message, data } = await callApi('POST /api/auth/undo-email-change', { body: { token } })
    // The account is signed out everywhere. If it is the one on this device, this call finds that out and ends its session.
    if (hasSession()) await callApi('GET /api/auth/me').catch(() => undefined)
    showSuccess(message)
    navigate(`/auth/confirm-password-reset?${new URLSearchParams(data)}`, { replace: true })
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

/**
 * A page that an emailed link opens. Its button runs the action with the token of the link: opening the link alone changes
 * nothing, because mail programs open links to check them.
 */
function EmailLinkAction({
  title,
  lead,
  label,
  onRun,
}: {
  title: string
  lead: string
  label: string
  /** Runs the action and returns the message for its success. */
  onRun: (token: string) => Promise<string>
}) {
  const { t } = useTranslation()
  const { token } = useLinkParameters('token')
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [linkError, setLinkError] = useState(token === null ? t('reset.token_missing') : undefined)
  async function run() {
    if (token === null) return
    setBusy(true)
    try {
      setResult(await onRun(token))
    } catch (error) {
      // Offline and the like: the link still works.
      const isFinal = error instanceof ApiError && (error.is('token_invalid') || error.is('email_taken'))
      if (isFinal) setLinkError(error.message)
      else showError(error)
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={title} lead={lead} />
      {result && (
        <Notice
          kind="success"
          title={t('notice.success')}
          action={<LinkButton to="/account">{t('email_change.go_on')}</LinkButton>}
        >
          {result}
        </Notice>
      )}
      {linkError && (
        <Notice kind="error" title={t('notice.error')}>
          {linkError}
        </Notice>
      )}
      {!result && !linkError && (
        <Button size="large" className="self-start" busy={isBusy} onClick={() => void run()}>
          {label}
        </Button>
      )}
    </div>
  )
}
