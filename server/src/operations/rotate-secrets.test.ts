import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { rotateSecrets } from './rotate-secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kutu-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = () => readConfig({ DATA_DIR: dataDir }, 'production')

it('puts a new value in front of each secret and keeps one value before it', () => {
  const first = read()
  rotateSecrets(dataDir, {}, { dropOld: false })
  const second = read()
  expect(second.tokenSecret).not.toBe(first.tokenSecret)
  expect(second.urlSecret).not.toBe(first.urlSecret)
  expect(second.previousTokenSecrets).toEqual([first.tokenSecret])
  expect(second.previousUrlSecrets).toEqual([first.urlSecret])
  rotateSecrets(dataDir, {}, { dropOld: false })
  expect(read().previousTokenSecrets).toEqual([second.tokenSecret])
  expect(statSync(join(dataDir, 'secrets', 'token')).mode & 0o077).toBe(0)
})

it('leaves only the new value when the old one may be known to others', () => {
  const first = read()
  rotateSecrets(dataDir, {}, { dropOld: true })
  const second = read()
  expect(second.tokenSecret).not.toBe(first.tokenSecret)
  expect([second.previousTokenSecrets, second.previousUrlSecrets]).toEqual([[], []])
})

it('changes nothing while a secret comes from the environment, and says how to rotate it there', () => {
  read()
  const readFiles = () => ['token', 'url'].map(name => readFileSync(join(dataDir, 'secrets', name), 'utf8'))
  const before = readFiles()
  expect(() => rotateSecrets(dataDir, { URL_SECRET: 'u'.repeat(32) }, { dropOld: false })).toThrow(ConfigError)
  expect(readFiles()).toEqual(before)
})

it('creates nothing in a folder without secrets', () => {
  expect(() => rotateSecrets(join(dataDir, 'wrong'), {}, { dropOld: false })).toThrow('no secrets')
})
