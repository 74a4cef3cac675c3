import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import product from '../../../package.json' with { type: 'json' }
import { type Migration, readMigrations } from './migrate.ts'

/**
 * Rules of squawk that do not apply here: its preferences of style, timeouts that `migrate` sets itself, and concurrent
 * indexes, which cannot be created in the transaction of a migration. `create index` blocks writes, not reads.
 */
const excludedRules = [
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-identity', 'prefer-robust-stmts'],
  ...[
    'prefer-text-field',
    'prefer-timestamp-tz',
    'ban-char-field',
    'require-lock-timeout',
    'require-statement-timeout',
  ],
  ...['require-concurrent-index-creation', 'require-concurrent-index-deletion'],
]

/** Statements that squawk accepts and the previous release does not survive. */
const otherRules = [
  {
    rule: 'dropping or renaming what the previous release uses',
    pattern:
      /\b(?:drop (?:materialized )?view|drop (?:function|procedure|trigger|type|domain|sequence|schema)|rename (?:to|value))\b/i,
  },
  { rule: 'a long exclusive lock', pattern: /\b(?:lock table|lock \w+ in|cluster|vacuum full|truncate)\b/i },
]

const folder = mkdtempSync(join(tmpdir(), 'kutu-migration-safety-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const squawk = join(dirname(createRequire(import.meta.url).resolve('squawk-cli/package.json')), 'js/bin/squawk')

/** Returns why the previous release may not run beside this migration; nothing for a marked one. */
function findHazards(migrations: Pick<Migration, 'name' | 'sql' | 'kind'>[]): string[] {
  const checked = migrations.filter(({ kind }) => kind === 'expand')
  if (checked.length === 0) return []
  const files = checked.map(({ name, sql }) => {
    const file = join(folder, `${name}.sql`)
    writeFileSync(file, sql)
    return file
  })
  const options = ['--assume-in-transaction', '--pg-version', '15.0', '--reporter', 'json']
  const excluded = ['--exclude', excludedRules.join(',')]
  const { stdout, stderr } = spawnSync(process.execPath, [squawk, ...options, ...excluded, ...files], {
    encoding: 'utf8',
  })
  const parsed = z
    .array(z.object({ file: z.string(), line: z.number(), rule_name: z.string() }))
    .safeParse(tryParse(stdout))
  if (!parsed.success) throw new Error(`squawk failed: ${stdout}${stderr}`)
  const hazards = parsed.data.map(
    ({ file, line, rule_name }) => `${file.slice(folder.length + 1)}:${line + 1} ${rule_name}`,
  )
  for (const { name, sql } of checked)
    for (const { rule, pattern } of otherRules) if (pattern.test(removeText(sql))) hazards.push(`${name}.sql ${rule}`)
  return hazards
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Removes comments, strings and bodies of functions. */
const removeText = (sql: string) =>
  sql.replaceAll(/--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, ' ').replaceAll(/\s+/g, ' ')

it('new migrations leave a database that the previous release can work with, or say why not', () => {
  const advice = 'Split it: expand now, contract in a later release with a line `-- contract: REASON, RELEASE`.'
  const hazards = findHazards(readMigrations())
  expect(hazards, advice).toEqual([])
})

it('the mark of a contracting migration names the reason and the last release that needs what it removes', () => {
  const marks = readMigrations()
    .filter(({ kind }) => kind === 'contract')
    .map(({ sql }) => /^-- contract: (.+)$/m.exec(sql)?.[1] ?? '')
  for (const mark of marks) {
    const [, release = ''] = /^.{10,}, (\d+\.\d+\.\d+)$/.exec(mark) ?? []
    expect(release, mark).not.toBe('')
    expect(release.localeCompare(product.version, 'en', { numeric: true }), mark).toBeLessThan(0)
  }
})

it.each([
  ['alter table users drop column phone_number', 'ban-drop-column'],
  ['drop table posts', 'ban-drop-table'],
  ['alter table users rename column phone_number to phone', 'renaming-column'],
  ['alter table posts rename to articles', 'renaming-table'],
  ['alter table users add column age integer not null', 'adding-required-field'],
  ['alter table users alter column phone_number set not null', 'adding-not-nullable-field'],
  ['alter table users alter column phone_number type integer using 1', 'changing-column-type'],
  ["alter table users add constraint named check (phone_number <> '')", 'constraint-missing-not-valid'],
  ['alter table users add constraint one_phone unique (phone_number)', 'disallowed-unique-constraint'],
  ['alter table posts add constraint by_user foreign key (user_id) references users', 'adding-foreign-key-constraint'],
  ['alter table users add column seen_at timestamptz not null default clock_timestamp()', 'adding-field-with-default'],
  ['drop function reject_change()', 'dropping or renaming'],
  ['create view a as select 1; drop  view a', 'dropping or renaming'],
  ['lock table users', 'exclusive lock'],
  ['truncate posts', 'exclusive lock'],
])('%s is refused', (sql, rule) => {
  expect(findHazards([{ name: 'example', sql, kind: 'expand' }]).join('\n')).toContain(rule)
})

it('tables, columns with a constant default, constraints that are not validated, and functions are accepted', () => {
  const sql = `
    create table farms (id uuid primary key, owner uuid not null references users, size integer not null);
    create index farms_by_owner on farms (owner);
    alter table users add column color text;
    alter table users add column is_new boolean not null default false;
    alter table users add constraint color_is_short check (length(color) < 20) not valid;
    -- drop table users
    create or replace function touch() returns trigger language plpgsql as $$ begin truncate farms; return new; end $$;`
  expect(findHazards([{ name: 'example', sql, kind: 'expand' }])).toEqual([])
})
