import type { PostStatus, ResponseStatus } from '@kutu/contract/moderation'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../http/session.ts'
import { firstStatusOf, mayOwner, maySee, pointsMoved, postMoved, responseMoved } from './policy.ts'

const caller = (role: Caller['role'], isApproved = true, id = 'caller'): Caller => ({
  id,
  role,
  isApproved,
  username: id,
  sessionId: 's',
})
const statuses = ['pending', 'flagged', 'approved', 'withdrawn'] as const

it('a post moves as the specification says, and no other way', () => {
  const allowed = statuses.flatMap(status =>
    (['flag', 'unflag', 'approve'] as const).flatMap(move => {
      const next = postMoved(status, move)
      return next ? [`${status} ${move} ${next}`] : []
    }),
  )
  expect(allowed).toEqual(['pending flag flagged', 'pending approve approved', 'flagged unflag pending'])
})

it('its farmer changes it while it waits, and withdraws it until it is withdrawn', () => {
  expect(statuses.filter(status => mayOwner(status, 'edit'))).toEqual(['pending'])
  expect(statuses.filter(status => mayOwner(status, 'withdraw'))).toEqual(['pending', 'flagged', 'approved'])
})

it('only a farmer’s comment that shows is endorsed', () => {
  const all: ResponseStatus[] = ['pending', 'approved', 'endorsed', 'flagged']
  expect(all.filter(status => responseMoved('farmer', status, 'endorse'))).toEqual(['approved'])
  expect(all.filter(status => responseMoved('expert', status, 'endorse'))).toEqual([])
})

it('only an approved expert’s comment shows at once', () => {
  expect(firstStatusOf(caller('expert'))).toBe('approved')
  expect(firstStatusOf(caller('expert', false))).toBe('pending')
  expect(firstStatusOf(caller('farmer'))).toBe('pending')
})

describe('a post is seen', () => {
  const seen = (who: Caller, status: PostStatus) => maySee(who, { status, farmer_id: 'owner' })
  it.each([
    ['its farmer', caller('farmer', true, 'owner'), ['pending', 'flagged', 'approved', 'withdrawn']],
    ['another farmer', caller('farmer'), ['approved']],
    ['an expert who waits', caller('expert', false), ['approved']],
    ['an approved expert', caller('expert'), ['pending', 'flagged', 'approved']],
    ['an admin', caller('admin'), ['approved']],
  ])('by %s', (_who, who, wanted) => {
    expect(statuses.filter(status => seen(who, status))).toEqual(wanted)
  })
})

it('points follow what a farmer’s comment becomes, and experts get none', () => {
  expect(pointsMoved('farmer', 'pending', 'approved')).toEqual({ given: ['response_approved'], taken: [] })
  expect(pointsMoved('farmer', 'approved', 'endorsed')).toEqual({ given: ['response_endorsed'], taken: [] })
  expect(pointsMoved('farmer', 'endorsed', 'flagged')).toEqual({
    given: [],
    taken: ['response_approved', 'response_endorsed'],
  })
  expect(pointsMoved('farmer', 'pending', 'flagged')).toEqual({ given: [], taken: [] })
  expect(pointsMoved('expert', 'pending', 'approved')).toEqual({ given: [], taken: [] })
})
