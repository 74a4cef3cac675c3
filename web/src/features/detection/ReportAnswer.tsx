import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useMutation } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

const classes: readonly RustClass[] = ['common_rust', 'healthy', 'other_disease']
type Right = RustClass | 'unknown'

/** "This is wrong": the photo goes before experts, with the right answer where its owner knows it. */
export function ReportAnswer({ analysis: { id, rust_class: said, verdict } }: { analysis: Analysis }) {
  const { t } = useText()
  const role = useUser()?.role
  const [isOpen, setOpen] = useState(false)
  const [right, setRight] = useState<Right>('unknown')
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: (label: Right) =>
      call('POST /analysis/rust-detection/{id}/report/', {
        params: { id },
        body: label === 'unknown' ? {} : { label },
      }),
  })
  // What waits on this phone is not known to the server yet.
  if (id === '' || role === 'admin') return null
  if (isSuccess)
    return (
      <Notice kind="success" title={t('report.thanks')}>
        {t('report.next')}
      </Notice>
    )

  async function report() {
    await mutateAsync(right)
    return t('report.thanks')
  }
  const choices = [
    { value: 'unknown' as const, label: t('report.unknown') },
    ...classes
      .filter(name => name !== said || verdict === 'uncertain')
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
        confirm={t('report.send')}
        variant="primary"
        act={report}
      >
        <div className="flex flex-col gap-4">
          <p>{t('report.lead')}</p>
          <ChoiceChips<Right> legend={t('report.right')} choices={choices} value={right} onChange={setRight} />
        </div>
      </ConfirmDialog>
    </div>
  )
}
