import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMissingFiles, findMissingTitles, readProofLinks, readTableRows } from './testing/proof-links.ts'

const page = new URL('../../docs/security.md', import.meta.url)
const text = readFileSync(page, 'utf8')
const links = readProofLinks(page)
const rows = readTableRows(text)
const requirementPattern = /^\d+\.\d+\.\d+$/
const readNumbers = ([numbers = '']: string[]) => numbers.split(', ').filter(no => requirementPattern.test(no))
const requirements = rows.filter(({ cells }) => cells.length === 3 && readNumbers(cells).length > 0)

describe('docs/security.md', () => {
  it('lists each of the 253 requirements of levels 1 and 2 once', () => {
    const numbers = rows.flatMap(({ cells }) => readNumbers(cells))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(253)
  })

  it('has a requirement and a proof in every row', () => {
    const isComplete = ([, requirement = '', proof = '']: string[]) =>
      requirement !== '' && proof.split('<br>').every(part => /^\[[^\]]+\]\([^)]+\)( “[^”]+”)?$/.test(part))
    expect(requirements.length).toBeGreaterThan(100)
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
