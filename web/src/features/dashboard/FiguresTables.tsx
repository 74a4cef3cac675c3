import type { Stats } from '@kutu/contract/dashboard'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { classes, type Outcomes, sumOf } from './classes.ts'

const cell = 'px-1 py-2 text-right'
const row = 'border-b border-line last:border-0'

/** How many images got each answer. */
export function OutcomesTable({ outcomes }: { outcomes: Outcomes }) {
  const { t, number, percent } = useText()
  const all = sumOf(outcomes)
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{t('dashboard.outcomes')}</caption>
      <thead className="text-sm">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-2">
            {t('dashboard.class')}
          </th>
          <th scope="col" className={cell}>
            {t('dashboard.images')}
          </th>
          <th scope="col" className={cell}>
            {t('dashboard.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ name, text, Shape, ink }) => (
          <tr key={name} className={row}>
            <th scope="row" className="py-2 pr-2 font-normal">
              <span className="flex items-center gap-2">
                <Shape aria-hidden="true" className={join('size-4 shrink-0', ink)} />
                {t(text)}
              </span>
            </th>
            <td className={join(cell, 'font-bold')}>{number(outcomes[name])}</td>
            <td className={cell}>{percent(all === 0 ? 0 : outcomes[name] / all, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same month by month, the newest first. */
export function MonthlyTable({ monthly }: { monthly: Stats['monthly'] }) {
  const { t, month, number } = useText()
  return (
    <>
      {/* On a phone the words stand here, where they have room, and the columns keep their shapes. */}
      <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm sm:hidden">
        {classes.map(({ name, text, Shape, ink }) => (
          <li key={name} className="flex items-center gap-2">
            <Shape className={join('size-4 shrink-0', ink)} />
            {t(text)}
          </li>
        ))}
      </ul>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">{t('dashboard.monthly')}</caption>
        <thead className="text-sm">
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="w-1/3 py-2 pr-2">
              {t('dashboard.month')}
            </th>
            {classes.map(({ name, text, Shape, ink }) => (
              <th key={name} scope="col" className={join(cell, 'leading-tight')}>
                <span className="flex items-center justify-end gap-2">
                  <Shape aria-hidden="true" className={join('size-4 shrink-0', ink)} />
                  <span className="max-sm:sr-only">{t(text)}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthly.toReversed().map(each => (
            <tr key={each.month} className={row}>
              <th scope="row" className="py-2 pr-2 font-normal">
                {month(each.month)}
              </th>
              {classes.map(({ name }) => (
                <td key={name} className={cell}>
                  {number(each[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
