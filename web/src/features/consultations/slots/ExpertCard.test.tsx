import type { Slot } from '@kutu/contract/consultations/consultations'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { loadEnglish } from '../../../testing/load-english.ts'
import { ExpertCard } from './ExpertCard.tsx'

beforeAll(() => loadEnglish('common', 'controls', 'consultations'))

const noHelp = { held: 0, helpful: 0, reply_minutes: null, answers: 0, endorsed: 0 }

function buildSlot(state: Slot['state'], bio = '', help: Slot['expert']['help'] = noHelp): Slot {
  return {
    id: '7',
    start_time: '2026-11-24T11:00:00Z',
    end_time: '2026-11-24T12:30:00Z',
    is_active: state !== 'inactive',
    is_booked: state === 'booked',
    state,
    expert: {
      id: '3',
      bio,
      areas_of_expertise: 'Maize rust, Bean diseases',
      certifications: '',
      languages_spoken: '',
      institution: '',
      experience_years: 8,
      user: { id: '3', username: 'okello' },
      photo: null,
      approved_at: null,
      districts: [],
      help,
    },
  }
}

const renderMarkup = (slot: Slot, isOwn = false, others: Slot[] = []) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <ExpertCard slots={[slot, ...others]} ownIds={isOwn ? [slot.id] : []} waiting={[]} onBook={() => undefined} />
    </Router>,
  )
const renderText = (slot: Slot, isOwn = false, others: Slot[] = []) =>
  renderMarkup(slot, isOwn, others)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the card of an expert', () => {
  it('shows the expert, their expertise and both ends of the period', () => {
    const text = renderText(buildSlot('available', 'Walks fields.'))
    expect(text).toMatch(/okello Available Expertise areas Maize rust, Bean diseases/)
    expect(text).toMatch(/Walks fields\. Availability Period Start \w{3} 24 Nov.* End \w{3} 24 Nov/)
    expect(text, 'nothing that was not given').not.toMatch(/Certifications|Languages|Serves/)
    const slot = buildSlot('available')
    expect(renderText({ ...slot, expert: { ...slot.expert, certifications: 'BSc' } })).toContain('Certifications BSc')
  })

  it('offers the first three free times, and the others on the page of the expert', () => {
    const later = (day: number, state: Slot['state'] = 'available') => ({
      ...buildSlot(state),
      id: String(day),
      start_time: `2026-11-${day}T11:00:00Z`,
    })
    const count = (text: string) => text.match(/Book Slot: /g)?.length
    expect(count(renderText(buildSlot('available'), false, [later(25, 'booked'), later(26)]))).toBe(2)
    const text = renderText(buildSlot('available'), false, [later(25), later(26), later(27)])
    expect(count(text)).toBe(3)
    expect(text).toContain('More times')
  })

  it('says since when the qualifications are checked, if they are', () => {
    const slot = buildSlot('available')
    expect(renderText(slot)).not.toContain('Checked')
    const checked = { ...slot, expert: { ...slot.expert, approved_at: '2026-11-21T09:00:00Z' } }
    expect(renderText(checked)).toMatch(/Checked by an administrator on .*21 Nov/)
  })

  it.each([
    [{ ...noHelp, reply_minutes: 20 }, 'Usually replies within an hour.'],
    [{ ...noHelp, reply_minutes: 130 }, 'Usually replies within 3 hours.'],
    [{ ...noHelp, helpful: 1, reply_minutes: 1500 }, 'Usually replies within 2 days.'],
    [{ ...noHelp, helpful: 7 }, 'Helped in 7 appointments.'],
    [{ ...noHelp, answers: 12, endorsed: 5 }, '12 answers on the board, 5 endorsed by experts.'],
    [{ ...noHelp, answers: 1 }, '1 answer on the board. '],
  ])('says how an expert with the figures %j helps', (help, sentence) => {
    expect(renderText(buildSlot('available', '', help))).toContain(sentence)
  })

  it('says nothing of help while there are no figures', () => {
    expect(renderText(buildSlot('available'))).not.toContain('Help so far')
  })

  it('shows two lines of the expert’s bio', () => {
    expect(renderMarkup(buildSlot('available', 'Walks fields.'))).toMatch(/<p[^>]*line-clamp-2[^>]*>Walks fields/)
  })

  it('says when an expert has no bio', () => {
    expect(renderText(buildSlot('available'))).toContain('No bio provided.')
  })

  it('can be booked only while it is active and not booked', () => {
    expect(renderText(buildSlot('available'))).toMatch(/Available.*Book Slot/)
    expect(renderText(buildSlot('booked'))).toMatch(/Booked(?!.*Book Slot)/)
    expect(renderText(buildSlot('inactive'))).toMatch(/Inactive(?!.*Book Slot)/)
    expect(renderText(buildSlot('past')), 'one that has begun').toMatch(/Inactive(?!.*Book Slot)/)
  })

  it('says when the slot is booked by the farmer', () => {
    expect(renderText(buildSlot('booked'), true)).toContain('You have booked this slot.')
    expect(renderText(buildSlot('booked'))).not.toContain('You have booked this slot.')
  })
})
