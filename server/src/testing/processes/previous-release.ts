import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Builds the server of the previous release, the newest tag before this commit, with the installed packages.
 * Returns its main file, or why it cannot be built: there is no release yet, or an exported or shallow clone lacks it.
 */
export function buildPreviousRelease(): { mainFile: string } | { missing: string } {
  const found = spawnSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], { cwd: root, encoding: 'utf8' })
  if (found.status !== 0)
    return { missing: 'no release is tagged in this clone; if there is one, git fetch --unshallow --tags gets it' }
  const ref = found.stdout.trim()
  const folder = mkdtempSync(join(tmpdir(), 'kutu-previous-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', ref, 'package.json', 'tsconfig.base.json', 'server', 'packages'], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  execFileSync(process.execPath, ['build.mjs'], { cwd: join(folder, 'server'), stdio: ['ignore', 'ignore', 'inherit'] })
  return { mainFile: join(folder, 'server/dist/main.js') }
}

/** Links the packages of the registry, and the workspaces of the release itself. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@kutu'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@kutu') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@kutu', name))
}
