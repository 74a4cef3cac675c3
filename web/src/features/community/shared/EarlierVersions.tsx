import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { responseVersionsQuery, versionPageSize } from './queries.ts'

/** Lists the earlier texts of an answer, newest first. */
export function EarlierVersions({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, dateTime } = useTranslation()
  const [page, setPage] = useState(1)
  const versions = useQuery(responseVersionsQuery(id, page))
  return (
    <Dialog isOpen onClose={onClose} title={t('comments.earlier')}>
      <Loaded query={versions} skeleton={<SkeletonList count={1} />}>
        {({ results, count }) => (
          <>
            <ol className="flex flex-col gap-3">
              {results.map(({ content, written_at }) => (
                <li key={written_at} className="flex flex-col gap-2 rounded-lg border border-line p-4">
                  <p className="text-sm text-muted">
                    <time dateTime={written_at}>{dateTime(written_at)}</time>
                  </p>
                  <UserText>{content}</UserText>
                </li>
              ))}
            </ol>
            <Pagination page={page} pageSize={versionPageSize} count={count} onPageChange={setPage} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
