import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, StartupError } from '../startup-error.ts'
import { isDiskFull } from './disk-full.ts'

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  EACCES: 'is closed to this user',
  EPERM: 'is closed to this user',
  EROFS: 'is on a read-only disk',
}

const describeError = (error: unknown): string =>
  isDiskFull(error) ? 'is on a full disk' : (reasons[errorCode(error) ?? ''] ?? `cannot be used: ${error}`)

/**
 * Returns why a folder cannot be used, as the end of a sentence about it; undefined if it can.
 * @param isWritten false for a folder that is only read
 */
export function findFolderProblem(folder: string, isWritten = true): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return 'is not a folder'
    accessSync(folder, constants.R_OK | constants.X_OK | (isWritten ? constants.W_OK : 0))
    return undefined
  } catch (error) {
    return describeError(error)
  }
}

/** @throws StartupError naming the variable if its folder cannot be used */
export function requireUsableFolder(variable: string, folder: string, isWritten = true): void {
  const problem = findFolderProblem(folder, isWritten)
  if (problem) throw createFolderError(variable, folder, problem)
}

/**
 * Creates the data folder if it does not exist, readable by its owner only.
 * @throws StartupError if it cannot be created, or if files cannot be created in it
 */
export function ensureDataFolder(folder: string): void {
  const missing: string[] = []
  let parent = folder
  for (; !existsSync(parent); parent = dirname(parent)) missing.unshift(parent)
  // One after the other: where no folder can be made, as in /proc, the recursive call of Node never returns.
  for (const path of missing)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another process may create it at the same time.
      if (errorCode(error) === 'EEXIST') continue
      throw createFolderError('DATA_DIR', folder, findFolderProblem(parent) ?? describeError(error))
    }
  requireUsableFolder('DATA_DIR', folder)
}

const createFolderError = (variable: string, folder: string, problem: string) =>
  new StartupError(`${variable}: the folder ${folder} ${problem}; give another one.`)
