import { readFileSync } from 'node:fs'
import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { findMissingFiles, findMissingTitles, readProofLinks, readTableRows } from './testing/proof-links.ts'

const page = new URL('../../docs/spec-coverage.md', import.meta.url)
const text = readFileSync(page, 'utf8')

const rows = readTableRows(text)
const entries = rows.filter(({ cells }) => cells[1] !== 'built in')

const links = readProofLinks(page)

describe('docs/spec-coverage.md', () => {
  it('has three non-empty cells per row', () => {
    expect(entries.length).toBeGreaterThan(200)
    expect(rows.filter(({ cells }) => cells.length !== 3 || cells.includes('')).map(({ line }) => line)).toEqual([])
  })

  it('links existing files', () => {
    expect(findMissingFiles(links)).toEqual([])
  })

  it('quotes existing test titles', () => {
    expect(links.filter(({ title }) => title !== undefined).length).toBeGreaterThan(200)
    expect(findMissingTitles(links)).toEqual([])
  })

  it('says for each requirement where it is built and which test proves it, or that it is missing', () => {
    const isProof = (part: string) => /^\[[^\]]+\]\([^)]+\) “[^”]+”$|^missing/.test(part)
    const isDocumented = ([, built = '', proved = '']: string[]) =>
      /\]\(|^missing/.test(built) && proved.split('<br>').every(isProof)
    expect(entries.filter(({ cells }) => !isDocumented(cells)).map(({ line }) => line)).toEqual([])
  })

  it('links the decision for every deviation', () => {
    const deviations = entries.filter(({ line }) => line.includes('*Deviates*'))
    expect(deviations.length).toBeGreaterThan(20)
    expect(deviations.filter(({ cells }) => !cells[0]?.includes('](decisions/')).map(({ line }) => line)).toEqual([])
  })

  it('names calls that the API has', () => {
    const calls = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))
    const contractCalls = new Set(calls.map(({ method, path }) => `${method} ${path}`))
    const specifiedCalls = [...text.matchAll(/^\| `([A-Z]+ \/(?:api|analysis)\/[^`]+)`/gm)].map(([, call = '']) => call)
    expect(specifiedCalls.length).toBeGreaterThan(30)
    expect(specifiedCalls.filter(call => !contractCalls.has(call))).toEqual([])
  })
})
