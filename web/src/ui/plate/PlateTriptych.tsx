import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PlateDrawing } from './PlateDrawing.tsx'
import { isHealthyPlate, type PlateId } from './symptoms.ts'

/**
 * A plate of a field guide: the whole leaf at the late stage, and below it the early stage and the symptom from near. Uses the
 * `advice` catalog.
 */
export function PlateTriptych({ plateId, label }: { plateId: PlateId; label: string }) {
  const { t } = useTranslation()
  const id = useId()
  const isHealthy = isHealthyPlate(plateId)
  const late = t(isHealthy ? 'plate.grown' : 'plate.late')
  const captionClass = 'pt-1 text-center text-sm text-muted'
  return (
    <figure aria-label={label} className="grid w-full max-w-md grid-cols-2 gap-2 rounded-lg bg-leaf-tint p-3">
      <div className="col-span-2">
        <PlateDrawing plateId={plateId} id={id} label={`${label}, ${late}`} className="w-full" />
        <p className={captionClass}>{late}</p>
      </div>
      <div className="flex flex-col justify-between">
        <PlateDrawing plateId={plateId} view="early" sharedId={id} className="my-auto w-full" />
        <p className={captionClass}>{t(isHealthy ? 'plate.young' : 'plate.early')}</p>
      </div>
      <div>
        <PlateDrawing plateId={plateId} view="closeUp" sharedId={id} className="w-full rounded-md" />
        <p className={captionClass}>{t('plate.close_up')}</p>
      </div>
    </figure>
  )
}
