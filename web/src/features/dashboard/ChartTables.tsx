import { clsx } from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { hasUnsureAnswers, listClasses, type MonthlyOutcomes, type Outcomes, sumOutcomes } from './disease-classes.ts'

const cellClass = 'px-1 py-2 text-right'
const rowClass = 'border-b border-line last:border-0'

/** The number of images by class. */
export function OutcomesTable({ outcomes }: { outcomes: Outcomes }) {
  const { t, number, percent } = useTranslation()
  const total = sumOutcomes(outcomes)
  const classes = listClasses(hasUnsureAnswers([outcomes]))
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{t('dashboard.outcomes')}</caption>
      <thead className="text-sm">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-2">
            {t('dashboard.class')}
          </th>
          <th scope="col" className={cellClass}>
            {t('dashboard.images')}
          </th>
          <th scope="col" className={cellClass}>
            {t('chart.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ name, labelKey, Shape, iconClass }) => (
          <tr key={name} className={rowClass}>
            <th scope="row" className="py-2 pr-2 font-normal">
              <span className="flex items-center gap-2">
                <Shape aria-hidden="true" className={clsx('size-4 shrink-0', iconClass)} />
                {t(labelKey)}
              </span>
            </th>
            <td className={clsx(cellClass, 'font-bold')}>{number(outcomes[name])}</td>
            <td className={cellClass}>{percent(total === 0 ? 0 : outcomes[name] / total, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number of images by month and class, newest first. */
export function MonthlyTable({ monthly }: { monthly: readonly MonthlyOutcomes[] }) {
  const { t, month, number } = useTranslation()
  const classes = listClasses(hasUnsureAnswers(monthly))
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{t('dashboard.monthly')}</caption>
      <thead className="text-sm">
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="w-1/3 py-2 pr-2">
            {t('dashboard.month')}
          </th>
          {classes.map(({ name, labelKey, Shape, iconClass }) => (
            <th key={name} scope="col" className={clsx(cellClass, 'leading-tight')}>
              <span className="flex items-center justify-end gap-2">
                <Shape aria-hidden="true" className={clsx('size-4 shrink-0', iconClass)} />
                <span className="max-sm:sr-only">{t(labelKey)}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthly.toReversed().map(entry => (
          <tr key={entry.month} className={rowClass}>
            <th scope="row" className="py-2 pr-2 font-normal">
              {month(entry.month)}
            </th>
            {classes.map(({ name }) => (
              <td key={name} className={cellClass}>
                {number(entry[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
