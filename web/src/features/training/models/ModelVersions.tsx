import type { ModelVersion } from '@kutu/contract/training/training'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { summaryQuery, useActivateModel, versionPhotosQuery, versionsPageSize, versionsQuery } from '../queries.ts'
import { VersionCard } from './VersionCard.tsx'
import { VersionPhotos } from './VersionPhotos.tsx'

/** Lists all model versions, newest first. An administrator activates a usable one, or several experts. */
export function ModelVersions() {
  const { t } = useTranslation()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  const canActivate = isAdmin || user?.is_approved === true
  const [page, setPage] = useState(1)
  const [versionToActivate, setVersionToActivate] = useState<ModelVersion>()
  const { place: containerRef, focusAfter } = useReturnFocus(versionToActivate !== undefined)
  const summary = useQuery(summaryQuery()).data
  const versions = useQuery(versionsQuery(page, summary))
  return (
    <section aria-label={t('versions.title')} className="flex flex-col gap-4">
      <div ref={containerRef} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('versions.title')}</h2>
      </div>
      <p className="max-w-prose text-muted">{t('versions.lead')}</p>
      <Loaded query={versions} skeleton={<SkeletonList className="h-40 w-full" />}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title={t('versions.empty')} />
          ) : (
            <>
              <ul className="flex flex-col gap-4">
                {results.map(version => (
                  <li key={version.version}>
                    <VersionCard
                      version={version}
                      canSeeContributors={isAdmin}
                      onActivate={
                        canActivate && !version.has_own_photos && version.approvals.every(({ id }) => id !== user.id)
                          ? () => setVersionToActivate(version)
                          : undefined
                      }
                    />
                  </li>
                ))}
              </ul>
              <Pagination page={page} pageSize={versionsPageSize} count={count} onPageChange={setPage} />
            </>
          )
        }
      </Loaded>
      <ActivateDialog
        version={versionToActivate?.version}
        approvals={isAdmin ? 0 : (versionToActivate?.approvals_needed ?? 0)}
        onClose={() => setVersionToActivate(undefined)}
        onDone={focusAfter}
      />
    </section>
  )
}

/** Prevents line breaks within a version name. */
const withNonBreakingHyphens = (version: string): string => version.replaceAll('-', '\u2011')

/** Confirms the activation of a version for all users. */
function ActivateDialog({
  version,
  approvals,
  onClose,
  onDone,
}: {
  version: string | undefined
  /** How many experts must want the version; 0 for an administrator, who decides alone. */
  approvals: number
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useActivateModel()
  const photos = useQuery({ ...versionPhotosQuery(version ?? '', 1), enabled: version !== undefined })
  async function activate() {
    if (version === undefined) return ''
    const { is_active: isActive } = await mutateAsync(version)
    return t(isActive ? 'versions.activated' : 'versions.approved', { version })
  }
  return (
    <ConfirmDialog
      isOpen={version !== undefined}
      title={t('versions.activate_title', { version: withNonBreakingHyphens(version ?? '') })}
      confirmLabel={t('versions.activate')}
      variant="primary"
      canConfirm={photos.isSuccess && !photos.isPlaceholderData}
      onConfirm={activate}
      {...{ onClose, onSettled: onDone }}
    >
      <p>{t('versions.activate_lead')}</p>
      {version !== undefined && <VersionPhotos version={version} />}
      {approvals > 1 && <p>{t('versions.two_needed')}</p>}
    </ConfirmDialog>
  )
}
