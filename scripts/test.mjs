// Every test of the project in order of cost; stops at the first stage that fails. Ends with one line: N passed, N failed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const tally = { passed: 0, failed: 0, skipped: 0 }
const only = process.argv.slice(2)

const running = new Set()

/** Starts a command; what it prints is kept until somebody listens, and from then on shown as it comes. */
function begin(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  running.add(child)
  let printed = ''
  let isHeard = false
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.on('data', chunk => {
      printed += chunk
      if (isHeard) to.write(chunk)
    })
  const ended = new Promise(resolve => {
    child.on('close', status => resolve({ status: status ?? 1, printed }))
    child.on('error', error => resolve({ status: 1, printed: String(error) }))
  }).finally(() => running.delete(child))
  const listen = () => {
    process.stdout.write(printed)
    isHeard = true
    return ended
  }
  return listen
}

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const plain = text => text.replaceAll(ansi, '')
const count = (text, pattern) => [...plain(text).matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0)

/** How each runner says how many tests it ran. */
const readers = {
  check: ({ status }) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }),
  vitest: ({ printed }) => {
    const line = plain(printed)
      .split('\n')
      .filter(each => /^\s*Tests\s/.test(each))
      .join('\n')
    return {
      passed: count(line, /(\d+) passed/g),
      failed: count(line, /(\d+) failed/g),
      skipped: count(line, /(\d+) skipped/g),
    }
  },
  playwright: ({ printed }) => ({
    passed: count(printed, /^\s+(\d+) passed/gm),
    failed: count(printed, /^\s+(\d+) (?:failed|interrupted|timed out)/gm),
    skipped: count(printed, /^\s+(\d+) skipped/gm),
  }),
  pytest: ({ printed }) => {
    const line = plain(printed).trim().split('\n').at(-1) ?? ''
    return {
      passed: count(line, /(\d+) passed/g),
      failed: count(line, /(\d+) (?:failed|error)/g),
      skipped: count(line, /(\d+) skipped/g),
    }
  },
}

/** Begins a stage; nothing of it shows before it is reported. Undefined where only others are asked for. */
function start(name, reader, command, args, env) {
  if (only.length > 0 && !only.includes(name)) return
  return { name, reader, listen: begin(command, args, env) }
}

/** Shows a stage as it goes on and counts its tests; the first that failed ends all. */
async function report(started) {
  if (!started) return
  const { name, reader, listen } = started
  console.log(`\n=== ${name}`)
  const result = await listen()
  const counted = readers[reader](result)
  tally.passed += counted.passed
  tally.skipped += counted.skipped
  tally.failed += counted.failed
  if (result.status === 0 && counted.failed === 0 && counted.passed > 0) return
  if (counted.failed === 0) tally.failed += 1
  finish()
}

const stage = (...told) => report(start(...told))

// These test the embedded database itself, or photos and processes with hardly any SQL: another database changes nothing for them.
const embeddedOnly = [
  'db/embedded',
  'db/durability',
  'db/open',
  'src/start',
  'consultations/booking-kill',
  'detection/bad-photos',
  'detection/diagnose-files',
  'detection/evaluate-folder',
  'detection/plant-analyses',
  'detection/quality',
  'detection/real-leaves',
  'notifications/processes',
  'training/poisoning',
  'training/processes',
].map(name => `**/${name}.test.ts`)

const hasTorch = python =>
  spawnSync(python, ['-c', 'import torch, torchvision, onnx, pytest'], { stdio: 'ignore' }).status === 0

function skip(name, why) {
  console.log(`\n=== ${name}\nSkipped: ${why}`)
  tally.skipped += 1
}

function finish() {
  for (const child of running) child.kill()
  console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
  process.exit(tally.failed === 0 ? 0 : 1)
}

const lock = 'node_modules/.package-lock.json'
const isInstalled =
  existsSync(lock) && isSameLock(readFileSync(lock, 'utf8'), readFileSync('package-lock.json', 'utf8'))
function isSameLock(installed, wanted) {
  const versions = text =>
    Object.entries(JSON.parse(text).packages).filter(([path, entry]) => path !== '' && entry.version && !entry.optional)
  const have = new Map(versions(installed).map(([path, { version }]) => [path, version]))
  return versions(wanted).every(([path, { version }]) => !path.includes('node_modules/') || have.get(path) === version)
}

if (!isInstalled) await stage('install', 'check', 'npm', ['ci'])
// Each of these leaves a processor idle for a good part of its time, so they run beside each other.
const lint = start('lint', 'check', 'npm', ['run', '--silent', 'lint'])
const types = start('types', 'check', 'npm', ['run', '--silent', 'types'])
const build = start('build', 'check', 'npm', ['run', '--silent', 'build'])
await report(lint)
await report(types)
await report(build)
await stage('budget', 'check', 'node', ['web/build-sizes.mjs', '--check'])
await stage('tests', 'vitest', 'npx', ['vitest', 'run'], { TEST_DATABASE_URL: '' })
if (process.env.DATABASE_URL)
  await stage(
    'tests on DATABASE_URL',
    'vitest',
    'npx',
    ['vitest', 'run', '--project', 'server', ...embeddedOnly.flatMap(file => ['--exclude', file])],
    { TEST_DATABASE_URL: process.env.DATABASE_URL },
  )
else skip('tests on DATABASE_URL', 'set DATABASE_URL to run the server tests on another PostgreSQL (15 or newer) too.')
// Imported only now: on a fresh clone the packages it needs have just been installed.
const { chromiumPath } = await import('./chromium.mjs')
const chromium = await chromiumPath()
const inBrowser = (name, ...projects) => {
  // A journey that hangs takes minutes to fail, twice over: several say as much as all would.
  const args = ['playwright', 'test', '--config', 'e2e', '--max-failures=8']
  args.push(...projects.map(project => `--project=${project}`))
  if (chromium) return stage(name, 'playwright', 'npx', args, { CHROMIUM_PATH: chromium })
  return skip(name, 'no Chromium here; install it (Debian: apt install chromium) or name it in CHROMIUM_PATH.')
}
await inBrowser('journeys', 'phone', 'desktop')
const python = ['/usr/bin/python3', 'python3'].find(each => hasTorch(each))
// Lighthouse mostly waits, and asserts nothing that a busy machine would change.
const training = python && start('training', 'pytest', python, ['-m', 'pytest', '-q', 'ml'])
await inBrowser('lighthouse', 'lighthouse')
if (python) await report(training)
else
  skip(
    'training',
    'needs python3 with torch and pytest (Debian: apt install python3-torch python3-torchvision python3-onnx python3-pytest).',
  )
finish()
