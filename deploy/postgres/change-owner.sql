-- Makes kutu_owner the owner of an existing database of Kutu, whose server used one role for everything until now. Stop the servers,
-- create the two roles as in create-roles.sql, and run this with psql in that database, as a superuser. It can run again.
\set ON_ERROR_STOP on
begin;
do $$
declare statement text;
begin
  execute format('alter database %I owner to kutu_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to kutu_server', current_database());
  for statement in
    with schemas as (select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker')),
    members as (select classid, objid from pg_depend where deptype = 'e')
    select format('alter schema %I owner to kutu_owner', nspname) from schemas where nspname = 'graphile_worker'
    union all
    -- A sequence of a column follows the table.
    select format('alter %s %s owner to kutu_owner',
        case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass)
      from pg_class c
      where relnamespace in (select oid from schemas) and relkind in ('r', 'v', 'S')
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e')
        )
    union all
    select format('alter function %s owner to kutu_owner', oid::regprocedure) from pg_proc
      where pronamespace in (select oid from schemas)
        and ('pg_proc'::regclass, oid) not in (select classid, objid from members)
    union all
    -- The type of a table's rows follows the table.
    select format('alter type %s owner to kutu_owner', t.oid::regtype) from pg_type t
      left join pg_class c on c.oid = t.typrelid
      where t.typnamespace in (select oid from schemas) and (t.typtype in ('e', 'd') or c.relkind = 'c')
        and ('pg_type'::regclass, t.oid) not in (select classid, objid from members)
  loop
    execute statement;
  end loop;
end $$;
commit;
