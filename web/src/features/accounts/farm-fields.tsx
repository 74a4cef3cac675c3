import type { CropType } from '@kutu/contract/common'
import { getDistrict } from '@kutu/places/districts'
import { findDistrictInText } from '@kutu/places/find-district'
import { useRef } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DistrictSelect, getDistrictName } from '../../ui/form/DistrictSelect.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { Form, FormErrors } from '../../ui/form/use-form.ts'
import { parsePhone } from '../../ui/phone/phone-number.ts'

export type FarmFormValues = { farm_location: string; district: string; farm_size: string; crop_types: CropType[] }

const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]
export const isCropType = (crop: string): crop is CropType => crops.some(each => each === crop)

export const validateFarm = ({ farm_location, farm_size }: FarmFormValues): FormErrors<FarmFormValues> => ({
  farm_location: farm_location.trim() === '' ? t('signup_farmer.location_missing') : undefined,
  farm_size: Number(farm_size) > 0 ? undefined : t('signup_farmer.size_missing'),
})

/** The farm in a form. `phoneNumber` tells the country of the farm. */
export function FarmFields({ form, phoneNumber }: { form: Form<FarmFormValues>; phoneNumber: string }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...form.text('farm_location')}
        label={t('signup_farmer.location')}
        hint={t('signup_farmer.location_hint')}
        autoComplete="address-level2"
      />
      <DistrictField
        {...form.control('district')}
        location={form.values.farm_location}
        country={parsePhone(phoneNumber, undefined).countryCode}
      />
      <NumberField {...form.text('farm_size')} label={t('signup_farmer.size')} min="0" />
      <CropTypesField {...form.control('crop_types')} />
    </>
  )
}

/** Optional checkboxes for the farm's crops. */
function CropTypesField({ value, onChange }: { value: readonly CropType[]; onChange: (value: CropType[]) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-bold">
        {t('signup_farmer.crops')} <span className="font-normal text-muted">({t('field.optional')})</span>
      </legend>
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
            {t(`crop.${crop}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** An optional district, chosen from a searchable list. One that the typed location names is offered, and never chosen for the person. */
export function DistrictField({
  value,
  onChange,
  error,
  location,
  country,
}: {
  /** Code of the chosen district; empty for none. */
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  location: string
  /** ISO 3166 code of the person's country, for names that exist in several. */
  country?: string | undefined
}) {
  const { t, language } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const suggested = getDistrict(value) ? undefined : findDistrictInText(location, country)
  return (
    <div className="flex flex-col gap-2">
      <DistrictSelect
        {...{ value, onChange, error, country }}
        hint={t('district.hint')}
        placeholder={t('district.choose')}
        optional
        buttonRef={button}
      />
      {suggested && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => {
            onChange(suggested.code)
            button.current?.focus()
          }}
        >
          {t('district.suggestion', { district: getDistrictName(suggested, language) })}
        </Button>
      )}
    </div>
  )
}
