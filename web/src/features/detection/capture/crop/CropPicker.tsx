import type { StatedCropType } from '@kutu/contract/common'
import { CircleQuestionMark, Sprout } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { crops } from '../../crops.ts'
import { CropPicture } from './CropPicture.tsx'

/** Asks which crop a leaf belongs to, with a picture of each. Null stands for "Not sure". */
export function CropPicker({
  value,
  onChange,
  disabled,
}: {
  value: StatedCropType | null
  onChange: (crop: StatedCropType | null) => void
  disabled: boolean
}) {
  const { t } = useTranslation()
  const name = useId()
  const pictureClass = 'h-9 w-12 shrink-0'
  const choices: readonly { crop: StatedCropType | null; label: string; picture: ReactNode }[] = [
    ...crops.map(crop => ({
      crop,
      label: t(`crop.${crop}`),
      picture: <CropPicture crop={crop} className={pictureClass} />,
    })),
    {
      crop: 'OTHER',
      label: t('crop.OTHER'),
      picture: <Sprout aria-hidden="true" className={`${pictureClass} text-muted`} />,
    },
    {
      crop: null,
      label: t('upload_image.crop_unsaid'),
      picture: <CircleQuestionMark aria-hidden="true" className={`${pictureClass} text-muted`} />,
    },
  ]
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 font-bold">{t('upload_image.crop')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2 sm:grid-cols-6">
        {choices.map(({ crop, label, picture }) => (
          <label
            key={label}
            className="relative flex min-h-20 cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border border-edge bg-white p-1 text-center text-sm leading-tight hover:border-ink has-checked:border-leaf-press has-checked:bg-leaf-tint has-checked:font-bold has-checked:text-leaf-ink has-checked:ring-1 has-checked:ring-leaf-press has-disabled:cursor-not-allowed has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
          >
            <input
              type="radio"
              name={name}
              checked={crop === value}
              onChange={() => onChange(crop)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-lg outline-none"
            />
            {picture}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
