// Runs the checks of the project, cheapest first, and stops at the first stage that fails. `npm test` runs `defaultStages`,
// `npm run test:all` the others, `npm test -- lint tests` only those named. The last line is "N passed, N failed, N skipped".
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'

const defaultStages = ['lint', 'types', 'build', 'budget', 'tests', 'lighthouse', 'journeys']
const selectedStages = process.argv.length > 2 ? process.argv.slice(2) : defaultStages
const totals = { passed: 0, failed: 0, skipped: 0 }
const durations = []
const slowestTests = []
const failedTests = new Set()
const children = new Set()

// The training tests read every folder of leaf photos, all others the first.
const leafFolders = process.env.LEAF_DATA || undefined
const firstLeafFolder = leafFolders?.split(delimiter)[0]

/** Starts a command and buffers its output; the function returned prints the output from then on and waits for the end. */
function spawnBuffered(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...(firstLeafFolder && { LEAF_DATA: firstLeafFolder }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // A group of its own, so that what the command has started can be stopped with it.
    detached: process.platform !== 'win32',
  })
  children.add(child)
  let output = ''
  let isAttached = false
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.on('data', chunk => {
      output += chunk
      if (isAttached) to.write(chunk)
    })
  const exit = new Promise(resolve => {
    child.on('close', status => resolve({ status: status ?? 1, output }))
    child.on('error', error => resolve({ status: 1, output: String(error) }))
  }).finally(() => children.delete(child))
  return () => {
    process.stdout.write(output)
    isAttached = true
    return exit
  }
}

function stopChildren() {
  for (const child of children)
    if (process.platform === 'win32') child.kill()
    else if (child.exitCode === null) process.kill(-child.pid)
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopChildren()
    process.exit(1)
  })

const ansiCodes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const stripAnsi = text => text.replaceAll(ansiCodes, '')
const secondsPerUnit = { ms: 0.001, s: 1, m: 60 }

