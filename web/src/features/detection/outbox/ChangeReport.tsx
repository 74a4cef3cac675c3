import { useState } from 'react'
import type { OutboxWrite } from '../../../api/outbox/outbox-write.ts'
import { changeWrite } from '../../../api/outbox/write-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { CorrectLabelChips } from '../result/details/CorrectLabelChips.tsx'

/** Changes what a report that waits in the outbox says about the leaf. */
export function ChangeReport({ write, onClose }: { write: OutboxWrite<'report'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = write
  const [label, setLabel] = useState(data.label)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('unsent.change_title')}
      confirmLabel={t('unsent.save')}
      variant="primary"
      onConfirm={async () => {
        await changeWrite(write, { ...data, label })
        return t('unsent.saved')
      }}
    >
      <CorrectLabelChips excluded={data.predictedClass} value={label} onChange={setLabel} />
    </ConfirmDialog>
  )
}
