// Slows processes down to simulate a weaker CPU. CPU throttling of the developer tools does not work for workers: on the
// page it slows only the main thread, and on a worker it fails ("only supported for pages, not workers"). Here the
// processes are paused with SIGSTOP in proportion to the CPU time that they have used. Waiting for a busy CPU does not
// count as use. Needs Linux.
import { readdirSync, readFileSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

/** Returns the CPU time of processes with all their threads in milliseconds. One that no longer exists counts 0. */
export function readCpuTime(pids: readonly number[]): number {
  const threads = pids.flatMap(pid =>
    ignoreEnded(() => readdirSync(`/proc/${pid}/task`), []).map(id => `${pid}/task/${id}`),
  )
  const readNanoseconds = (thread: string) => Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0])
  return threads.reduce((sum, thread) => sum + ignoreEnded(() => readNanoseconds(thread), 0) / 1e6, 0)
}

/** Returns the fallback for a process or thread that has ended, such as that of a closed page. */
function ignoreEnded<T>(run: () => T, fallback: T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return fallback
    throw error
  }
}

const signal = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids) ignoreEnded(() => process.kill(pid, name), false)
}

/** Runs a function while the processes are slowed down by a factor. */
export async function withCpuThrottling<T>(pids: number[], slowdown: number, run: () => Promise<T>): Promise<T> {
  if (slowdown === 1) return run()
  // In its own thread, so that work in this one does not disturb the timing.
  const thread = new Worker(new URL(import.meta.url), { workerData: { throttled: pids, slowdown } })
  try {
    return await run()
  } finally {
    await thread.terminate()
    signal(pids, 'SIGCONT')
  }
}

if (!isMainThread && workerData?.throttled) throttle(workerData.throttled, workerData.slowdown)

function throttle(pids: number[], slowdown: number): never {
  const turnMs = 4
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const wait = (ms: number) => Atomics.wait(clock, 0, 0, ms)
  for (let paidMs = readCpuTime(pids); ; ) {
    wait(1)
    if (readCpuTime(pids) - paidMs < turnMs) continue
    signal(pids, 'SIGSTOP')
    const usedMs = readCpuTime(pids)
    wait((usedMs - paidMs) * (slowdown - 1))
    paidMs = usedMs
    signal(pids, 'SIGCONT')
  }
}
