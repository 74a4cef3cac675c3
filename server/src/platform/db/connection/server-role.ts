import type pg from 'pg'
import type { Log } from '../../embedded-postgres/supervised-postgres.ts'
import { StartupError } from '../../startup-error.ts'

/** Privileges on tables of which the server needs fewer than all four. */
const restrictedTables = {
  migrations: 'select',
  audit_log: 'select, insert',
  point_entries: 'select, insert',
  availability_slots: 'select, insert, update',
  bookings: 'select, insert, update',
  model_heads: 'select, insert, update',
  posts: 'select, insert, update',
  training_images: 'select, insert, update',
}

const jobSchema = 'graphile_worker'

/**
 * Gives the role of a running server exactly the privileges it needs on the tables of a migrated database: it reads and
 * writes rows, but cannot change tables, the audit log or the list of migrations. The pool must belong to the owner of
 * the tables. Tables whose privileges are right are left alone; those that others have granted cannot be taken away here.
 * @throws StartupError if the role does not exist
 */
export async function grantServerRole(pool: pg.Pool, role: string, log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Concurrent changes of the same privileges fail in PostgreSQL.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('kutu server role', 0))`)
    const { rows } = await client.query<{ is_owner: boolean; may_create: boolean }>(
      `select pg_has_role(oid, current_user, 'USAGE') as is_owner,
         has_schema_privilege(oid, current_schema(), 'CREATE') as may_create
       from pg_roles where rolname = $1`,
      [role],
    )
    const [found] = rows
    if (!found) throw new StartupError(`The role ${role} in DATABASE_URL does not exist: create it first.`)
    // The role may act as the owner, so that there is nothing to grant.
    if (found.is_owner) return
    if (found.may_create)
      log.warn(
        { role },
        'the role in DATABASE_URL may create tables: revoke CREATE on its schema from it and from PUBLIC',
      )
    for (const statement of await listGrants(client, role)) await client.query(statement)
    await client.query('commit')
  } finally {
    // Closes the connection, and with it a transaction that did not commit.
    client.release(true)
  }
}

/** Returns the statements that replace the privileges of the role. They leave alone what belongs to an extension. */
async function listGrants(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with relations as (
       select oid::regclass as name, relrowsecurity, array(
           select lower(acl.privilege_type) from aclexplode(relacl) as acl join pg_roles r on r.oid = acl.grantee
           where r.rolname = $1) as granted,
         case relkind when 'S' then 'sequence' else 'table' end as kind,
         case when relkind = 'S' then 'usage, select' when relkind = 'v' then 'select'
           else coalesce($3::jsonb ->> relname, 'select, insert, update, delete') end as privileges
       from pg_class c
       where relnamespace in (current_schema()::regnamespace, $2::text::regnamespace) and relkind in ('r', 'v', 'S')
         and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     )
     select format('grant usage on schema %I to %I', schema, $1::text) as statement
     from unnest(array[current_schema()::text, $2]) as schema
     union all
     select format('revoke all on %2$s %3$s from %1$I; grant %4$s on %2$s %3$s to %1$I',
       $1::text, kind, name, privileges)
     from relations, string_to_array(privileges, ', ') as wanted where not (granted @> wanted and granted <@ wanted)
     union all
     -- graphile-worker enables row-level security without policies, which hides all rows from everyone but the owner.
     select format('create policy %1$I on %2$s to %1$I using (true) with check (true)', $1::text, name)
     from relations where relrowsecurity and not exists (select from pg_policy where polrelid = name and polname = $1)
     union all
     select format('grant execute on function %s to %I', oid::regprocedure, $1::text)
     from pg_proc p where prosecdef and pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    [role, jobSchema, JSON.stringify(restrictedTables)],
  )
  return rows.map(({ statement }) => statement)
}
