import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import previous from './previous-release.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Builds the server of the previous release, the tag or commit in previous-release.json, with the installed packages.
 * Returns its main file, or why it cannot be built: an exported or shallow clone does not have the commit.
 */
export function buildPreviousRelease(): { mainFile: string } | { missing: string } {
  const { ref, version } = previous
  if (spawnSync('git', ['cat-file', '-e', `${ref}^{commit}`], { cwd: root }).status !== 0)
    return { missing: `the release ${version} (${ref}) is not in this clone; get it with git fetch --unshallow --tags` }
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
