import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Select } from '../form/Select.tsx'
import { pageSizes, type TableView } from './table-view.ts'

type PageRange = { page: number; last: number; from: number; to: number }

/** Page size, the range of rows shown, and buttons for the first, previous, next and last page. */
export function TablePagination({
  view,
  onViewChange,
  pageRange,
  count,
  isCapped,
}: {
  view: TableView
  onViewChange: (view: TableView) => void
  pageRange: PageRange
  count: number
  isCapped: boolean
}) {
  const { t, number, listCount } = useTranslation()
  const { page, last, from, to } = pageRange
  const range = t('paging.range', { from: number(from), to: number(to), count: listCount(count, isCapped) })
  const pageLinks: readonly { name: string; to: number; icon: LucideIcon; isEnabled: boolean }[] = [
    { name: t('table.first'), to: 1, icon: ChevronFirst, isEnabled: page > 1 },
    { name: t('table.previous'), to: page - 1, icon: ChevronLeft, isEnabled: page > 1 },
    { name: t('table.next'), to: page + 1, icon: ChevronRight, isEnabled: page < last },
    { name: t('table.last'), to: last, icon: ChevronLast, isEnabled: page < last },
  ]
  return (
    <div className="print:hidden flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="w-44">
        <Select
          label={t('table.page_size')}
          options={pageSizes.map(size => ({
            value: String(size),
            label: size === 'all' ? t('table.all') : number(size),
          }))}
          value={String(view.pageSize)}
          onChange={selected =>
            onViewChange({
              ...view,
              page: 1,
              pageSize: pageSizes.find(size => String(size) === selected) ?? view.pageSize,
            })
          }
        />
      </div>
      <nav aria-label={t('paging.label')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-live="polite" className="text-muted">
          {count === 0 ? t('table.none') : range}
        </p>
        <div className="flex gap-1">
          {pageLinks.map(({ name, to: target, icon: Icon, isEnabled }) => (
            <Button
              key={name}
              variant="secondary"
              aria-label={name}
              title={name}
              softDisabled={!isEnabled}
              onClick={() => onViewChange({ ...view, page: target })}
              icon={Icon}
              className="w-12 px-0"
            />
          ))}
        </div>
      </nav>
    </div>
  )
}
