import { type CountryCode, countryCodes } from '@kutu/places/districts'
import { getErrorMessage } from '../../../api/errors.ts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChooseCountry, useExpertCountry } from './queries.ts'

/** The country in which an expert decides. It is saved as soon as it is chosen. */
export function ExpertCountry() {
  const { t, language } = useTranslation()
  const { data, error, isFetching, isPending, refetch } = useExpertCountry(true)
  const choose = useChooseCountry()
  if (isPending) return <Skeleton className="h-24 w-full" />
  if (!data) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  const options = countryCodes.map(value => ({ value, label: getCountryName(value, language) }))
  async function save(country: CountryCode) {
    try {
      await choose.mutateAsync(country)
      showSuccess(t('notice.success'), t('warnings.country_saved'))
    } catch (failure) {
      showError(t('notice.error'), getErrorMessage(failure))
    }
  }
  return (
    <Card className="max-w-md">
      <Select
        label={t('warnings.country')}
        hint={t('warnings.country_lead')}
        placeholder={t('warnings.country_choose')}
        value={data.country}
        options={options}
        onChange={country => void save(country)}
      />
    </Card>
  )
}
