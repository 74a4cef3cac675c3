// @slow

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf } from '../testing/images/synthetic-photos.ts'
import { bundledFile } from '../testing/processes/bundle.ts'
import { type ServerProcess, spawnServer } from '../testing/processes/server-process.ts'
import { findSmallDisk } from '../testing/processes/small-disk.ts'

const programs = {
  kutu: fileURLToPath(new URL('../cli.ts', import.meta.url)),
  server: fileURLToPath(new URL('../main.ts', import.meta.url)),
}

/** A command line, its variables, its exit code and the first line that it prints. `DIR` is the folder of this test. */
type Step = [command: string, variables: Record<string, string>, code: number, firstLine: string | RegExp]

const nowhere = { DATA_DIR: 'DIR/nowhere' }
const data = { DATA_DIR: 'DIR/data' }
const restored = { DATA_DIR: 'DIR/restored' }
const noDatabase = 'The folder DIR/nowhere contains no database of Kutu: set DATA_DIR or DATABASE_URL.'
const misspelled = 'DATABSE_URL is no setting of Kutu and has no effect. Did you mean DATABASE_URL?'
const noSecrets =
  "The folder DIR/nowhere contains no secrets of Kutu: set the server's DATA_DIR, or TOKEN_SECRET and URL_SECRET."
const closed = 'postgresql://kutu@127.0.0.1:2/kutu'

/** None of these may leave anything behind. */
const refusals: Step[] = [
  ['kutu --help', {}, 0, 'Usage:'],
  ['kutu frobnicate', {}, 64, 'There is no command frobnicate.'],
  ['kutu admin frobnicate', {}, 64, 'The arguments of kutu admin are wrong or missing: admin frobnicate'],
  ['kutu backup', {}, 64, 'The arguments of kutu backup are wrong or missing: backup'],
  ['kutu backup FILE --frob', {}, 64, "Unknown option '--frob'."],
  ['kutu backup DIR/new.tar.gz --keep-sessions', nowhere, 64, 'kutu backup takes no --keep-sessions.'],
  ['kutu doctor now', {}, 64, 'The arguments of kutu doctor are wrong or missing: doctor now'],
  ['server --dmeo', nowhere, 64, "Unknown option '--dmeo'."],

  ['server', { ...nowhere, DATABSE_URL: closed }, 78, 'The configuration is wrong:'],
  ['kutu backup DIR/new.tar.gz', { ...nowhere, DATABSE_URL: closed }, 1, misspelled],
  ['kutu diagnose DIR/leaf.jpg', { DATABSE_URL: closed }, 1, misspelled],
  ['kutu doctor', { DATABSE_URL: closed }, 1, /^error +configuration +DATABSE_URL is no setting of Kutu/],
  ['server', { ...nowhere, ROLE: 'boss' }, 78, 'The configuration is wrong:'],

  ['kutu admin create admin@example.org', nowhere, 1, noDatabase],
  ['kutu admin remove-factors admin@example.org --reason lost', nowhere, 1, noDatabase],
  ['kutu admin create admin@example.org', { ...nowhere, DATABASE_URL: closed }, 1, noSecrets],
  ['kutu backup DIR/new.tar.gz', { ...nowhere, DATABASE_URL: closed }, 1, noSecrets],
  ['kutu expert approve expert@example.org', nowhere, 1, noDatabase],
  ['kutu backup DIR/new.tar.gz', nowhere, 1, noDatabase],
  ['kutu dataset export DIR/new', nowhere, 1, noDatabase],
  ['kutu dataset import DIR/set', nowhere, 1, noDatabase],
  ['kutu surveillance recount', nowhere, 1, noDatabase],
  ['kutu rotate-secrets', nowhere, 1, /^There are no secrets in /],
  ['kutu migrate', nowhere, 64, /^The embedded database is migrated when the server starts\./],

  ['server', { DATA_DIR: 'DIR/leaf.jpg' }, 1, 'DATA_DIR: the folder DIR/leaf.jpg is not a folder; give another one.'],
  ['kutu admin create admin@example.org', { DATA_DIR: 'DIR/leaf.jpg' }, 1, /contains no database of Kutu/],
  [
    'server',
    { ...data, BACKUP_DIR: 'DIR/gone' },
    1,
    'BACKUP_DIR: the folder DIR/gone does not exist; give another one.',
  ],
  ['kutu restore DIR/gone.tar.gz', nowhere, 1, 'The file DIR/gone.tar.gz does not exist.'],
  ['kutu restore DIR/leaf.jpg', nowhere, 1, /^DIR\/leaf\.jpg is not a whole backup/],
  ['server', { DATA_DIR: '/proc/sub' }, 1, /^DATA_DIR: the folder \/proc\/sub /],
  ['kutu evaluate DIR/gone', {}, 1, /DIR\/gone/],
  ['kutu diagnose DIR/gone.jpg', {}, 1, /^file +rust_class/],
]

