import type { ModelVersion } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { VersionContributors } from '../administration/VersionContributors.tsx'
import { RefitSummary } from './RefitSummary.tsx'

/** Shows one version with its origin, accuracy and an activate button. `onActivate` is undefined without permission. */
export function VersionCard({
  version,
  canSeeContributors,
  onActivate,
}: {
  version: ModelVersion
  canSeeContributors: boolean
  onActivate: (() => void) | undefined
}) {
  const { t, date } = useTranslation()
  const { version: name, is_active: isActive, is_usable: isUsable, refit, created, approvals } = version
  return (
    <article className="flex flex-wrap items-start justify-between gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <div className="flex min-w-0 flex-col items-start gap-2">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        {isActive && <Badge tone="leaf">{t('versions.active')}</Badge>}
        {refit ? (
          <RefitSummary refit={refit} />
        ) : (
          <>
            <p>{t('versions.shipped', { when: date(created) })}</p>
            <TestAccuracy version={version} />
          </>
        )}
        {approvals.length > 0 && (
          <p className="font-bold wrap-anywhere">
            {t('versions.approvals', {
              names: approvals.map(({ username }) => username).join(', '),
              count: approvals.length,
              needed: version.approvals_needed,
            })}
          </p>
        )}
        {refit && canSeeContributors && <VersionContributors version={name} />}
        {version.has_own_photos && !isActive && isUsable && <p className="text-muted">{t('versions.own_photos')}</p>}
        {!isUsable && <p className="text-muted">{t('versions.unusable')}</p>}
      </div>
      {onActivate && !isActive && isUsable && (
        <Button variant="secondary" aria-label={t('versions.activate_of', { version: name })} onClick={onActivate}>
          {t('versions.activate')}
        </Button>
      )}
    </article>
  )
}

function TestAccuracy({ version: { measured } }: { version: ModelVersion }) {
  const { t, number, percent } = useTranslation()
  return (
    <ul className="flex flex-col gap-1">
      {(['test_field', 'test_lab'] as const).map(set => {
        const accuracy = measured[set]?.accuracy
        if (!accuracy) return null
        return <li key={set}>{t(`versions.${set}`, { share: percent(accuracy.share, 1), n: number(accuracy.n) })}</li>
      })}
    </ul>
  )
}
