import { writingLimits } from '@kutu/contract/moderation'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { firstFocus } from '../ui/first-focus.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { Counter } from './Counter.tsx'

const common = ['off_topic', 'too_little', 'advert', 'unkind', 'private', 'harmful'] as const

type Asked = { lead: string; onReason: (reason: string) => void }

/** Asks why something is taken from the board, because the one who wrote it is told. Speaks from the `moderation` catalogue. */
export function ReasonDialog({
  title,
  confirm,
  isOpen,
  onClose,
  ...asked
}: Asked & { title: string; confirm: string; isOpen: boolean; onClose: () => void }) {
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
            {confirm}
          </Button>
        </>
      }
    >
      <ReasonForm id={form} {...asked} />
    </Dialog>
  )
}

/** Common reasons are one press away and can be added to. */
function ReasonForm({ id, lead, onReason }: Asked & { id: string }) {
  const { t, number } = useText()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isTooLong = reason.length > writingLimits.reason
  const error = isMissing && reason.trim() === '' ? t('moderation.reason_missing') : undefined

  function give(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else if (!isTooLong) onReason(reason.trim())
  }

  return (
    <form id={id} onSubmit={give} className="flex flex-col gap-4">
      <p className="text-muted">{lead}</p>
      <div className="flex flex-col gap-1">
        <TextArea
          label={t('moderation.reason')}
          name="reason"
          rows={3}
          ref={firstFocus}
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
