import { describe, expect, it } from 'vitest'
import { createPreviewUrl, validateImageFile } from './image-file.ts'

const photo = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type })
const limit = 5 * 1024 * 1024

describe('a chosen photo', () => {
  it.each([
    ['leaf.jpg', 'image/jpeg'],
    ['leaf.jpeg', 'image/jpeg'],
    ['leaf.PNG', 'image/png'],
    ['camera.jpg', ''],
  ])('is accepted: %s %s', (name, type) => expect(validateImageFile([photo(name, type)])).toBeUndefined())

  it('is accepted at exactly 5 MB and rejected one byte above', () => {
    expect(validateImageFile([photo('leaf.jpg', 'image/jpeg', limit)])).toBeUndefined()
    expect(validateImageFile([photo('leaf.jpg', 'image/jpeg', limit + 1)])).toBe('upload.too_big')
  })

  it('is accepted up to 50 MB where it is reduced before it is sent', () => {
    expect(validateImageFile([photo('leaf.jpg', 'image/jpeg', limit + 1)], true)).toBeUndefined()
    expect(validateImageFile([photo('leaf.jpg', 'image/jpeg', 10 * limit + 1)], true)).toBe('upload.too_big')
  })

  it.each([
    ['leaf.gif', 'image/gif'],
    ['leaf.webp', 'image/webp'],
    ['leaf.jpg', 'application/pdf'],
    ['leaf.pdf', ''],
  ])('is rejected for its type: %s %s', (name, type) =>
    expect(validateImageFile([photo(name, type)])).toBe('upload.wrong_type'),
  )

  it('is rejected together with another', () => {
    const one = photo('leaf.jpg', 'image/jpeg')
    expect(validateImageFile([one, one])).toBe('upload.one_only')
  })

  it('is previewed unchanged up to 3 MB and resized above', async () => {
    const maxBytes = 3 * 1024 * 1024
    const preview = await fetch(await createPreviewUrl(photo('leaf.jpg', 'image/jpeg', maxBytes)))
    expect((await preview.blob()).size).toBe(maxBytes)
    // Node has no canvas to resize it.
    await expect(createPreviewUrl(photo('leaf.jpg', 'image/jpeg', maxBytes + 1))).rejects.toThrow('createImageBitmap')
  })
})
