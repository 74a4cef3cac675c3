import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useMutation } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../../../api/api-client.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { ChoiceChips } from '../../../../ui/form/ChoiceChips.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { rustClasses } from '../../classes/rust-classes.ts'
import { isAnswered } from '../confidence-band.ts'

type CorrectLabel = RustClass | 'unknown'

/** Reports a wrong result to the experts, optionally with the correct class. */
export function ReportWrongResult({ analysis }: { analysis: Analysis }) {
  const { id, rust_class: predictedClass } = analysis
  const { t } = useTranslation()
  const role = useUser()?.role
  const [isOpen, setOpen] = useState(false)
  const [correctLabel, setCorrectLabel] = useState<CorrectLabel>('unknown')
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: (label: CorrectLabel) =>
      callApi('POST /analysis/rust-detection/{id}/report/', {
        params: { id },
        body: label === 'unknown' ? {} : { label },
      }),
  })
  // A queued analysis has no id yet, so it cannot be reported.
  if (id === '' || role === 'admin') return null
  if (isSuccess)
    return (
      <Notice kind="success" title={t('report.thanks')}>
        {t('report.next')}
      </Notice>
    )

  async function report() {
    await mutateAsync(correctLabel)
    return t('report.thanks')
  }
  const choices = [
    { value: 'unknown' as const, label: t('report.unknown') },
    ...rustClasses
      .filter(name => name !== predictedClass || !isAnswered(analysis))
      .map(value => ({ value, label: t(`class.${value}`) })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button
        variant="secondary"
        icon={<CircleX aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
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
          <ChoiceChips<CorrectLabel>
            legend={t('report.right')}
            choices={choices}
            value={correctLabel}
            onChange={setCorrectLabel}
          />
        </div>
      </ConfirmDialog>
    </div>
  )
}
