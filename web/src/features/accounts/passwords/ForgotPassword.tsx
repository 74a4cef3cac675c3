import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AuthLinks } from '../AuthLinks.tsx'

/** Requests an email with a password reset link. */
export function ForgotPassword() {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? t('signup.email_missing') : undefined }),
    onError: () => form.focus('email'),
    onSubmit: async ({ email }) => {
      const { message } = await callApi('POST /api/auth/forgot-password/', { body: { email: email.trim() } })
      form.reset()
      showSuccess(message)
    },
  })

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('forgot.title')} lead={t('forgot.lead')} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <TextField {...form.text('email')} label={t('account.email')} type="email" autoComplete="username" required />
        <Button type="submit" size="large" wide busy={form.isSubmitting}>
          {t('account.submit')}
        </Button>
      </form>
      <AuthLinks show={['signUp', 'login', 'terms', 'contact']} />
    </div>
  )
}
