import type { CropType } from '@kutu/contract/common'
import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'

const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

/** Optional checkboxes for the farm's crops. */
export function CropTypesField({
  value,
  onChange,
}: {
  value: readonly CropType[]
  onChange: (value: CropType[]) => void
}) {
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
            <input
              type="checkbox"
              name="crop_types"
              checked={value.includes(crop)}
              onChange={event =>
                onChange(crops.filter(each => (each === crop ? event.target.checked : value.includes(each))))
              }
              className="size-5 shrink-0 accent-leaf-press"
            />
            {t(`signup_farmer.crop.${crop}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
