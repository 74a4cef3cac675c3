// Hot reload on both sides: the server restarts on change behind Vite, which proxies every API call to it.
import { spawn } from 'node:child_process'

// Started with node instead of npx, so that a signal reaches the processes and none of them is left running.
const start = (cwd, ...args) => spawn(process.execPath, args, { stdio: 'inherit', cwd })
const children = [
  start('.', 'node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/main.ts', '--dev'),
  start('web', '../node_modules/vite/bin/vite.js'),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
