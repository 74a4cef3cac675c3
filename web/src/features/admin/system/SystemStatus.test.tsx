// @vitest-environment happy-dom
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { SystemStatus } from './SystemStatus.tsx'

describeScreenStates('the system status', {
  element: <SystemStatus />,
  options: { user: 'admin', catalogs: ['admin'] },
  endpoint: 'GET /api/admin/system/',
  filled: {
    reply: {
      versions: { product: '1.0.0', node: '24.0.0', database: '18.0', model: '2026.01.01-1' },
      jobs: { waiting: 2, failed: 0, oldest_due_at: null },
      disk: { used_bytes: 3 * 1024 ** 3, is_at_least: true, free_bytes: 10 * 1024 ** 3, database_bytes: 1024 ** 2 },
      mail: {
        failed: 1,
        failures: [
          { job: 'welcome', at: '2026-11-20T08:00:00Z', attempts: 5, is_given_up: true, error: 'Mailbox unavailable' },
        ],
      },
    },
    text: 'Mailbox unavailable',
  },
})
