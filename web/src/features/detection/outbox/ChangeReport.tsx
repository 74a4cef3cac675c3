import { useState } from 'react'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { CorrectLabelChips } from '../result/details/CorrectLabelChips.tsx'

/** Changes what a report that waits in the outbox says about the leaf. */
export function ChangeReport({ write, onClose }: { write: OutboxItem<'report'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = write
  const [label, setLabel] = useState(data.label)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('unsent.change_title')}
      confirmLabel={t('action.save')}
      variant="primary"
      onConfirm={async () => {
        await changeItem(write, { ...data, label })
        return t('unsent.saved')
      }}
    >
      <CorrectLabelChips excluded={data.predictedClass} value={label} onChange={setLabel} />
    </ConfirmDialog>
  )
}
