// Type-checks every workspace, two at a time. Each has its own tsconfig: the web app has a DOM, the server has none.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8'))
const projects = workspaces
  .flatMap(pattern =>
    pattern.endsWith('/*')
      ? readdirSync(pattern.slice(0, -2)).map(name => join(pattern.slice(0, -2), name))
      : [pattern],
  )
  .filter(directory => existsSync(join(directory, 'tsconfig.json')))

const compiler = 'node_modules/typescript/bin/tsc'

/** A second run checks only what changed since the build info of the first. */
function check(project) {
  const buildInfo = join('node_modules/.cache/types', `${project.replaceAll(/[\\/]/g, '-')}.tsbuildinfo`)
  const options = ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo]
  const child = spawn(process.execPath, [compiler, ...options], { stdio: 'inherit' })
  return new Promise(resolve => child.on('close', resolve))
}

const failed = []
const queue = [...projects]
async function work() {
  for (let project = queue.shift(); project; project = queue.shift())
    if ((await check(project)) !== 0) failed.push(project)
}
await Promise.all([work(), work()])
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`)
  process.exit(1)
}
