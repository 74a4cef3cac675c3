import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { Camera, Diamond } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { ClassShape } from '../classes/ClassShape.tsx'
import { findCrop } from '../crops.ts'
import { AnalysisThumbnail } from '../history/AnalysisThumbnail.tsx'
import { historyQuery } from '../queries.ts'
import { isAnswered } from '../result/confidence-band.ts'
import { findNextLook, type NextLook } from './next-look.ts'

const analysesPath = '/account/addresses/image-analysis'
const rowCount = 4

/**
 * The farmer's home: when to look at the plants again, the latest leaves with their answers, and `children`, which other
 * features add (experts' answers, the next appointment).
 */
export function MyField({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-xl">
        {t('field.title')}
      </h2>
      <Leaves>{children}</Leaves>
      <LinkButton to={analysesPath} size="large" icon={<Camera aria-hidden="true" className="size-6" />}>
        {t('field.check_leaf')}
      </LinkButton>
    </section>
  )
}

function Leaves({ children }: { children: ReactNode }) {
  const { t, listCount } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(historyQuery(1, null))
  if (isPending) return <SkeletonList count={3} className="h-20 w-full" />
  if (data === undefined) {
    return (
      <>
        <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
        {children}
      </>
    )
  }
  const nextLook = findNextLook(data.results, getServerTime())
  return (
    <>
      {nextLook && <NextLookNote {...nextLook} />}
      {children}
      {data.count === 0 ? (
        <p>{t('field.empty')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-white">
          {data.results.slice(0, rowCount).map(analysis => (
            <LeafRow key={analysis.id} analysis={analysis} />
          ))}
        </ul>
      )}
      {data.count > rowCount && (
        <TextLink to={`${analysesPath}#history`}>
          {t('field.all', { count: listCount(data.count, data.count_is_capped) })}
        </TextLink>
      )}
    </>
  )
}

/** "Look at your beans again on Thursday", with what was found and when. */
function NextLookNote({ analysis, at, days, isOverdue }: NextLook) {
  const { t, date } = useTranslation()
  const crop = findCrop(analysis.crop)
  const plants = crop ? t(`field.crop.${crop}`) : t('field.plants')
  const found = t(`field.found.${analysis.rust_class}`, { date: date(analysis.uploaded_at) })
  return (
    <div className="rounded-lg bg-amber-tint px-4 py-3">
      <p className="font-bold">
        {days === 0 ? t('field.look_now', { plants }) : t('field.look_on', { plants, date: date(at.toISOString()) })}
      </p>
      <p>{isOverdue ? `${found} ${t('field.not_since')}` : found}</p>
    </div>
  )
}

function LeafRow({ analysis }: { analysis: Analysis }) {
  const { t, date } = useTranslation()
  const { rust_class, disease, feedback, educational_resources } = analysis
  const isUnsure = !isAnswered(analysis)
  const diseaseName = disease === null ? undefined : educational_resources[0]?.title
  const advice = isUnsure ? undefined : feedback.advice[0]
  return (
    <li>
      <Link
        to={`${analysesPath}/${analysis.id}`}
        className="flex items-center gap-3 p-3 -outline-offset-3 hover:bg-leaf-tint sm:gap-4"
      >
        <AnalysisThumbnail key={analysis.image} src={analysis.image} />
        <span className="flex min-w-0 grow flex-col">
          <span className="flex items-start gap-2 font-bold">
            {isUnsure ? (
              <Diamond aria-hidden="true" className="mt-1 size-4 shrink-0 fill-current text-amber" />
            ) : (
              <ClassShape rustClass={rust_class} className="mt-1 size-4" />
            )}
            {isUnsure ? t('field.unsure') : (diseaseName ?? t(`field.class.${rust_class}`))}
          </span>
          <span className="text-sm text-muted">{date(analysis.uploaded_at)}</span>
          {advice && <span className="line-clamp-2 text-sm">{advice}</span>}
        </span>
      </Link>
    </li>
  )
}
