// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { respond } from '../../../testing/api-server.ts'
import { makeModelCard } from '../../../testing/fixtures/model-card.ts'
import { makeRefit, trainingSummary } from '../../../testing/fixtures/training.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { ModelCardPage } from './ModelCardPage.tsx'

const options = { user: 'expert', catalogs: ['detection', 'training', 'teaching'] } as const
const activeModel = 'GET /analysis/active-model/'
const card = 'GET /analysis/models/{version}/'
const shipped = '2026.01.01-1'

beforeEach(() => respond('GET /analysis/training-summary/', trainingSummary))

describeScreenStates('the model card', {
  element: <ModelCardPage />,
  options,
  endpoint: activeModel,
  filled: { reply: { version: shipped, base_version: shipped, head: null }, text: /Version 2026\.01\.01-1/ },
  respondToOthers: () => respond(card, makeModelCard({})),
})

describe('the model card', () => {
  it('is that of the version that answers, and says that it learned from withdrawn photos', async () => {
    respond(activeModel, { version: `${shipped}.r1`, base_version: shipped, head: '/head' })
    const refit = makeRefit({ withdrawn: { images: 8, experts: 1 } })
    respond(card, ({ params }) => ({
      ...makeModelCard({}),
      ...(params.version !== shipped && { version: `${shipped}.r1`, is_active: true, refit }),
    }))
    await renderScreen(<ModelCardPage />, options)
    expect(await screen.findByText('Version 2026.01.01-1.r1 is in use')).toBeTruthy()
    expect(screen.getByText('It learned from 8 photos that were withdrawn later.')).toBeTruthy()
  })
})
