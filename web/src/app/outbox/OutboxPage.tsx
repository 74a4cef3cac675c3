import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isWrite } from '../../api/outbox/outbox-item.ts'
import { sendOutbox } from '../../api/outbox/send-outbox.ts'
import { useOutbox } from '../../api/outbox/use-outbox.ts'
import { Outbox } from '../../features/detection/outbox/Outbox.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { PlateDrawing } from '../../ui/plate/PlateDrawing.tsx'
import { WriteRow } from './WriteRow.tsx'

/** Lists what this device has not sent yet: photos for analysis, and everything that was written offline. */
export function OutboxPage() {
  const { t } = useTranslation()
  const items = useOutbox()
  const writes = items.filter(isWrite)
  return (
    <>
      <PageTitle title={t('unsent.title')} lead={t('unsent.lead')} />
      {items.length === 0 && (
        <EmptyState title={t('unsent.empty')} picture={<PlateDrawing plateId="maize-healthy" className="h-24" />} />
      )}
      {writes.length > 0 && (
        <Card>
          <ul className="flex flex-col divide-y divide-line">
            {writes.map(write => (
              <WriteRow key={write.key} write={write} />
            ))}
          </ul>
          {writes.some(({ state }) => state.kind === 'waiting') && <SendButton />}
        </Card>
      )}
      <Outbox />
    </>
  )
}

function SendButton() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const send = () => {
    setSending(true)
    sendOutbox(client)
      .catch(() => undefined)
      .finally(() => setSending(false))
  }
  return (
    <Button variant="secondary" busy={isSending} onClick={send} className="self-start">
      {t('outbox.send_now')}
    </Button>
  )
}
