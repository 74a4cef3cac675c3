import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/api-client.ts'
import { apiQuery } from '../../api/api-query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { showError } from '../../ui/feedback/toasts.ts'
import { Card } from '../../ui/layout/Card.tsx'

const photoConsentQuery = () => apiQuery(['photo-consent'], 'GET /api/account/photo-consent/')

/** A farmer allows that leaf photos appear in articles, or withdraws it. */
export function PhotoConsentCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(photoConsentQuery())
  const [choice, setChoice] = useState<boolean>()
  const { mutate } = useMutation({
    scope: { id: 'photo-consent' },
    mutationFn: (isGiven: boolean) =>
      // Arrives also when the farmer leaves the page at once.
      callApi('PUT /api/account/photo-consent/', { body: { is_given: isGiven }, keepalive: true }),
    onSuccess: saved => client.setQueryData(photoConsentQuery().queryKey, saved),
    onError: failure => {
      setChoice(undefined)
      showError(failure)
    },
  })
  function choose(isGiven: boolean) {
    setChoice(isGiven)
    mutate(isGiven)
  }
  return (
    <Card title={t('settings.photos')}>
      <p className="text-muted">{t('settings.photos_lead')}</p>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <label className="flex min-h-12 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            disabled={!data}
            checked={choice ?? data?.is_given ?? false}
            onChange={event => choose(event.target.checked)}
            className="size-6 shrink-0 accent-leaf"
          />
          {t('settings.photos_label')}
        </label>
      )}
    </Card>
  )
}
