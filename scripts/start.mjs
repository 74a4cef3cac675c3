// Starts the built server with two arenas of memory: with more, glibc keeps the freed memory of photos. It reads the
// variable before any JavaScript runs, so a process cannot set it for itself.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = new URL('../server/dist/main.js', import.meta.url)
if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) await import(main.href)
else {
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
  // The channel closes when this process is killed; the server stops then.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const server = spawn(process.execPath, [fileURLToPath(main), ...process.argv.slice(2)], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.once('exit', code => process.exit(code ?? 1))
}
