import { type PostStatus, postActions, type ResponseStatus, responseActions } from '@kutu/contract/community/moderation'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { loadCatalogs, setLocale } from '../../../../i18n/i18n.ts'
import { buildPost, buildResponse } from '../../../../testing/fixtures/community.ts'
import { stubGlobals } from '../../../../testing/stub-globals.ts'
import { ResponseThread } from '../comments/ResponseThread.tsx'
import { ModeratedPost } from './ModeratedPost.tsx'
import type { Moderation } from './use-moderation.ts'

// Rendered without a browser, so the globals that i18n and the session need are stubbed here.
beforeAll(async () => {
  const user = JSON.stringify({ id: 'okello' })
  stubGlobals({
    localStorage: { getItem: (item: string) => (item === 'user' ? user : null) },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadCatalogs('common', 'controls', 'community', 'moderation')
  await setLocale('en')
})

const idleModeration: Moderation = {
  flag: async () => undefined,
  unflag: async () => undefined,
  approve: async () => undefined,
  answer: async () => false,
  undoLast: () => false,
  isBusy: () => false,
}
const renderPost = (overrides: Parameters<typeof buildPost>[0]) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <ModeratedPost
        {...{ post: buildPost(overrides), moderation: idleModeration, isSelected: false }}
        onSelect={() => undefined}
      />
    </Router>,
  )
const renderComment = (overrides: Parameters<typeof buildResponse>[0]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/">
        <ResponseThread
          post={buildPost({ status: 'approved' })}
          thread={{ response: buildResponse(overrides), replies: [] }}
        />
      </Router>
    </QueryClientProvider>,
  )

/** Returns the actions whose buttons are rendered, by their accessible names. */
const findActionLabels = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-label="(Flag|Unflag|Approve|Endorse|Comment) /g)].map(([, label]) => label)
const toLabels = (actions: readonly string[]) => actions.map(action => `${action[0]?.toUpperCase()}${action.slice(1)}`)

describe('a post for a moderator', () => {
  it.each(['pending', 'flagged', 'hidden', 'approved'] satisfies PostStatus[])(
    'has exactly the buttons of the action table when %s',
    status => expect(findActionLabels(renderPost({ status }))).toEqual(toLabels(postActions[status])),
  )

  it('links to its comments with an icon once it is approved', () => {
    const link = /<a[^>]*aria-label="3 comments on “Orange dots on maize”"[^>]*href="\/account\/addresses\/7"/
    expect(renderPost({ status: 'approved', farmer_comment_count: 2, expert_comment_count: 1 })).toMatch(link)
    expect(renderPost({ status: 'pending' })).not.toContain('comments on')
  })

  it('shows why it was flagged', () => {
    expect(renderPost({ status: 'flagged', flag_reason: 'This is <i>advertising</i>.' })).toContain(
      'This is &lt;i&gt;advertising&lt;/i&gt;.',
    )
  })

  it('can be unflagged when an admin has hidden it', () =>
    expect(findActionLabels(renderPost({ status: 'hidden' }))).toEqual(['Unflag']))
})

describe('a comment for a moderator', () => {
  const statuses = ['pending', 'approved', 'endorsed', 'flagged'] satisfies ResponseStatus[]

  it.each(statuses)('of a farmer has exactly the buttons of the action table when %s', status =>
    expect(findActionLabels(renderComment({ status })).filter(label => label !== 'Comment')).toEqual(
      toLabels(responseActions[status]),
    ),
  )

  it.each(statuses)('of another expert has exactly the buttons of the action table when %s', status => {
    const author = { id: 'acen', username: 'acen', role: 'expert' } as const
    expect(findActionLabels(renderComment({ author, status }))).toEqual(toLabels(responseActions[status]))
  })

  it('cannot be approved or endorsed by its own author', () => {
    const author = { id: 'okello', username: 'okello', role: 'expert' } as const
    expect(findActionLabels(renderComment({ author, status: 'pending' }))).toEqual(['Flag'])
    expect(findActionLabels(renderComment({ author, status: 'flagged' }))).toEqual([])
  })

  it('of a farmer can be replied to unless it is flagged', () => {
    expect(findActionLabels(renderComment({ status: 'approved' }))).toContain('Comment')
    expect(findActionLabels(renderComment({ status: 'flagged' }))).not.toContain('Comment')
  })
})
