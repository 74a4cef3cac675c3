import type { InsertObject, InsertQueryBuilder, InsertResult, InsertType, ValueExpression } from 'kysely'
import type { Database, Db } from './database.ts'

type Columns<T extends keyof Database> = Database[T]
type Value<T extends keyof Database, C extends keyof Columns<T>> = ValueExpression<
  Database,
  T,
  InsertType<Columns<T>[C]>
>

/** Columns that the database fills in when they are left out: `Generated` in the table types. */
type DefaultedColumn<T extends keyof Database> = {
  [C in keyof Columns<T>]: undefined extends InsertType<Columns<T>[C]> ? C : never
}[keyof Columns<T>]

/** Columns that cannot be written: `GeneratedAlways` in the table types. */
type ComputedColumn<T extends keyof Database> = {
  [C in keyof Columns<T>]: [InsertType<Columns<T>[C]>] extends [never] ? C : never
}[keyof Columns<T>]

/**
 * A row for an insert with every column that has no default, nullable ones included. Kysely lets an insert leave out
 * nullable columns; with `insertInto`, or `.values(row satisfies CompleteInsert<'users'>)`, a new column that is forgotten is
 * a type error at every insert. A test checks that no insert goes without it.
 */
export type CompleteInsert<T extends keyof Database> = {
  [C in Exclude<keyof Columns<T>, DefaultedColumn<T> | ComputedColumn<T>>]: Value<T, C>
} & {
  [C in Exclude<DefaultedColumn<T>, ComputedColumn<T>>]?: Value<T, C>
}

/** Begins an insert of complete rows. */
export const insertInto = <T extends keyof Database>(
  db: Db,
  table: T,
  rows: CompleteInsert<T> | readonly CompleteInsert<T>[],
): InsertQueryBuilder<Database, T, InsertResult> =>
  // The compiler cannot compare the two types while it does not know the table.
  db.insertInto(table).values(rows as unknown as readonly InsertObject<Database, T>[])
