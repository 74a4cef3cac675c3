// @slow

import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataFolder, migratedTemplate } from './testing/database/data-folder.ts'
import { drawLeaf } from './testing/images/synthetic-photos.ts'
import { bundledFile } from './testing/processes/bundle.ts'

const cliFile = fileURLToPath(new URL('cli.ts', import.meta.url))

let folder: string
let photo: string
/** Rejected without decoding, which keeps the test short. */
let document: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kutu-cli-'))
  photo = join(folder, `${'a long name '.repeat(5)}.jpg`)
  document = `${photo}.txt`
  await writeFile(photo, await drawLeaf({ spots: true, width: 64, height: 64 }).jpeg().toBuffer())
  await writeFile(document, 'Dear farmer')
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `kutu` with an empty home directory and without the variables that disable telemetry by themselves. */
async function runKutu(args: string[], variables: Record<string, string> = {}) {
  const { CI: _, ORT_DISABLE_TELEMETRY: __, ORT_RUNNING_UNIT_TESTS: ___, ...environment } = process.env
  const home = await mkdtemp(join(folder, 'home-'))
  const child = spawn(process.execPath, [bundledFile(cliFile), ...args], {
    env: { ...environment, ...variables, HOME: home, XDG_CACHE_HOME: join(home, '.cache') },
  })
  const exited = new Promise<string | number | null>(resolve =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  const [stdout, stderr, outcome] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { lines: stdout.trim().split('\n'), stderr, outcome, filesInHome: await readdir(home) }
}

it('kutu diagnose answers about 400 files and reports its progress', async () => {
  const { lines, stderr, outcome } = await runKutu(['diagnose', '--json', photo, ...Array(399).fill(document)])
  expect(outcome).toBe(1)
  expect(lines).toHaveLength(400)
  const [first, ...others] = lines.map(line => JSON.parse(line))
  expect(first).toMatchObject({ file: photo, rust_class: expect.any(String) })
  for (const other of others) expect(other).toMatchObject({ file: document, error: 'unsupported_type' })
  expect(stderr.trim().split('\n')).toEqual(Array.from({ length: 10 }, (_, i) => `${40 * (i + 1)} of 400 photos`))
})

it('the model sends no usage data and leaves no file in the home directory', async () => {
  const { outcome, filesInHome } = await runKutu(['diagnose', photo])
  expect(outcome).toBe(0)
  expect(filesInHome).toEqual([])
})

it('kutu admin create prints a password to change; remove-factors needs a reason and a factor to remove', async () => {
  const variables = { DATA_DIR: createDataFolder({ template: await migratedTemplate() }), DATABASE_URL: '' }
  const created = await runKutu(['admin', 'create', 'Admin@example.org', '--username', 'boss'], variables)
  expect(created).toMatchObject({
    outcome: 0,
    // The stop of the database may add a line to the log.
    lines: expect.arrayContaining([
      expect.stringMatching(/^Admin boss can sign in as Admin@example\.org with [\w-]{16}$/),
      'This password is shown once, works for a week and must be changed at the first sign-in.',
    ]),
  })
  const removeFactors = (...options: string[]) =>
    runKutu(['admin', 'remove-factors', 'admin@example.org', ...options], variables)
  expect((await removeFactors()).outcome).toBe(64)
  expect((await removeFactors('--reason', ' ')).outcome).toBe(64)
  const without = await removeFactors('--reason', 'Lost the phone')
  expect(without).toMatchObject({
    outcome: 1,
    stderr: expect.stringContaining('Two-step sign-in is not set up for this account.'),
  })
})
