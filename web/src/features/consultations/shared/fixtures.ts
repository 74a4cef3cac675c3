import type { Booking, Slot } from '@kutu/contract/consultations/consultations'

/** Builds a pending booking of a two-hour slot for tests. */
export const buildBooking = ({
  slot,
  ...overrides
}: Partial<Omit<Booking, 'slot'>> & { slot?: Partial<Booking['slot']> }): Booking => ({
  id: '7',
  status: 'pending',
  ended: null,
  ended_by: null,
  reason: null,
  selected_date: null,
  selected_end: null,
  created_at: '2026-11-20T07:00:00.000Z',
  outcome: null,
  note: null,
  is_helpful: null,
  question: null,
  meeting: null,
  place: null,
  analysis: null,
  farmer: { id: 'okello', username: 'okello', email: 'okello@kutu.example', phone_number: null },
  expert: {
    id: 'acen',
    bio: '',
    areas_of_expertise: 'rusts',
    certifications: '',
    languages_spoken: '',
    institution: '',
    experience_years: 3,
    user: { id: 'acen', username: 'acen' },
    photo: null,
    approved_at: null,
    districts: [],
    help: { held: 0, helpful: 0, reply_minutes: null, answers: 0, endorsed: 0 },
    contact: null,
  },
  ...overrides,
  slot: {
    id: 'slot',
    start_time: '2026-11-24T11:00:00.000Z',
    end_time: '2026-11-24T13:00:00.000Z',
    is_active: true,
    is_booked: true,
    state: 'booked',
    ...slot,
  },
})

/** Builds a free slot of an expert for tests. */
export const buildSlot = (overrides: Partial<Slot> = {}): Slot => ({
  id: 'slot',
  start_time: '2026-11-24T11:00:00.000Z',
  end_time: '2026-11-24T13:00:00.000Z',
  is_active: true,
  is_booked: false,
  state: 'available',
  expert: {
    id: 'acen',
    bio: 'Walks fields.',
    areas_of_expertise: 'Maize rust',
    certifications: '',
    languages_spoken: 'Luganda',
    institution: '',
    experience_years: 3,
    user: { id: 'acen', username: 'acen' },
    photo: null,
    approved_at: null,
    districts: [],
    help: { held: 0, helpful: 0, reply_minutes: null, answers: 0, endorsed: 0 },
  },
  ...overrides,
})
