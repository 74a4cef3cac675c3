import type { App } from '../../../context.ts'

/** How many people there are of each role, of those who can sign in; experts are those approved, and who waits for approval is counted apart. */
export async function countUsersByRole(app: App) {
  const rows = await app.db.selectFrom('people_tallies').selectAll().execute()
  const sumCounts = (predicate: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(predicate).reduce((sum, row) => sum + row.count, 0)
  const isWaiting = (row: { approval: string }) => row.approval === 'waiting'
  return {
    farmers: sumCounts(row => row.role === 'farmer' && row.is_active),
    experts: sumCounts(row => row.role === 'expert' && row.is_active && row.approval === 'approved'),
    admins: sumCounts(row => row.role === 'admin' && row.is_active),
    waitingExperts: sumCounts(isWaiting),
  }
}
