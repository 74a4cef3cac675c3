import { describe, expect, it } from 'vitest'
import { refusalOf, thumbnailUrl } from './image-file.ts'

const photo = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type })
const limit = 5 * 1024 * 1024

describe('a chosen photo', () => {
  it.each([
    ['leaf.jpg', 'image/jpeg'],
    ['leaf.jpeg', 'image/jpeg'],
    ['leaf.PNG', 'image/png'],
    ['camera.jpg', ''],
  ])('is taken: %s %s', (name, type) => expect(refusalOf([photo(name, type)])).toBeUndefined())

  it('is taken at exactly 5 MB and refused one byte above', () => {
    expect(refusalOf([photo('leaf.jpg', 'image/jpeg', limit)])).toBeUndefined()
    expect(refusalOf([photo('leaf.jpg', 'image/jpeg', limit + 1)])).toBe('upload.too_big')
  })

  it.each([
    ['leaf.gif', 'image/gif'],
    ['leaf.webp', 'image/webp'],
    ['leaf.jpg', 'application/pdf'],
    ['leaf.pdf', ''],
  ])('is refused for its type: %s %s', (name, type) => expect(refusalOf([photo(name, type)])).toBe('upload.wrong_type'))

  it('comes alone', () => {
    const one = photo('leaf.jpg', 'image/jpeg')
    expect(refusalOf([one, one])).toBe('upload.one_only')
  })

  it('is shown as it is up to 3 MB, and reduced above', async () => {
    const most = 3 * 1024 * 1024
    const shown = await fetch(await thumbnailUrl(photo('leaf.jpg', 'image/jpeg', most)))
    expect((await shown.blob()).size).toBe(most)
    // There is no browser here to reduce it.
    await expect(thumbnailUrl(photo('leaf.jpg', 'image/jpeg', most + 1))).rejects.toThrow('createImageBitmap')
  })
})
