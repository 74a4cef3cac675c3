import { describe, expect, it } from 'vitest'
import { appendFiles, type BatchItem, countItems, maxBatchSize, relabelItems } from './batch-items.ts'

const rustLabels = { label: 'common_rust', crop: 'MAIZE' } as const
const makePhoto = (name: string, type = 'image/jpeg', bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 })
const t = (key: string) => key
const getFirst = (items: readonly BatchItem[]): BatchItem => {
  const [item] = items
  if (!item) throw new Error('There is no item')
  return item
}

describe('a batch of photos', () => {
  it('lists invalid files with a reason and valid ones as ready', () => {
    const files = [
      makePhoto('1.jpg'),
      makePhoto('notes.txt', 'text/plain'),
      makePhoto('big.jpg', 'image/jpeg', 6 * 1024 * 1024),
    ]
    const { items } = appendFiles([], files, rustLabels, t)
    expect(items.map(({ state, message }) => [state, message])).toEqual([
      ['ready', ''],
      ['refused', 'upload.wrong_type'],
      ['refused', 'upload.too_big'],
    ])
  })

  it('leaves out hidden files and duplicates', () => {
    const { items } = appendFiles([], [makePhoto('.DS_Store', ''), makePhoto('1.jpg')], rustLabels, t)
    expect(
      appendFiles(items, [makePhoto('1.jpg'), makePhoto('2.jpg')], rustLabels, t).items.map(({ file }) => file.name),
    ).toEqual(['1.jpg', '2.jpg'])
  })

  it('takes 200 and reports how many it skipped', () => {
    const files = Array.from({ length: maxBatchSize + 3 }, (_, index) => makePhoto(`${index}.jpg`))
    const { items, skippedCount } = appendFiles([], files, rustLabels, t)
    expect([items.length, skippedCount]).toEqual([200, 3])
  })

  it('gets a new key for a changed label only', () => {
    const { items } = appendFiles([], [makePhoto('1.jpg'), makePhoto('2.jpg')], rustLabels, t)
    const [first, second] = relabelItems(items, { label: 'healthy' }, item => item.file.name === '1.jpg')
    expect([first?.label, second?.label]).toEqual(['healthy', 'common_rust'])
    expect([first?.key === items[0]?.key, second?.key === items[1]?.key]).toEqual([false, true])
  })

  it('does not relabel sent photos', () => {
    const sent = { ...getFirst(appendFiles([], [makePhoto('1.jpg')], rustLabels, t).items), state: 'sent' as const }
    expect(relabelItems([sent], { label: 'healthy' })).toEqual([sent])
  })

  it('counts finished and remaining photos', () => {
    const { items } = appendFiles(
      [],
      [makePhoto('1.jpg'), makePhoto('2.jpg'), makePhoto('3.txt', 'text/plain')],
      rustLabels,
      t,
    )
    const updated = items.map((item, index) => (index === 0 ? { ...item, state: 'sent' as const } : item))
    expect(countItems(updated)).toMatchObject({ sent: 1, refused: 1, remaining: 1, done: 2, total: 3 })
  })
})
