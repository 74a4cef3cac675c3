// Hot reload on both sides: the server restarts on change behind Vite, which hands it every API call.
import { spawn } from 'node:child_process'

const shell = process.platform === 'win32'
const start = (command, args) => spawn(command, args, { stdio: 'inherit', shell })
const running = [
  start('npx', ['tsx', 'watch', '--clear-screen=false', 'server/src/main.ts', '--dev']),
  start('npm', ['run', 'dev', '-w', 'web']),
]
const stop = () => {
  for (const child of running) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of running) child.on('exit', stop)
