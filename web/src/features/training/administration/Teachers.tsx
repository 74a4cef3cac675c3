import type { Teacher } from '@kutu/contract/training/teaching'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { teachersPageSize, teachersQuery, useChangeTeacher } from '../queries.ts'
import { TeacherCard } from './TeacherCard.tsx'

/** Lists the experts who label photos. An administrator withdraws an expert's photos and labels, or uses them again. */
export function Teachers() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [teacherToWithdraw, setTeacherToWithdraw] = useState<Teacher>()
  const { place: containerRef, focusAfter } = useReturnFocus(teacherToWithdraw !== undefined)
  const { data, error, isPending, isFetching, refetch } = useQuery(teachersQuery(page))
  return (
    <section aria-label={t('teachers.title')} className="flex flex-col gap-4">
      <div ref={containerRef} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('teachers.title')}</h2>
      </div>
      <p className="max-w-prose text-muted">{t('teachers.lead')}</p>
      {isPending && <SkeletonList className="h-28 w-full" />}
      {error && !data && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <EmptyState title={t('teachers.empty')}>{t('teachers.empty_note')}</EmptyState>}
      {data && data.results.length > 0 && (
        <>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {data.results.map(teacher => (
              <li key={teacher.id}>
                <TeacherCard teacher={teacher} onWithdraw={() => setTeacherToWithdraw(teacher)} />
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={teachersPageSize} count={data.count} onPageChange={setPage} />
        </>
      )}
      <WithdrawDialog teacher={teacherToWithdraw} onClose={() => setTeacherToWithdraw(undefined)} onDone={focusAfter} />
    </section>
  )
}

/** Confirms that an expert's photos and labels no longer count. */
function WithdrawDialog({
  teacher,
  onClose,
  onDone,
}: {
  teacher: Teacher | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeTeacher()
  const name = teacher?.username ?? ''
  async function withdraw() {
    if (!teacher) return ''
    await mutateAsync({ id: teacher.id, isWithdrawn: true })
    return t('teachers.withdrawn', { name })
  }
  return (
    <ConfirmDialog
      isOpen={teacher !== undefined}
      title={t('teachers.withdraw_title', { name })}
      confirmLabel={t('teachers.withdraw')}
      onConfirm={withdraw}
      {...{ onClose, onSettled: onDone }}
    >
      <p>{t('teachers.withdraw_lead')}</p>
      <p>{t('teachers.withdraw_refit')}</p>
      <p>{t('teachers.withdraw_back')}</p>
    </ConfirmDialog>
  )
}
