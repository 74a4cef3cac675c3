import { isConclusive } from '@kutu/contract/bands'
import type { RustClass } from '@kutu/contract/common'
import type { Post } from '@kutu/contract/community/community'
import { useMutation } from '@tanstack/react-query'
import { Check, CircleX } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../../../api/api-client.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { ChoiceChips } from '../../../../ui/form/ChoiceChips.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../../ui/overlay/use-return-focus.ts'

const classes: readonly RustClass[] = ['common_rust', 'healthy', 'other_disease']
type Result = NonNullable<Post['rust_result']>

/**
 * Lets an expert correct the analysis of the post's photo. The correction becomes a training label, as in the review.
 */
export function CorrectAnalysis({ post: { title, rust_detection: id, rust_result: result } }: { post: Post }) {
  if (id === null || !result?.is_of_image) return null
  return <CorrectionButton {...{ id, title, result }} />
}

function CorrectionButton({ id, title, result }: { id: string; title: string; result: Result }) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [label, setLabel] = useState<RustClass | ''>('')
  const { place, focusAfter } = useReturnFocus(isDialogOpen)
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: (body: { label: RustClass }) =>
      callApi('POST /analysis/rust-detection/{id}/report/', { params: { id }, body }),
  })
  async function correct() {
    if (label) await mutateAsync({ label })
    focusAfter()
    return t('moderation.wrong_done')
  }
  return (
    <div ref={place} tabIndex={-1} className="flex outline-none">
      {isSuccess && label ? (
        <p className="flex items-center gap-2 text-sm">
          <Check aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {t('moderation.wrong_told', { name: t(`class.${label}`) })}
        </p>
      ) : (
        <Button
          variant="quiet"
          className="-my-2 -ml-4"
          aria-label={t('moderation.wrong_of', { title })}
          icon={CircleX}
          onClick={() => setDialogOpen(true)}
        >
          {t('moderation.wrong')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t('moderation.wrong')}
        confirmLabel={t('moderation.wrong_send')}
        variant="primary"
        canConfirm={label !== ''}
        onConfirm={correct}
      >
        <CorrectionForm {...{ result, label }} onLabel={setLabel} />
      </ConfirmDialog>
    </div>
  )
}

/** A confident prediction is not offered as a choice: agreeing with it is not a correction. */
function CorrectionForm({
  result,
  label,
  onLabel,
}: {
  result: Result
  label: RustClass | ''
  onLabel: (label: RustClass | '') => void
}) {
  const { t } = useTranslation()
  const { rust_class: predictedClass } = result
  const isUnsure = !isConclusive(result.band)
  const name = t(`class.${predictedClass}`)
  return (
    <div className="flex flex-col gap-4">
      <p>{t('moderation.wrong_lead', { name: isUnsure ? t('post.result.unsure', { name }) : name })}</p>
      <ChoiceChips<RustClass | ''>
        legend={t('moderation.wrong_right')}
        choices={classes
          .filter(each => each !== predictedClass || isUnsure)
          .map(value => ({ value, label: t(`class.${value}`) }))}
        value={label}
        onChange={onLabel}
      />
    </div>
  )
}
