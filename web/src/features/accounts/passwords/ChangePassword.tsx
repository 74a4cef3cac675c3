import type { User } from '@kutu/contract/accounts/accounts'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useNewPassword } from './use-new-password.ts'

/** Changes the password. All other devices are signed out. */
export function ChangePassword({ user }: { user: User }) {
  const { t } = useTranslation()
  const oldPasswordRef = useRef<HTMLInputElement>(null)
  const [oldPassword, setOldPassword] = useState('')
  const [oldPasswordError, setOldPasswordError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const passwordForm = useNewPassword({ clearOnError: true })

  function showOldPasswordError(message: string) {
    setOldPasswordError(message)
    oldPasswordRef.current?.focus()
  }

  async function submit() {
    const { password: newPassword, confirm: confirmPassword } = passwordForm
    const { message } = await callApi('POST /api/auth/change-password', {
      body: { oldPassword, newPassword, confirmPassword },
    })
    passwordForm.clear()
    setOldPassword('')
    showSuccess(t('notice.success'), message)
  }

  function handleError(error: unknown) {
    showError(t('notice.error'), getErrorMessage(error))
    if (!(error instanceof ApiError)) return
    if (error.is('wrong_password')) showOldPasswordError(error.message)
    if (error.is('weak_password')) passwordForm.showPasswordError(error.message)
  }

  async function changePassword(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setOldPasswordError(undefined)
    if (oldPassword === '') return showOldPasswordError(t('error.required'))
    if (!(await passwordForm.validate())) return
    setSending(true)
    await submit().catch(handleError)
    setSending(false)
  }

  return (
    <Card>
      <p className="text-muted">{t('profile.password_lead')}</p>
      <form noValidate onSubmit={changePassword} className="flex max-w-md flex-col gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          ref={oldPasswordRef}
          label={t('profile.old_password')}
          error={oldPasswordError}
          value={oldPassword}
          onChange={event => setOldPassword(event.target.value)}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields label={t('account.new_password')} form={passwordForm} />
        <Button type="submit" size="large" busy={isSending}>
          {t('profile.change_password')}
        </Button>
      </form>
    </Card>
  )
}
