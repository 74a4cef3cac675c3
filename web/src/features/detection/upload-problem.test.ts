import { VisionError } from '@kutu/vision/vision-error'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorFrom } from '../../api/errors.ts'
import { loadText, speak } from '../../text/say.ts'
import { reasonOf } from './upload-problem.ts'

// Without a browser: what the language asks of one stands here.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'controls', 'detection')
  await speak('en')
})

describe('an upload that fails', () => {
  it('says what the server says', () => {
    const refused = errorFrom(422, { error: 'not_a_leaf', message: 'We see no leaf in this photo.' })
    expect(reasonOf(refused)).toBe('We see no leaf in this photo.')
  })

  it('says so by itself where no reason is given', () => {
    expect(reasonOf(errorFrom(502, '<html>Bad gateway</html>'))).toBe('Failed to upload image')
    expect(reasonOf(new TypeError('of the browser'))).toBe('Failed to upload image')
  })

  it('says what is wrong with a photo that the phone could not read', () => {
    expect(reasonOf(new VisionError('unsupported_type', 'not a picture'))).toBe('File type not supported')
  })
})
