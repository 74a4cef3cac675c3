import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file so that a power failure leaves either the old or the new content. */
export function writeDurably(file: string, content: string): void {
  const temporaryFile = `${file}.new`
  const descriptor = openSync(temporaryFile, 'w', 0o600)
  try {
    writeSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporaryFile, file)
  syncFolder(dirname(file))
}

export function removeDurably(file: string): void {
  rmSync(file, { force: true })
  syncFolder(dirname(file))
}

/** Makes created, renamed and deleted entries of a folder permanent. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
