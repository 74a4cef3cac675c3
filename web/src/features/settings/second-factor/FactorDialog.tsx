import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Connects a form to the button in the footer of its dialog. */
export type StepProps = {
  id: string
  /** Called with true while the form is being sent. */
  onBusy: (isBusy: boolean) => void
}

/** A dialog about the second factors: steps with a form, and the new recovery codes if there are some at its end. */
export function FactorDialog({
  title,
  submitLabel,
  variant = 'primary',
  codes,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
  variant?: 'primary' | 'danger'
  codes?: readonly string[] | undefined
  onClose: () => void
  /** Renders the form of the current step. */
  children: (step: StepProps) => ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={codes ? t('security.codes_title') : title}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('security.codes_saved')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button variant={variant} type="submit" form={id} busy={isBusy}>
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      {codes ? <RecoveryCodes codes={codes} /> : children({ id, onBusy: setBusy })}
    </Dialog>
  )
}

/** Asks for the password before a change of the second factors. Its button is in the footer of the dialog. */
export function ConfirmPasswordForm({
  id,
  onBusy,
  onPassword,
  children,
}: StepProps & { onPassword: (password: string) => Promise<void>; children?: ReactNode }) {
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
