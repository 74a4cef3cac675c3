import { isConclusive } from '@kutu/contract/bands'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isPhoto, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { removeItem } from '../../../api/outbox/outbox-store.ts'
import { sendOutbox } from '../../../api/outbox/send-outbox.ts'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { getConfidenceBand } from '../result/confidence-band.ts'
import { useObjectUrl } from './use-object-urls.ts'

/** Lists the photos in this device's outbox: waiting, rejected, or with a server result that differs. */
export function Outbox() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const items = useOutbox()
    .filter(isPhoto)
    .filter(({ state }) => state.kind !== 'sending')
  if (items.length === 0) return null
  const waiting = items.filter(({ state }) => state.kind === 'waiting').length
  const sendNow = () => {
    setSending(true)
    sendOutbox(client)
      .catch(() => undefined)
      .finally(() => setSending(false))
  }
  return (
    <Card title={t('outbox.title')}>
      {waiting > 0 && <p className="max-w-prose">{t('outbox.note', { count: waiting })}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {items.map(item => (
          <OutboxRow key={item.key} item={item} />
        ))}
      </ul>
      {waiting > 0 && (
        <Button variant="secondary" busy={isSending} onClick={sendNow} className="self-start">
          {t('outbox.send_now')}
        </Button>
      )}
    </Card>
  )
}

function OutboxRow({ item }: { item: OutboxItem<'photo'> }) {
  const { t, dateTime } = useTranslation()
  const { state } = item
  const { answer, photos, takenAt } = item.data
  const [isConfirming, setConfirming] = useState(false)
  const image = useObjectUrl(photos[answer?.leading ?? 0]?.photo ?? null)
  const finding = answer?.finding
  return (
    <li className="flex items-start gap-3 py-3">
      <span className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        {image && <img src={image} alt="" className="size-full object-cover" />}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="font-bold">
          {t(
            !finding ? 'outbox.unanswered' : isConclusive(finding.band) ? `class.${finding.rustClass}` : 'unsure.title',
          )}
        </span>
        {finding && <span>{t(`answer.band.${getConfidenceBand(finding.band)}`)}</span>}
        {photos.length > 1 && <span className="text-sm">{t('plant.leaves', { count: photos.length })}</span>}
        <span className="text-sm text-muted">{dateTime(takenAt)}</span>
        {state.kind === 'waiting' && <span className="text-sm">{t('outbox.waiting')}</span>}
        {state.kind === 'refused' && <span className="text-sm text-rust-ink">{state.message}</span>}
        {state.kind === 'differs' && (
          <>
            <span className="text-sm">{t('outbox.differs', { there: t(`class.${state.rustClass}`) })}</span>
            <TextLink to={`/account/addresses/image-analysis/${state.analysisId}`} className="self-start">
              {t('outbox.show_record')}
            </TextLink>
          </>
        )}
      </span>
      <Button
        variant="secondary"
        aria-label={t('outbox.remove')}
        icon={Trash2}
        // One that differs is in the history; the others are lost.
        onClick={() => (state.kind === 'differs' ? void removeItem(item.key) : setConfirming(true))}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('outbox.remove_title')}
        confirmLabel={t('outbox.remove')}
        onConfirm={async () => {
          await removeItem(item.key)
          return t('outbox.removed')
        }}
      >
        <p>{t('outbox.remove_note')}</p>
      </ConfirmDialog>
    </li>
  )
}
