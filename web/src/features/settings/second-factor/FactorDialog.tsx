import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'

/** Asks for the password before a change of the second factors. Its button is in the footer of the dialog. */
export function ConfirmPasswordForm({
  id,
  onBusy,
  onPassword,
  children,
}: {
  id: string
  /** Called with true while the password is being checked. */
  onBusy: (isBusy: boolean) => void
  onPassword: (password: string) => Promise<void>
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? t('error.required') : undefined }),
    errorFields: { wrong_password: 'password' },
    toastsFieldErrors: false,
    onSubmit: async ({ password }) => {
      onBusy(true)
      try {
        await onPassword(password)
      } finally {
        onBusy(false)
      }
    },
  })
  const field = form.text('password')
  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex scroll-mb-4 flex-col gap-4">
      {children}
      <PasswordField
        {...field}
        ref={input => {
          field.ref(input)
          autoFocusRef(input)
        }}
        label={t('security.password')}
        className="scroll-mb-16"
        autoComplete="current-password"
        required
      />
    </form>
  )
}
