import type { ApiKey } from '@kutu/contract/api-keys'
import { getServerTime } from '../../api/session/server-clock.ts'
import { getCountryName } from '../../i18n/country-name.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { DetailList } from '../../ui/layout/DetailList.tsx'

/** Before its end a key is marked for so many days, so that a new one can be created in time. */
const soonMs = 14 * 86_400_000

/** Shows one key: who uses it, what it reads, and when it was last used. */
export function ApiKeyCard({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t, date, dateTime, language } = useTranslation()
  const remainingMs = Date.parse(apiKey.expires_at) - getServerTime().getTime()
  const isActive = apiKey.revoked_at === null && remainingMs > 0
  const countries = apiKey.countries?.map(country => getCountryName(country, language)) ?? [t('api_keys.every_country')]
  const describeAct = (at: string, { username }: ApiKey['created_by']) =>
    t('api_keys.by', { date: date(at), name: username })
  const { created_at, created_by, revoked_at, revoked_by, last_used_at } = apiKey
  const details: Record<string, string> = {
    [t('api_keys.scopes')]: apiKey.scopes.map(scope => t(`api_keys.scope.${scope}`)).join(', '),
    [t('api_keys.countries')]: countries.join(', '),
    [t('api_keys.valid_until')]: date(apiKey.expires_at),
    ...(revoked_at && revoked_by && { [t('api_keys.revoked')]: describeAct(revoked_at, revoked_by) }),
    [t('api_keys.last_used')]: last_used_at ? dateTime(last_used_at) : t('api_keys.never_used'),
    [t('api_keys.contact')]: apiKey.contact,
    [t('api_keys.created')]: describeAct(created_at, created_by),
  }
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{apiKey.name}</h2>
          <p className="font-mono text-sm text-muted">{apiKey.public_id}…</p>
        </div>
        {!isActive && (
          <Badge tone={apiKey.revoked_at ? 'rust' : 'plain'}>
            {t(apiKey.revoked_at ? 'api_keys.revoked' : 'api_keys.expired')}
          </Badge>
        )}
        {isActive && remainingMs < soonMs && <Badge tone="amber">{t('api_keys.ends_soon')}</Badge>}
      </div>
      <DetailList
        details={Object.entries(details)}
        className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3"
        valueClass="wrap-anywhere"
      />
      {isActive && (
        <Button
          variant="secondary"
          className="self-start max-sm:self-stretch"
          aria-label={t('api_keys.revoke_of', { name: apiKey.name })}
          onClick={onRevoke}
        >
          {t('api_keys.revoke')}
        </Button>
      )}
    </article>
  )
}
