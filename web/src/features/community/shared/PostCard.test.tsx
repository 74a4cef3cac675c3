import type { Post } from '@kutu/contract/community/community'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { loadEnglish } from '../../../testing/load-english.ts'
import { CommentTabs } from './CommentTabs.tsx'
import { PostCard } from './PostCard.tsx'

beforeAll(() => loadEnglish('common', 'controls', 'community'))

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
const renderCard = (overrides: Partial<Post> = {}) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <PostCard post={{ ...post, ...overrides }} to="/somewhere" />
    </Router>,
  )
const renderTabs = (overrides: Partial<Post>) => renderToStaticMarkup(<CommentTabs post={{ ...post, ...overrides }} />)

describe('a post on the board', () => {
  it('shows markup as text and does not link URLs', () => {
    const markup = renderCard()
    expect(markup).toContain('Spots on &lt;b&gt;maize&lt;/b&gt;')
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(markup).toContain('https://example.com/cure?a=1&amp;b=2')
    expect(markup.match(/<a /g)).toHaveLength(1)
    expect(markup).not.toContain('href="https://example.com')
  })

  it('shows four lines of its content', () => {
    expect(renderCard()).toMatch(/<p[^>]*line-clamp-4[^>]*>See https/)
  })

  it('uses the text direction of its content', () => {
    expect(renderCard().match(/dir="auto"/g)).toHaveLength(2)
  })

  it('shows crop, disease and urgency in words, and its status as a badge', () => {
    const markup = renderCard()
    for (const word of ['Maize', 'Other', 'High', 'Approved']) expect(markup).toContain(word)
    expect(renderCard({ status: 'flagged' })).toContain('Flagged')
    expect(renderCard({ status: 'pending' })).toContain('Pending')
  })

  it('shows the analysis result, and whether it was uncertain', () => {
    const result: NonNullable<Post['rust_result']> = {
      rust_class: 'common_rust',
      confidence: 0.97345,
      verdict: 'confident',
      band: 'confident',
      answers: [],
      is_of_image: true,
    }
    expect(renderCard({ rust_result: result })).toContain('Common Rust · 97.35%')
    const likely = { ...result, verdict: 'uncertain', band: 'likely' } as const
    expect(renderCard({ rust_result: likely })).toContain('Common Rust · 97.35%')
    for (const band of ['uncertain', 'unfamiliar'] as const)
      expect(renderCard({ rust_result: { ...result, verdict: 'uncertain', band } })).toContain('Not sure: Common Rust')
    expect(renderCard({ rust_result: result })).not.toContain('Seen at the plant')
    const unknown = { question: 'powder', answer: 'unknown' }
    expect(renderCard({ rust_result: { ...result, answers: [unknown] } })).not.toContain('Seen at the plant')
    const answers = [{ question: 'powder', answer: 'yes' }]
    expect(renderCard({ rust_result: { ...result, answers } })).toContain('Is there colored powder on it? Yes')
  })
})

describe('the comments on a post', () => {
  const comment = { id: 'c', content: 'Try ash.', created_at: '2026-11-21T07:00:00Z' }
  const farmer = { ...comment, farmer: { id: '2', username: 'okello' }, is_endorsed: false }

  it('are shown in two tabs with a message when there are none', () => {
    const none = renderTabs({})
    expect(none).toMatch(/aria-description="0"[^>]*>Farmers&#x27; Comments</)
    expect(none).toMatch(/aria-description="0"[^>]*>Expert Comments</)
    expect(none).toContain('No farmers&#x27; comments available.')
  })

  it('show author, date and text, and a message when the text is empty', () => {
    const markup = renderTabs({
      farmer_comments: [farmer, { ...farmer, id: 'd', content: ' ' }],
      farmer_comment_count: 2,
    })
    expect(markup).toContain('okello')
    expect(markup).toContain('21 Nov 2026, 10:00 EAT')
    expect(markup).toContain('Try ash.')
    expect(markup).toContain('No comment provided.')
  })

  it('say when only the newest are shown', () => {
    expect(renderTabs({ farmer_comments: [farmer], farmer_comment_count: 120 })).toContain(
      'The newest 1 of 120 are shown.',
    )
    expect(renderTabs({ farmer_comments: [farmer], farmer_comment_count: 1 })).not.toContain('The newest')
  })
})
