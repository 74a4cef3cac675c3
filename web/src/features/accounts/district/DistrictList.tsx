import { districts } from '@kutu/places/districts'
import { searchDistricts } from '@kutu/places/find-district'
import type { ComponentProps } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SearchList } from '../../../ui/form/SearchList.tsx'

type Props = Pick<ComponentProps<typeof SearchList<string>>, 'id' | 'value' | 'onSelect' | 'closeAndFocus'>

/** The searchable list of districts, those of the person's country first. */
export function DistrictList({ country, ...props }: Props & { country: string | undefined }) {
  const { t, language } = useTranslation()
  return (
    <SearchList
      {...props}
      label={t('district.label')}
      searchLabel={t('district.search')}
      emptyText={t('district.none')}
      search={query => {
        const found = searchDistricts(query, { max: districts.length })
        return [
          ...found.filter(each => each.country === country),
          ...found.filter(each => each.country !== country),
        ].map(({ code, name, country }) => ({ code, name, detail: getCountryName(country, language) }))
      }}
      className="inset-x-0"
      getOptionClass={() => 'min-h-12'}
    />
  )
}
