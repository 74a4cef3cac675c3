import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../Button.tsx'
import { Select } from '../Select.tsx'
import { pageSizes, type TableView } from './table-view.ts'

type Place = { page: number; last: number; from: number; to: number }

/** How many rows a page holds, which of them stand here, and the four ways to others. */
export function TablePager({
  view,
  onView,
  place,
  count,
}: {
  view: TableView
  onView: (view: TableView) => void
  place: Place
  count: number
}) {
  const { t, number } = useText()
  const { page, last, from, to } = place
  const range = t('table.range', { from: number(from), to: number(to), count: number(count) })
  const ways: readonly { name: string; to: number; icon: LucideIcon; isOpen: boolean }[] = [
    { name: t('table.first'), to: 1, icon: ChevronFirst, isOpen: page > 1 },
    { name: t('table.previous'), to: page - 1, icon: ChevronLeft, isOpen: page > 1 },
    { name: t('table.next'), to: page + 1, icon: ChevronRight, isOpen: page < last },
    { name: t('table.last'), to: last, icon: ChevronLast, isOpen: page < last },
  ]
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="w-44">
        <Select
          label={t('table.page_size')}
          options={pageSizes.map(size => ({
            value: String(size),
            label: size === 'all' ? t('table.all') : number(size),
          }))}
          value={String(view.pageSize)}
          onChange={chosen =>
            onView({ ...view, page: 1, pageSize: pageSizes.find(size => String(size) === chosen) ?? view.pageSize })
          }
        />
      </div>
      <nav aria-label={t('table.pages')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-live="polite" className="text-muted">
          {count === 0 ? t('table.none') : range}
        </p>
        <div className="flex gap-1">
          {ways.map(({ name, to: target, icon: Icon, isOpen }) => (
            <Button
              key={name}
              variant="secondary"
              aria-label={name}
              title={name}
              shut={!isOpen}
              onClick={() => onView({ ...view, page: target })}
              icon={<Icon aria-hidden="true" className="size-5" />}
              className="w-12 px-0"
            />
          ))}
        </div>
      </nav>
    </div>
  )
}
