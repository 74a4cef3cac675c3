import { type PostStatus, postMoves, type ResponseStatus, responseMoves } from '@kutu/contract/moderation'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadText, speak } from '../../text/say.ts'
import { aPost, aResponse } from './examples.ts'
import { ModeratedPost } from './ModeratedPost.tsx'
import { ResponseThread } from './ResponseThread.tsx'
import type { Moderation } from './use-moderation.ts'

// Rendered without a browser: what the language and the session ask of one stands here.
beforeAll(async () => {
  const user = JSON.stringify({ id: 'okello' })
  Object.assign(globalThis, {
    localStorage: { getItem: (item: string) => (item === 'user' ? user : null) },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'community', 'moderation')
  await speak('en')
})

const still: Moderation = {
  flag: async () => undefined,
  unflag: async () => undefined,
  approve: () => undefined,
  undoApproval: () => undefined,
  approvingOf: () => undefined,
  isBusy: () => false,
}
const postWith = (changed: Parameters<typeof aPost>[0], moderation = still) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ModeratedPost
        {...{ post: aPost(changed), moderation, isQueue: false, isChosen: false }}
        onChoose={() => undefined}
        onFlag={() => undefined}
      />
    </MemoryRouter>,
  )
const comment = (changed: Parameters<typeof aResponse>[0]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ResponseThread post={aPost({ status: 'approved' })} thread={{ response: aResponse(changed), replies: [] }} />
    </QueryClientProvider>,
  )

/** The acts whose buttons are there, by the labels a screen reader says. */
const actsIn = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-label="(Flag|Unflag|Approve|Endorse|Comment) /g)].map(([, act]) => act)
const named = (moves: readonly string[]) => moves.map(move => `${move[0]?.toUpperCase()}${move.slice(1)}`)

describe('a post before a moderator', () => {
  it.each(['pending', 'flagged', 'approved'] satisfies PostStatus[])(
    'has exactly the buttons of the move table when %s',
    status => expect(actsIn(postWith({ status }))).toEqual(named(postMoves[status])),
  )

  it('leads to its comments by the icon once it is approved', () => {
    const link = /<a[^>]*aria-label="3 comments on “Orange dots on maize”"[^>]*href="\/account\/addresses\/7"/
    expect(postWith({ status: 'approved', farmer_comment_count: 2, expert_comment_count: 1 })).toMatch(link)
    expect(postWith({ status: 'pending' })).not.toContain('comments on')
  })

  it('says why it was flagged', () => {
    expect(postWith({ status: 'flagged', flag_reason: 'This is <i>advertising</i>.' })).toContain(
      'This is &lt;i&gt;advertising&lt;/i&gt;.',
    )
  })

  it('has only the way back while its approval is held', () => {
    const held = postWith({}, { ...still, approvingOf: () => 'held' })
    expect(actsIn(held)).toEqual([])
    expect(held).toContain('Undo the approval of “Orange dots on maize”')
  })
})

describe('a comment before a moderator', () => {
  const statuses = ['pending', 'approved', 'endorsed', 'flagged'] satisfies ResponseStatus[]

  it.each(statuses)('of a farmer has exactly the buttons of the move table when %s', status =>
    expect(actsIn(comment({ status })).filter(act => act !== 'Comment')).toEqual(named(responseMoves.farmer[status])),
  )

  it.each(statuses)('of another expert has exactly the buttons of the move table when %s', status => {
    const author = { id: 'acen', username: 'acen', role: 'expert' } as const
    expect(actsIn(comment({ author, status }))).toEqual(named(responseMoves.expert[status]))
  })

  it('of one’s own is neither approved nor endorsed by oneself', () => {
    const author = { id: 'okello', username: 'okello', role: 'expert' } as const
    expect(actsIn(comment({ author, status: 'pending' }))).toEqual(['Flag'])
    expect(actsIn(comment({ author, status: 'flagged' }))).toEqual([])
  })

  it('of a farmer can be commented on unless it is flagged', () => {
    expect(actsIn(comment({ status: 'approved' }))).toContain('Comment')
    expect(actsIn(comment({ status: 'flagged' }))).not.toContain('Comment')
  })
})
