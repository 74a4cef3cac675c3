import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { AuthLinks } from './AuthLinks.tsx'

/** Asks for the letter with the link for a new password. */
export function ForgotPassword() {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string>()
  const [isSending, setSending] = useState(false)

  function refuse(sentence: string) {
    setMistake(sentence)
    input.current?.focus()
  }

  async function askForLink(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const email = input.current?.value.trim() ?? ''
    if (email === '') return refuse(t('signup.email_missing'))
    setMistake(undefined)
    setSending(true)
    try {
      const { message } = await call('POST /api/auth/forgot-password/', { body: { email } })
      if (input.current) input.current.value = ''
      showSuccess(t('notice.success'), message)
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
      refuse(fieldError(error, 'email') ?? '')
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('forgot.title')} lead={t('forgot.lead')} />
      <form noValidate onSubmit={askForLink} className="flex flex-col gap-6">
        <TextField
          ref={input}
          label={t('account.email')}
          error={mistake}
          type="email"
          name="email"
          autoComplete="username"
          required
        />
        <Button type="submit" size="large" wide busy={isSending}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
