// @vitest-environment happy-dom
import { respond } from '../../../testing/api-server.ts'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { makeVersion } from '../training-fixtures.ts'
import { ModelCardPage } from './ModelCardPage.tsx'
import { makeModelCard } from './model-card-fixtures.ts'

describeScreenStates('the model card', {
  element: <ModelCardPage />,
  options: { user: 'expert', catalogs: ['detection', 'training', 'teaching'] },
  endpoint: 'GET /analysis/models/',
  empty: { reply: makeListPage(makeVersion()), text: 'No model is in use' },
  filled: {
    reply: makeListPage(makeVersion({ version: '2026.01.01-1', is_active: true })),
    text: /Version 2026\.01\.01-1/,
  },
  respondToOthers: () => respond('GET /analysis/models/{version}/', makeModelCard({})),
})
