import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextArea } from '../form/TextArea.tsx'
import { useForm } from '../form/use-form.ts'
import { FormDialog } from './FormDialog.tsx'

const commonReasons = ['off_topic', 'too_little', 'advert', 'unkind', 'private', 'harmful'] as const

/**
 * Asks for the reason why content is removed; its author gets to read it. Common reasons are one click away and can be
 * edited. Uses the `moderation` catalog.
 */
export function ReasonDialog({
  title,
  lead,
  confirmLabel,
  onClose,
  onReason,
}: {
  title: string
  lead: string
  confirmLabel: string
  onClose: () => void
  onReason: (reason: string) => void
}) {
  const { t, number } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    initialFocus: 'reason',
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('moderation.reason_missing') : undefined }),
    onSubmit: async ({ reason }) => {
      if (reason.length <= maxTextLengths.reason) onReason(reason.trim())
    },
  })
  const field = form.text('reason')
  const isTooLong = field.value.length > maxTextLengths.reason
  return (
    <FormDialog title={title} submitLabel={confirmLabel} variant="danger" form={form} onClose={onClose}>
      <p className="text-muted">{lead}</p>
      <TextArea
        {...field}
        maxCounted={maxTextLengths.reason}
        label={t('field.reason')}
        rows={3}
        error={isTooLong ? t('text.too_long', { max: number(maxTextLengths.reason) }) : field.error}
      />
      <ul aria-label={t('moderation.reasons')} className="flex flex-wrap gap-2">
        {commonReasons.map(each => (
          <li key={each}>
            <button
              type="button"
              onClick={() => form.control('reason').onChange(t(`moderation.reason.${each}`))}
              className="min-h-12 rounded-full border border-edge bg-white px-4 py-2 text-left hover:border-ink"
            >
              {t(`moderation.reason.${each}`)}
            </button>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
