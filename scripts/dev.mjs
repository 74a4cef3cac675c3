// Hot reload on both sides: the server restarts on change behind Vite, which hands it every API call.
import { spawn } from 'node:child_process'

// Started as node processes of ours, not through npx: a signal then reaches them, and nothing is left running.
const start = (cwd, ...args) => spawn(process.execPath, args, { stdio: 'inherit', cwd })
const running = [
  start('.', 'node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/main.ts', '--dev'),
  start('web', '../node_modules/vite/bin/vite.js'),
]
const stop = () => {
  for (const child of running) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of running) child.on('exit', stop)
