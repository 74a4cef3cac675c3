import type { CropType, StatedCropType } from '@kutu/contract/common'
import { CircleQuestionMark, Sprout } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { crops } from '../../crops.ts'

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

const leafClass = 'fill-[#7FAE5A] stroke-[#2C5A31]'

/** Simple leaf shapes, as a farmer tells the crops apart: beans with three leaflets, maize broad and bent, rice and wheat. */
const drawings: Record<CropType, ReactNode> = {
  BEANS: (
    <>
      <path d="M32 46V30M32 30L18 36M32 30L46 36" fill="none" className="stroke-[#2C5A31]" />
      <path d="M32 4C23 12 23 22 32 31C41 22 41 12 32 4Z" className={leafClass} />
      <path d="M3 36C7 25 15 24 26 33C18 44 10 44 3 36Z" className={leafClass} />
      <path d="M61 36C57 25 49 24 38 33C46 44 54 44 61 36Z" className={leafClass} />
      <path d="M32 8V30M6 36L26 34M58 36L38 34" fill="none" className="stroke-[#2C5A31]" />
    </>
  ),
  MAIZE: (
    <>
      <path d="M32 47V6" fill="none" className="stroke-[#2C5A31]" strokeWidth="3" />
      <path d="M32 40C38 22 50 14 62 24C50 22 42 30 32 42Z" className={leafClass} />
      <path d="M32 30C26 12 14 6 2 17C15 13 23 20 32 32Z" className={leafClass} />
      <path d="M34 20C39 17 42 19 42 25C42 31 39 35 35 36Z" className="fill-[#E6BE55] stroke-[#8A5F12]" />
      <path d="M32 8L28 1M32 7V0M32 8L36 1" fill="none" className="stroke-[#8A5F12]" />
    </>
  ),
  RICE: (
    <>
      <path d="M30 47C30 28 26 12 12 3C21 16 25 30 28 47Z" className={leafClass} />
      <path d="M32 47C33 30 38 20 54 14C43 23 38 32 35 47Z" className={leafClass} />
      <path d="M31 47C31 28 36 10 50 4C56 3 58 8 57 13" fill="none" className="stroke-[#2C5A31]" />
      {[
        [44, 6],
        [50, 5],
        [55, 9],
        [57, 15],
        [52, 11],
      ].map(([x, y]) => (
        <ellipse key={`${x} ${y}`} cx={x} cy={y} rx="2" ry="3.4" className="fill-[#E6BE55] stroke-[#8A5F12]" />
      ))}
    </>
  ),
  WHEAT: (
    <>
      <path d="M32 47V20" fill="none" className="stroke-[#2C5A31]" />
      <path d="M32 44C26 34 18 28 6 28C16 32 24 38 31 47Z" className={leafClass} />
      <path d="M33 40C38 31 45 26 58 24C48 30 40 36 33 44Z" className={leafClass} />
      {[22, 16, 10].map(y => (
        <g key={y} className="fill-[#E6BE55] stroke-[#8A5F12]">
          <ellipse cx="28" cy={y} rx="2.6" ry="4" transform={`rotate(-24 28 ${y})`} />
          <ellipse cx="36" cy={y} rx="2.6" ry="4" transform={`rotate(24 36 ${y})`} />
        </g>
      ))}
      <ellipse cx="32" cy="5" rx="2.4" ry="4" className="fill-[#E6BE55] stroke-[#8A5F12]" />
    </>
  ),
}

/** A drawing of a crop. Decorative: its name must stand next to it. */
function CropPicture({ crop, className }: { crop: CropType; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 48"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {drawings[crop]}
    </svg>
  )
}
