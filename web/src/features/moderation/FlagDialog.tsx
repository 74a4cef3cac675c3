import { writingLimits } from '@kutu/contract/moderation'
import { type FormEvent, useId, useState } from 'react'
import { Counter } from '../../posts/Counter.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

const common = ['off_topic', 'too_little', 'advert', 'unkind', 'private', 'harmful'] as const

/** Asks why something is flagged, because the one who wrote it is told. */
export function FlagDialog({
  title,
  isOpen,
  onClose,
  onFlag,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  onFlag: (reason: string) => void
}) {
  const { t } = useText()
  const form = useId()
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
          <Button type="submit" form={form} variant="danger">
            {t('moderation.flag')}
          </Button>
        </>
      }
    >
      <FlagForm id={form} onFlag={onFlag} />
    </Dialog>
  )
}

/** Common reasons are one press away and can be added to. */
function FlagForm({ id, onFlag }: { id: string; onFlag: (reason: string) => void }) {
  const { t, number } = useText()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isTooLong = reason.length > writingLimits.reason
  const error = isMissing && reason.trim() === '' ? t('moderation.reason_missing') : undefined

  function flag(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else if (!isTooLong) onFlag(reason.trim())
  }

  return (
    <form id={id} onSubmit={flag} className="flex flex-col gap-4">
      <p className="text-muted">{t('moderation.flag_lead')}</p>
      <div className="flex flex-col gap-1">
        <TextArea
          label={t('moderation.reason')}
          name="reason"
          rows={3}
          // The dialog gives its focus by this attribute, which React's own autoFocus does not set.
          ref={area => area?.setAttribute('autofocus', '')}
          value={reason}
          onChange={event => setReason(event.target.value)}
          error={isTooLong ? t('text.too_long', { max: number(writingLimits.reason) }) : error}
        />
        <Counter text={reason} max={writingLimits.reason} />
      </div>
      <ul aria-label={t('moderation.reasons')} className="flex flex-wrap gap-2">
        {common.map(each => (
          <li key={each}>
            <button
              type="button"
              onClick={() => setReason(t(`moderation.reason.${each}`))}
              className="min-h-12 rounded-full border border-edge bg-white px-4 text-left hover:border-ink"
            >
              {t(`moderation.reason.${each}`)}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
