import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrites } from '../../api/outbox/use-writes.ts'
import { Outbox } from '../../features/detection/outbox/Outbox.tsx'
import { useOutbox } from '../../features/detection/outbox/use-outbox.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { submitOutbox } from './outbox-sync.ts'
import { WriteRow } from './WriteRow.tsx'

/** Lists what this device has not sent yet: photos for analysis, and everything that was written offline. */
export function OutboxPage() {
  const { t } = useTranslation()
  const writes = useWrites()
  const isEmpty = useOutbox().length === 0 && writes.length === 0
  return (
    <>
      <PageTitle title={t('unsent.title')} lead={t('unsent.lead')} />
      {isEmpty && <EmptyState title={t('unsent.empty')}>{t('unsent.empty_note')}</EmptyState>}
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
    submitOutbox(client)
      .catch(() => undefined)
      .finally(() => setSending(false))
  }
  return (
    <Button variant="secondary" busy={isSending} onClick={send} className="self-start">
      {t('unsent.send')}
    </Button>
  )
}