/** Beside a running server with the data folder DIR/data, one after the other. */
const commands: Step[] = [
  ['kutu diagnose DIR/leaf.jpg', {}, 0, /^file +rust_class/],
  ['kutu doctor', data, 0, /^ok +configuration +All settings are valid\./],
  ['kutu admin create admin@example.org', data, 0, /^Admin admin can sign in as admin@example\.org with /],
  ['kutu admin create admin@example.org', data, 1, /already/],
  ['kutu admin create notanemail', data, 1, /e-?mail/i],
  ['kutu admin remove-factors admin@example.org --reason lost', data, 1, /^Two-step sign-in is not set up/],
  ['kutu expert approve nobody@example.org', data, 1, 'This cannot be found.'],
  ['kutu surveillance recount', data, 0, '5 weeks counted again.'],
  ['kutu dataset export DIR/set', data, 0, '0 photos written to DIR/set.'],
  ['kutu dataset export DIR/leaf.jpg', data, 1, 'The folder DIR/leaf.jpg is not a folder; nothing was exported.'],
  ['kutu dataset import DIR/set', data, 0, /^0 photos added, 0 duplicates/],
  ['kutu dataset import DIR/gone', data, 1, /DIR\/gone/],
  [
    'kutu backup DIR/backup.tar.gz.age',
    data,
    1,
    /^DIR\/backup\.tar\.gz\.age would not be encrypted: set BACKUP_PASSPHRASE/,
  ],
  ['kutu backup DIR/BACKUP.AGE', data, 1, /^DIR\/BACKUP\.AGE would not be encrypted: set BACKUP_PASSPHRASE/],
  ['kutu backup DIR/gone/backup.tar.gz', data, 1, 'The folder DIR/gone does not exist; no backup was written.'],
  [
    'kutu backup DIR/leaf.jpg/backup.tar.gz',
    data,
    1,
    'The folder DIR/leaf.jpg is not a folder; no backup was written.',
  ],
  ['kutu backup DIR/backup.tar.gz', data, 0, /^\d+ rows and 0 files written to DIR\/backup\.tar\.gz/],
  ['kutu backup DIR/backup.tar.gz', data, 1, 'DIR/backup.tar.gz exists already: give the name of a new file.'],
  ['kutu backup DIR/secret.age', { ...data, BACKUP_PASSPHRASE: 'rust on the maize' }, 0, /^\d+ rows and 0 files/],
  ['kutu rotate-secrets', data, 0, /^Restart the servers\./],
  ['server', { ...data, PORT: '0' }, 1, /^Another Kutu server/],
]

/** After the server has stopped. */
const afterwards: Step[] = [
  ['kutu doctor', data, 1, /^ok +configuration/],
  ['kutu restore DIR/secret.age', restored, 1, /BACKUP_PASSPHRASE/],
  ['kutu restore DIR/backup.tar.gz', data, 1, /^The data folder DIR\/data is not empty/],
  [
    'kutu restore DIR/backup.tar.gz',
    { DATA_DIR: 'DIR/leaf.jpg' },
    1,
    'The data folder DIR/leaf.jpg is not a folder; nothing was restored.',
  ],
  ['kutu restore DIR/backup.tar.gz', { DATA_DIR: 'DIR/leaf.jpg/new' }, 1, /^The data folder .* is not a folder;/],
  ['kutu restore DIR/backup.tar.gz', restored, 0, /^\d+ rows and 0 files restored from the backup of /],
  ['kutu admin create second@example.org', restored, 0, /^Admin second can sign in/],
]

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kutu-drill-'))
  writeFileSync(join(folder, 'leaf.jpg'), await drawLeaf({ spots: true, width: 64, height: 64 }).jpeg().toBuffer())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (words: string) => words.replaceAll('DIR/', `${folder}/`)

