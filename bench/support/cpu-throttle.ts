// Slows processes down to simulate a weaker CPU. CPU throttling of the developer tools does not work for workers: on the
// page it slows only the main thread, and on a worker it fails ("only supported for pages, not workers"). Here the
// processes are paused with SIGSTOP in proportion to the CPU time that they have used. Waiting for a busy CPU does not
// count as use. Needs Linux.
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Returns the CPU time of processes with all their threads in milliseconds. */
export function readCpuTime(pids: readonly number[]): number {
  const threads = pids.flatMap(pid => readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`))
  return threads.reduce((sum, thread) => sum + readThreadNanoseconds(thread) / 1e6, 0)
}

/** Returns 0 for a thread that no longer exists. */
function readThreadNanoseconds(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/** Runs a function while the processes are slowed down by a factor. */
export async function withCpuThrottling<T>(pids: number[], slowdown: number, run: () => Promise<T>): Promise<T> {
  if (slowdown === 1) return run()
  const thread = new Worker(throttleScript, { eval: true, workerData: { pids, slowdown } })
  try {
    return await run()
  } finally {
    await thread.terminate()
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

/** Runs in its own thread, so that work in this process does not disturb the timing. */
const throttleScript = `
const { workerData: { pids, slowdown } } = require('node:worker_threads')
const { readdirSync, readFileSync } = require('node:fs')
const turn = 4
const clock = new Int32Array(new SharedArrayBuffer(4))
const wait = ms => Atomics.wait(clock, 0, 0, ms)
const tell = signal => { for (const pid of pids) process.kill(pid, signal) }
const used = () => {
  let sum = 0
  for (const pid of pids)
    for (const thread of readdirSync('/proc/' + pid + '/task'))
      try { sum += Number(readFileSync('/proc/' + pid + '/task/' + thread + '/schedstat', 'utf8').split(' ')[0]) } catch {}
  return sum / 1e6
}
for (let paid = used(); ; ) {
  wait(1)
  if (used() - paid < turn) continue
  tell('SIGSTOP')
  const now = used()
  wait((now - paid) * (slowdown - 1))
  paid = now
  tell('SIGCONT')
}`
