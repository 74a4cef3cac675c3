import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { AuthLinks } from './AuthLinks.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useNewPassword } from './use-new-password.ts'

/** Sets a new password with the token of the letter's link. */
export function ConfirmPasswordReset() {
  const { t } = useText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = query.get('token')
  const [deadLink, setDeadLink] = useState<string>()
  const [isSending, setSending] = useState(false)
  const chosen = useNewPassword({ clearsWhenWrong: true })

  async function send(withToken: string) {
    const { password: new_password, confirm: confirm_password } = chosen
    const body = { token: withToken, new_password, confirm_password }
    const { message } = await call('POST /api/auth/reset-password/', { body })
    showSuccess(t('notice.success'), message)
    await navigate('/auth', { replace: true })
  }

  function refuse(error: unknown) {
    showError(t('notice.error'), messageOf(error))
    if (!(error instanceof ApiError)) return
    if (error.is('weak_password')) chosen.refuse(error.message)
    if (error.is('token_invalid')) setDeadLink(error.message)
  }

  async function setPassword(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setDeadLink(token ? undefined : t('reset.token_missing'))
    if (!token || !(await chosen.isGood())) return
    setSending(true)
    await send(token).catch(refuse)
    setSending(false)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('reset.title')} lead={t('reset.lead')} />
      {deadLink && (
        <Notice
          kind="error"
          title={t('notice.error')}
          action={<TextLink to="/auth/forgot-password">{t('reset.ask_again')}</TextLink>}
        >
          {deadLink}
        </Notice>
      )}
      <form noValidate onSubmit={setPassword} className="flex flex-col gap-6">
        <NewPasswordFields label={t('account.new_password')} of={chosen} />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
