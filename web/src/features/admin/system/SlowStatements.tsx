import type { SystemStatus } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Lists the statements of the database that took most time. */
export function SlowStatements({ source, statements }: SystemStatus['slow_statements']) {
  const { t, number } = useTranslation()
  const formatMs = (ms: number) => t('system.slow_ms', { ms: number(ms) })
  return (
    <section aria-labelledby="slow-statements">
      <h2 id="slow-statements" className="text-base">
        {t('system.slow')}
      </h2>
      <p className="text-muted">
        {statements.length === 0
          ? t('system.slow_none')
          : t(source === 'process' ? 'system.slow_process' : 'system.slow_database')}
      </p>
      {statements.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {statements.map(({ statement, caller, calls, mean_ms, max_ms }) => (
            <li key={`${caller} ${statement}`} className="flex flex-col gap-1 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                {caller && <span className="font-bold break-all">{caller}</span>}
                <span>{t('system.slow_calls', { count: calls })}</span>
                <span>{t('system.slow_mean', { time: formatMs(mean_ms) })}</span>
                <span className="text-muted">{t('system.slow_max', { time: formatMs(max_ms) })}</span>
              </div>
              <code className="text-sm break-words">{statement}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
