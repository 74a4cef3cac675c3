import { isConclusive } from '@kutu/contract/bands'
import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { makeItem, type OutboxItem } from '../../../../api/outbox/outbox-item.ts'
import { sendOrQueue } from '../../../../api/outbox/send-outbox.ts'
import { useOutbox } from '../../../../api/outbox/use-outbox.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { sendReport } from '../../outbox/send.ts'
import { CorrectLabelChips } from './CorrectLabelChips.tsx'

/** Reports a wrong result to the experts, optionally with the correct class. */
export function ReportWrongResult({ analysis }: { analysis: Analysis }) {
  const { id, rust_class: predictedClass } = analysis
  const { t } = useTranslation()
  const role = useUser()?.role
  const isWaiting = useOutbox().some(({ kind, data }) => kind === 'report' && data.analysisId === id)
  const [isOpen, setOpen] = useState(false)
  const [correctLabel, setCorrectLabel] = useState<RustClass | null>(null)
  const client = useQueryClient()
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: (report: OutboxItem<'report'>) => sendReport(client, report),
  })
  // A queued analysis has no id yet, so it cannot be reported.
  if (id === '' || role === 'admin') return null
  if (isSuccess)
    return (
      <Notice kind="success" title={t('report.thanks')}>
        {t('report.next')}
      </Notice>
    )

  if (isWaiting) return <Notice kind="info">{t('report.waiting')}</Notice>

  async function report() {
    const write = makeItem('report', { analysisId: id, predictedClass, label: correctLabel })
    const result = await sendOrQueue(write, () => mutateAsync(write))
    return t(result === 'sent' ? 'report.thanks' : 'outbox.queued')
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button variant="secondary" icon={CircleX} onClick={() => setOpen(true)}>
        {t('report.wrong')}
      </Button>
      <p className="text-sm text-muted">{t('report.why')}</p>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('report.title')}
        confirmLabel={t('report.send')}
        variant="primary"
        onConfirm={report}
      >
        <div className="flex flex-col gap-4">
          <p>{t('report.lead')}</p>
          <CorrectLabelChips
            excluded={isConclusive(analysis.band) ? predictedClass : undefined}
            value={correctLabel}
            onChange={setCorrectLabel}
          />
        </div>
      </ConfirmDialog>
    </div>
  )
}
