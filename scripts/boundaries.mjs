// Checks the module boundaries of docs/architecture.md: which folder may import which, and who may read the environment,
// the clock and another feature's tables. Import cycles are checked by Biome (noImportCycles).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js'], {
  encoding: 'utf8',
})
const allFiles = listed.split('\n').filter(existsSync)
const files = allFiles.filter(file => /^(packages|server|web)\/.*\.tsx?$/.test(file))
const isTest = file => /\.test\.tsx?$|\/test\/|\/testing\//.test(file)
const featureOf = path => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Import rules: the files a rule applies to, and the imports it allows (a path from the root, or a package name). */
const importRules = [
  {
    message: 'the contract imports only zod',
    appliesTo: file => file.startsWith('packages/contract/src/') && !isTest(file),
    allows: target => target === 'zod' || target.startsWith('packages/contract/'),
  },
  ...['advice', 'places', 'time'].map(name => ({
    message: `${name} imports nothing`,
    appliesTo: file => file.startsWith(`packages/${name}/src/`) && !isTest(file),
    allows: target => target.startsWith(`packages/${name}/`),
  })),
  {
    message: 'the core of vision imports nothing; only node/ and browser/ know a runtime',
    appliesTo: file => /^packages\/vision\/src\/(?!node\/|browser\/)/.test(file) && !isTest(file),
    allows: target => /^packages\/vision\/src\/(?!node\/|browser\/)/.test(target),
  },
  {
    message: 'the server never imports the web app',
    appliesTo: file => file.startsWith('server/'),
    allows: target => !target.startsWith('web/') && !target.startsWith('@kutu/web'),
  },
  {
    message: 'the web app never imports the server',
    appliesTo: file => file.startsWith('web/'),
    allows: target => !target.startsWith('server/') && !target.startsWith('@kutu/server'),
  },
  {
    message: 'a web feature never imports another web feature: compose them in app/',
    appliesTo: file => file.startsWith('web/src/features/'),
    allows: (target, file) => !target.startsWith('web/src/features/') || featureOf(target) === featureOf(file),
  },
  {
    message: "a server feature never imports another feature's tables, routes or policy",
    appliesTo: file => file.startsWith('server/src/features/') && !isTest(file),
    allows: (target, file) =>
      !/^server\/src\/features\/.*\/(tables|routes|policy)\.ts$/.test(target) || featureOf(target) === featureOf(file),
  },
  {
    message: 'only platform/http, the storage routes and the development mail page know the web framework',
    appliesTo: file =>
      file.startsWith('server/src/') &&
      !/^server\/src\/(platform\/http\/|app\.ts|platform\/storage\/routes\.ts|platform\/email\/dev-)/.test(file),
    allows: target => !/^(fastify$|@fastify\/)/.test(target),
  },
]

/** Patterns a file may not contain, and the files they are allowed in. */
const textRules = [
  {
    message: 'only config.ts and the entry points read the environment',
    pattern: /process\.env\b(?!\.\w+ = )/,
    allowedIn: /server\/src\/(config|main|cli)\.ts|testing\/|\.test\.tsx?$|^packages\/.*\/test\/|^web\//,
  },
  {
    message:
      'only platform/http/security/egress.ts sends HTTP requests: call egressFetch, or pass createEgressAgents to a library',
    pattern:
      /(?<![\w.])fetch\(|from 'undici'|\bhttps?\.(?:request|get)\(|import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'/,
    // The doctor is a command that calls the own PUBLIC_URL.
    allowedIn:
      /server\/src\/(platform\/http\/security\/egress\.ts|operations\/doctor\.ts)|testing\/|\.test\.tsx?$|^web\/|^packages\//,
  },
  {
    message: 'a doc comment starts with a plain statement, not with What, Whether or Of',
    pattern: /\/\*\*\s*(?:\*\s*)?(?:What|Whether|Of)\b/,
    allowedIn: /^$/,
  },
  {
    message: 'only clock.ts knows the time',
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    allowedIn:
      /server\/src\/(clock\.ts|platform\/(db|embedded-postgres)\/)|testing\/|\.test\.tsx?$|^web\/|^packages\/.*\/test\//,
  },
]

/** The feature that owns each table, read from the features' tables.ts. */
const tableOwners = new Map(
  files
    .filter(file => /^server\/src\/features\/[^/]+\/tables\.ts$/.test(file))
    .flatMap(file => {
      const [, body = ''] = /export type \w+Tables = \{\n(.*?)\n\}/s.exec(readFileSync(file, 'utf8')) ?? []
      return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => [table, featureOf(file)])
    }),
)
/** Features that read the tables of others: they only count and show. */
const readsAllTables = new Set(['dashboard', 'surveillance'])
const queryMethods =
  /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|updateTable|insertInto|deleteFrom|using)\(\s*\[?'(\w+)/g

/** Comments, and texts in quotes. */
const notCode = /\/\*.*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gs
/** Names that are no standard terms of the field. Regular expressions on texts contain "at most". */
const retiredName =
  /(?<![\w$.]|\bat )(?:(?:asked|told|most|least|whoever|underWay|atOnce|lookAt|lookedAt)(?:[A-Z]\w*)?|\w*(?:Asked|Told|UnderWay|AtOnce|Whoever)(?:[A-Z]\w*)?)(?![\w$])/g

const violations = []
for (const file of allFiles)
  for (const [name] of readFileSync(file, 'utf8').replace(notCode, "''").matchAll(retiredName))
    violations.push(`${file}: ${name} is a retired word, use the field's standard term (docs/glossary.md)`)
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*'([^'\n]+)'/g)) {
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
      : specifier.replace(/^@kutu\/(contract|vision|advice|places|time)\//, 'packages/$1/src/')
    for (const rule of importRules)
      if (rule.appliesTo(file) && !rule.allows(target, file))
        violations.push(`${file} imports ${specifier}: ${rule.message}`)
  }
  for (const { message, pattern, allowedIn } of textRules)
    if (pattern.test(source) && !allowedIn.test(file)) violations.push(`${file}: ${message}`)
  if (file.startsWith('web/src/') && !isTest(file))
    for (const [statement, module] of source.matchAll(/^import (?!type )[^']*'@kutu\/contract\/([^']+)'/gm))
      if (readFileSync(`packages/contract/src/${module}.ts`, 'utf8').includes("from 'zod'"))
        violations.push(
          `${file} bundles zod: '${statement}'. Import types only, or move the value to a file without schemas`,
        )
  const feature = featureOf(file)
  if (!file.startsWith('server/') || feature === undefined || isTest(file) || readsAllTables.has(feature)) continue
  for (const [, table] of source.matchAll(queryMethods)) {
    const owner = tableOwners.get(table)
    if (owner && owner !== feature)
      violations.push(`${file} queries ${table}, a table of ${owner}: call a function that ${owner} exports`)
  }
}
if (tableOwners.size === 0) violations.push('no tables found in server/src/features/*/tables.ts')
if (violations.length > 0) {
  console.error(violations.join('\n'))
  process.exit(1)
}
console.log(`Boundaries hold in ${files.length} files.`)
