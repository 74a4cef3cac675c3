import { describe, expect, it } from 'vitest'
import { buildResponse } from '../../../../testing/fixtures/community.ts'
import { groupIntoThreads } from './threads.ts'

describe('the comments on a post', () => {
  it('are newest first, each with its replies below, oldest reply first', () => {
    const threads = groupIntoThreads([
      buildResponse({ id: 'second answer', reply_to: 'old' }),
      buildResponse({ id: 'new' }),
      buildResponse({ id: 'first answer', reply_to: 'old' }),
      buildResponse({ id: 'old' }),
    ])
    expect(threads.map(({ response, replies }) => [response.id, ...replies.map(({ id }) => id)])).toEqual([
      ['new'],
      ['old', 'first answer', 'second answer'],
    ])
  })

  it('keep a reply whose comment is on another page', () => {
    const threads = groupIntoThreads([buildResponse({ id: 'answer', reply_to: 'elsewhere' })])
    expect(threads.map(({ response }) => response.id)).toEqual(['answer'])
  })
})
