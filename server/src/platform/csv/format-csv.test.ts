import { expect, it } from 'vitest'
import { formatCsv } from './format-csv.ts'

it('quotes separators, quotes and line breaks, and leaves null empty', () => {
  const rows = [
    { name: 'Nakuru, "Rift"', count: 5 },
    { name: 'two\nlines', count: null },
  ]
  expect(formatCsv(['name', 'count'], rows)).toBe('name,count\r\n"Nakuru, ""Rift""",5\r\n"two\nlines",\r\n')
})

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '＝1'])('makes no formula of %j', text => {
  expect(formatCsv(['name'], [{ name: text }])).toBe(`name\r\n'${text}\r\n`)
})

it('keeps negative numbers, which are no formulas', () => {
  expect(formatCsv(['number'], [{ number: -5 }])).toBe('number\r\n-5\r\n')
})
