import { VisionError } from '@kutu/vision/vision-error'
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiError } from '../../../api/errors.ts'
import { loadEnglish } from '../../../testing/load-english.ts'
import { getUploadErrorMessage } from './use-photo-upload.ts'

beforeAll(() => loadEnglish('common', 'controls', 'detection'))

describe('a failed upload', () => {
  it('shows the server’s message', () => {
    const error = toApiError(422, { status: 422, error: 'not_a_leaf', message: 'We see no leaf in this photo.' })
    expect(getUploadErrorMessage(error)).toBe('We see no leaf in this photo.')
  })

  it('shows a general message without one', () => {
    expect(getUploadErrorMessage(toApiError(502, '<html>Bad gateway</html>'))).toBe('Failed to upload image')
    expect(getUploadErrorMessage(new TypeError('of the browser'))).toBe('Failed to upload image')
  })

  it('says why the device could not read a photo', () => {
    expect(getUploadErrorMessage(new VisionError('unsupported_type', 'not a picture'))).toBe('File type not supported')
  })
})
