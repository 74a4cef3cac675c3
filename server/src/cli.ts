import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openVision } from '@kutu/vision/node'
import { pino } from 'pino'
import { createAdmin } from './accounts/admins.ts'
import { approveExpert } from './accounts/approvals.ts'
import { readConfig } from './config.ts'
import type { App } from './context.ts'
import { diagnoseFiles } from './detection/diagnose-files.ts'
import { evaluateFolder } from './detection/evaluate-folder.ts'
import { Refusal, refusalReply } from './http/errors.ts'
import { openApp } from './open.ts'
import { visionPlaces } from './places.ts'
import { exportDataset } from './training/dataset-export.ts'
import { importDataset } from './training/dataset-import.ts'

const usage = `Usage:
  kutu diagnose PHOTO... [--json]          what the model says of photos, without a server
  kutu evaluate DIR [--split A,B] [--json] how right the model is about the photos of DIR/labels.csv
  kutu expert approve EMAIL                let a waiting expert moderate and train
  kutu admin create EMAIL [--username U]   make an admin; asks nothing, prints a password once
  kutu dataset export DIR                  write the accepted training photos and their labels.csv
  kutu dataset import DIR                  take in such a folder; what is there already is left alone

The last four need the server's DATABASE_URL or DATA_DIR; the server may be running.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    split: { type: 'string' },
    username: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function main(): Promise<number> {
  const [noun, verb, ...rest] = positionals
  if (values.help || !noun) return say(usage, values.help ? 0 : 64)
  if (noun === 'diagnose' && verb) return diagnose([verb, ...rest])
  if (noun === 'evaluate' && verb && rest.length === 0) return evaluate(verb)
  const [email] = rest
  if (noun === 'expert' && verb === 'approve' && email) return withApp(app => approve(app, email))
  if (noun === 'admin' && verb === 'create' && email)
    return withApp(app => makeAdmin(app, email, values.username ?? email.split('@')[0] ?? 'admin'))
  if (noun === 'dataset' && verb === 'export' && email) return withApp(app => exportTo(app, email))
  if (noun === 'dataset' && verb === 'import' && email) return withApp(app => importFrom(app, email))
  return say(usage, 64)
}

async function diagnose(paths: string[]): Promise<number> {
  const vision = await openVision({ threads: 1, ...visionPlaces() })
  try {
    const { text, failures } = await diagnoseFiles(vision, paths, { json: values.json ?? false })
    return say(text, failures === 0 ? 0 : 1)
  } finally {
    await vision.close()
  }
}

async function evaluate(folder: string): Promise<number> {
  const cores = availableParallelism()
  const vision = await openVision({ threads: cores, ...visionPlaces() })
  const splits = values.split?.split(',').map(name => name.trim())
  try {
    // Twice as many in hand as are looked at, so that no core waits for a file.
    const { text, scored } = await evaluateFolder(vision, folder, {
      splits,
      json: values.json,
      atOnce: cores * 2,
      onProgress: sayProgress,
    })
    return say(text, scored > 0 ? 0 : 1)
  } finally {
    await vision.close()
  }
}

/** On a terminal one line that counts; elsewhere a line for each tenth. */
function sayProgress(done: number, total: number): void {
  const { stderr } = process
  if (stderr.isTTY) stderr.write(`\r${done} of ${total} photos${done === total ? '\n' : ''}`)
  else if (done === total || done % Math.ceil(total / 10) === 0) stderr.write(`${done} of ${total} photos\n`)
}

async function approve(app: App, email: string): Promise<string> {
  const { username } = await approveExpert(app, email)
  return `${username} is approved; a letter is on its way.`
}

async function exportTo(app: App, folder: string): Promise<string> {
  const { written, lost } = await exportDataset(app, folder)
  return `${written} photos written to ${folder}${lost > 0 ? `; the files of ${lost} are lost` : ''}.`
}

async function importFrom(app: App, folder: string): Promise<string> {
  const { added, known, skipped, refused } = await importDataset(app, folder, sayProgress)
  const figures = `${added} photos added, ${known} known already, ${skipped} of classes that experts do not label, ${refused.length} refused.`
  return [figures, ...refused].join('\n')
}

async function makeAdmin(app: App, email: string, username: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  await createAdmin(app, { email, username, password })
  return `Admin ${username} may sign in as ${email} with ${password}\nThis password is shown once: change it after the first sign-in.`
}

/** Runs one administrative act; `work` answers the sentence to print. */
async function withApp(work: (app: App) => Promise<string>): Promise<number> {
  const config = readConfig(process.env, 'production')
  const opened = await openApp({ ...config, role: 'web', analysisThreads: 1 }, pino({ level: 'warn' }), { join: true })
  try {
    return say(await work(opened.app), 0)
  } finally {
    await opened.close()
  }
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) {
    const { message, errors = [] } = refusalReply(error, 'en')
    return [message, ...errors.map(each => each.message)].join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