/** Reads label and seconds of the tests whose duration Vitest (over 0.3 s) and Playwright print. */
function parseDurations({ output }) {
  let file = ''
  return stripAnsi(output)
    .split('\n')
    .flatMap(line => {
      const [, nextFile] = /^ *[✓×❯] +(?:\w+ +)?(\S+\.test\.tsx?) \(/.exec(line) ?? []
      if (nextFile) file = nextFile
      const [, title, duration, unit] = /^ +[✓×✘] +(?:\d+ )?(.+?) +\(?([\d.]+)(ms|s|m)\)?$/.exec(line) ?? []
      if (nextFile || !title) return []
      const label = title.startsWith('[') ? title : `${file} › ${title}`
      return [{ label, seconds: Number(duration) * secondsPerUnit[unit] }]
    })
}

/** The lines in which each runner counts its tests. */
const summaryLines = {
  vitest: /^\s*Tests\s.*$/gm,
  playwright: /^\s+\d+ (?:passed|failed|interrupted|timed out|skipped).*$/gm,
  pytest: /^.*\d+ (?:passed|failed|error|skipped).* in [\d.]+s.*$/gm,
}

/** How the runners list the tests that failed, and Playwright also those that passed on retry. */
const failureLine = /^ *((?:FAIL |FAILED |ERROR |\[\w+\] ›).*)$/gm

/** Counts the tests in a runner's output; a command without tests counts as one. */
function countTests(parser, { status, output }) {
  if (parser === 'check') return { passed: Number(status === 0), failed: Number(status !== 0), skipped: 0 }
  const summary = (stripAnsi(output).match(summaryLines[parser]) ?? []).join('\n')
  const sum = pattern => [...summary.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)
  return {
    passed: sum(/(\d+) passed/g),
    failed: sum(/(\d+) (?:failed|interrupted|timed out|error)/g),
    skipped: sum(/(\d+) skipped/g),
  }
}

/** Starts a stage in the background. Undefined when other stages are selected. */
function startStage(name, parser, command, args, env) {
  if (name !== 'install' && !selectedStages.includes(name)) return
  return { name, parser, startedAt: performance.now(), attach: spawnBuffered(command, args, env) }
}

/** Waits for a stage, adds its results to the totals and ends the run when it failed. */
async function finishStage(stage) {
  if (!stage) return
  const { name, parser, startedAt, attach } = stage
  console.log(`\n=== ${name}`)
  const result = await attach()
  durations.push([name, (performance.now() - startedAt) / 1000])
  slowestTests.push(...parseDurations(result))
  for (const [, label] of stripAnsi(result.output).matchAll(failureLine)) failedTests.add(label.trim())
  const counts = countTests(parser, result)
  totals.passed += counts.passed
  totals.skipped += counts.skipped
  totals.failed += counts.failed
  if (result.status === 0 && counts.failed === 0 && counts.passed > 0) return
  if (counts.failed === 0) {
    totals.failed += 1
    failedTests.add(name)
  }
  finishRun()
}

const runStage = (...args) => finishStage(startStage(...args))

function skipStage(name, reason) {
  if (name !== 'install' && !selectedStages.includes(name)) return
  console.log(`\n=== ${name}\nSkipped: ${reason}`)
  totals.skipped += 1
}

function finishRun() {
  stopChildren()
  const slowest = slowestTests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
  if (slowest.length > 0) console.log('\n=== slowest tests')
  for (const { label, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${label}`)
  if (failedTests.size > 0) console.log(['\n=== failed or flaky tests', ...failedTests].join('\n'))
  console.log(`\n${durations.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)
}

const testFolders = ['packages', 'server/src', 'web/src', 'web/build']

/**
 * Lists the test files with a tag, a comment line such as `// @slow` before the first other line:
 * - `@slow`: kills processes, refits models, or repeats random or concurrent requests. Only `npm run test:all` runs it.
 * - `@node oldest`: runs again on the oldest supported Node. These start the server, sign in and diagnose a photo.
 */
function findTaggedTests(tag) {
  return testFolders
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)))
    .filter(file => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
    .filter(file => /^(?:\/\/.*\n)*/.exec(readFileSync(file, 'utf8'))?.[0].includes(`// @${tag}\n`))
}

const excludeTests = files => files.flatMap(file => ['--exclude', `**/${file}`])

const hasTrainingPackages = python =>
  spawnSync(python, ['-c', 'import torch, onnx, pytest'], { stdio: 'ignore' }).status === 0

/** Compares installed and locked versions, so that `npm ci` runs only when something is missing or outdated. */
function isInstalled() {
  const installedLock = 'node_modules/.package-lock.json'
  if (!existsSync(installedLock)) return false
  const readVersions = file =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(
      ([path, entry]) => path.includes('node_modules/') && entry.version && !entry.optional,
    )
  const installed = new Map(readVersions(installedLock).map(([path, { version }]) => [path, version]))
  return readVersions('package-lock.json').every(([path, { version }]) => installed.get(path) === version)
}

if (!isInstalled()) await runStage('install', 'check', 'npm', ['ci'])
// Each of these leaves one core idle for part of its time, so they run in parallel.
const lint = startStage('lint', 'check', 'npm', ['run', '--silent', 'lint'])
const types = startStage('types', 'check', 'npm', ['run', '--silent', 'types'])
const build = startStage('build', 'check', 'npm', ['run', '--silent', 'build'])
const slowTests = findTaggedTests('slow')
// With DATABASE_URL the server tests run there instead of on the embedded database, which is newer than the oldest
// supported PostgreSQL: SQL that the older one does not know fails. The slow tests and the journeys use the embedded one.
const tests = startStage('tests', 'vitest', 'npx', ['vitest', 'run', ...excludeTests(slowTests)])
await finishStage(lint)
await finishStage(types)
await finishStage(build)
await runStage('budget', 'check', 'npm', ['run', '--silent', 'budget', '-w', 'web'])

// Imported here because on a fresh clone the install stage has only just installed what it needs.
const { chromiumPath } = await import('./chromium.mjs')
const chromium = await chromiumPath()
function startInBrowser(name, ...projects) {
  // A hanging journey takes minutes to fail and is retried: eight failures say as much as all.
  const args = ['playwright', 'test', '--config', 'e2e', '--max-failures=8']
  args.push(...projects.map(project => `--project=${project}`))
  if (chromium) return startStage(name, 'playwright', 'npx', args, { CHROMIUM_PATH: chromium })
  return skipStage(name, 'no Chromium found; install it (Debian: apt install chromium) or set CHROMIUM_PATH.')
}
// Lighthouse mostly waits and asserts nothing that a busy machine changes.
const lighthouse = startInBrowser('lighthouse', 'lighthouse')
await finishStage(tests)
await finishStage(lighthouse)
await finishStage(startInBrowser('journeys', 'phone', 'desktop'))

const python = ['/usr/bin/python3', 'python3'].find(candidate => hasTrainingPackages(candidate))
const trainingEnv = { OMP_NUM_THREADS: '1', ...(leafFolders && { LEAF_DATA: leafFolders }) }
const training = python
  ? startStage('training', 'pytest', python, ['-m', 'pytest', '-q', 'ml'], trainingEnv)
  : skipStage(
      'training',
      'needs python3 with torch, onnx and pytest (Debian: apt install python3-torch python3-onnx python3-pytest).',
    )
const embedded = { TEST_DATABASE_URL: '' }
// One more than the cores of a small machine: these tests wait for processes that start and for workers that sweep.
const slowWorkers = `--maxWorkers=${Math.max(3, availableParallelism() - 1)}`
await runStage('slow', 'vitest', 'npx', ['vitest', 'run', slowWorkers, ...slowTests], embedded)
const { OLDEST_NODE: oldestNode } = process.env
if (oldestNode)
  await runStage('oldest-node', 'vitest', 'npx', ['vitest', 'run', ...findTaggedTests('node oldest')], {
    ...embedded,
    PATH: `${oldestNode}${delimiter}${process.env.PATH}`,
  })
else
  skipStage(
    'oldest-node',
    'set OLDEST_NODE (the bin directory of Node 20.19) to start the server, sign in and diagnose a photo there too.',
  )
await finishStage(training)
finishRun()
