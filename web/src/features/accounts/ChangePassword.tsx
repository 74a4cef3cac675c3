import type { User } from '@kutu/contract/accounts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useNewPassword } from './use-new-password.ts'

/** The old password and a new one twice; every other device is signed out. */
export function ChangePassword({ user }: { user: User }) {
  const { t } = useText()
  const oldInput = useRef<HTMLInputElement>(null)
  const [oldPassword, setOldPassword] = useState('')
  const [oldMistake, setOldMistake] = useState<string>()
  const [isSending, setSending] = useState(false)
  const chosen = useNewPassword({ clearsWhenWrong: true })

  function refuseOld(sentence: string) {
    setOldMistake(sentence)
    oldInput.current?.focus()
  }

  async function send() {
    const { password: newPassword, confirm: confirmPassword } = chosen
    const { message } = await call('POST /api/auth/change-password', {
      body: { oldPassword, newPassword, confirmPassword },
    })
    chosen.clear()
    setOldPassword('')
    showSuccess(t('notice.success'), message)
  }

  function refuse(error: unknown) {
    showError(t('notice.error'), messageOf(error))
    if (!(error instanceof ApiError)) return
    if (error.is('wrong_password')) refuseOld(error.message)
    if (error.is('weak_password')) chosen.refuse(error.message)
  }

  async function changePassword(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setOldMistake(undefined)
    if (oldPassword === '') return refuseOld(t('error.required'))
    if (!(await chosen.isGood())) return
    setSending(true)
    await send().catch(refuse)
    setSending(false)
  }

  return (
    <Card>
      <p className="text-muted">{t('profile.password_lead')}</p>
      <form noValidate onSubmit={changePassword} className="flex max-w-md flex-col gap-5">
        {/* Tells a password manager whose password changes. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          ref={oldInput}
          label={t('profile.old_password')}
          error={oldMistake}
          value={oldPassword}
          onChange={event => setOldPassword(event.target.value)}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields label={t('account.new_password')} of={chosen} />
        <Button type="submit" size="large" busy={isSending}>
          {t('profile.change_password')}
        </Button>
      </form>
    </Card>
  )
}
