// @database embedded

import { existsSync, readFileSync } from 'node:fs'
import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { describe, expect, it } from 'vitest'

const page = new URL('../../docs/spec-coverage.md', import.meta.url)
const text = readFileSync(page, 'utf8')

type Row = { line: string; cells: string[] }
const rows: Row[] = text
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
  .map(line => ({
    line,
    cells: line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  }))
const entries = rows.filter(({ cells }) => cells[1] !== 'built in')

/** Links of the form `[label](path) “part of a title”`: a file, and for tests a part of a title. */
const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)(?: “([^”]*)”)?/g)].map(([, path = '', title]) => ({
  path,
  title,
  file: new URL(path, page),
}))
/** Returns the lines that contain test titles, so that other strings in a test do not count. */
const testTitles = (file: URL) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => /^\s*(test|it|describe)\b|^\s*\].*\)\(['"`]|^\s*['"`]/.test(line))
    .join('\n')
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

describe('docs/spec-coverage.md', () => {
  it('has three non-empty cells per row', () => {
    expect(entries.length).toBeGreaterThan(200)
    expect(rows.filter(({ cells }) => cells.length !== 3 || cells.includes('')).map(({ line }) => line)).toEqual([])
  })

  it('links existing files', () => {
    expect(links.filter(({ file }) => !existsSync(file)).map(({ path }) => path)).toEqual([])
  })

  it('quotes existing test titles', () => {
    const quoted = links.filter(({ file, title }) => title !== undefined && existsSync(file))
    expect(quoted.length).toBeGreaterThan(200)
    const missing = quoted.filter(({ path, file, title = '' }) => !isTest(path) || !testTitles(file).includes(title))
    expect(missing.map(({ path, title }) => `${path}: ${title}`)).toEqual([])
  })

  it('says for each requirement where it is built and which test proves it, or that it is missing', () => {
    const isProof = (part: string) => /^\[[^\]]+\]\([^)]+\) “[^”]+”$|^missing/.test(part)
    const isDocumented = ([, built = '', proved = '']: string[]) =>
      /\]\(|^missing/.test(built) && proved.split('<br>').every(isProof)
    expect(entries.filter(({ cells }) => !isDocumented(cells)).map(({ line }) => line)).toEqual([])
  })

  it('links the decision for every deviation', () => {
    const corrected = entries.filter(({ line }) => line.includes('*Mended*'))
    expect(corrected.length).toBeGreaterThan(20)
    expect(corrected.filter(({ cells }) => !cells[0]?.includes('](decisions/')).map(({ line }) => line)).toEqual([])
  })

  it('lists every endpoint of the API and no other', () => {
    const calls = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))
    const contractCalls = calls.map(({ method, path }) => `${method} ${path}`)
    const documentedCalls = [...text.matchAll(/^\| `([A-Z]+ \/(?:api|analysis)\/[^`]+)`/gm)].map(
      ([, call = '']) => call,
    )
    expect(documentedCalls.toSorted()).toEqual(contractCalls.toSorted())
  })
})
