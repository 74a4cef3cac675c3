import { isConclusive } from '@kutu/contract/bands'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/api-query.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ClassShape } from '../classes/ClassShape.tsx'
import { AnalysisThumbnail } from './AnalysisThumbnail.tsx'

/** The last leaves of a farmer who asks an expert. Nothing for one who does not let photos be shown, and until they are loaded. */
export function LastLeaves({ id, username }: { id: string; username: string }) {
  const { t, shortDate } = useTranslation()
  const { data } = useQuery(apiQuery(['last-leaves', id], 'GET /analysis/last-leaves/{id}/', { params: { id } }))
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label={t('inbox.last_leaves', { name: username })} className="flex flex-col gap-2">
      <h3 className="text-base">{t('inbox.last_leaves', { name: username })}</h3>
      <ul className="flex flex-wrap gap-4">
        {data.results.map(({ id: leafId, image, uploaded_at, rust_class, crop_type, band }) => (
          <li key={leafId} className="flex items-center gap-2 text-sm">
            <AnalysisThumbnail src={image} />
            <span className="flex flex-col">
              <span className="flex items-center gap-1 font-bold">
                {isConclusive(band) && <ClassShape rustClass={rust_class} className="size-4" />}
                {isConclusive(band) ? t(`field.class.${rust_class}`) : t('field.unsure')}
              </span>
              {crop_type && t(`crop.${crop_type}`)}
              <time dateTime={uploaded_at} className="text-muted">
                {shortDate(uploaded_at)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
