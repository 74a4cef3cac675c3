import type { Post } from '@kutu/contract/community'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadText, speak } from '../text/say.ts'
import { CommentTabs } from './CommentTabs.tsx'
import { PostCard } from './PostCard.tsx'

// Rendered without a browser: what the language and the session ask of one stands here.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'community')
  await speak('en')
})

const post: Post = {
  id: '7',
  title: 'Spots on <b>maize</b>',
  content: 'See https://example.com/cure?a=1&b=2\n<script>alert(1)</script> ‮ مرحبا 🌽',
  image: null,
  disease_type: 'none',
  crop_type: 'MAIZE',
  urgency_level: 'high',
  rust_detection: null,
  rust_result: null,
  farmer: { id: '1', username: 'grace' },
  created_at: '2026-11-21T06:12:00Z',
  edited_at: null,
  status: 'approved',
  is_flagged: false,
  is_approved: true,
  flag_reason: null,
  version: 1,
  farmer_comments: [],
  expert_comments: [],
  farmer_comment_count: 0,
  expert_comment_count: 0,
}
const card = (changed: Partial<Post> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PostCard post={{ ...post, ...changed }} to="/somewhere" />
    </MemoryRouter>,
  )
const tabs = (changed: Partial<Post>) => renderToStaticMarkup(<CommentTabs post={{ ...post, ...changed }} />)

describe('a post on the board', () => {
  it('shows markup as text and follows no address', () => {
    const shown = card()
    expect(shown).toContain('Spots on &lt;b&gt;maize&lt;/b&gt;')
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(shown).toContain('https://example.com/cure?a=1&amp;b=2')
    expect(shown.match(/<a /g)).toHaveLength(1)
    expect(shown).not.toContain('href="https://example.com')
  })

  it('shows four lines of its content', () => {
    expect(card()).toMatch(/<p[^>]*line-clamp-4[^>]*>See https/)
  })

  it('takes the direction of its own letters', () => {
    expect(card().match(/dir="auto"/g)).toHaveLength(2)
  })

  it('says crop, disease and urgency in words, and its state in a badge', () => {
    const shown = card()
    for (const word of ['Maize', 'Other', 'High', 'Approved']) expect(shown).toContain(word)
    expect(card({ status: 'flagged' })).toContain('Flagged')
    expect(card({ status: 'pending' })).toContain('Pending')
  })

  it('says what Kutu saw, and that it was not sure where it was not', () => {
    const seen = { rust_class: 'common_rust', confidence: 0.97345, verdict: 'confident', is_of_image: true } as const
    expect(card({ rust_result: seen })).toContain('Rust · 97.35%')
    expect(card({ rust_result: { ...seen, verdict: 'uncertain' } })).toContain('Not sure: Rust')
  })
})

describe('the comments on a post', () => {
  const comment = { id: 'c', content: 'Try ash.', created_at: '2026-11-21T07:00:00Z' }
  const farmer = { ...comment, farmer: { id: '2', username: 'okello' }, is_endorsed: false }

  it('stand in two tabs and say when there are none', () => {
    const none = tabs({})
    expect(none).toContain('Farmers&#x27; Comments (0)')
    expect(none).toContain('Expert Comments (0)')
    expect(none).toContain('No farmers&#x27; comments available.')
  })

  it('say who, when and what, and that nothing was provided where there are no words', () => {
    const shown = tabs({ farmer_comments: [farmer, { ...farmer, id: 'd', content: ' ' }], farmer_comment_count: 2 })
    expect(shown).toContain('okello')
    expect(shown).toContain('21 Nov 2026, 10:00 EAT')
    expect(shown).toContain('Try ash.')
    expect(shown).toContain('No comment provided.')
  })

  it('say when only the newest are shown', () => {
    expect(tabs({ farmer_comments: [farmer], farmer_comment_count: 120 })).toContain('The newest 1 of 120 are shown.')
    expect(tabs({ farmer_comments: [farmer], farmer_comment_count: 1 })).not.toContain('The newest')
  })
})
