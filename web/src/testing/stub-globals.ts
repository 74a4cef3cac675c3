import { vi } from 'vitest'

/** Replaces global variables for a test file, also those that Node defines with a getter, such as `navigator`. */
export function stubGlobals(globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
}
