import { type CountryCode, countryCodes } from '@kutu/places/districts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChooseCountry, useExpertCountry } from './queries.ts'

/** The country in which an expert decides. It is saved as soon as it is chosen. With `isOnlyIfNone` only for an expert who has none. */
export function ExpertCountry({ isOnlyIfNone = false }: { isOnlyIfNone?: boolean }) {
  const { t, language } = useTranslation()
  const { data, error, isFetching, isPending, refetch } = useExpertCountry(true)
  const choose = useChooseCountry()
  const { run: save } = useAction(async (country: CountryCode) => {
    await choose.mutateAsync(country)
    return t('warnings.country_saved')
  })
  if (isOnlyIfNone && (!data || data.country !== null)) return null
  if (isPending) return <Skeleton className="h-24 w-full" />
  if (!data) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  const options = countryCodes.map(value => ({ value, label: getCountryName(value, language) }))
  return (
    <Card className="max-w-md">
      <Select
        label={t('warnings.country')}
        hint={t('warnings.country_lead')}
        placeholder={t('warnings.country_choose')}
        value={data.country}
        options={options}
        onChange={save}
      />
    </Card>
  )
}
