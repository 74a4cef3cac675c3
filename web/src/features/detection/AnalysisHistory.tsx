import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Diamond } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { smallPhoto } from '../../api/small-photo.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { useWaitsForTap } from '../../ui/SavedPhoto.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { ClassShape } from './ClassShape.tsx'
import { useFindingName } from './finding.ts'
import { historyPageSize, historyQuery } from './queries.ts'

const classes: readonly RustClass[] = ['common_rust', 'healthy', 'other_disease']
type Shown = RustClass | 'all'

/** The place in the list stands in the address, so that Back from an answer returns to it. */
function usePlace() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const shown: Shown = classes.find(name => name === search.get('class')) ?? 'all'
  const go = (to: { page: number; shown: Shown }) =>
    setSearch(
      { ...(to.shown !== 'all' && { class: to.shown }), ...(to.page > 1 && { page: String(to.page) }) },
      { replace: true, preventScrollReset: true },
    )
  return { page, shown, go }
}

/** Every photo analysed before, newest first, a page at a time, by class if wanted. */
export function AnalysisHistory() {
  const { t } = useText()
  const titleId = useId()
  const { page, shown, go } = usePlace()
  const choices = [
    { value: 'all' as const, label: t('history.all') },
    ...classes.map(name => ({ value: name, label: t(`class.${name}`) })),
  ]
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-xl">
        {t('menu.past_analyses')}
      </h2>
      <ChoiceChips<Shown>
        legend={t('history.filter')}
        choices={choices}
        value={shown}
        onChange={next => go({ page: 1, shown: next })}
      />
      <HistoryList
        page={page}
        shown={shown}
        onPage={next => go({ page: next, shown })}
        onAll={() => go({ page: 1, shown: 'all' })}
      />
    </section>
  )
}

function HistoryList({
  page,
  shown,
  onPage,
  onAll,
}: {
  page: number
  shown: Shown
  onPage: (page: number) => void
  onAll: () => void
}) {
  const { t } = useText()
  const history = useQuery(historyQuery(page, shown === 'all' ? null : shown))
  if (history.isPending) return <SkeletonList count={3} className="h-24 w-full" />
  if (history.data === undefined) {
    return <LoadFailed error={history.error} busy={history.isFetching} onRetry={() => void history.refetch()} />
  }
  const { results, count } = history.data
  if (count === 0 && shown === 'all') {
    return <EmptyState title={t('history.empty.title')}>{t('history.empty.message')}</EmptyState>
  }
  if (count === 0) {
    const all = (
      <Button variant="secondary" onClick={onAll}>
        {t('history.show_all')}
      </Button>
    )
    return (
      <EmptyState title={t('history.none_of_class.title')} action={all}>
        {t('history.none_of_class.message')}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4" aria-busy={history.isPlaceholderData}>
      {results.length > 0 && (
        <ul
          className={join(
            'flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-white',
            history.isPlaceholderData && 'opacity-60',
          )}
        >
          {results.map(analysis => (
            <HistoryRow key={analysis.id} analysis={analysis} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageSize={historyPageSize} count={count} onPage={onPage} />
    </div>
  )
}

function HistoryRow({ analysis }: { analysis: Analysis }) {
  const { t, dateTime, percent } = useText()
  const name = useFindingName()(analysis)
  const word = t(`class.${analysis.rust_class}`)
  const isUnsure = analysis.verdict === 'uncertain'
  const leaves = analysis.photos?.length
  const facts = [
    isUnsure && t('answer.band.not_sure'),
    name !== word && word,
    percent(analysis.confidence),
    leaves !== undefined && t('plant.leaves', { count: leaves }),
  ]
  return (
    <li>
      <Link
        to={`/account/addresses/image-analysis/${analysis.id}`}
        className="flex items-center gap-3 p-3 -outline-offset-3 hover:bg-leaf-tint sm:gap-4"
      >
        <Thumbnail key={analysis.image} address={analysis.image} />
        <span className="flex min-w-0 grow flex-col">
          <span className="flex items-start gap-2 font-bold">
            {isUnsure ? (
              <Diamond aria-hidden="true" className="mt-1 size-4 shrink-0 fill-current text-amber" />
            ) : (
              <ClassShape rustClass={analysis.rust_class} className="mt-1 size-4" />
            )}
            {name}
          </span>
          <span>{facts.filter(Boolean).join(' ·\u00a0')}</span>
          <span className="text-sm text-muted">{dateTime(analysis.uploaded_at)}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
      </Link>
    </li>
  )
}

/** Decoration beside the words of its row; where the photo cannot be had, the mark holds its place. */
function Thumbnail({ address }: { address: string }) {
  const [isGone, setGone] = useState(false)
  // It lies in the link to the answer, where the photo can be tapped.
  const { waits } = useWaitsForTap(address)
  return (
    <span className="flex size-16 shrink-0 sm:size-20 items-center justify-center overflow-hidden rounded-md bg-sunken">
      {isGone || waits ? (
        <Mark className="size-10 opacity-60 grayscale" />
      ) : (
        <img
          src={smallPhoto(address)}
          alt=""
          width={80}
          height={80}
          loading="lazy"
          decoding="async"
          onError={() => setGone(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
