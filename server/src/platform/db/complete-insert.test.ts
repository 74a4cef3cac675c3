import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'

const serverFolder = fileURLToPath(new URL('../../', import.meta.url))
const sources = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
  .map(file => ({ file, text: readFileSync(join(serverFolder, file), 'utf8') }))

/** Returns the arguments of the call whose opening parenthesis is at `open`. */
function argumentsAt(text: string, open: number): string {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')') depth -= 1
    if (depth === 0) return text.slice(open + 1, i)
  }
  throw new Error('unbalanced parentheses')
}

const inserts = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/insertInto\('(\w+)'\)\s*\.(\w+)\(/g)].map(match => ({
    file,
    table: match[1] ?? '',
    method: match[2] ?? '',
    row: argumentsAt(text, match.index + match[0].length - 1),
  })),
)

test('every insert is checked to be complete: `insertInto` or `.values(row satisfies CompleteInsert<table>)`', () => {
  const checked = sources.flatMap(({ text }) => [...text.matchAll(/insertInto\([\w.]+, '\w+'/g)])
  expect(checked.length + inserts.length).toBeGreaterThan(60)
  const unchecked = inserts.filter(
    ({ table, method, row }) =>
      method === 'values' && !new RegExp(`satisfies CompleteInsert<'${table}'>(\\[\\])?,?$`).test(row.trim()),
  )
  expect(unchecked.map(({ file, table }) => `${file}: insert into ${table}`)).toEqual([])
})

test('every insert … select names all columns without a default', async () => {
  const { pool, close } = await createTestDatabase()
  onTestFinished(close)
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`,
  )
  const named = [
    ...inserts
      .filter(({ method }) => method === 'columns')
      .map(({ file, table, row }) => ({ file, table, columns: [...row.matchAll(/'(\w+)'/g)].map(([, name]) => name) })),
    ...sources
      .filter(({ file }) => file.startsWith(join('features', '')))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/insert into (\w+) \(([\w\s,]+)\)/g)].map(([, table = '', list = '']) => ({
          file,
          table,
          columns: list.split(',').map(name => name.trim()),
        })),
      ),
  ]
  expect(named.length).toBeGreaterThan(3)
  const missing = named.flatMap(({ file, table, columns }) =>
    rows
      .filter(row => row.table === table && !columns.includes(row.column))
      .map(({ column }) => `${file}: insert into ${table} without ${column}`),
  )
  expect(missing).toEqual([])
})

test('a nullable column with a default is Generated in the table types, so that an explicit null is a decision', async () => {
  const { pool, close } = await createTestDatabase()
  onTestFinished(close)
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_default is not null and is_nullable = 'YES' and is_generated = 'NEVER'`,
  )
  expect(rows).toEqual([])
})
