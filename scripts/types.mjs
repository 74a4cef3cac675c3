// Type-checks every workspace; each has its own tsconfig because the web has a DOM and the server has none.
import { spawnSync } from 'node:child_process'

const workspaces = [
  'packages/contract',
  'packages/advice',
  'packages/time',
  'packages/vision',
  'server',
  'web',
  'e2e',
  'bench',
]
const failed = workspaces.filter(workspace => {
  const { status } = spawnSync('npx', ['tsc', '-p', workspace], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status !== 0
})
if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`)
  process.exit(1)
}
