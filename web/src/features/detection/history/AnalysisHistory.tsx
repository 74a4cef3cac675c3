import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Diamond } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { scrollIfLinked } from '../../../router.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { ClassShape } from '../classes/ClassShape.tsx'
import { rustClasses } from '../classes/rust-classes.ts'
import { historyPageSize, historyQuery } from '../queries.ts'
import { getConcluded } from '../result/concluded-analysis.ts'
import { getConfidenceBand } from '../result/confidence-band.ts'
import { useAnswerTitle } from '../result/disease-name.ts'
import { AnalysisThumbnail } from './AnalysisThumbnail.tsx'

type ClassFilter = RustClass | 'all'

/** Keeps page and filter in the URL, so that the Back button returns to the same position. */
function useHistoryParams() {
  const [searchParams, setSearchParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1)
  const filter: ClassFilter = rustClasses.find(name => name === searchParams.get('class')) ?? 'all'
  const navigate = (next: { page: number; filter: ClassFilter }) =>
    setSearchParams(
      { ...(next.filter !== 'all' && { class: next.filter }), ...(next.page > 1 && { page: String(next.page) }) },
      { replace: true },
    )
  return { page, filter, navigate }
}

/** Lists the user's analyses, newest first, with paging and a filter by class. */
export function AnalysisHistory() {
  const { t } = useTranslation()
  const titleId = useId()
  const { page, filter, navigate } = useHistoryParams()
  const history = useQuery(historyQuery(page, filter === 'all' ? null : filter))
  return (
    <section id="history" ref={scrollIfLinked} aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-xl">
        {t('menu.past_analyses')}
      </h2>
      <ChoiceChips<ClassFilter>
        legend={t('filter.show')}
        choices={[
          { value: 'all', label: t('history.all') },
          ...rustClasses.map(name => ({ value: name, label: t(`class.${name}`) })),
        ]}
        value={filter}
        onChange={next => navigate({ page: 1, filter: next })}
      />
      <Loaded query={history} skeleton={<SkeletonList count={3} className="h-24 w-full" />}>
        {({ results, count, count_is_capped: isCapped }) =>
          count === 0 ? (
            <EmptyState
              title={t(filter === 'all' ? 'history.empty.title' : 'history.none_of_class.title')}
              picture={<PlateDrawing plateId="maize-healthy" className="h-24" />}
            />
          ) : (
            <div aria-busy={history.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
              <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-white empty:hidden">
                {results.map(analysis => (
                  <HistoryRow key={analysis.id} analysis={analysis} />
                ))}
              </ul>
              <Pagination
                {...{ page, count, isCapped }}
                pageSize={historyPageSize}
                onPageChange={next => navigate({ page: next, filter })}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

function HistoryRow({ analysis: stored }: { analysis: Analysis }) {
  const { t, dateTime, percent } = useTranslation()
  const analysis = getConcluded(stored)
  const title = useAnswerTitle()(analysis)
  const classLabel = t(`class.${analysis.rust_class}`)
  const band = getConfidenceBand(analysis.band)
  const isUnsure = band === 'not_sure'
  const leaves = analysis.photos?.length
  const facts = [
    band !== 'sure' && t(`answer.band.${band}`),
    !isUnsure && title !== classLabel && classLabel,
    !isUnsure && percent(analysis.confidence),
    leaves !== undefined && t('plant.leaves', { count: leaves }),
  ]
  return (
    <li>
      <Link
        to={`/account/addresses/image-analysis/${analysis.id}`}
        className="flex items-center gap-3 p-3 -outline-offset-3 hover:bg-leaf-tint sm:gap-4"
      >
        <AnalysisThumbnail key={analysis.image} src={analysis.image} />
        <span className="flex min-w-0 grow flex-col">
          <span className="flex items-start gap-2 font-bold">
            {isUnsure ? (
              <Diamond aria-hidden="true" className="mt-1 size-4 shrink-0 fill-current text-amber" />
            ) : (
              <ClassShape rustClass={analysis.rust_class} className="mt-1 size-4" />
            )}
            {title}
          </span>
          <span>{facts.filter(Boolean).join('\u00a0· ')}</span>
          <span className="text-sm text-muted">{dateTime(analysis.uploaded_at)}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
