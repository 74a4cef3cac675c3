import { expect, test } from 'vitest'
import { type AreaWord, areaWords, getAreaWord } from './area-word.ts'

test.each<[number, AreaWord]>([
  [0, 'few'],
  [0.049, 'few'],
  [0.05, 'some'],
  [0.249, 'some'],
  [0.25, 'many'],
  [0.499, 'many'],
  [0.5, 'most'],
  [1, 'most'],
])('a share of %d of the leaf is "%s"', (share, word) => {
  expect(getAreaWord(share)).toBe(word)
})

test('a larger share never gets a smaller word', () => {
  const ranks = Array.from({ length: 101 }, (_, percent) => areaWords.indexOf(getAreaWord(percent / 100)))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})
