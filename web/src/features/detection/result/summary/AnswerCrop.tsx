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

/** The crop that the farmer stated or that the model sees. One tap on another crop answers a stored analysis again. */
export function AnswerCrop({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const changeButton = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (crop: StatedCropType | null) =>
      callApi('PATCH /analysis/rust-detection/{id}/', { params: { id: analysis.id }, body: { crop_type: crop } }),
    onSuccess: corrected => {
      replaceAnalysis(client, corrected)
      setOpen(false)
      changeButton.current?.focus()
    },
  })
  const isStored = analysis.id !== ''
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CropName analysis={analysis} />
        {isStored && (
          <Button
            variant="quiet"
            ref={changeButton}
            className="print:hidden"
            aria-expanded={isOpen}
            disabled={!isOnline && !isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('answer.crop.change')}
          </Button>
        )}
      </div>
      {isOpen && (
        <CropPicker value={analysis.crop_type} onChange={crop => isPending || mutate(crop)} disabled={!isOnline} />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending && t('answer.crop.busy')}
        {isStored && !isOnline && !isPending && t('answer.crop.offline')}
      </p>
      {error && isOpen && !isPending && <Notice kind="error">{getErrorMessage(error)}</Notice>}
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
