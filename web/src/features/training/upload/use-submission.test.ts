import { beforeAll, describe, expect, it } from 'vitest'
import { toApiError } from '../../../api/errors.ts'
import { loadCatalogs, setLocale } from '../../../i18n/i18n.ts'
import { stubGlobals } from '../../../testing/stub-globals.ts'
import { getSubmitErrorMessage } from './use-submission.ts'

// The minimal browser globals that the i18n module reads.
beforeAll(async () => {
  stubGlobals({
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadCatalogs('common', 'teaching')
  await setLocale('en')
})

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
