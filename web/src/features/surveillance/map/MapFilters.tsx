import { countryCodes } from '@kutu/places/districts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { getCropKey } from '../../../i18n/crop-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { crops, listDiseases, type MapSubject } from './subject.ts'

/** Chooses country, crop and disease. Another crop starts with its first disease. */
export function MapFilters({
  subject,
  onChange,
  children,
}: {
  subject: MapSubject
  onChange: (changes: Partial<MapSubject>) => void
  /** One more filter. */
  children?: ReactNode
}) {
  const { t, language } = useTranslation()
  return (
    <div className={clsx('grid grid-cols-1 gap-4 print:hidden', children ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
      <Select
        label={t('map.country')}
        value={subject.country}
        options={countryCodes.map(value => ({ value, label: getCountryName(value, language) }))}
        onChange={country => onChange({ country })}
      />
      <Select
        label={t('crop.label')}
        value={subject.crop}
        options={crops.map(value => ({ value, label: t(getCropKey(value)) }))}
        onChange={crop => onChange({ crop, disease: listDiseases(crop)[0]?.disease ?? '' })}
      />
      <Select
        label={t('disease.label')}
        value={subject.disease}
        options={listDiseases(subject.crop).map(({ disease, card }) => ({
          value: disease,
          label: card.title[language],
        }))}
        onChange={disease => onChange({ disease })}
      />
      {children}
    </div>
  )
}
