import type { TrainingState } from '@kutu/contract/training-images'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { Contribution } from './Contribution.tsx'
import { TakeBackDialog } from './TakeBackDialog.tsx'
import { contributionsPageSize, contributionsQuery, summaryQuery } from './teaching-queries.ts'

const states = ['all', 'accepted', 'waiting', 'refused', 'duplicate', 'withdrawn'] as const
type Shown = TrainingState | 'all'

/** The expert's own photos, newest first, with what became of each. */
export function Contributions() {
  const { t } = useText()
  const [{ shown, page }, setPlace] = useState<{ shown: Shown; page: number }>({ shown: 'all', page: 1 })
  const [leaving, setLeaving] = useState<{ id: string; when: string }>()
  const { place, focusAfter } = useFocusAfter(leaving !== undefined)
  const version = useQuery(summaryQuery()).data?.active_version
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(
    contributionsQuery(shown, page, version),
  )
  const all = () => setPlace({ shown: 'all', page: 1 })
  return (
    <section aria-label={t('mine.title')} className="flex flex-col gap-4">
      <div ref={place} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('mine.title')}</h2>
      </div>
      <ChoiceChips<Shown>
        legend={t('mine.filter')}
        choices={states.map(value => ({ value, label: value === 'all' ? t('mine.all') : t(`mine.state.${value}`) }))}
        value={shown}
        onChange={next => setPlace({ shown: next, page: 1 })}
      />
      {isPending && <SkeletonList className="h-40 w-full" />}
      {error && !data && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && (shown === 'all' && page === 1 ? <NothingYet /> : <NoneOfState onAll={all} />)}
      {data && data.results.length > 0 && (
        <>
          <ul
            aria-busy={isPlaceholderData}
            className={join(
              'grid grid-cols-1 gap-4 lg:grid-cols-2',
              isPlaceholderData && 'pointer-events-none opacity-60',
            )}
          >
            {data.results.map(image => (
              <li key={image.id}>
                <Contribution image={image} onTakeBack={setLeaving} />
              </li>
            ))}
          </ul>
          <Pagination
            page={page}
            pageSize={contributionsPageSize}
            count={data.count}
            onPage={next => setPlace({ shown, page: next })}
          />
        </>
      )}
      <TakeBackDialog image={leaving} onClose={() => setLeaving(undefined)} onDone={focusAfter} />
    </section>
  )
}

function NothingYet() {
  const { t } = useText()
  return <EmptyState title={t('mine.empty')}>{t('mine.empty_note')}</EmptyState>
}

function NoneOfState({ onAll }: { onAll: () => void }) {
  const { t } = useText()
  const action = (
    <Button variant="secondary" onClick={onAll}>
      {t('mine.all')}
    </Button>
  )
  return <EmptyState title={t('mine.none_of_state')} action={action} />
}