/** Runs a step and returns its exit code and first line, with `DIR` in place of the folder. */
async function run([command, variables]: Step, more: Record<string, string>, launcher: string[] = []) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const [program = '', ...args] = inFolder(command).split(' ')
  const file = bundledFile(programs[program as keyof typeof programs])
  const [executable = '', ...rest] = [...launcher, process.execPath, file, ...args]
  const own = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, inFolder(value)]))
  const child = spawn(executable, rest, { env: { ...inherited, LOG_LEVEL: 'fatal', ...more, ...own } })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  const lines = `${code === 0 ? stdout : stderr}\n${stderr}\n${stdout}`.replaceAll(folder, 'DIR').split('\n')
  return { code, firstLine: lines.find(line => line.trim() !== ''), output: stdout + stderr }
}

async function expectSteps(steps: Step[], more: Record<string, string> = {}) {
  for (const step of steps) {
    const [command, , code, firstLine] = step
    const result = await run(step, more)
    const expected = typeof firstLine === 'string' ? firstLine : expect.stringMatching(firstLine)
    expect
      .soft({ command, code: result.code, firstLine: result.firstLine })
      .toEqual({ command, code, firstLine: expected })
    const lines = result.output.split('\n').filter(line => line !== '')
    if (code === 1) expect.soft(lines, command).toEqual([...new Set(lines)])
    // A stack says nothing to an operator.
    expect.soft(result.output, command).not.toMatch(/^ {4}at /m)
  }
}

describe('the commands of an operator', { timeout: 600_000 }, () => {
  it('that are wrong end with one sentence and leave nothing behind', async () => {
    await expectSteps(refusals)
    expect(readdirSync(folder)).toEqual(['data', 'leaf.jpg'])
  })

  it('work beside a running server, and after it the restored one has everything', async () => {
    const server: ServerProcess = await spawnServer({ DATA_DIR: join(folder, 'data') })
    try {
      await expectSteps(commands, { PORT: new URL(server.url).port })
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
    }
    expect(server.output()).not.toContain('terminating connection')
    await expectSteps(afterwards, { PORT: '2' })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('name a read-only disk', async ({ skip }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const launcher = findSmallDisk(disk, 'ro')
    if (!launcher) return skip('this system allows no mounts')
    const start: Step = ['server', { DATA_DIR: 'DIR/disk/data' }, 1, '']
    expect(await run(start, {}, launcher)).toMatchObject({
      code: 1,
      firstLine: 'DATA_DIR: the folder DIR/disk/data is on a read-only disk; give another one.',
    })
    const backUp: Step = ['server', { DATA_DIR: 'DIR/more', BACKUP_DIR: 'DIR/disk' }, 1, '']
    expect(await run(backUp, {}, launcher)).toMatchObject({
      code: 1,
      firstLine: 'BACKUP_DIR: the folder DIR/disk is on a read-only disk; give another one.',
    })
  })

  it('name a folder that this user may not write', async ({ skip }) => {
    const [command, ...args] =
      process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env']
    const canRun = spawnSync(command, [...args, 'head', '-c1', bundledFile(programs.server)]).status === 0
    if (!canRun) return skip('another user cannot read this checkout')
    const secrets = { TOKEN_SECRET: 't'.repeat(32), URL_SECRET: 'u'.repeat(32) }
    const start: Step = ['server', { ...secrets, DATA_DIR: '/' }, 1, '']
    expect(await run(start, {}, [command, ...args])).toMatchObject({
      code: 1,
      firstLine: 'DATA_DIR: the folder / is closed to this user; give another one.',
    })
  })
})
