import { type CountryCode, countryCodes } from '@kutu/places/districts'
import { useState } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChooseCountry, useExpertCountry } from './queries.ts'

/** The country in which an expert decides. One without a country chooses it, once. With `isOnlyIfNone` only the choice. */
export function ExpertCountry({ isOnlyIfNone = false }: { isOnlyIfNone?: boolean }) {
  const { t, language } = useTranslation()
  const { data, error, isFetching, isPending, refetch } = useExpertCountry(true)
  const choose = useChooseCountry()
  const [country, setCountry] = useState<CountryCode>()
  const { run: save, isBusy } = useAction(async (chosen: CountryCode) => {
    await choose.mutateAsync(chosen)
    return t('warnings.country_saved')
  })
  if (isOnlyIfNone && (!data || data.country !== null)) return null
  if (isPending) return <Skeleton className="h-24 w-full" />
  if (!data) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data.country !== null)
    return <p className="text-muted">{t('warnings.country_of', { country: getCountryName(data.country, language) })}</p>
  const options = countryCodes.map(value => ({ value, label: getCountryName(value, language) }))
  return (
    <Card className="max-w-md">
      <Select
        label={t('field.country')}
        hint={t('warnings.country_lead')}
        placeholder={t('field.choose')}
        value={country ?? ''}
        options={options}
        onChange={setCountry}
      />
      {country && (
        <Button className="self-start" busy={isBusy} onClick={() => save(country)}>
          {t('action.save')}
        </Button>
      )}
    </Card>
  )
}
