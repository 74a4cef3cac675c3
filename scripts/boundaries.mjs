// The walls of the house, kept by a check rather than by memory: who may import whom, and who may know what.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
const files = listed.split('\n').filter(file => /^(packages|server|web)\//.test(file))
const isTest = file => /\.test\.tsx?$|\/test\/|\/testing\//.test(file)

/** Each rule: which files it binds, and what it says of one import (a path from the root, or a package's name). */
const rules = [
  {
    says: 'the contract imports zod alone',
    binds: file => file.startsWith('packages/contract/src/') && !isTest(file),
    allows: target => target === 'zod' || target.startsWith('packages/contract/'),
  },
  {
    says: 'advice imports nothing',
    binds: file => file.startsWith('packages/advice/src/') && !isTest(file),
    allows: target => target.startsWith('packages/advice/'),
  },
  {
    says: 'the core of vision imports nothing; only node/ and browser/ know a runtime',
    binds: file =>
      (/^packages\/vision\/src\/(inference|quality|heatmap|refit|metrics)\//.test(file) ||
        file === 'packages/vision/src/vision-error.ts') &&
      !isTest(file),
    allows: target => target.startsWith('packages/vision/src/'),
  },
  {
    says: 'the server never imports the web',
    binds: file => file.startsWith('server/'),
    allows: target => !target.startsWith('web/') && !target.startsWith('@kutu/web'),
  },
  {
    says: 'the web never imports the server',
    binds: file => file.startsWith('web/'),
    allows: target => !target.startsWith('server/') && !target.startsWith('@kutu/server'),
  },
  {
    says: 'a web feature never imports another web feature',
    binds: file => file.startsWith('web/src/features/'),
    allows: (target, file) => !target.startsWith('web/src/features/') || folder(target) === folder(file),
  },
  {
    says: "a server feature never imports another feature's tables, routes or policy",
    binds: file => file.startsWith('server/src/features/') && !isTest(file),
    allows: (target, file) =>
      !/^server\/src\/features\/.*\/(tables|routes|policy)\.ts$/.test(target) || folder(target) === folder(file),
  },
  {
    says: 'only platform/http/, the storage routes and the development mail page know the web framework',
    binds: file =>
      file.startsWith('server/src/') &&
      !/^server\/src\/(platform\/http\/|app\.ts|platform\/storage\/routes\.ts|platform\/email\/dev-)/.test(file),
    allows: target => !/^(fastify$|@fastify\/)/.test(target),
  },
]
const folder = path => path.split('/')[3]

/** Words a file may not hold, and where they may stand. */
const words = [
  {
    says: 'only config.ts and the entry points read the environment',
    word: /process\.env\b/,
    except: /server\/src\/(config|main|cli)\.ts|testing\/|\.test\.ts$|^packages\/.*\/test\/|^web\//,
  },
  {
    says: "only clock.ts knows the time",
    word: /\bnew Date\(\)|\bDate\.now\(\)/,
    except:
      /server\/src\/(clock\.ts|platform\/(db|embedded-postgres)\/)|testing\/|\.test\.tsx?$|^web\/|^packages\/.*\/test\//,
  },
]

const mistakes = []
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  for (const [, imported] of source.matchAll(/(?:from|import)\s*\(?\s*'([^'\n]+)'/g)) {
    const target = imported.startsWith('.')
      ? normalize(join(dirname(file), imported))
      : imported.replace(/^@kutu\/(contract|vision|advice)\//, 'packages/$1/src/')
    for (const rule of rules)
      if (rule.binds(file) && !rule.allows(target, file)) mistakes.push(`${file} imports ${imported}: ${rule.says}`)
  }
  for (const { says, word, except } of words)
    if (word.test(source) && !except.test(file)) mistakes.push(`${file}: ${says}`)
}
if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
console.log(`Boundaries hold in ${files.length} files.`)
