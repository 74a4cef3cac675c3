import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A dialog with a form of its own, open while it is rendered. */
export function FormDialog({
  title,
  cancelLabel,
  submitLabel,
  variant = 'primary',
  canSubmit = true,
  form,
  onClose,
  children,
}: {
  title: string
  /** 'Cancel' by default. */
  cancelLabel?: string
  submitLabel: string
  variant?: 'primary' | 'danger'
  canSubmit?: boolean
  form: { isSubmitting: boolean; submit: (event?: FormEvent) => void }
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel ?? t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={variant} busy={form.isSubmitting} disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex scroll-mb-4 flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
