import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { versionPhotosPageSize, versionPhotosQuery } from '../queries.ts'

/** Shows what a version learned from, so that the person who activates it sees whether the labels are right. */
export function VersionPhotos({ version }: { version: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  return (
    <Loaded query={useQuery(versionPhotosQuery(version, page))} skeleton={<Skeleton className="h-40 w-full" />}>
      {({ results, count }) =>
        count > 0 && (
          <>
            <p className="font-bold">{t('versions.check_photos')}</p>
            <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
              {results.map(({ id, image, label }) => (
                <li key={id}>
                  <a href={image} target="_blank" rel="noreferrer" className="flex flex-col gap-1 text-sm">
                    <img src={getThumbnailUrl(image)} alt="" className="aspect-square w-full rounded-md object-cover" />
                    {t(`class.${label}`)}
                  </a>
                </li>
              ))}
            </ul>
            <Pagination page={page} pageSize={versionPhotosPageSize} count={count} onPageChange={setPage} />
          </>
        )
      }
    </Loaded>
  )
}
