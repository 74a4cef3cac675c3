import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'

/**
 * Previous and next buttons for a list of `count` entries. Renders nothing if all fit on one page; beyond the end it
 * leads back to the last page. Of a list that is longer than `count` (`isCapped`), it shows the first `count` entries.
 */
export function Pagination({
  page,
  pageSize,
  count,
  isCapped,
  onPageChange,
}: {
  page: number
  pageSize: number
  count: number
  isCapped?: boolean | undefined
  onPageChange: (page: number) => void
}) {
  const { t, number, listCount } = useTranslation()
  const last = Math.max(1, Math.ceil(count / pageSize))
  if (last === 1 && page === 1) return null
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, count)
  const range = t('paging.range', { from: number(from), to: number(to), count: listCount(count, isCapped) })
  return (
    <nav aria-label={t('paging.label')} className="flex flex-wrap items-center justify-between gap-2">
      <Button
        variant="secondary"
        icon={ChevronLeft}
        softDisabled={page <= 1}
        onClick={() => onPageChange(Math.min(page - 1, last))}
      >
        {t('paging.previous')}
      </Button>
      <p aria-live="polite" className="text-muted max-sm:order-first max-sm:basis-full max-sm:text-center">
        {from > count ? t('paging.none') : range}
      </p>
      <Button variant="secondary" softDisabled={page >= last} onClick={() => onPageChange(page + 1)}>
        {t('paging.next')}
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </nav>
  )
}
