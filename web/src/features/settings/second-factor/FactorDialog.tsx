import { Copy, Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PasswordField } from '../../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { focusStepRef } from './focus-step.ts'

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
        label={t('confirm_password.password')}
        className="scroll-mb-16"
        autoComplete="current-password"
        required
      />
    </form>
  )
}

/** Shows new recovery codes, with ways to save them. Nobody can see them again. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const email = useUser()?.email ?? ''
  const text = [t('security.codes_file', { email }), '', ...codes, ''].join('\n')
  return (
    <div ref={focusStepRef} tabIndex={-1} className="flex scroll-mt-4 flex-col gap-4 outline-none">
      <Notice kind="warning" title={t('security.codes_lead')}>
        {t('security.codes_use')}
      </Notice>
      <ol className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-ground p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map(code => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button variant="secondary" icon={Copy} onClick={() => copyText(text)}>
          {t('security.copy')}
        </Button>
        <Button
          variant="secondary"
          icon={Download}
          onClick={() => downloadFile(text, 'kutu-recovery-codes.txt', 'text/plain')}
        >
          {t('security.download')}
        </Button>
      </div>
    </div>
  )
}
