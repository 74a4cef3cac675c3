import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A dialog with a form of its own: it is open while it is rendered. */
export function FormDialog({
  title,
  submitLabel,
  form,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
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
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={form.isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
