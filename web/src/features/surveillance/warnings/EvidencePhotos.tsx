import type { DiseaseWarning, EvidencePhoto } from '@kutu/contract/warnings'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { getDiseaseTitle } from '../disease-title.ts'
import { photosPageSize, useEvidencePhotos } from './queries.ts'

/** Photos behind the reports of the week, of farmers who allowed it or who reported the answer to experts. */
export function EvidencePhotos({ warning }: { warning: DiseaseWarning }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isPending, isFetching, refetch } = useEvidencePhotos(warning.id, page)
  return (
    <section aria-labelledby="photos" className="flex flex-col gap-4 print:hidden">
      <h2 id="photos" className="text-xl">
        {t('warnings.photos')}
      </h2>
      {isPending && <Skeleton className="h-40 w-full" />}
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <p className="max-w-prose text-muted">
          {t(data.count === 0 ? 'warnings.photos_none' : 'warnings.photos_lead')}
        </p>
      )}
      {data && data.count > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {data.results.map(photo => (
            <Photo key={photo.image} photo={photo} crop={warning.crop} />
          ))}
        </ul>
      )}
      {data && <Pagination {...{ page }} pageSize={photosPageSize} count={data.count} onPageChange={setPage} />}
    </section>
  )
}

const bandTones = { confident: 'rust', likely: 'amber', uncertain: 'plain', unfamiliar: 'plain' } as const

function Photo({ photo, crop }: { photo: EvidencePhoto; crop: string }) {
  const { t, language } = useTranslation()
  const { image, band, disease, rust_class, label } = photo
  const answer = getDiseaseTitle({ crop, disease: disease ?? rust_class }, language)
  return (
    <li className="flex flex-col items-start gap-1">
      <DataSaverPhoto
        src={`${image}&size=small`}
        alt={t('warnings.photo_alt', { answer })}
        loading="lazy"
        className="aspect-square w-full rounded-lg object-cover"
      />
      <Badge tone={bandTones[band]}>{t(`warnings.band.${band}`)}</Badge>
      <p className="text-sm">{answer}</p>
      {label !== null && <p className="text-sm font-bold">{t(`warnings.label.${label}`)}</p>}
    </li>
  )
}
