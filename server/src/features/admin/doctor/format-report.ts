import type { CheckResult, CheckStatus } from './check.ts'

export type Report = { status: CheckStatus; checks: (CheckResult & { section: string })[] }

/** Returns the results with their worst status and the section of the documentation for each. */
export function createReport(results: CheckResult[]): Report {
  const has = (status: CheckStatus) => results.some(result => result.status === status)
  return {
    status: has('error') ? 'error' : has('warning') ? 'warning' : 'ok',
    checks: results.map(result => ({ ...result, section: `docs/operate.md#doctor-${result.area}` })),
  }
}

/** Formats a report for a terminal: one line per check, and what to do below each that is not ok. */
export function formatReport({ checks }: Report): string {
  const lines = checks.flatMap(({ area, status, message, remedy, section }) => [
    `${status.padEnd(8)} ${area.padEnd(14)} ${message}`,
    ...(remedy ? [`${' '.repeat(24)}→ ${remedy} See ${section}.`] : []),
  ])
  const count = (status: CheckStatus) => checks.filter(check => check.status === status).length
  const plural = (status: CheckStatus) => `${count(status)} ${status}${count(status) === 1 ? '' : 's'}`
  return [...lines, '', `${plural('error')}, ${plural('warning')}, ${count('ok')} ok`].join('\n')
}
