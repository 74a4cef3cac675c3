import type { App } from '../../../context.ts'

/** Returns the number of active users per role. Only approved experts count as experts; waiting ones are counted apart. */
export async function countUsersByRole(app: App) {
  // relies on trigger: people_tallies is kept up to date by triggers on users
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
