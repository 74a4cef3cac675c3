// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { BookingTopic } from './BookingTopic.tsx'

const render = (changes: Parameters<typeof buildBooking>[0]) =>
  renderScreen(<BookingTopic booking={buildBooking(changes)} />, { user: 'expert', catalogs: ['consultations'] })

it('shows what the farmer asks, how to meet and the leaf', async () => {
  await render({
    question: 'Is it rust?',
    meeting: 'visit',
    place: 'Behind the school',
    analysis: {
      id: '7',
      image: '/files/leaf.jpg',
      uploaded_at: '2026-11-20T08:00:00Z',
      rust_class: 'common_rust',
      disease: null,
      crop: 'beans',
      confidence: 0.9,
      verdict: 'uncertain',
      band: 'likely',
      answers: [{ question: 'powder', answer: 'no' }],
    },
  })
  expect(screen.getByText('Is it rust?')).toBeTruthy()
  expect(screen.getByText('Beans')).toBeTruthy()
  expect(screen.getByText('Visit · Behind the school')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'The leaf photo' })).toBeTruthy()
  expect(screen.getByText('Rub a spot with your finger. Is there colored powder on it? No')).toBeTruthy()
})

it('is left out of bookings without a topic', async () => {
  await render({})
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByText(/Visit|Phone call|WhatsApp/)).toBeNull()
})
