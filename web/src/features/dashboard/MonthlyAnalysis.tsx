import type { Stats } from '@kutu/contract/dashboard'
import { Leaf, Square, Triangle } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { join } from '../../ui/join.ts'

const columns = [
  { name: 'common_rust', text: 'dashboard.monthly_rust', Shape: Triangle, ink: 'text-rust', fill: 'fill-rust' },
  { name: 'healthy', text: 'dashboard.monthly_healthy', Shape: Leaf, ink: 'text-leaf', fill: 'fill-leaf' },
  { name: 'other_disease', text: 'dashboard.monthly_other', Shape: Square, ink: 'text-blue', fill: 'fill-blue' },
] as const

/** The months as a table that can also be seen: under each figure its bar, all to one scale. */
export function MonthlyAnalysis({ monthly }: { monthly: Stats['monthly'] }) {
  const { t, month, number } = useText()
  // Months before the first photo say nothing.
  const since = monthly.slice(
    Math.max(
      0,
      monthly.findIndex(each => columns.some(({ name }) => each[name] > 0)),
    ),
  )
  const most = Math.max(1, ...monthly.flatMap(each => columns.map(({ name }) => each[name])))
  return (
    <Card title={t('dashboard.monthly')}>
      {/* On a phone the words stand here, where they have room, and the columns keep their shapes. */}
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm sm:hidden">
        {columns.map(({ name, text, Shape, ink }) => (
          <li key={name} className="flex items-center gap-2">
            <Shape className={join('size-4 shrink-0 fill-current', ink)} />
            {t(text)}
          </li>
        ))}
      </ul>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">{t('dashboard.monthly')}</caption>
        <thead>
          <tr className="border-b border-line align-bottom text-sm">
            <th scope="col" className="w-1/4 py-2 pr-2 text-xs sm:text-sm">
              {t('dashboard.month')}
            </th>
            {columns.map(({ name, text, Shape, ink }) => (
              <th key={name} scope="col" className="px-1 py-2 leading-tight">
                <span className="flex items-center gap-2">
                  <Shape aria-hidden="true" className={join('size-4 shrink-0 fill-current', ink)} />
                  <span className="max-sm:sr-only">{t(text)}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {since.map(each => (
            <tr key={each.month} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 pr-2 font-normal">
                {month(each.month)}
              </th>
              {columns.map(({ name, fill }) => (
                <td key={name} className="px-1 py-3">
                  <span className="font-bold">{number(each[name])}</span>
                  <svg
                    aria-hidden="true"
                    preserveAspectRatio="none"
                    viewBox="0 0 100 1"
                    className="mt-1 block h-3 w-full overflow-hidden rounded-sm"
                  >
                    <rect width="100" height="1" className="fill-sunken" />
                    <rect width={(each[name] / most) * 100} height="1" className={fill} />
                  </svg>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
