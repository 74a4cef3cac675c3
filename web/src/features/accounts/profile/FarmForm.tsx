import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import type { CropType } from '@kutu/contract/common'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { DistrictField } from '../district/DistrictField.tsx'
import { CropTypesField } from '../signup/CropTypesField.tsx'
import { CorrectionForm, type PartProps } from './CorrectionForm.tsx'
import { useSaveDetails } from './use-save-details.ts'

const cropTypes: readonly string[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] satisfies CropType[]
const isCropType = (crop: string): crop is CropType => cropTypes.includes(crop)

/** Changes the farm. `farm`: the values that the form shows first. */
export function FarmForm({
  details,
  farm,
  waiting,
}: PartProps<'farm'> & { farm: NonNullable<ProfileDetails['farm']> }) {
  const { t } = useTranslation()
  const save = useSaveDetails('farm', details, waiting !== undefined)
  const form = useForm<{ farm_location: string; district: string; farm_size: string; crop_types: CropType[] }>({
    initialValues: {
      farm_location: farm.farm_location,
      district: farm.district ?? '',
      farm_size: farm.farm_size === null ? '' : String(farm.farm_size),
      crop_types: farm.crop_types.filter(isCropType),
    },
    validate: ({ farm_location, farm_size }) => ({
      farm_location: farm_location.trim() === '' ? t('signup_farmer.location_missing') : undefined,
      farm_size: Number(farm_size) > 0 ? undefined : t('signup_farmer.size_missing'),
    }),
    onSubmit: ({ crop_types, ...values }) => {
      // An API client may have stored other crops, which have no checkbox here.
      const others = farm.crop_types.filter(crop => !isCropType(crop))
      return save({ ...values, farm_size: Number(values.farm_size), crop_types: [...crop_types, ...others] })
    },
  })
  return (
    <CorrectionForm title={t('profile.farm')} {...form} waiting={waiting}>
      <TextField
        {...form.text('farm_location')}
        label={t('signup_farmer.location')}
        hint={t('signup_farmer.location_hint')}
        autoComplete="address-level2"
      />
      <DistrictField
        {...form.control('district')}
        location={form.values.farm_location}
        country={parsePhone(details.phone_number, undefined).countryCode}
      />
      <NumberField {...form.text('farm_size')} label={t('signup_farmer.size')} min="0" />
      <CropTypesField {...form.control('crop_types')} />
    </CorrectionForm>
  )
}
