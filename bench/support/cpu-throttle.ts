// Makes processes as slow as a weaker processor would. The developer tools' own throttling does not reach a worker: set on
// the page it slows the page's thread alone, and asked of the worker it is refused ("only supported for pages, not
// workers"). Here the processes are stopped, and each millisecond of processor time they used is paid for by standing
// still for the rest. Waiting for a busy machine is not counted as use. Needs Linux.
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Processor time that processes have used so far in all their threads, in milliseconds. */
export function readCpuTime(pids: readonly number[]): number {
  const threads = pids.flatMap(pid => readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`))
  return threads.reduce((sum, thread) => sum + readThreadNanoseconds(thread) / 1e6, 0)
}

/** 0 of a thread that has ended meanwhile. */
function readThreadNanoseconds(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/** Lets the processes run one part in `times` of the time while `work` lasts. */
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

/** A thread of its own, so that what this program does meanwhile does not bend the turns. */
const throttleScript = `
const { workerData: { pids, times } } = require('node:worker_threads')
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
  wait((now - paid) * (times - 1))
  paid = now
  tell('SIGCONT')
}`
