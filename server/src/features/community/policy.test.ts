import type { PostStatus, ResponseStatus } from '@kutu/contract/community/moderation'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../platform/http/authorization.ts'
import {
  canView,
  diffPoints,
  getInitialStatus,
  getNextPostStatus,
  getNextResponseStatus,
  isAuthorActionAllowed,
} from './policy.ts'

const caller = (role: Caller['role'], isApproved = true, id = 'caller'): Caller => ({
  id,
  role,
  isApproved,
  username: id,
  requiredStep: null,
  sessionId: 's',
  passwordConfirmedAt: new Date(0),
})
const statuses = ['pending', 'flagged', 'approved', 'withdrawn'] as const

it('a post changes its status as the specification says, and in no other way', () => {
  const allowed = statuses.flatMap(status =>
    (['flag', 'unflag', 'approve'] as const).flatMap(move => {
      const next = getNextPostStatus(status, move)
      return next ? [`${status} ${move} ${next}`] : []
    }),
  )
  expect(allowed).toEqual(['pending flag flagged', 'pending approve approved', 'flagged unflag pending'])
})

it('a farmer may edit a pending post, and withdraw a post in any status', () => {
  expect(statuses.filter(status => isAuthorActionAllowed(status, 'edit'))).toEqual(['pending'])
  expect(statuses.filter(status => isAuthorActionAllowed(status, 'withdraw'))).toEqual([
    'pending',
    'flagged',
    'approved',
  ])
})

it('only an approved comment can be endorsed', () => {
  const all: ResponseStatus[] = ['pending', 'approved', 'endorsed', 'flagged']
  expect(all.filter(status => getNextResponseStatus(status, 'endorse'))).toEqual(['approved'])
})

it('only an approved expert’s comment is visible immediately', () => {
  expect(getInitialStatus(caller('expert'))).toBe('approved')
  expect(getInitialStatus(caller('expert', false))).toBe('pending')
  expect(getInitialStatus(caller('farmer'))).toBe('pending')
})

describe('a post can be read', () => {
  const canSee = (viewer: Caller, status: PostStatus) => canView(viewer, { status, farmer_id: 'owner' })
  it.each([
    ['its farmer', caller('farmer', true, 'owner'), ['pending', 'flagged', 'approved', 'withdrawn']],
    ['another farmer', caller('farmer'), ['approved']],
    ['an expert who waits', caller('expert', false), ['approved']],
    ['an approved expert', caller('expert'), ['pending', 'flagged', 'approved']],
    ['an admin', caller('admin'), ['approved']],
  ])('by %s', (_who, viewer, wanted) => {
    expect(statuses.filter(status => canSee(viewer, status))).toEqual(wanted)
  })
})

it('points follow the status of a farmer’s comment, and experts get none', () => {
  expect(diffPoints('farmer', 'pending', 'approved')).toEqual({ awarded: ['response_approved'], revoked: [] })
  expect(diffPoints('farmer', 'approved', 'endorsed')).toEqual({ awarded: ['response_endorsed'], revoked: [] })
  expect(diffPoints('farmer', 'endorsed', 'flagged')).toEqual({
    awarded: [],
    revoked: ['response_approved', 'response_endorsed'],
  })
  expect(diffPoints('farmer', 'pending', 'flagged')).toEqual({ awarded: [], revoked: [] })
  expect(diffPoints('expert', 'pending', 'approved')).toEqual({ awarded: [], revoked: [] })
})
