// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { articleUrl, splitArticleLink } from './article-link.ts'

describe('the last line of a comment', () => {
  it('is an article when it is its address on this site', () => {
    const content = `Remove the sick leaves.\n\n${articleUrl('maize-common-rust')}\n`
    expect(splitArticleLink(content)).toEqual({ text: 'Remove the sick leaves.', article: 'maize-common-rust' })
    expect(splitArticleLink(articleUrl('bean-rust'))).toEqual({ text: '', article: 'bean-rust' })
  })

  it.each([
    'https://example.org/learn/maize-common-rust',
    `See ${articleUrl('bean-rust')}`,
    '/learn/bean-rust',
    'Rust',
  ])('stays text otherwise: %s', line => {
    const content = `Read this:\n${line}`
    expect(splitArticleLink(content)).toEqual({ text: content, article: undefined })
  })
})
