// @database embedded

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMissingFiles, findMissingTitles, readProofLinks, readTableRows } from './testing/proof-links.ts'

const page = new URL('../../docs/security.md', import.meta.url)
const text = readFileSync(page, 'utf8')
const links = readProofLinks(page)
const rows = readTableRows(text)
const requirementPattern = /^\d+\.\d+\.\d+$/
const requirements = rows.filter(({ cells }) => cells.length === 5 && requirementPattern.test(cells[0] ?? ''))
const notApplicable = rows
  .filter(({ cells }) => cells.length === 2)
  .flatMap(({ cells: [numbers = ''] }) => numbers.split(', '))
  .filter(no => requirementPattern.test(no))

describe('docs/security.md', () => {
  it('lists each of the 253 requirements of levels 1 and 2 once', () => {
    const numbers = [...requirements.map(({ cells }) => cells[0] ?? ''), ...notApplicable]
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(253)
  })

  it('has a requirement, a verdict and a proof in every row', () => {
    const isComplete = ([, level = '', requirement = '', verdict = '', proof = '']: string[]) =>
      /^[12]$/.test(level) &&
      requirement !== '' &&
      /^(holds|holds: .+|specification: .+|open: .+)$/.test(verdict) &&
      proof.split('<br>').every(part => /^\[[^\]]+\]\([^)]+\)( “[^”]+”)?$/.test(part))
    expect(requirements.filter(({ cells }) => !isComplete(cells)).map(({ line }) => line)).toEqual([])
  })

  it('links existing files', () => {
    expect(findMissingFiles(links)).toEqual([])
  })

  it('quotes existing test titles', () => {
    expect(links.filter(({ title }) => title !== undefined).length).toBeGreaterThan(100)
    expect(findMissingTitles(links)).toEqual([])
  })
})
