import type { CropType } from '@kutu/contract/common'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from '../../../i18n/use-translation.ts'

const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

/** Optional checkboxes for the farm's crops. */
export function CropTypesField({ field }: { field: UseFormRegisterReturn }) {
  const { t } = useTranslation()
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId} className="flex flex-col gap-2">
      <legend className="font-bold">
        {t('signup_farmer.crops')} <span className="font-normal text-muted">({t('field.optional')})</span>
      </legend>
      <p id={hintId} className="text-sm text-muted">
        {t('signup_farmer.crops_hint')}
      </p>
      <div className="flex flex-wrap gap-2">
        {crops.map(crop => (
          <label
            key={crop}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-edge bg-white px-4 has-checked:border-leaf has-checked:bg-leaf-tint"
          >
            <input {...field} type="checkbox" value={crop} className="size-5 shrink-0 accent-leaf-press" />
            {t(`signup_farmer.crop.${crop}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
