import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of a second in /proc, on every Linux that Node supports. */
const ticksPerSecond = 100

/**
 * Returns the CPU time in milliseconds of a process and its descendants, with those that have ended and were waited for. Needs Linux.
 * @param except a descendant that is left out, with its own descendants
 */
export function readTreeCpuTime(pid: number, except?: number): number {
  const processes = readProcesses()
  const sum = (id: number): number =>
    id === except
      ? 0
      : (processes.get(id)?.ms ?? 0) +
        [...processes].reduce((total, [child, { parent }]) => (parent === id ? total + sum(child) : total), 0)
  return sum(pid)
}

function readProcesses(): ReadonlyMap<number, { parent: number; ms: number }> {
  const processes = new Map<number, { parent: number; ms: number }>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readStat(name)
    if (stat === undefined) continue
    // The name of the program in brackets may contain spaces; state, parent and the others follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number)
    const ticks = user + system + childrenUser + childrenSystem
    processes.set(Number(name), { parent: Number(fields[1]), ms: (ticks / ticksPerSecond) * 1000 })
  }
  return processes
}

/** Returns undefined for a process that has ended meanwhile. */
function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
