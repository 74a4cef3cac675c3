import { VisionError } from '@kutu/vision/vision-error'
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiError } from '../../../api/errors.ts'
import { loadCatalogs, setLocale } from '../../../i18n/i18n.ts'
import { getUploadErrorMessage } from './upload-error.ts'

// The minimal browser globals that the i18n module reads.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadCatalogs('common', 'controls', 'detection')
  await setLocale('en')
})

describe('an upload that fails', () => {
  it('says what the server says', () => {
    const error = toApiError(422, { error: 'not_a_leaf', message: 'We see no leaf in this photo.' })
    expect(getUploadErrorMessage(error)).toBe('We see no leaf in this photo.')
  })

  it('says so by itself where no reason is given', () => {
    expect(getUploadErrorMessage(toApiError(502, '<html>Bad gateway</html>'))).toBe('Failed to upload image')
    expect(getUploadErrorMessage(new TypeError('of the browser'))).toBe('Failed to upload image')
  })

  it('says what is wrong with a photo that the phone could not read', () => {
    expect(getUploadErrorMessage(new VisionError('unsupported_type', 'not a picture'))).toBe('File type not supported')
  })
})
