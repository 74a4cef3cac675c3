import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { TextArea } from '../form/TextArea.tsx'
import { useForm } from '../form/use-form.ts'
import { autoFocusRef } from './auto-focus.ts'
import { Dialog } from './Dialog.tsx'

const commonReasons = ['off_topic', 'too_little', 'advert', 'unkind', 'private', 'harmful'] as const

type ReasonFormProps = { lead: string; onReason: (reason: string) => void }

/** Asks for the reason why content is removed; its author gets to read it. Uses the `moderation` catalog. */
export function ReasonDialog({
  title,
  confirmLabel,
  isOpen,
  onClose,
  ...formProps
}: ReasonFormProps & { title: string; confirmLabel: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger">
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ReasonForm id={formId} {...formProps} />
    </Dialog>
  )
}

/** Common reasons are one click away and can be edited. */
function ReasonForm({ id, lead, onReason }: ReasonFormProps & { id: string }) {
  const { t, number } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('moderation.reason_missing') : undefined }),
    onSubmit: async ({ reason }) => {
      if (reason.length <= maxTextLengths.reason) onReason(reason.trim())
    },
  })
  const field = form.control('reason')
  const isTooLong = field.value.length > maxTextLengths.reason

  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted">{lead}</p>
      <TextArea
        maxCounted={maxTextLengths.reason}
        label={t('field.reason')}
        name="reason"
        rows={3}
        ref={area => {
          field.ref(area)
          autoFocusRef(area)
        }}
        value={field.value}
        onChange={event => field.onChange(event.target.value)}
        error={isTooLong ? t('text.too_long', { max: number(maxTextLengths.reason) }) : field.error}
      />
      <ul aria-label={t('moderation.reasons')} className="flex flex-wrap gap-2">
        {commonReasons.map(each => (
          <li key={each}>
            <button
              type="button"
              onClick={() => field.onChange(t(`moderation.reason.${each}`))}
              className="min-h-12 rounded-full border border-edge bg-white px-4 py-2 text-left hover:border-ink"
            >
              {t(`moderation.reason.${each}`)}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
