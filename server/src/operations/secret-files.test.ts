import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { secretVariables } from './secret-files.ts'

const secret = 'a secret of more than 32 characters'

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, content: string, mode = 0o600) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }
  const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment }, 'production')
  return { folder, write, read }
}

it('a secret is read from the file in NAME_FILE, without the line break at its end', () => {
  const { write, read } = createFolder()
  const config = read({
    TOKEN_SECRET_FILE: write('token', `${secret}\n`),
    DATABASE_URL_FILE: write('database', 'postgresql://kutu_server:p@db/kutu\n'),
    SMTP_URL_FILE: write('smtp', 'smtps://kutu:p@mail.example.org'),
    BACKUP_PASSPHRASE_FILE: write('passphrase', 'rust on the maize of Mbarara'),
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID_FILE: write('s3-id', 'id'),
    S3_SECRET_ACCESS_KEY_FILE: write('s3-key', 'key'),
    AFRICASTALKING_USERNAME: 'kutu',
    AFRICASTALKING_API_KEY_FILE: write('sms', 'sms-key'),
  })
  expect(config).toMatchObject({
    tokenSecret: secret,
    databaseUrl: 'postgresql://kutu_server:p@db/kutu',
    smtpUrl: 'smtps://kutu:p@mail.example.org',
    backupPassphrase: 'rust on the maize of Mbarara',
    sms: { apiKey: 'sms-key' },
    warnings: [],
  })
})

it('a systemd credential of the name of the variable is read', () => {
  const { folder, read } = createFolder()
  const credentials = join(folder, 'credentials')
  mkdirSync(credentials)
  writeFileSync(join(credentials, 'URL_SECRET'), secret)
  expect(read({ CREDENTIALS_DIRECTORY: credentials }).urlSecret).toBe(secret)
  const other = 'another secret of more than 32 characters'
  expect(read({ CREDENTIALS_DIRECTORY: credentials, URL_SECRET: other }).urlSecret).toBe(other)
})

it('a missing or empty file, and a secret given twice, stop the start and are named without the secret', () => {
  const { folder, write, read } = createFolder()
  expect(() => read({ TOKEN_SECRET_FILE: join(folder, 'none') })).toThrow(/TOKEN_SECRET_FILE: ENOENT/)
  expect(() => read({ SMTP_URL_FILE: write('empty', '\n') })).toThrow(/SMTP_URL_FILE: .* is empty/)
  const file = write('token', secret)
  expect(() => read({ TOKEN_SECRET: secret, TOKEN_SECRET_FILE: file })).toThrow('exclude each other')
  expect(() => read({ TOKEN_SECRET_FILE: write('short', 'hunter2') })).toThrow(/TOKEN_SECRET: (?!.*hunter2)/)
})

it('a file that every user of the machine can read causes a warning', () => {
  const { write, read } = createFolder()
  const { warnings } = read({ TOKEN_SECRET_FILE: write('token', secret, 0o644) })
  expect(warnings).toEqual([expect.stringMatching(/^TOKEN_SECRET_FILE: every user of this machine can read .*token/)])
})

it('docs/reference.md lists every secret that can be a file', () => {
  const guide = readFileSync(new URL('../../../docs/reference.md', import.meta.url), 'utf8')
  const section = guide.slice(guide.indexOf('Secrets in files'))
  for (const name of secretVariables) expect(section, name).toContain(`\`${name}\``)
})
