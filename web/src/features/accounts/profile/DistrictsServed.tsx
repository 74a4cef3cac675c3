import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { DistrictsField } from '../../../ui/form/DistrictsField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'

const queryKey = ['districts served']
export const districtsServedQuery = () => apiQuery(queryKey, 'GET /api/account/districts-served/')

/** The districts that an expert serves. Each addition and removal is saved at once. */
export function DistrictsServed({ country }: { country: string | undefined }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(districtsServedQuery())
  const { mutate, isPending } = useMutation({
    mutationFn: (districts: string[]) => callApi('PUT /api/account/districts-served/', { body: { districts } }),
    onSuccess: saved => client.setQueryData(queryKey, saved),
    onError: failure => showError(failure),
  })
  const codes = query.data?.districts.map(({ code }) => code) ?? []
  return (
    <Card title={t('district.served')}>
      <p className="text-muted">{t('profile.districts_lead')}</p>
      <Loaded query={query} skeleton={null}>
        {({ districts }) => (
          <>
            {districts.length === 0 && <p>{t('profile.districts_none')}</p>}
            <DistrictsField {...{ codes, country }} isBusy={isPending} onChange={next => mutate(next)} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
