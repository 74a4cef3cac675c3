import { beforeAll, describe, expect, it } from 'vitest'
import { toApiError } from '../../../api/errors.ts'
import { loadEnglish } from '../../../testing/load-english.ts'
import { getSubmitErrorMessage } from './use-submission.ts'

beforeAll(() => loadEnglish('common', 'teaching'))

describe('a training photo that cannot be submitted', () => {
  it('shows the server’s message', () => {
    const error = toApiError(409, { status: 409, error: 'duplicate_image', message: 'This leaf was submitted before.' })
    expect(getSubmitErrorMessage(error)).toBe('This leaf was submitted before.')
  })

  it('shows a general message without one', () => {
    expect(getSubmitErrorMessage(toApiError(502, '<html>Bad gateway</html>'))).toBe('Failed to submit training data')
    expect(getSubmitErrorMessage(new TypeError('of the browser'))).toBe('Failed to submit training data')
  })
})
