import { useId } from 'react'
import { callApi } from '../../api/api-client.ts'
import { answerPasswordRequest } from '../../api/session/password-confirmation.ts'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PasswordField } from '../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

/** Asks for the password before a sensitive call. The call that waits for it is repeated after a correct one. */
export function PasswordConfirmationDialog() {
  const { t } = useTranslation()
  const formId = useId()
  const email = useUser()?.email ?? ''
  const form = useForm({
    initialValues: { password: '' },
    initialFocus: 'password',
    validate: ({ password }) => ({ password: password === '' ? t('error.required') : undefined }),
    toastsFieldErrors: false,
    onSubmit: async ({ password }) => {
      await callApi('POST /api/auth/confirm-password', { body: { password } })
      answerPasswordRequest(true)
    },
  })
  const cancel = () => answerPasswordRequest(false)
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={t('confirm_password.title')}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={form.isSubmitting}>
            {t('confirm_password.continue')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex scroll-mb-4 flex-col gap-5">
        <p>{t('confirm_password.lead')}</p>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.text('password')}
          label={t('confirm_password.password')}
          className="scroll-mb-16"
          autoComplete="current-password"
          required
        />
      </form>
    </Dialog>
  )
}
