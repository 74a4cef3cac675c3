import type pg from 'pg'
import type { Log } from '../../embedded-postgres/supervised-postgres.ts'
import { StartupError } from '../../startup-error.ts'

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE'

const tablePrivileges: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const addOnly: readonly Privilege[] = ['SELECT', 'INSERT']
const keepRows: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE']

/** Tables of which the server needs fewer privileges. */
const restrictedTables: Partial<Record<string, readonly Privilege[]>> = {
  migrations: ['SELECT'],
  audit_log: addOnly,
  point_entries: addOnly,
  availability_slots: keepRows,
  bookings: keepRows,
  model_heads: keepRows,
  posts: keepRows,
  training_images: keepRows,
}

const jobSchema = 'graphile_worker'

type Relation = {
  schema: string
  name: string
  /** pg_class.relkind: table, view or sequence. */
  kind: 'r' | 'v' | 'S'
  has_row_security: boolean
  has_policy: boolean
  granted: Privilege[]
}

function wantedPrivileges({ kind, name }: Relation): readonly Privilege[] {
  if (kind === 'v') return ['SELECT']
  if (kind === 'S') return ['SELECT', 'USAGE']
  return restrictedTables[name] ?? tablePrivileges
}

/**
 * Gives the role of a running server exactly the privileges it needs on the tables of a migrated database: it reads and
 * writes rows, but cannot change tables, the audit log or the list of migrations. The pool must belong to the owner of
 * the tables. Issues no statement for privileges that the role already has.
 * @throws StartupError if the role does not exist
 */
export async function grantServerRole(pool: pg.Pool, role: string, log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Concurrent changes of the same privileges fail in PostgreSQL.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('kutu server role', 0))`)
    if (await isOwner(client, role)) return
    const name = client.escapeIdentifier(role)
    const { rows: schemas } = await client.query<{ schema: string }>(
      `select nspname as schema from pg_namespace where nspname in (current_schema(), $1)`,
      [jobSchema],
    )
    for (const { schema } of schemas) await grantSchema(client, schema, role)
    for (const relation of await listRelations(client, role)) await grantRelation(client, relation, role)
    for (const signature of await listOwnerFunctions(client, role))
      await client.query(`grant execute on function ${signature} to ${name}`)
    await warnOfExcess(client, role, log)
    await client.query('commit')
  } finally {
    // Closes the connection, and with it a transaction that did not commit.
    client.release(true)
  }
}

/** Returns true if the role may act as the owner, so that there is nothing to grant. */
async function isOwner(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rows } = await client.query<{ is_owner: boolean }>(
    `select pg_has_role(oid, current_user, 'USAGE') as is_owner from pg_roles where rolname = $1`,
    [role],
  )
  if (!rows[0]) throw new StartupError(`The role ${role} in DATABASE_URL does not exist: create it first.`)
  return rows[0].is_owner
}

async function grantSchema(client: pg.ClientBase, schema: string, role: string): Promise<void> {
  const { rows } = await client.query<{ is_granted: boolean }>(
    `select exists (
      select from pg_namespace, aclexplode(nspacl) as acl
      where nspname = $1 and acl.grantee = (select oid from pg_roles where rolname = $2) and acl.privilege_type = 'USAGE'
    ) as is_granted`,
    [schema, role],
  )
  if (rows[0]?.is_granted) return
  await client.query(`grant usage on schema ${client.escapeIdentifier(schema)} to ${client.escapeIdentifier(role)}`)
}

async function listRelations(client: pg.ClientBase, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select n.nspname as schema, c.relname as name, c.relkind as kind, c.relrowsecurity as has_row_security,
       exists (select from pg_policy p where p.polrelid = c.oid and r.oid = any(p.polroles)) as has_policy,
       array(select acl.privilege_type from aclexplode(c.relacl) as acl where acl.grantee = r.oid) as granted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where r.rolname = $2 and n.nspname in (current_schema(), $1) and c.relkind in ('r', 'v', 'S')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by n.nspname, c.relname`,
    [jobSchema, role],
  )
  return rows
}

async function grantRelation(client: pg.ClientBase, relation: Relation, role: string): Promise<void> {
  const { schema, name, kind, granted } = relation
  const target = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
  const object = kind === 'S' ? `sequence ${target}` : `table ${target}`
  const grantee = client.escapeIdentifier(role)
  const wanted = wantedPrivileges(relation)
  const missing = wanted.filter(privilege => !granted.includes(privilege))
  const excess = granted.filter(privilege => !wanted.includes(privilege))
  if (missing.length > 0) await client.query(`grant ${missing.join(', ')} on ${object} to ${grantee}`)
  if (excess.length > 0) await client.query(`revoke ${excess.join(', ')} on ${object} from ${grantee}`)
  // graphile-worker enables row-level security without policies, which hides all rows from everyone but the owner.
  if (relation.has_row_security && !relation.has_policy)
    await client.query(`create policy ${grantee} on ${target} to ${grantee} using (true) with check (true)`)
}

/** Returns the functions that run with the rights of the owner and that the role may not call yet. */
async function listOwnerFunctions(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc p
     where prosecdef and pronamespace = current_schema()::regnamespace
       and not has_function_privilege($1, oid, 'EXECUTE')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [role],
  )
  return rows.map(({ signature }) => signature)
}

/** Privileges that others have granted cannot be taken away here. */
async function warnOfExcess(client: pg.ClientBase, role: string, log: Log): Promise<void> {
  const { rows } = await client.query<{ may_create: boolean }>(
    `select has_schema_privilege($1, current_schema(), 'CREATE') as may_create`,
    [role],
  )
  if (rows[0]?.may_create)
    log.warn(
      { role },
      'the role in DATABASE_URL may create tables: revoke CREATE on its schema from it and from PUBLIC',
    )
}
