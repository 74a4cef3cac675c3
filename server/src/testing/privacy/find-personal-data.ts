import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import type { App } from '../../context.ts'

const tablesQuery = sql<{ name: string }>`
  select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`

/** Returns the forms in which a word can be stored: as it is, in a bytea column, and as a SHA-256 hash. */
const storedForms = (word: string): string[] => [
  word,
  Buffer.from(word).toString('hex'),
  createHash('sha256').update(word).digest('hex'),
]

/** Returns every row of every table, including the job queue, that contains one of the words or the hash of one. */
export async function findInDatabase(app: App, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await tablesQuery.execute(app.db)
  const occurrences: string[] = []
  for (const { name } of tables)
    for (const word of words)
      for (const form of storedForms(word)) {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.raw(name)} t where strpos(t::text, ${form}) > 0`.execute(app.db)
        occurrences.push(...rows.map(({ row }) => `${name} contains ${word}: ${row}`))
      }
  return occurrences
}

/** Returns every file in the data folder that contains one of the words. Emails are decoded first. */
export async function findInFiles(app: App, words: readonly string[]): Promise<string[]> {
  const { dataDir } = app.config
  const occurrences: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const decoded = path.endsWith('.eml') ? await decodeEmail(bytes) : ''
    const text = `${entry.name} ${bytes.toString('latin1')} ${bytes.toString('utf8')} ${decoded}`
    occurrences.push(...words.filter(word => text.includes(word)).map(word => `${path} contains ${word}`))
  }
  return occurrences
}

async function decodeEmail(bytes: Buffer): Promise<string> {
  const { to, subject, text, attachments } = await PostalMime.parse(bytes)
  const files = attachments.map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  )
  return [JSON.stringify(to), subject, text, ...files].join('\n')
}

/** A column that can hold text, and so anything that somebody wrote. */
export type TextColumn = { table: string; column: string; type: string }

/** Returns the columns of a table that can hold text, without those of foreign keys. */
export async function listTextColumns(app: App, table: string): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = ${table} and c.is_generated = 'NEVER'
      and c.udt_name in ('text', 'citext', 'varchar', 'bytea', 'jsonb', '_text')
      and not exists (
        select from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
          and a.attname = c.column_name
      )
    order by c.ordinal_position`.execute(app.db)
  return rows
}

/**
 * Writes a word into a column of the rows that a person owns, whatever triggers say.
 * @returns the number of rows, or `constrained` if a constraint of the column allows no such text
 */
export async function plantWord(
  app: App,
  { table, column, type }: TextColumn,
  { owner, id, word }: { owner: string; id: string; word: string },
): Promise<number | 'constrained'> {
  const text = sql`${`${word}-`}::text || left(md5(random()::text), 8)`
  const value =
    type === 'jsonb'
      ? sql`jsonb_build_object('planted', ${text})`
      : type === '_text'
        ? sql`array[${text}]`
        : type === 'bytea'
          ? sql`convert_to(${text}, 'utf8')`
          : text
  return app.db.transaction().execute(async tx => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`savepoint before_update`.execute(tx)
    let changed: number | 'constrained'
    try {
      const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(owner)} = ${id}::uuid`
      changed = Number((await update.execute(tx)).numAffectedRows ?? 0)
    } catch (error) {
      const isConstraint =
        error instanceof Error && 'code' in error && ['23514', '23505', '22001'].includes(String(error.code))
      if (!isConstraint) throw error
      await sql`rollback to savepoint before_update`.execute(tx)
      changed = 'constrained'
    }
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    return changed
  })
}

/** Returns the columns, as `table.column`, in which a planted word is found. */
export async function findPlantedColumns(app: App, word: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and udt_name in ('text', 'citext', 'varchar', 'bytea', 'jsonb', '_text', 'tsvector')
      and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(app.db)
  const found: string[] = []
  for (const { table, column, type } of rows) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows: hits } = await sql`
      select from ${sql.table(table)} where strpos(${text}, ${word}) > 0 limit 1`.execute(app.db)
    if (hits.length > 0) found.push(`${table}.${column}`)
  }
  return found.sort()
}

type RequiredColumn = {
  column: string
  type: string
  referenced_table: string | null
  referenced_column: string | null
  /** The definition of a check constraint of this column alone, such as a list of allowed values. */
  check: string | null
}

/** Adds a row that a person owns, with the plainest allowed value in every required column. Fails where a constraint forbids it. */
export async function insertPlainRow(
  app: App,
  table: string,
  { owner, id }: { owner: string; id: string },
): Promise<void> {
  const { rows: columns } = await sql<RequiredColumn>`
    select a.attname as column, t.typname as type, r.relname as referenced_table, ra.attname as referenced_column,
      (select pg_get_constraintdef(c.oid) from pg_constraint c
       where c.contype = 'c' and c.conrelid = a.attrelid and c.conkey = array[a.attnum] limit 1) as check
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_constraint k on k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]
    left join pg_class r on r.oid = k.confrelid
    left join pg_attribute ra on ra.attrelid = k.confrelid and ra.attnum = k.confkey[1]
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attidentity = '' and not a.atthasdef and (a.attnotnull or a.attname = ${owner})`.execute(app.db)
  const values = columns.map(({ column, type, referenced_table, referenced_column, check }) => {
    if (column === owner) return sql`${id}::uuid`
    if (referenced_table !== null && referenced_column !== null)
      return sql`(select ${sql.ref(referenced_column)} from ${sql.table(referenced_table)} limit 1)`
    if (type === 'uuid') return sql`gen_random_uuid()`
    if (type === 'timestamptz' || type === 'timestamp' || type === 'date') return sql`now()`
    if (type === 'bool') return sql`false`
    if (type === 'jsonb' || type === 'json') return sql`'{}'`
    if (type.startsWith('_')) return sql`'{}'`
    return sql`${/'([^']*)'/.exec(check ?? '')?.[1] ?? '1'}`
  })
  await app.db.transaction().execute(async tx => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(({ column }) => sql.ref(column)))})
      values (${sql.join(values)})`.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
