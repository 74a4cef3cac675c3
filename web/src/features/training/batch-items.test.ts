import { describe, expect, it } from 'vitest'
import { type BatchItem, countsOf, mostInBatch, relabelled, withFiles } from './batch-items.ts'

const rust = { label: 'common_rust', crop: 'MAIZE' } as const
const photo = (name: string, type = 'image/jpeg', bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 })
const say = (key: string) => key
const first = (items: readonly BatchItem[]): BatchItem => {
  const [item] = items
  if (!item) throw new Error('There is no item')
  return item
}

describe('a batch of photos', () => {
  it('keeps a bad file on the list with its reason, and the good ones ready', () => {
    const files = [photo('1.jpg'), photo('notes.txt', 'text/plain'), photo('big.jpg', 'image/jpeg', 6 * 1024 * 1024)]
    const { items } = withFiles([], files, rust, say)
    expect(items.map(({ state, message }) => [state, message])).toEqual([
      ['ready', ''],
      ['refused', 'upload.wrong_type'],
      ['refused', 'upload.too_big'],
    ])
  })

  it('passes over what a folder hides, and a file that is on the list already', () => {
    const { items } = withFiles([], [photo('.DS_Store', ''), photo('1.jpg')], rust, say)
    expect(withFiles(items, [photo('1.jpg'), photo('2.jpg')], rust, say).items.map(({ file }) => file.name)).toEqual([
      '1.jpg',
      '2.jpg',
    ])
  })

  it('takes 200 and tells how many found no place', () => {
    const files = Array.from({ length: mostInBatch + 3 }, (_, at) => photo(`${at}.jpg`))
    const { items, leftOut } = withFiles([], files, rust, say)
    expect([items.length, leftOut]).toEqual([200, 3])
  })

  it('sends another label under another key, and the same one under the same', () => {
    const { items } = withFiles([], [photo('1.jpg'), photo('2.jpg')], rust, say)
    const [one, two] = relabelled(items, { label: 'healthy' }, item => item.file.name === '1.jpg')
    expect([one?.label, two?.label]).toEqual(['healthy', 'common_rust'])
    expect([one?.key === items[0]?.key, two?.key === items[1]?.key]).toEqual([false, true])
  })

  it('leaves alone what was sent or is on its way', () => {
    const sent = { ...first(withFiles([], [photo('1.jpg')], rust, say).items), state: 'sent' as const }
    expect(relabelled([sent], { label: 'healthy' })).toEqual([sent])
  })

  it('counts what is done and what is left', () => {
    const { items } = withFiles([], [photo('1.jpg'), photo('2.jpg'), photo('3.txt', 'text/plain')], rust, say)
    const now = items.map((item, at) => (at === 0 ? { ...item, state: 'sent' as const } : item))
    expect(countsOf(now)).toMatchObject({ sent: 1, refused: 1, left: 1, done: 2, all: 3 })
  })
})
