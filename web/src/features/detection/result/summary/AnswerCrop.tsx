import type { StatedCropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../../../api/api-client.ts'
import { getErrorMessage } from '../../../../api/errors.ts'
import { useIsOnline } from '../../../../api/offline/use-is-online.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { CropPicker } from '../../capture/crop/CropPicker.tsx'
import { findCrop } from '../../crops.ts'
import { replaceAnalysis } from '../../queries.ts'

export type AnswerCropProps = {
  analysis: Analysis
  /** Answers for another crop where the server does not have the photo. */
  answerAgain?: ((crop: StatedCropType | null) => Promise<void>) | undefined
}

/** The crop that the farmer stated or that the model sees. One tap on another crop answers again. */
export function AnswerCrop({ analysis, answerAgain }: AnswerCropProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const canAnswer = useIsOnline() || answerAgain !== undefined
  const changeButton = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (crop: StatedCropType | null) => {
      if (answerAgain) return answerAgain(crop)
      const request = { params: { id: analysis.id }, body: { crop_type: crop } }
      replaceAnalysis(client, await callApi('PATCH /analysis/rust-detection/{id}/', request))
    },
    onSuccess: () => {
      setOpen(false)
      changeButton.current?.focus()
    },
  })
  const isChangeable = analysis.id !== '' || answerAgain !== undefined
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CropName analysis={analysis} />
        {isChangeable && (
          <Button
            variant="quiet"
            ref={changeButton}
            className="print:hidden"
            aria-expanded={isOpen}
            disabled={!canAnswer && !isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('answer.crop.change')}
          </Button>
        )}
      </div>
      {isOpen && (
        <CropPicker value={analysis.crop_type} onChange={crop => isPending || mutate(crop)} disabled={!canAnswer} />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending && t('answer.crop.busy')}
        {isChangeable && !canAnswer && !isPending && t('answer.crop.offline')}
      </p>
      {error && isOpen && !isPending && (
        <Notice kind="error">{answerAgain ? t('trial.unable') : getErrorMessage(error)}</Notice>
      )}
    </div>
  )
}

function CropName({ analysis: { crop_type: stated, crop_estimate: estimate } }: { analysis: Analysis }) {
  const { t } = useTranslation()
  if (stated !== null) return <p>{t('answer.crop.is', { crop: t(`crop.${stated}`) })}</p>
  if (estimate === null) return <p className="text-muted">{t('answer.crop.unknown')}</p>
  const name = t(`crop.${findCrop(estimate.crop) ?? 'OTHER'}`).toLocaleLowerCase()
  return <p className="text-muted">{t('answer.crop.looks_like', { crop: name })}</p>
}
