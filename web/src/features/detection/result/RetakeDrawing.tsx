import { useTranslation } from '../../../i18n/use-translation.ts'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'

/** Draws how the next photo should look: a leaf of the crop, if that is known, fills the phone. */
export function RetakeDrawing({ crop }: { crop: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-4 print:hidden">
      <span className="w-28 shrink-0 rounded-xl border-4 border-x-[10px] border-ink bg-leaf-tint">
        <PlateDrawing plateId={findPlateId('healthy', crop) ?? 'maize-healthy'} className="h-16 w-full" />
      </span>
      <p className="text-lg font-bold text-pretty">{t('unsure.retake')}</p>
    </div>
  )
}
