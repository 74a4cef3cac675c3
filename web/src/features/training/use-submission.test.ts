import { beforeAll, describe, expect, it } from 'vitest'
import { errorFrom } from '../../api/errors.ts'
import { loadText, speak } from '../../text/say.ts'
import { reasonOf } from './use-submission.ts'

// Without a browser: what the language asks of one stands here.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'teaching')
  await speak('en')
})

describe('a training photo that cannot be submitted', () => {
  it('is told by the server’s sentence', () => {
    const refused = errorFrom(409, { error: 'duplicate_image', message: 'This leaf was submitted before.' })
    expect(reasonOf(refused)).toBe('This leaf was submitted before.')
  })

  it('is told all the same where no reason is given', () => {
    expect(reasonOf(errorFrom(502, '<html>Bad gateway</html>'))).toBe('Failed to submit training data')
    expect(reasonOf(new TypeError('of the browser'))).toBe('Failed to submit training data')
  })
})
