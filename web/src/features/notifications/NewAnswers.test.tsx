// @vitest-environment happy-dom
import type { Notification } from '@kutu/contract/notifications/notifications'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { respond } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { NewAnswers } from './NewAnswers.tsx'

const make = (id: string, changes: Partial<Notification>): Notification => ({
  id,
  type: 'post_answered',
  message: `Expert answer ${id}`,
  date: '2026-11-20T08:00:00Z',
  read: false,
  subject: { type: 'post', id: '11111111-1111-7111-8111-111111111111' },
  ...changes,
})

it('shows the experts’ answers that are not read yet', async () => {
  const results = [make('1', {}), make('2', { read: true }), make('3', { type: 'booking_approved' })]
  respond('GET /api/notifications/', { count: 3, next: null, previous: null, unread: 2, results })
  await renderScreen(<NewAnswers />, { user: 'farmer' })
  expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual(['Expert answer 1'])
})
